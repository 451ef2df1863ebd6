<?php

/** WooCommerce's orders and gateways, as much of them as the plugin calls. Written after its documentation; it is not WooCommerce. */

declare(strict_types=1);

namespace {
    use Automattic\WooCommerce\Admin\Features\Fulfillments\Fulfillment;

    class WC_Order_Item
    {
        public function __construct(private readonly array $row)
        {
        }

        public function get_name(): string
        {
            return $this->row['name'];
        }

        public function get_quantity(): int|float
        {
            return $this->row['quantity'];
        }

        public function get_total(): string
        {
            return $this->row['total'];
        }

        public function get_total_tax(): string
        {
            return $this->row['tax'] ?? '0';
        }
    }

    class WC_Order_Item_Product extends WC_Order_Item
    {
        public function get_product(): object
        {
            return new class () {
                public function get_sku(): string
                {
                    return 'SKU-1';
                }
            };
        }
    }

    class WC_Order
    {
        private array $row;
        private array $changes = [];
        private array $meta = [];
        private ?string $from = null;

        public function __construct(private readonly int $id)
        {
            $this->row = Db::read()['orders'][$id];
        }

        public function __call(string $name, array $given): mixed
        {
            $field = substr($name, 4);
            return str_starts_with($name, 'get_') && array_key_exists($field, $this->row)
                ? $this->row[$field]
                : throw new LogicException("WC_Order::$name");
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_order_number(): string
        {
            return (string) $this->id;
        }

        /** @return array<int, WC_Order_Item> */
        public function get_items(string|array $types = 'line_item'): array
        {
            $found = array_filter($this->row['items'], static fn ($row) => in_array($row['type'], (array) $types, true));
            return array_map(static fn ($row) => $row['type'] === 'line_item' ? new WC_Order_Item_Product($row) : new WC_Order_Item($row), $found);
        }

        public function get_checkout_order_received_url(): string
        {
            return home_url() . "/checkout/order-received/{$this->id}/?key=wc_order_k{$this->id}";
        }

        public function get_checkout_payment_url(): string
        {
            return home_url() . "/checkout/order-pay/{$this->id}/?pay_for_order=true&key=wc_order_k{$this->id}";
        }

        public function has_status(string|array $statuses): bool
        {
            return in_array($this->row['status'], (array) $statuses, true);
        }

        public function set(string $field, mixed $value): void
        {
            $this->row[$field] = $this->changes[$field] = $value;
        }

        public function set_transaction_id(string $transaction): void
        {
            $this->set('transaction_id', $transaction);
        }

        private function set_status(string $status): void
        {
            if ($status !== $this->row['status']) {
                $this->from ??= $this->row['status'];
                $this->set('status', $status);
                if (in_array($status, ['processing', 'completed'], true) && $this->row['date_paid'] === null) {
                    $this->set('date_paid', time());
                }
            }
        }

        public function update_status(string $status, string $note = ''): bool
        {
            try {
                $this->set_status($status);
                $this->save();
                if ($note !== '') {
                    $this->add_order_note($note);
                }
            } catch (Exception) {
                return false;
            }
            return true;
        }

        public function payment_complete(string $transaction = ''): bool
        {
            try {
                if ($this->has_status(['on-hold', 'pending', 'failed', 'cancelled'])) {
                    $this->set('transaction_id', $transaction);
                    $this->set('date_paid', time());
                    $this->set_status('processing');
                    $this->save();
                    do_action('woocommerce_payment_complete', $this->id, $transaction);
                }
            } catch (Exception) {
                return false;
            }
            return true;
        }

        public function get_meta(string $name): mixed
        {
            return $this->row['meta'][$name] ?? '';
        }

        public function update_meta_data(string $name, mixed $value): void
        {
            $this->row['meta'][$name] = $this->meta[$name] = $value;
        }

        public function delete_meta_data(string $name): void
        {
            unset($this->row['meta'][$name]);
            $this->meta[$name] = null;
        }

        /** @return list<object> */
        public function get_meta_data(): array
        {
            return array_map(static fn ($key, $value) => (object) ['key' => $key, 'value' => $value], array_keys($this->row['meta']), $this->row['meta']);
        }

        public function read_meta_data(bool $isForced = false): void
        {
            $this->row['meta'] = Db::read()['orders'][$this->id]['meta'];
            $this->meta = [];
        }

        /** @return list<WC_Order_Refund> newest first */
        public function get_refunds(): array
        {
            $ours = array_filter(Db::read()['refunds'] ?? [], fn ($row) => $row['order'] === $this->id);
            return array_reverse(array_map(static fn ($id) => new WC_Order_Refund($id), array_keys($ours)));
        }

        public function get_remaining_refund_amount(): string
        {
            $refunded = array_sum(array_map(static fn ($refund) => (float) $refund->get_amount(), $this->get_refunds()));
            return (string) ((float) $this->row['total'] - $refunded);
        }

        public function save_meta_data(): void
        {
            $meta = $this->meta;
            $this->meta = [];
            if ($meta !== []) {
                $this->store(static function (array &$row) use ($meta): void {
                    $row['meta'] = array_filter($meta + $row['meta'], static fn ($value) => $value !== null);
                });
            }
        }

        public function save(): void
        {
            do_action('woocommerce_before_order_save', $this->id);
            $changes = $this->changes;
            $this->changes = [];
            $this->store(static function (array &$row) use ($changes): void {
                $row = $changes + $row;
                if (isset($changes['status'])) {
                    $row['history'][] = $changes['status'];
                }
            });
            $this->save_meta_data();
            if ($this->from !== null) {
                $this->from = null;
                do_action("woocommerce_order_status_{$this->row['status']}", $this->id, $this);
                $this->row['status'] !== 'refunded' || wc_order_fully_refunded($this);
            }
            do_action('woocommerce_update_order', $this->id, $this);
        }

        public function add_order_note(string $note): void
        {
            $this->store(static function (array &$row) use ($note): void {
                $row['notes'][] = $note;
            });
        }

        private function store(callable $change): void
        {
            Db::write(fn (array &$data) => $change($data['orders'][$this->id]));
        }
    }

    /** A refund that is not stored yet has the id 0. */
    final class WC_Order_Refund
    {
        private array $row = ['order' => 0, 'amount' => '0', 'reason' => '', 'lines' => [], 'is_paid' => false, 'meta' => []];

        public function __construct(private int $id = 0)
        {
            $this->row = $id === 0 ? $this->row : Db::read()['refunds'][$id];
        }

        public function fill(array $row): void
        {
            $this->row = $row + $this->row;
        }

        /** @return array<int, object> */
        public function get_items(array $types): array
        {
            return array_map(static fn ($line) => new class ($line) {
                public function __construct(private readonly int $line)
                {
                }

                public function get_meta(string $name): string
                {
                    return $name === '_refunded_item_id' ? (string) $this->line : '';
                }
            }, $this->row['lines']);
        }

        public function get_id(): int
        {
            return $this->id;
        }

        public function get_parent_id(): int
        {
            return $this->row['order'];
        }

        public function get_amount(): string
        {
            return $this->row['amount'];
        }

        public function get_reason(): string
        {
            return $this->row['reason'];
        }

        public function get_refunded_payment(): bool
        {
            return $this->row['is_paid'];
        }

        public function set_refunded_payment(bool $isPaid): void
        {
            $this->row['is_paid'] = $isPaid;
        }

        public function get_meta(string $name): mixed
        {
            return $this->row['meta'][$name] ?? '';
        }

        public function update_meta_data(string $name, mixed $value): void
        {
            $this->row['meta'][$name] = $value;
        }

        public function save_meta_data(): void
        {
            $meta = $this->row['meta'];
            Db::write(function (array &$data) use ($meta): void {
                $data['refunds'][$this->id]['meta'] = $meta;
            });
        }

        public function save(): int
        {
            Db::write(function (array &$data): void {
                $this->id = $this->id ?: $data['last_refund'] = ($data['last_refund'] ?? 5000) + 1;
                $data['refunds'][$this->id] = $this->row;
            });
            return $this->id;
        }

        public function delete(bool $isForced): void
        {
            Db::write(function (array &$data): void {
                unset($data['refunds'][$this->id]);
            });
        }
    }

    /** As WooCommerce does it, in its order: the refund is stored, paid, and deleted again if anything fails. */
    function wc_create_refund(array $args): WC_Order_Refund|WP_Error
    {
        $refund = new WC_Order_Refund();
        try {
            $order = wc_get_order($args['order_id']);
            $left = (float) $order->get_remaining_refund_amount();
            if ((float) $args['amount'] > $left) {
                throw new Exception('Invalid refund amount.');
            }
            $refund->fill([
                'order' => $order->get_id(),
                'amount' => (string) $args['amount'],
                'reason' => $args['reason'] ?? '',
                'lines' => array_keys($args['line_items'] ?? []),
            ]);
            do_action('woocommerce_create_refund', $refund, $args);
            $refund->save();
            if ($args['refund_payment'] ?? false) {
                $gateway = WC()->payment_gateways()->payment_gateways()[$order->get_payment_method()];
                $result = in_array('refunds', $gateway->supports, true) ? $gateway->process_refund($order->get_id(), $refund->get_amount(), $refund->get_reason()) : false;
                if ($result instanceof WP_Error) {
                    $refund->delete(true);
                    return $result;
                }
                $result === true || throw new Exception('The payment gateway for this order does not support automatic refunds.');
                $refund->set_refunded_payment(true);
                $refund->save();
            }
            if ((float) $args['amount'] >= $left) {
                do_action('woocommerce_order_fully_refunded', $order->get_id(), $refund->get_id());
                $order->update_status('refunded');
            } else {
                do_action('woocommerce_order_partially_refunded', $order->get_id(), $refund->get_id());
            }
            $order->save();
            do_action('woocommerce_order_refunded', $order->get_id(), $refund->get_id());
            return $refund;
        } catch (Exception $error) {
            $refund->delete(true);
            return new WP_Error('error', $error->getMessage());
        }
    }

    /** WooCommerce records the rest of an order that is set to "refunded". */
    function wc_order_fully_refunded(WC_Order $order): void
    {
        $left = (float) $order->get_remaining_refund_amount();
        if ($left > 0) {
            wc_create_refund(['order_id' => $order->get_id(), 'amount' => (string) $left, 'reason' => 'Order fully refunded.']);
        }
    }

    final class WC_Data_Store
    {
        public static function load(string $name): object
        {
            $name === 'order-fulfillment' || throw new Exception("no data store $name");
            return new class () {
                /** @return list<Fulfillment> */
                public function read_fulfillments(string $type, string $id): array
                {
                    $rows = array_filter(Db::read()['fulfilments'] ?? [], static fn ($row) => $row['order'] === $id);
                    return array_map(static fn ($row) => new Fulfillment($row), array_values($rows));
                }
            };
        }
    }

    /** The settings as WooCommerce keeps them: read and checked by type, or by a method of the gateway's own. */
    abstract class WC_Payment_Gateway
    {
        public $id = '';
        public $enabled = 'no';
        public $title = '';
        public $description = '';
        public $method_title = '';
        public $method_description = '';
        public $has_fields = false;
        public $supports = [];
        public $form_fields = [];
        public $settings = [];
        public $errors = [];

        public function init_settings()
        {
            $defaults = array_map(static fn ($field) => $field['default'], $this->form_fields);
            $this->settings = get_option("woocommerce_{$this->id}_settings", null) ?? $defaults;
            $this->enabled = $this->settings['enabled'];
        }

        public function get_option($name)
        {
            return $this->settings[$name] ?? '';
        }

        public function get_field_key($name)
        {
            return "woocommerce_{$this->id}_$name";
        }

        public function is_available()
        {
            return $this->enabled === 'yes';
        }

        public function process_admin_options()
        {
            foreach ($this->form_fields as $name => $field) {
                $value = $_POST[$this->get_field_key($name)] ?? null;
                $own = array_filter(["validate_{$name}_field", "validate_{$field['type']}_field"], fn ($method) => method_exists($this, $method));
                try {
                    $this->settings[$name] = $own === [] ? (string) $value : $this->{reset($own)}($name, $value);
                } catch (Exception $error) {
                    $this->errors[] = $error->getMessage();
                }
            }
            return update_option("woocommerce_{$this->id}_settings", $this->settings);
        }

        public function get_errors()
        {
            return $this->errors;
        }

        public function admin_options()
        {
            foreach ($this->form_fields as $name => $field) {
                $method = "generate_{$field['type']}_html";
                echo method_exists($this, $method) ? $this->$method($name, $field) : esc_html((string) $this->get_option($name));
            }
        }
    }

    /** What WooCommerce shows above the settings after a save, instead of that they were saved. */
    final class WC_Admin_Settings
    {
        public static array $errors = [];

        public static function add_error(string $text): void
        {
            self::$errors[] = $text;
        }
    }

    function WC(): object
    {
        static $one = null;
        return $one ??= new class () {
            private ?array $gateways = null;

            public function payment_gateways(): object
            {
                $this->gateways ??= array_map(static fn ($class) => new $class(), apply_filters('woocommerce_payment_gateways', []));
                return new class ($this->gateways) {
                    public function __construct(private readonly array $gateways)
                    {
                    }

                    public function payment_gateways(): array
                    {
                        return array_column($this->gateways, null, 'id');
                    }
                };
            }

            public function api_request_url(string $name): string
            {
                return home_url() . "/?wc-api=$name";
            }
        };
    }

    function wc_get_order(mixed $id): WC_Order|WC_Order_Refund|false
    {
        if (isset(Db::read()['refunds'][(int) $id])) {
            return new WC_Order_Refund((int) $id);
        }
        return isset(Db::read()['orders'][(int) $id]) ? new WC_Order((int) $id) : false;
    }

    /** @return list<int> */
    function wc_get_orders(array $query): array
    {
        $found = array_filter(Db::read()['orders'] ?? [], static fn ($row) => ($row['meta'][$query['meta_key']] ?? null) === $query['meta_value']
            && in_array($row['status'], array_map(static fn ($status) => str_replace('wc-', '', $status), $query['status']), true));
        return array_keys($found);
    }

    function wc_get_order_statuses(): array
    {
        $statuses = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'];
        return array_combine(array_map(static fn ($status) => "wc-$status", $statuses), $statuses);
    }

    function wc_get_logger(): object
    {
        return new class () {
            public function log(string $level, string $message, array $context): void
            {
                file_put_contents(Db::$path . '.log', "$level {$context['source']} $message\n", FILE_APPEND);
            }
        };
    }

    function wc_add_notice(string $text, string $type): void
    {
        $GLOBALS['notices'][] = $text;
    }

    function get_woocommerce_currency(): string
    {
        return get_option('currency', 'USD');
    }
}
