<?php

/**
 * For php -S: shops with the plugin, one for each first part of the path, each with a file in SHOPS. `POST /NAME/run` does what a
 * test asks for, as a request of its own; every other path is what a browser or the service would ask for.
 */

declare(strict_types=1);

use Automattic\WooCommerce\Admin\Features\Fulfillments\Fulfillment;
use Holdfast\WooCommerce\Plugin;

define('ABSPATH', __DIR__);
require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce-extensions.php';
require __DIR__ . '/woocommerce.php';

[, $shop, $page] = explode('/', (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), 3) + [1 => '', 2 => ''];
if (preg_match('/^\w+$/D', $shop) !== 1) {
    return; // somebody asks whether the server listens
}
Db::$path = getenv('SHOPS') . "/$shop.json";
if (($_SERVER['HTTP_X_AS'] ?? '') === 'owner') {
    $GLOBALS['user_can'] = ['manage_woocommerce'];
}

require getenv('PLUGIN') . '/holdfast.php';
do_action('before_woocommerce_init');
do_action('plugins_loaded');

if (($_GET['wc-api'] ?? '') !== '') {
    do_action("woocommerce_api_{$_GET['wc-api']}");
}
if ($page === 'wp-admin/admin-post.php') {
    do_action("admin_post_{$_GET['action']}");
}
if ($page === 'wp-admin/save') {
    do_action('init');
    WC()->payment_gateways();
    do_action('woocommerce_update_options_payment_gateways_holdfast');
    echo json_encode(WC_Admin_Settings::$errors);
}
if ($page !== 'run') {
    return;
}

/** What comes out on the page. */
function shown(callable $do): string
{
    ob_start();
    $do();
    return (string) ob_get_clean();
}

$commands = [
    'open' => static fn (array $data) => Db::write(static function (array &$all) use ($data): void {
        $all = $data;
    }),
    'row' => static fn (int $id) => Db::read()['orders'][$id],
    'data' => static fn () => Db::read(),
    'log' => static fn () => (string) @file_get_contents(Db::$path . '.log'),
    'order' => static function (array $order): int {
        $id = 1001 + count(Db::read()['orders'] ?? []);
        Db::write(static function (array &$data) use ($id, $order): void {
            $data['orders'][$id] = $order + [
                'status' => 'pending',
                'currency' => 'USD',
                'payment_method' => 'holdfast',
                'payment_method_title' => 'Pay with escrow protection',
                'order_key' => 'wc_order_' . bin2hex(random_bytes(6)),
                'billing_email' => 'ada@example.com',
                'date_paid' => null,
                'transaction_id' => '',
                'meta' => [],
                'notes' => [],
                'history' => [],
            ];
        });
        return $id;
    },
    'pay' => static fn (int $id) => WC()->payment_gateways()->payment_gateways()['holdfast']->process_payment($id)
        + ['notices' => $GLOBALS['notices']],
    'status' => static fn (int $id, string $status) => wc_get_order($id)->update_status($status),
    'edit' => static function (int $id, array $fields): void {
        $order = wc_get_order($id);
        foreach ($fields as $field => $value) {
            $order->set($field, $value);
        }
        $order->save();
    },
    'ship' => static function (int $id, array $quantities, array $meta): void {
        $items = array_map(static fn ($line, $qty) => ['item_id' => $line, 'qty' => $qty], array_keys($quantities), $quantities);
        $row = ['order' => (string) $id, 'isFulfilled' => true, 'items' => $items, 'meta' => $meta];
        Db::write(static function (array &$data) use ($row): void {
            $data['fulfilments'][] = $row;
        });
        do_action('woocommerce_fulfillment_after_fulfill', new Fulfillment($row));
    },
    /** A plugin of somebody else fails whenever this order changes its status; until it is mended. */
    'breakNext' => static fn (int $id) => update_option('broken', $id),
    'mend' => static fn () => delete_option('broken'),
    /** Of the order's page: by the gateway, or by hand. */
    'refund' => static function (int $id, string $amount, bool $isByGateway, string $reason = '', array $lines = []): string {
        $refund = wc_create_refund([
            'order_id' => $id,
            'amount' => $amount,
            'refund_payment' => $isByGateway,
            'reason' => $reason,
            'line_items' => array_fill_keys($lines, []),
        ]);
        return $refund instanceof WP_Error ? $refund->get_error_message() : (string) $refund->get_id();
    },
    'refunds' => static fn (int $id) => array_values(array_map(static fn ($refund) => [
        'id' => $refund->get_id(),
        'amount' => $refund->get_amount(),
        'reason' => $refund->get_reason(),
        'is_paid' => $refund->get_refunded_payment(),
        'of' => $refund->get_meta('_holdfast_refund'),
    ], array_reverse(wc_get_order($id)->get_refunds()))),
    'deleteRefund' => static function (int $id, int $order): void {
        wc_get_order($id)->delete(true);
        do_action('woocommerce_refund_deleted', $id, $order);
    },
    'mayRefund' => static fn (int $id) => WC()->payment_gateways()->payment_gateways()['holdfast']->can_refund_order(wc_get_order($id)),
    'giveUp' => static function (int $id): bool {
        $order = wc_get_order($id);
        return apply_filters('woocommerce_cancel_unpaid_order', true, $order) && $order->update_status('cancelled');
    },
    'action' => static fn (int $id) => do_action('woocommerce_order_action_holdfast_submit', wc_get_order($id)),
    'actions' => static fn (int $id) => apply_filters('woocommerce_order_actions', [], wc_get_order($id)),
    'panel' => static fn (int $id) => shown(static fn () => do_action('woocommerce_admin_order_data_after_order_details', wc_get_order($id))),
    'settings' => static fn () => shown(static fn () => WC()->payment_gateways()->payment_gateways()['holdfast']->admin_options()),
    'notices' => static fn () => shown(static fn () => do_action('admin_notices')),
    'isOffered' => static fn () => WC()->payment_gateways()->payment_gateways()['holdfast']->is_available(),
    'blocks' => static function (): array {
        $registry = new class () {
            public object $method;

            public function register(object $method): void
            {
                $this->method = $method;
            }
        };
        do_action('woocommerce_blocks_payment_method_type_registration', $registry);
        $registry->method->initialize();
        return [
            'name' => $registry->method->get_name(),
            'isActive' => $registry->method->is_active(),
            'handles' => $registry->method->get_payment_method_script_handles(),
            'scripts' => $GLOBALS['scripts'],
            'data' => $registry->method->get_payment_method_data(),
            'declared' => Automattic\WooCommerce\Utilities\FeaturesUtil::$declared,
        ];
    },
    /** What the cleaner makes of each: a method of it, and what it is given. */
    'clean' => static fn (array $calls) => array_map(static fn ($call) => $call[0](...$call[1]), $calls),
    /** The scheduled events: those that were asked for at once, and with `all` the recurring one too. */
    'cron' => static function (bool $all): array {
        $due = array_filter(Db::read()['cron'] ?? [], static fn ($event) => $all || $event['every'] === null);
        $hooks = array_values(array_unique([...array_column($due, 'hook'), ...($all ? [Plugin::CRON_HOOK] : [])]));
        foreach ($hooks as $hook) {
            if ($hook === Plugin::WAKE_HOOK) {
                wp_clear_scheduled_hook($hook); // before it runs, as WordPress does
            }
            do_action($hook);
        }
        return $hooks;
    },
];

add_action('woocommerce_before_order_save', static function (int $id): void {
    get_option('broken') === $id && throw new RuntimeException('broken');
});

['do' => $name, 'with' => $given, 'killAt' => Db::$killAt] = json_decode((string) file_get_contents('php://input'), true);
if ($name !== 'open') {
    Db::$killAt === 0 && do_action('init');
}
Db::$steps = 0;
try {
    $answer = ['value' => $commands[$name](...$given)];
} catch (Throwable $error) {
    $answer = ['thrown' => $error::class . ': ' . $error->getMessage() . " {$error->getFile()}:{$error->getLine()}"];
}
header('Content-Type: application/json');
echo json_encode($answer, JSON_THROW_ON_ERROR);
