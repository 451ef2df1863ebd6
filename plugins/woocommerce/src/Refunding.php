<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;
use Holdfast\Exception\ApiException;
use Holdfast\Exception\ConflictException;
use Holdfast\Exception\ConnectionException;
use Holdfast\Exception\ServerException;
use Holdfast\Exception\ValidationException;

/**
 * Refunds that the shop makes, paid by Holdfast once each: the id of the shop's refund is key and reference, so a repeat pays nothing twice.
 *
 * The order keeps what was asked for before it is asked for: WooCommerce deletes a refund if anything fails after it was paid, and a second try
 * has to find what the first one did. The refund itself is marked until both Holdfast and WooCommerce are done with it.
 */
final class Refunding
{
    private const WAIT_SECONDS = 5;
    private const NOTE_LENGTH_MAX = 500;
    /** cURL could not even find or reach the server: it has read nothing. */
    private const UNSENT = [\CURLE_COULDNT_RESOLVE_HOST, \CURLE_COULDNT_CONNECT];

    /** What WooCommerce makes in this request, to be paid by us. It tells the id to nobody whom it asks to pay. */
    private static ?\WC_Order_Refund $made = null;

    public function __construct(private readonly Settings $settings, private readonly Client $client)
    {
    }

    /** @param array<string, mixed> $args of `wc_create_refund`, which is about to store the refund */
    public static function begin(\WC_Order_Refund $refund, array $args): void
    {
        self::$made = null;
        $record = empty($args['refund_payment']) ? null : OrderRecord::of(wc_get_order($args['order_id'] ?? 0));
        if ($record?->isOurs() && self::canGive($record)) {
            // Should this request end before the refund is paid, the next run of the feed pays it.
            $record->save(['look' => 'again']);
            $refund->update_meta_data(RefundRecord::META, RefundRecord::ASKED);
            self::$made = $refund;
        }
    }

    /** WooCommerce has done all that it does for a refund. */
    public static function end(OrderRecord $record, \WC_Order_Refund $refund): void
    {
        self::$made = null;
        $record->order->read_meta_data(true);
        $of = $refund->get_meta(RefundRecord::META);
        if ($of === '') {
            $record->tellOfRefundByHand();
        } elseif ($of === RefundRecord::ASKED && ($record->refund($refund->get_id())['id'] ?? '') !== '') {
            RefundRecord::bear($refund, $record->refund($refund->get_id())['id']);
        }
        RefundRecord::unlock($record);
    }

    /** Whether money of this order can go back through us. */
    public static function canGive(OrderRecord $record): bool
    {
        $stage = $record->stage();
        return $record->get('escrow') !== '' && $record->isPaidByUs()
            && ($stage?->isHeld() || $stage === Stage::Released || $stage === Stage::Settled);
    }

    /**
     * Pays the refund that WooCommerce makes in this request. The order stays locked until WooCommerce is done with it: who looked at the two
     * in between would take the request for one that has ended early.
     *
     * @return true|\WP_Error an error where nothing was paid, and nothing will be; true also while nobody knows: it is asked for until it is known
     */
    public function give(OrderRecord $record): bool|\WP_Error
    {
        $refund = self::$made;
        if (!self::canGive($record)) {
            return self::error(__('Holdfast has no payment of this order that could go back. Nothing was refunded.', 'holdfast'));
        }
        if ($refund === null || $refund->get_parent_id() !== $record->order->get_id() || $refund->get_id() === 0) {
            return self::error(__('Holdfast pays refunds that WooCommerce has recorded. Nothing was refunded.', 'holdfast'));
        }
        if (!RefundRecord::lock($record, self::WAIT_SECONDS)) {
            return self::error(__('Another refund of this order is on its way. Nothing was refunded: try again in a minute.', 'holdfast'));
        }
        $record->order->read_meta_data(true);
        try {
            $this->ask($record, $refund);
            return true;
        } catch (ConnectionException | ServerException $outage) {
            if ($outage instanceof ConnectionException && in_array($outage->getCode(), self::UNSENT, true)) {
                return $this->giveUp($record, $refund, __('Holdfast can’t be reached at the moment. Nothing was refunded: try again later.', 'holdfast'));
            }
            /* translators: %s: an amount */
            $text = __('Holdfast has not said yet whether it refunds %s USD. It is asked again until it does, so don’t refund it again. Should it refuse, this refund is deleted, and a note says so.', 'holdfast');
            $record->note(sprintf($text, RefundRecord::amountOf($refund)));
            return true;
        } catch (ApiException $refusal) {
            return $this->giveUp($record, $refund, self::sentence($refusal));
        }
    }

    /** Of an order that is locked: pays what its requests left unpaid, because they ended early or got no answer. */
    public function catchUp(OrderRecord $record): void
    {
        foreach ($record->order->get_refunds() as $refund) {
            if ($refund->get_meta(RefundRecord::META) !== RefundRecord::ASKED) {
                continue;
            }
            try {
                $id = $this->ask($record, $refund);
            } catch (ConflictException | ValidationException $refusal) {
                $this->takeBack($record, $refund, self::sentence($refusal));
                continue;
            }
            if (!$refund->get_refunded_payment()) {
                $refund->set_refunded_payment(true);
                $refund->save();
                RefundRecord::finish($record, $refund);
                $record->note(__('The request that made this refund had ended early. Holdfast pays it; see whether its stock was put back.', 'holdfast'));
            }
            RefundRecord::bear($refund, $id);
        }
    }

    private function takeBack(OrderRecord $record, \WC_Order_Refund $refund, string $why): void
    {
        $amount = RefundRecord::amountOf($refund);
        $before = $record->refund($refund->get_id())['before'] ?? '';
        $refund->delete(true);
        $order = wc_get_order($record->order->get_id());
        if ($before !== '' && $order->has_status('refunded') && $order->update_status($before) !== true) {
            throw new \RuntimeException("the order could not be set to $before");
        }
        $record->save([RefundRecord::KEPT . $refund->get_id() => []]);
        /* translators: 1: an amount, 2: why */
        $text = __('Holdfast did not refund %1$s USD, so that refund was deleted here. %2$s', 'holdfast');
        $record->note(sprintf($text, $amount, $why));
    }

    /** Asks for it, under what was asked for before if it was. @return string its id at Holdfast */
    private function ask(OrderRecord $record, \WC_Order_Refund $refund): string
    {
        $id = $refund->get_id();
        $kept = $record->refund($id) ?: $this->takeOver($record, $refund) ?: $this->newly($record, $refund);
        $record->save([RefundRecord::KEPT . $id => $kept]);
        if ($kept['id'] !== '') {
            return $kept['id'];
        }
        $given = $this->create($record, $id, $kept);
        RefundRecord::link($record, $id, $given);
        return $given->id;
    }

    /**
     * Another refund of the order of which WooCommerce has deleted its own, after it was paid or may have been: this one is its repeat.
     *
     * @return array<string, mixed> empty where there is none
     */
    private function takeOver(OrderRecord $record, \WC_Order_Refund $refund): array
    {
        $name = static fn (array $kept) => $kept['id'] ?: $kept['body']['external_reference'];
        $there = array_filter($record->refunds(), static fn ($kept, $id) => RefundRecord::isThere($id, $kept), ARRAY_FILTER_USE_BOTH);
        foreach (array_diff_key($record->refunds(), $there) as $id => $kept) {
            $isRepeat = $kept['body']['amount'] === RefundRecord::amountOf($refund);
            if ($isRepeat && !in_array($name($kept), array_map($name, $there), true)) {
                // The new one first: after a crash in between there are two, and the one with a refund counts.
                $record->save([RefundRecord::KEPT . $refund->get_id() => $kept]);
                $record->save([RefundRecord::KEPT . $id => []]);
                return $kept;
            }
        }
        return [];
    }

    /** @return array<string, mixed> */
    private function newly(OrderRecord $record, \WC_Order_Refund $refund): array
    {
        $reference = $record->get('reference');
        $prefix = substr($reference, 0, strlen($reference) - strlen((string) $record->order->get_id()));
        $why = Text::line((string) $refund->get_reason(), self::NOTE_LENGTH_MAX);
        return ['id' => '', 'before' => $record->order->get_status(), 'body' => [
            'amount' => RefundRecord::amountOf($refund),
            'reason' => 'other',
            'external_reference' => $prefix . $refund->get_id(),
            'metadata' => ['refund_id' => (string) $refund->get_id(), 'order_mark' => Basket::mark($record->order)] + ($why === '' ? [] : ['note' => $why]),
        ] + array_filter(['milestone_id' => $this->milestoneOf($record, $refund)])];
    }

    /** The order's only one, or that of the only line that is refunded; null for what is of several, of which the last comes first. */
    private function milestoneOf(OrderRecord $record, \WC_Order_Refund $refund): ?string
    {
        $milestones = $this->client->escrows->get($record->get('escrow'))->milestones;
        $items = array_values($refund->get_items(['line_item', 'fee', 'shipping']));
        $line = count($items) === 1 ? (int) $items[0]->get_meta('_refunded_item_id') : 0;
        $index = count($milestones) === 1 ? 0 : array_search($line, array_map(intval(...), $record->list('lines')), true);
        return $index === false ? null : $milestones[$index]->id ?? null;
    }

    /** @param array<string, mixed> $kept */
    private function create(OrderRecord $record, int $id, array $kept): \stdClass
    {
        try {
            return $this->createOnce($record, $kept['body']);
        } catch (ConflictException $clash) {
            $isTaken = in_array($clash->errorCode, ['idempotency_conflict', 'external_reference_taken'], true);
            if (!$isTaken || str_contains($kept['body']['external_reference'], '#')) {
                throw $clash;
            }
        }
        // Another shop on the account has a refund of this number.
        $kept['body']['external_reference'] .= '#' . bin2hex(random_bytes(4));
        $record->save([RefundRecord::KEPT . $id => $kept]);
        return $this->createOnce($record, $kept['body']);
    }

    /**
     * One try, on a connection of its own: cURL repeats by itself what it lost on one that it had used before, and then a server that can't be
     * reached would not mean that nothing was sent.
     *
     * @param array<string, mixed> $body
     */
    private function createOnce(OrderRecord $record, array $body): \stdClass
    {
        return $this->settings->client(retriesMax: 0)->refunds->create($record->get('escrow'), $body, $body['external_reference']);
    }

    /** Nothing was paid, and nothing will be. */
    private function giveUp(OrderRecord $record, \WC_Order_Refund $refund, string $why): \WP_Error
    {
        $record->save([RefundRecord::KEPT . $refund->get_id() => []]);
        RefundRecord::unlock($record);
        return self::error($why);
    }

    private static function sentence(ApiException $refusal): string
    {
        return isset($refusal->details['scope'])
            ? Examination::missingScope() . ' ' . __('Nothing was refunded.', 'holdfast')
            : Text::reason($refusal);
    }

    private static function error(string $text): \WP_Error
    {
        return new \WP_Error('holdfast_refund', $text);
    }
}
