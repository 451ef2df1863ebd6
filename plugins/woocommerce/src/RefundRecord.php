<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;

/**
 * Refunds at Holdfast as refunds of the shop, each once, wherever it was begun. One that was begun in Holdfast becomes a refund of the shop, for
 * which nobody is asked to pay; its lines and stock are left to the shop.
 *
 * For each there is an entry with the order: its id at Holdfast, empty until that is known; what was asked for; `gone` once somebody has deleted it
 * in the shop; `told` once it was said that it is stuck.
 */
final class RefundRecord
{
    /** With the shop's refund: the id at Holdfast, or that it is yet to be paid. */
    public const META = '_holdfast_refund';
    public const ASKED = 'asked';
    /** With the order, before the id of the shop's refund. */
    public const KEPT = 'refund_';
    private const WAIT_SECONDS = 5;
    private const PAGE_SIZE = 100;
    private const STUCK = ['FAILED', 'PARTIALLY_RETURNED'];

    /** Which refund of Holdfast is being recorded in this request; empty if none is. */
    private static string $recorded = '';

    public function __construct(private readonly Client $client)
    {
    }

    /** WooCommerce is about to store a refund. */
    public static function begin(\WC_Order_Refund $refund): void
    {
        if (self::$recorded !== '') {
            $refund->update_meta_data(self::META, self::$recorded);
            $refund->set_refunded_payment(true);
        }
    }

    public static function lock(OrderRecord $record, int $seconds): bool
    {
        return Lock::take("refund {$record->order->get_id()}", $seconds);
    }

    public static function unlock(OrderRecord $record): void
    {
        Lock::drop("refund {$record->order->get_id()}");
    }

    public static function amountOf(\WC_Order_Refund $refund): string
    {
        return Basket::money((float) $refund->get_amount());
    }

    /** Whether it is worth asking what Holdfast has refunded. */
    public static function isDue(OrderRecord $record, \stdClass $escrow): bool
    {
        $isAsked = static fn (\WC_Order_Refund $refund) => $refund->get_meta(self::META) === self::ASKED;
        return isset($escrow->amount_refunded) || $record->refunds() !== [] || array_filter($record->order->get_refunds(), $isAsked) !== [];
    }

    /**
     * Records what Holdfast has refunded of the order, and has paid what the shop has recorded and nobody has paid yet.
     *
     * @throws \RuntimeException while the order is being refunded
     */
    public function bringIn(OrderRecord $record, Refunding $refunding): void
    {
        if (!self::lock($record, self::WAIT_SECONDS)) {
            throw new \RuntimeException('it is being refunded');
        }
        try {
            $record->order->read_meta_data(true);
            // First, as one that Holdfast refuses makes room for what it has refunded.
            $refunding->catchUp($record);
            $newestFirst = iterator_to_array($this->client->refunds->list($record->get('escrow'), self::PAGE_SIZE), false);
            foreach (array_reverse($newestFirst) as $given) {
                $this->bringInOne($record, $given);
            }
        } finally {
            self::unlock($record);
        }
    }

    /** The two are one refund. */
    public static function link(OrderRecord $record, int|string $id, \stdClass $given): void
    {
        $kept = $record->refund($id);
        if (($kept['id'] ?? '') === '') {
            /* translators: 1: an amount, 2: an amount, 3: id of the refund at Holdfast */
            $text = __('Holdfast gives the buyer %1$s USD back, and %2$s USD of the fees (%3$s).', 'holdfast');
            $record->save([self::KEPT . $id => ['id' => $given->id] + $kept]);
            $record->note(sprintf($text, $given->amount, $given->fee_refunded, $given->id));
        }
    }

    /** What WooCommerce does last for a refund, and has not done for one whose request ended early. */
    public static function finish(OrderRecord $record, \WC_Order_Refund $refund): void
    {
        $order = wc_get_order($record->order->get_id());
        $isWhole = round((float) $order->get_remaining_refund_amount() * 100) <= 0;
        do_action($isWhole ? 'woocommerce_order_fully_refunded' : 'woocommerce_order_partially_refunded', $order->get_id(), $refund->get_id());
        if ($isWhole && !$order->has_status('refunded') && $order->update_status('refunded') !== true) {
            throw new \RuntimeException('the order could not be set to refunded');
        }
    }

    public static function bear(\WC_Order_Refund $refund, string $id): void
    {
        $refund->update_meta_data(self::META, $id);
        $refund->save_meta_data();
    }

    /** Somebody has deleted it in the shop: it does not come back by itself. */
    public static function forget(OrderRecord $record, int $id): void
    {
        $kept = $record->refund($id);
        if ($kept !== []) {
            $record->save([self::KEPT . $id => ['gone' => true] + $kept]);
            /* translators: %s: an amount */
            $text = __('The refund of %s USD was deleted here. Holdfast gives the buyer the money all the same.', 'holdfast');
            $record->note(sprintf($text, $kept['body']['amount']));
        }
    }

    private function bringInOne(OrderRecord $record, \stdClass $given): void
    {
        $id = $this->find($record, $given);
        $kept = $id === null ? [] : $record->refund($id);
        if ($id !== null && self::isThere($id, $kept)) {
            self::link($record, $id, $given);
        } else {
            $new = $this->record($record, $given);
            $record->save($id === null || $id === $new ? [] : [self::KEPT . $id => []]);
            $id = $new;
        }
        $this->tellIfStuck($record, $id, $given);
    }

    /** Whether the shop has the refund of an entry, or has said that it is not to have it. */
    public static function isThere(int|string $id, array $kept): bool
    {
        return is_string($id) || isset($kept['gone']) || wc_get_order($id) instanceof \WC_Order_Refund;
    }

    /**
     * Where the shop has it: what is kept with the order, or a refund that bears it.
     *
     * @return int|string|null the shop's refund; the id at Holdfast where there was nothing to record
     */
    private function find(OrderRecord $record, \stdClass $given): int|string|null
    {
        $isOfShop = ($given->metadata->order_mark ?? '') === Basket::mark($record->order);
        $lost = null;
        foreach ($record->refunds() as $id => $kept) {
            $isAsked = $isOfShop && $kept['id'] === '' && $kept['body']['metadata']['refund_id'] === ($given->metadata->refund_id ?? '');
            if ($kept['id'] === $given->id || $isAsked) {
                if (self::isThere($id, $kept)) {
                    return $id;
                }
                $lost = $id;
            }
        }
        foreach ($record->order->get_refunds() as $refund) {
            if ($refund->get_meta(self::META) === $given->id) {
                self::finish($record, $refund);
                $record->save([self::KEPT . $refund->get_id() => self::entry($given)]);
                return $refund->get_id();
            }
        }
        return $lost;
    }

    /** @return int|string the shop's refund; the id at Holdfast if the shop has nothing that it would be a refund of */
    private function record(OrderRecord $record, \stdClass $given): int|string
    {
        $order = wc_get_order($record->order->get_id());
        $left = $record->isPaidByUs() ? round((float) $order->get_remaining_refund_amount() * 100) : 0.0;
        $amount = Basket::money(max(0.0, min($left / 100, (float) $given->amount)));
        $id = $amount === '0.00' ? $given->id : $this->make($order, $given, $amount);
        $text = match ($amount) {
            /* translators: 1: an amount, 2: id of the refund at Holdfast */
            $given->amount => __('%1$s USD was refunded in Holdfast (%2$s), and is recorded here. If you had recorded it by hand, delete that refund. Stock is yours to put back.', 'holdfast'),
            /* translators: 1: an amount, 2: id of the refund at Holdfast */
            '0.00' => __('%1$s USD of what Holdfast had for this order was refunded there (%2$s). It is not recorded as a refund, because nothing of it was left to refund here.', 'holdfast'),
            /* translators: 1: an amount, 2: id of the refund at Holdfast, 3: an amount */
            default => __('%1$s USD was refunded in Holdfast (%2$s). No more than %3$s USD was left to record here: compare the refunds with the Holdfast console.', 'holdfast'),
        };
        $record->save([self::KEPT . $id => self::entry($given)]);
        $record->note(sprintf($text, $given->amount, $given->id, $amount));
        return $id;
    }

    private function make(\WC_Order $order, \stdClass $given, string $amount): int
    {
        self::$recorded = $given->id;
        try {
            $refund = wc_create_refund([
                'order_id' => $order->get_id(),
                'amount' => $amount,
                'reason' => self::why($given->reason) . " ({$given->id})",
            ]);
        } finally {
            self::$recorded = '';
        }
        if (!$refund instanceof \WC_Order_Refund) {
            throw new \RuntimeException("refund {$given->id} could not be recorded: {$refund->get_error_message()}");
        }
        return $refund->get_id();
    }

    /** The buyer's bank has sent it back, or it could not be paid out: somebody looks into it, and it is told once. */
    private function tellIfStuck(OrderRecord $record, int|string $id, \stdClass $given): void
    {
        $kept = $record->refund($id);
        if (in_array($given->status, self::STUCK, true) && ($kept['told'] ?? '') !== $given->status) {
            /* translators: 1: id of the refund at Holdfast, 2: an amount */
            $text = __('Refund %1$s of %2$s USD has not reached the buyer whole. Holdfast’s operator looks into it, and the Holdfast console says how it goes on. Don’t refund it again.', 'holdfast');
            $record->save([self::KEPT . $id => ['told' => $given->status] + $kept]);
            $record->note(sprintf($text, $given->id, $given->amount));
        }
    }

    /** @return array<string, mixed> */
    private static function entry(\stdClass $given): array
    {
        return ['id' => $given->id, 'body' => ['amount' => $given->amount]];
    }

    private static function why(string $reason): string
    {
        return match ($reason) {
            'requested_by_customer' => __('The buyer asked for it', 'holdfast'),
            'out_of_stock' => __('Out of stock', 'holdfast'),
            'damaged' => __('Damaged', 'holdfast'),
            'duplicate' => __('Ordered twice', 'holdfast'),
            default => __('Refunded in Holdfast', 'holdfast'),
        };
    }
}
