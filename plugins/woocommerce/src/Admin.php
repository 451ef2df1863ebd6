<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/** What the people of the shop see: the state of an order, an action on it, and the check of the settings. */
final class Admin
{
    public const CAPABILITY = 'manage_woocommerce';
    private const CHECK = 'holdfast_check';
    private const RESULT_SECONDS = 60;

    public function __construct(private readonly Settings $settings)
    {
    }

    public function addHooks(): void
    {
        add_action('admin_post_' . self::CHECK, $this->check(...));
        add_action('admin_notices', $this->printNotices(...));
        add_action('woocommerce_admin_order_data_after_order_details', $this->printState(...));
        add_filter('woocommerce_order_actions', static function (array $actions, $order = null): array {
            $isHeld = OrderRecord::of($order)?->stage()?->isHeld();
            return $isHeld ? $actions + ['holdfast_submit' => __('Submit delivery to Holdfast', 'holdfast')] : $actions;
        }, 10, 2);
    }

    public function printState(mixed $order): void
    {
        $record = OrderRecord::of($order);
        if ($record === null) {
            return;
        }
        printf(
            '<p class="form-field form-field-wide"><strong>%s</strong> %s<br /><a href="%s" target="_blank" rel="noopener noreferrer">%s</a></p>',
            esc_html__('Holdfast:', 'holdfast'),
            esc_html((string) $record->stage()?->label()),
            esc_url($this->settings->consoleUrl($record->get('escrow'))),
            esc_html__('Open in the Holdfast console', 'holdfast'),
        );
    }

    public function printNotices(): void
    {
        if (!current_user_can(self::CAPABILITY) || !$this->settings->isCopy()) {
            return;
        }
        printf(
            '<div class="notice notice-warning"><p>%s <a href="%s">%s</a></p></div>',
            esc_html__('This shop’s address has changed, so Holdfast is paused here. On a copy of your shop, enter a sandbox key. If the shop has moved, save its settings as they are.', 'holdfast'),
            esc_url(self::settingsUrl()),
            esc_html__('Settings', 'holdfast'),
        );
    }

    /** Below the settings: where webhooks go, the button, and what the last press found. */
    public function printCheck(): void
    {
        printf(
            '<h3>%s</h3><p>%s <code>%s</code></p><p><a class="button" href="%s">%s</a></p>',
            esc_html__('Connection', 'holdfast'),
            esc_html__('Register this address for webhooks in the Holdfast console:', 'holdfast'),
            esc_html(WebhookReceiver::url()),
            esc_url(wp_nonce_url(admin_url('admin-post.php?action=' . self::CHECK), self::CHECK)),
            esc_html__('Check the saved settings', 'holdfast'),
        );
        $findings = get_transient(self::CHECK . '_' . get_current_user_id());
        if (is_array($findings)) {
            echo '<ul>';
            foreach ($findings as ['isGood' => $isGood, 'text' => $text]) {
                printf('<li>%s %s</li>', $isGood ? '&#10003;' : '&#10007;', esc_html($text));
            }
            echo '</ul>';
        }
    }

    private function check(): never
    {
        if (!current_user_can(self::CAPABILITY)) {
            wp_die(esc_html__('You may not do that.', 'holdfast'), '', ['response' => 403]);
        }
        check_admin_referer(self::CHECK);
        set_transient(self::CHECK . '_' . get_current_user_id(), (new Examination($this->settings))->findings(), self::RESULT_SECONDS);
        wp_safe_redirect(self::settingsUrl());
        exit;
    }

    public static function settingsUrl(): string
    {
        return admin_url('admin.php?page=wc-settings&tab=checkout&section=' . Settings::ID);
    }
}
