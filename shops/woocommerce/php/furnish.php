// Inside WordPress, by run.php: what a shop's owner sets up before the first sale. $options comes before it.
activate_plugin('woocommerce/woocommerce.php');
WC_Install::install();
foreach ([
    'woocommerce_coming_soon' => 'no',
    'woocommerce_currency' => 'USD',
    'woocommerce_default_country' => 'US:OR',
    'woocommerce_calc_taxes' => 'yes',
    'woocommerce_prices_include_tax' => 'no',
    'woocommerce_enable_coupons' => 'yes',
    'woocommerce_enable_guest_checkout' => 'yes',
    'woocommerce_enable_signup_and_login_from_checkout' => 'yes',
    'woocommerce_custom_orders_table_enabled' => $options['tables'] ? 'yes' : 'no',
    'woocommerce_custom_orders_table_data_sync_enabled' => 'no',
    'woocommerce_feature_fulfillments_enabled' => 'yes',
    'woocommerce_onboarding_profile' => ['skipped' => true],
    'woocommerce_task_list_hidden' => 'yes',
    'woocommerce_show_marketplace_suggestions' => 'no',
    'woocommerce_allow_tracking' => 'no',
    'woocommerce_bacs_settings' => ['enabled' => 'yes', 'title' => 'Direct bank transfer'],
    'permalink_structure' => $options['permalinks'],
] as $name => $value) {
    update_option($name, $value);
}
switch_theme($options['theme']);
WC_Tax::_insert_tax_rate(['tax_rate_country' => 'US', 'tax_rate' => '10.0000', 'tax_rate_name' => 'Tax', 'tax_rate_priority' => 1, 'tax_rate_shipping' => 1]);
$zone = new WC_Shipping_Zone();
$zone->set_zone_name('Everywhere');
$zone->save();
$method = $zone->add_shipping_method('flat_rate');
update_option("woocommerce_flat_rate_{$method}_settings", ['title' => 'Parcel', 'tax_status' => 'taxable', 'cost' => '10.00']);
$coupon = new WC_Coupon();
$coupon->set_code('spring');
$coupon->set_discount_type('percent');
$coupon->set_amount(15);
$coupon->save();
$products = [];
foreach (['plate' => ['Dinner plate &amp; saucer', '24.00'], 'bowl' => ['Soup bowl', '14.55']] as $key => [$title, $price]) {
    $product = new WC_Product_Simple();
    $product->set_name($title);
    $product->set_regular_price($price);
    $product->set_sku(strtoupper($key) . '-1');
    $product->save();
    $products[$key] = $product->get_id();
}
if (!$options['blocks']) {
    wp_update_post(['ID' => wc_get_page_id('checkout'), 'post_content' => '[woocommerce_checkout]']);
    wp_update_post(['ID' => wc_get_page_id('cart'), 'post_content' => '[woocommerce_cart]']);
}
activate_plugin('holdfast/holdfast.php');
flush_rewrite_rules();
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'tests']);
$pages = ['checkout' => wc_get_page_id('checkout'), 'account' => wc_get_page_id('myaccount')];
return ['products' => $products, 'pages' => $pages, 'password' => $password];
