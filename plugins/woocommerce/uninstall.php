<?php

/** Forgets the settings. What stands with the orders stays: it says where their money is. */

declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

$options = ['woocommerce_holdfast_settings', 'holdfast_secrets', 'holdfast_home', 'holdfast_seller_code'];
foreach ([...$options, 'holdfast_position', 'holdfast_followed_at', 'holdfast_webhook_at', 'holdfast_woken'] as $option) {
    delete_option($option);
}
