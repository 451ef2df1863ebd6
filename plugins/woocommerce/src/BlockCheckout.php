<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The method in the block checkout: its script, and what the script shows. */
final class BlockCheckout extends AbstractPaymentMethodType
{
    private const HANDLE = 'holdfast-checkout';
    private const SCRIPT = 'assets/checkout.js';

    /** @var string */
    protected $name = Settings::ID;

    public function __construct(private readonly string $file)
    {
    }

    public function initialize()
    {
        $this->settings = (array) get_option('woocommerce_' . Settings::ID . '_settings', []);
    }

    public function is_active()
    {
        return $this->gateway()?->is_available() ?? false;
    }

    public function get_payment_method_script_handles()
    {
        wp_register_script(
            self::HANDLE,
            plugins_url(self::SCRIPT, $this->file),
            ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'],
            (string) filemtime(dirname($this->file) . '/' . self::SCRIPT),
            true,
        );
        return [self::HANDLE];
    }

    public function get_payment_method_data()
    {
        return [
            'title' => $this->gateway()?->title ?? '',
            'description' => $this->gateway()?->description ?? '',
            'supports' => $this->get_supported_features(),
        ];
    }

    /** WooCommerce's own: a second one would save the settings twice. */
    private function gateway(): ?Gateway
    {
        return WC()->payment_gateways()->payment_gateways()[Settings::ID] ?? null;
    }
}
