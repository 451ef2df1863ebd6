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

    /** The way that it is to be paid instead, for people; null while it is ours. */
    public function otherMethod(): ?string
    {
        if ($this->isOurs()) {
            return null;
        }
        $title = Text::line((string) $this->order->get_payment_method_title(), 100);
        return $title !== '' ? $title : (Text::line((string) $this->order->get_payment_method(), 100) ?: __('another method', 'holdfast'));
    }

    /** Whether what the shop has recorded as its payment is the one that Holdfast holds. */
    public function isPaidByUs(): bool
    {
        $transaction = $this->get('transaction');
        return $this->order->get_date_paid() !== null && $transaction !== '' && $this->order->get_transaction_id() === $transaction;
    }

    /**
     * Whether the shop counts it as paid, by whatever: WooCommerce does so too when its people complete an order by hand, and keeps the
     * date when they take that back.
     */
    public function isMarkedPaid(): bool
    {
        return $this->order->get_date_paid() !== null && !$this->order->has_status(['pending', 'failed']);
    }

    /** Whether something else pays it, or is to: then no escrow moves it, and people decide. */
    public function isTakenBack(): bool
    {
        return !$this->isOurs() && !$this->isPaidByUs();
    }

    /** The order that a reference of Holdfast means; null for orders of other shops on the account. */
    public static function byReference(string $reference): ?self
    {
        preg_match('/\d{0,18}$/D', $reference, $match);
        // A prefix may end in digits.
        for ($id = $match[0] ?? ''; $id !== ''; $id = substr($id, 1)) {
            $record = self::of(wc_get_order((int) $id));
            if ($record?->get('reference') === $reference) {
                return $record;
            }
        }
        return null;
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
            try {
                $record = self::of(wc_get_order($id));
            } catch (\Throwable) {
                continue; // what can't even be read holds up no other
            }
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

    /** @return array<array-key, mixed> what is kept of one refund, see `RefundRecord`; empty if nothing is */
    public function refund(int|string $id): array
    {
        return $this->list(RefundRecord::KEPT . $id);
    }

    /** @return array<int|string, array<array-key, mixed>> the same of all, by the id of the shop's refund */
    public function refunds(): array
    {
        $found = [];
        foreach ($this->order->get_meta_data() as $meta) {
            $before = self::META . RefundRecord::KEPT;
            if (str_starts_with($meta->key, $before) && is_array($meta->value)) {
                $found[substr($meta->key, strlen($before))] = $meta->value;
            }
        }
        return $found;
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

    /** For what is done after something has failed, which may be the very same. */
    public function tryToSave(array $values): void
    {
        try {
            $this->save($values);
        } catch (\Throwable) {
            // The next event of the order, or the next change of it, looks at it again.
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

    /** Says something to the people of the shop. */
    public function note(string $text): void
    {
        $this->order->add_order_note(esc_html($text));
    }

    /** The same, once for each state of things. */
    public function noteOnce(string $about, string $text): void
    {
        $told = $this->list('told');
        if (($told[$about] ?? null) === $text) {
            return;
        }
        $this->note($text);
        $this->save(['told' => [$about => $text] + $told]);
    }

    /** What was so is so no more: should it come again, it is said again. */
    public function forget(string $about): void
    {
        $this->save(['told' => array_diff_key($this->list('told'), [$about => ''])]);
    }

    /** Somebody has recorded a refund that nobody pays. After a split it is how the buyer's part is recorded. */
    public function tellOfRefundByHand(): void
    {
        if ($this->stage()?->isHeld() || $this->stage() === Stage::Released) {
            $this->note($this->stage() === Stage::Released
                ? __('This refund is recorded in the shop alone. To give the buyer the money back from your Holdfast wallet, delete this refund, and refund again via Holdfast.', 'holdfast')
                : __('This refund is recorded in the shop alone, and Holdfast still holds the payment. To give the buyer the money back, delete this refund, and refund again via Holdfast.', 'holdfast'));
        }
    }
}
