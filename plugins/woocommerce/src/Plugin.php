<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
/** Which of our parts WordPress and WooCommerce call, and when. Everything else knows nothing of hooks. */
final class Plugin
{
    /** The recurring look at the feed, and the one that a webhook asks for. WordPress drops a single event beside a recurring one of the same name. */
    public const CRON_HOOK = 'holdfast_follow';
    public const WAKE_HOOK = 'holdfast_wake';
    public const CRON_INTERVAL = 'holdfast_five_minutes';
    /** Another text with each call to read the feed. */
    public const WOKEN = 'holdfast_woken';

    public static function register(string $file): void
    {
        register_deactivation_hook($file, static function (): void {
            wp_clear_scheduled_hook(self::CRON_HOOK);
            wp_clear_scheduled_hook(self::WAKE_HOOK);
        });
        add_action('before_woocommerce_init', static function () use ($file): void {
            foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
                FeaturesUtil::declare_compatibility($feature, $file, true);
            }
        });
        add_action('plugins_loaded', static function () use ($file): void {
            if (class_exists('WC_Payment_Gateway')) {
                self::addHooks($file);
            }
        });
    }

    private static function addHooks(string $file): void
    {
        add_filter('woocommerce_payment_gateways', static fn (array $gateways) => [...$gateways, Gateway::class]);
        add_filter('woocommerce_gateway_' . Settings::ID . '_settings_values', [Gateway::class, 'keepApart'], 10, 2);
        add_action('woocommerce_blocks_payment_method_type_registration', static function ($registry) use ($file): void {
            $registry->register(new BlockCheckout($file));
        });
        add_action('woocommerce_api_' . Settings::ID, static fn () => (new WebhookReceiver(new Settings()))->answer());
        add_filter('plugin_action_links_' . plugin_basename($file), static fn (array $links) => [
            'settings' => sprintf('<a href="%s">%s</a>', esc_url(Admin::settingsUrl()), esc_html__('Settings', 'holdfast')),
        ] + $links);
        self::addCron();
        self::addOrderHooks();
        self::addRefundHooks();
        (new Admin(new Settings()))->addHooks();
    }

    private static function addCron(): void
    {
        add_filter('cron_schedules', static fn (array $schedules) => $schedules + [
            self::CRON_INTERVAL => ['interval' => 300, 'display' => __('Every five minutes', 'holdfast')],
        ]);
        add_action('init', self::scheduleCron(...));
        foreach ([self::CRON_HOOK, self::WAKE_HOOK] as $hook) {
            add_action($hook, static fn () => (new Feed(new Settings()))->follow());
        }
    }

    /** At every start: at activation the interval is not known yet, and other plugins lose entries of this table. */
    public static function scheduleCron(): void
    {
        if (wp_next_scheduled(self::CRON_HOOK) === false) {
            wp_schedule_event(time(), self::CRON_INTERVAL, self::CRON_HOOK);
        }
    }

    /** Has the feed read now, in a request of its own. Nobody waits for it. */
    public static function wake(): void
    {
        update_option(self::WOKEN, uniqid('', true), false);
        wp_schedule_single_event(time(), self::WAKE_HOOK);
        spawn_cron();
    }

    /** As it stands in the database, whoever wrote it: WordPress keeps what a request has read once. */
    public static function lastWake(): string
    {
        global $wpdb;
        return (string) $wpdb->get_var($wpdb->prepare("SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", self::WOKEN));
    }

    private static function addRefundHooks(): void
    {
        add_action('woocommerce_create_refund', static function ($refund, $args): void {
            Refunding::begin($refund, $args);
            RefundRecord::begin($refund);
        }, 10, 2);
        add_action('woocommerce_order_refunded', static function ($orderId, $refundId): void {
            [$record, $refund] = [OrderRecord::of(wc_get_order($orderId)), wc_get_order($refundId)];
            if ($record !== null && $refund instanceof \WC_Order_Refund && !Desk::isBusy()) {
                Refunding::end($record, $refund);
            }
        }, 10, 2);
        $forget = static function ($orderId, $refundId): void {
            $record = OrderRecord::of(wc_get_order($orderId));
            $record === null || RefundRecord::forget($record, (int) $refundId);
        };
        add_action('woocommerce_refund_deleted', static fn ($refundId, $orderId) => $forget($orderId, $refundId), 10, 2);
        // By WooCommerce's REST API, which has deleted it by now: its answer still has the id, and its address that of the order.
        add_action('woocommerce_rest_delete_shop_order_refund_object', static fn ($refund, $response, $request) => $forget(
            $request['order_id'],
            $response->get_data()['id'] ?? 0,
        ), 10, 3);
    }

    private static function addOrderHooks(): void
    {
        add_action('woocommerce_thankyou_' . Settings::ID, self::wake(...));
        // Every change of an order that could ask something of us. What fails here is done by the next run of the feed.
        $settle = static fn ($orderId) => self::tryTo($orderId, static fn (Desk $desk, OrderRecord $record) => $desk->settle($record));
        foreach (['completed', 'cancelled', 'refunded'] as $status) {
            add_action("woocommerce_order_status_$status", $settle);
        }
        add_action('woocommerce_update_order', $settle);
        add_action('woocommerce_trash_order', $settle);
        add_action('woocommerce_before_order_object_save', self::keepMethod(...));
        add_action('woocommerce_fulfillment_after_fulfill', static fn ($fulfillment) => $settle((int) $fulfillment->get_entity_id()));
        // Before WooCommerce gives up an order that was not paid in time, its link has to be dead.
        add_filter('woocommerce_cancel_unpaid_order', static function ($isDue, $order) {
            if (!$isDue || OrderRecord::of($order) === null) {
                return $isDue;
            }
            return self::tryTo($order->get_id(), static fn (Desk $desk, OrderRecord $record) => $desk->mayBeGivenUp($record)) ?? false;
        }, 10, 2);
        add_action('woocommerce_order_action_holdfast_submit', static fn ($order) => self::tryTo(
            $order->get_id(),
            static fn (Desk $desk, OrderRecord $record) => $desk->submitAgain($record),
        ));
    }

    /**
     * A checkout of blocks that is only shown, or that reckons anew, sets a pending order of the same cart to the shop's default method.
     * Nobody has chosen it, and the link that the buyer has open elsewhere must not end for it.
     */
    private static function keepMethod(mixed $order): void
    {
        $isLook = in_array($_SERVER['REQUEST_METHOD'] ?? '', ['GET', 'HEAD'], true) || isset($_GET['__experimental_calc_totals']);
        if (!$isLook || is_admin() || wp_doing_cron() || OrderRecord::of($order)?->stage() !== Stage::Open) {
            return;
        }
        $changes = $order->get_changes();
        $isChanged = isset($changes['payment_method']) && !isset($changes['status']) && $order->has_status('pending');
        if ($isChanged && $order->get_data()['payment_method'] === Settings::ID) {
            $order->set_payment_method(Settings::ID);
        }
    }

    /**
     * Does it inside somebody else's request, which nothing of ours must break.
     *
     * @return mixed what it returns; null for an order that is none of ours, or if it failed
     */
    private static function tryTo(mixed $orderId, callable $do): mixed
    {
        $settings = new Settings();
        $record = $settings->isReady() ? OrderRecord::of(wc_get_order($orderId)) : null;
        if ($record === null) {
            return null;
        }
        try {
            return $do(new Desk($settings), $record);
        } catch (\Throwable $error) {
            (new Log($settings))->warning("order {$record->order->get_id()}: {$error->getMessage()}");
            return null;
        }
    }
}
