<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Exception\ConnectionException;
use Holdfast\Exception\RateLimitException;
use Holdfast\Exception\ServerException;

/**
 * The payment method. It sends buyers to Holdfast's page, and gives money back through Holdfast.
 */
final class Gateway extends \WC_Payment_Gateway
{
    private const CURRENCY = 'USD';

    public function __construct()
    {
        $this->id = Settings::ID;
        $this->method_title = 'Holdfast';
        $this->method_description = __('Buyers pay on Holdfast’s page. Holdfast holds the payment and pays it out to you when they approve the delivery.', 'holdfast');
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->init_form_fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action('woocommerce_update_options_payment_gateways_' . $this->id, [$this, 'process_admin_options']);
    }

    public function init_form_fields()
    {
        $this->form_fields = [
            'enabled' => ['title' => __('Enable/Disable', 'holdfast'), 'type' => 'checkbox', 'label' => __('Offer Holdfast at checkout', 'holdfast'), 'default' => 'no'],
            'title' => ['title' => __('Title', 'holdfast'), 'type' => 'text', 'default' => __('Pay with escrow protection', 'holdfast'), 'description' => __('What buyers see. Add the name of your operator if they know it.', 'holdfast')],
            'description' => [
                'title' => __('Description', 'holdfast'),
                'type' => 'textarea',
                'default' => __('Your payment is held until you approve the delivery. Fees are shown before you pay.', 'holdfast'),
            ],
            'base_url' => ['title' => __('API address', 'holdfast'), 'type' => 'text', 'description' => __('Ends in /api/v1.', 'holdfast'), 'default' => ''],
            'api_key' => ['title' => __('API key', 'holdfast'), 'type' => 'holdfast_secret', 'description' => __('Create one in the console, under API keys.', 'holdfast'), 'default' => ''],
            'webhook_secret' => [
                'title' => __('Webhook secret', 'holdfast'),
                'type' => 'holdfast_secret',
                'description' => __('Begins with whsec_. While you rotate it, enter the new and the old one, with a space between.', 'holdfast'),
                'default' => '',
            ],
            'prefix' => [
                'title' => __('Prefix of orders', 'holdfast'),
                'type' => 'text',
                'description' => __('Leave it empty, and orders have the same number at Holdfast as here. Only where several shops share one Holdfast account, give each a prefix of its own, such as north-. Orders that have begun keep theirs.', 'holdfast'),
                'default' => '',
            ],
            'milestones' => [
                'title' => __('Payout', 'holdfast'),
                'type' => 'select',
                'options' => [
                    'order' => __('When the whole order is approved', 'holdfast'),
                    'line' => __('Line by line: ship and be paid in parts', 'holdfast'),
                ],
                'description' => __('By line, an order of 2 to 20 products gets a milestone for each. Shipping, fees and discounts are spread in proportion.', 'holdfast'),
                'default' => 'order',
            ],
        ];
    }

    public function needs_setup()
    {
        return !(new Settings())->isReady();
    }

    public function is_available()
    {
        return parent::is_available() && (new Settings())->isReady() && $this->currency() === self::CURRENCY;
    }

    public function process_payment($order_id)
    {
        $order = wc_get_order($order_id);
        $settings = new Settings();
        try {
            if (!$order instanceof \WC_Order || !$settings->isReady() || $order->get_currency() !== self::CURRENCY) {
                throw new NotPayable(self::refusal());
            }
            return ['result' => 'success', 'redirect' => (new Desk($settings))->urlFor($order)];
        } catch (NotPayable $refusal) {
            $message = $refusal->getMessage();
        } catch (ConnectionException | RateLimitException | ServerException $outage) {
            (new Log($settings))->warning("checkout of order $order_id: {$outage->getMessage()}");
            $message = __('This way to pay can’t be reached at the moment. Please try again, or choose another one.', 'holdfast');
        } catch (\Throwable $error) {
            $why = Text::reason($error);
            (new Log($settings))->warning("checkout of order $order_id: $why");
            if ($order instanceof \WC_Order) {
                /* translators: %s: why */
                (new OrderRecord($order))->noteOnce('refused', sprintf(__('The buyer could not pay by Holdfast: %s', 'holdfast'), $why));
            }
            $message = self::refusal();
        }
        wc_add_notice(esc_html($message), 'error');
        return ['result' => 'failure'];
    }

    /** For buyers, who can do nothing about it. */
    private static function refusal(): string
    {
        return __('This payment can’t be taken here. Please choose another way to pay.', 'holdfast');
    }

    /** Whether the order's page offers to refund through us. */
    public function can_refund_order($order)
    {
        $record = OrderRecord::of($order);
        return $record !== null && (new Settings())->isReady() && Refunding::canGive($record);
    }

    /** Of the refund that WooCommerce is making: its amount and reason stand in it. */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $settings = new Settings();
        $record = $settings->isReady() ? OrderRecord::of(wc_get_order($order_id)) : null;
        if ($record === null) {
            return new \WP_Error('holdfast_refund', __('Holdfast can’t be asked for this order: see its settings. Nothing was refunded.', 'holdfast'));
        }
        return (new Desk($settings))->refund($record);
    }

    public function admin_options()
    {
        parent::admin_options();
        (new Admin(new Settings()))->printCheck();
    }

    /** WooCommerce has looked at nonce and role by now; what decides about money looks again. */
    public function process_admin_options()
    {
        if (!current_user_can(Admin::CAPABILITY)) {
            return false;
        }
        check_admin_referer('woocommerce-settings');
        $isSaved = parent::process_admin_options();
        update_option(Settings::HOME, home_url(), false);
        // WooCommerce collects what the fields below refuse, and shows it nowhere by itself.
        foreach ($this->get_errors() as $error) {
            \WC_Admin_Settings::add_error($error);
        }
        return $isSaved;
    }

    /** A field that never shows what is stored. */
    public function generate_holdfast_secret_html($key, $field)
    {
        $stored = (array) get_option(Settings::SECRETS, []);
        $hint = ($stored[$key] ?? '') === '' ? '' : __('Saved. Leave empty to keep it.', 'holdfast');
        $name = $this->get_field_key($key);
        return sprintf(
            '<tr valign="top"><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp">'
                . '<input class="input-text regular-input" type="password" autocomplete="off" name="%1$s" id="%1$s" value="" placeholder="%3$s" />'
                . '<p class="description">%4$s</p></td></tr>',
            esc_attr($name),
            esc_html($field['title']),
            esc_attr($hint),
            esc_html($field['description']),
        );
    }

    /** Keeps it apart, and returns nothing to be kept with the other settings. */
    public function validate_holdfast_secret_field($key, $value)
    {
        $given = trim((string) wp_unslash($value ?? ''));
        if ($given === '') {
            return '';
        }
        $shape = $key === 'webhook_secret' ? '/^whsec_\w+(\s+whsec_\w+)?$/D' : '/^[\x21-\x7e]{8,255}$/D';
        if (preg_match($shape, $given) !== 1) {
            throw new \Exception($key === 'webhook_secret'
                ? __('A webhook secret begins with whsec_. It was not saved: copy it whole from the console.', 'holdfast')
                : __('That is no API key. It was not saved: copy it whole from the console.', 'holdfast'));
        }
        update_option(Settings::SECRETS, [$key => $given] + (array) get_option(Settings::SECRETS, []), false);
        return '';
    }

    /**
     * The same for settings that come by WooCommerce's REST API, which knows no fields of ours and would show what it keeps.
     *
     * @param array<string, string> $values
     *
     * @return array<string, string>
     */
    public static function keepApart(array $values, self $gateway): array
    {
        foreach (['api_key', 'webhook_secret'] as $key) {
            try {
                $values[$key] = $gateway->validate_holdfast_secret_field($key, wp_slash((string) ($values[$key] ?? '')));
            } catch (\Exception) {
                $values[$key] = ''; // none: the one before stays
            }
        }
        return $values;
    }

    public function validate_base_url_field($key, $value)
    {
        $given = rtrim(trim((string) wp_unslash($value ?? '')), '/');
        if ($given !== '' && !Settings::isUsableUrl($given)) {
            throw new \Exception(__('The API address has to begin with https://, and to end in /api/v1. It was not saved.', 'holdfast'));
        }
        return $given;
    }

    public function validate_prefix_field($key, $value)
    {
        $given = trim((string) wp_unslash($value ?? ''));
        if ($given !== '' && preg_match('/^[A-Za-z0-9._-]{1,100}$/D', $given) !== 1) {
            throw new \Exception(__('A prefix has up to 100 letters, digits, dots, hyphens and underscores. It was not saved.', 'holdfast'));
        }
        return $given;
    }

    /** Of the order that is paid for again, where there is one. */
    private function currency(): string
    {
        $id = absint(get_query_var('order-pay'));
        $order = $id > 0 ? wc_get_order($id) : null;
        return $order instanceof \WC_Order ? $order->get_currency() : get_woocommerce_currency();
    }
}
