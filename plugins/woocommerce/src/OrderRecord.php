<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/** What we keep with an order, as its metadata: through WooCommerce's own objects, so wherever it stores orders. */
final class OrderRecord
{
    private const META = '_holdfast_';

    public function __construct(public readonly \WC_Order $order)
    {
    }

    /** Null for an order that has nothing to do with us, and for what is no order: a refund, or nothing. */
    public static function of(mixed $order): ?self
    {
        $record = $order instanceof \WC_Order ? new self($order) : null;
        return $record?->stage() === null ? null : $record;
    }

    /** Whether the buyer still pays it through us, or has changed over to another way. */
    public function isOurs(): bool
    {
        return $this->order->get_payment_method() === Settings::ID;
    }

    /** The order that a reference of Holdfast means; null for orders of other shops on the account. */
    public static function byReference(string $reference): ?self
    {
        if (preg_match('/(\d{1,18})$/D', $reference, $match) !== 1) {
            return null;
        }
        $record = self::of(wc_get_order((int) $match[1]));
        return $record?->get('reference') === $reference ? $record : null;
    }

    /**
     * All orders with this in our metadata. Each is loaded when it is its turn, as it is then.
     *
     * @return \Generator<int, self>
     */
    public static function with(string $name, string $value): \Generator
    {
        $ids = wc_get_orders([
            'type' => 'shop_order',
            // A link to an order in the trash still has to be ended.
            'status' => [...array_keys(wc_get_order_statuses()), 'trash'],
            'meta_key' => self::META . $name,
            'meta_value' => $value,
            'return' => 'ids',
            'limit' => -1,
        ]);
        foreach ($ids as $id) {
            $record = self::of(wc_get_order($id));
            if ($record?->get($name) === $value) {
                yield $record;
            }
        }
    }

    /** Empty for what was never set. */
    public function get(string $name): string
    {
        return (string) $this->order->get_meta(self::META . $name);
    }

    /** @return array<array-key, mixed> */
    public function list(string $name): array
    {
        $value = $this->order->get_meta(self::META . $name);
        return is_array($value) ? $value : [];
    }

    /** @param array<string, string|int|array<array-key, mixed>> $values an empty one is removed */
    public function put(array $values): self
    {
        foreach ($values as $name => $value) {
            if ($value === '' || $value === []) {
                $this->order->delete_meta_data(self::META . $name);
            } else {
                $this->order->update_meta_data(self::META . $name, $value);
            }
        }
        return $this;
    }

    /** Stores it, unless it stands there already. */
    public function save(array $values): void
    {
        $isNew = array_filter(
            $values,
            fn ($value, $name) => is_array($value) ? $this->list($name) !== $value : $this->get($name) !== (string) $value,
            ARRAY_FILTER_USE_BOTH,
        );
        if ($isNew !== []) {
            $this->put($isNew);
            // Only the metadata: a save of the whole order would call us again.
            $this->order->save_meta_data();
        }
    }

    public function stage(): ?Stage
    {
        return Stage::tryFrom($this->get('stage'));
    }

    /** The total as the API writes money. */
    public function total(): string
    {
        return Basket::money((float) $this->order->get_total());
    }

    /** Says something to the people of the shop, once for each state of things. */
    public function noteOnce(string $about, string $text): void
    {
        $told = $this->list('told');
        if (($told[$about] ?? null) === $text) {
            return;
        }
        $this->order->add_order_note(esc_html($text));
        $this->save(['told' => [$about => $text] + $told]);
    }

    public function noteRefundInShop(): void
    {
        if ($this->stage()?->isHeld()) {
            $this->order->add_order_note(esc_html__(
                'This refund is recorded in the shop alone. Holdfast still holds the payment: cancel the order in the Holdfast console, or agree on a split with the buyer there.',
                'holdfast',
            ));
        }
    }
}
