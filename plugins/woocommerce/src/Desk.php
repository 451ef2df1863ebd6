<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;

/** What is to be done about one order: when the shop changed it, and when the service says that something happened. */
final class Desk
{
    private const GIVEN_UP = ['cancelled', 'refunded', 'trash'];

    /** While we write to an order, WooCommerce tells us that it was written to. */
    private static bool $isBusy = false;

    private readonly Client $client;
    private readonly Checkout $checkout;
    private readonly Delivery $delivery;
    private readonly Refunding $refunding;
    private readonly RefundRecord $refunds;

    public function __construct(Settings $settings, ?Client $client = null)
    {
        $this->client = $client ?? $settings->client();
        $this->checkout = new Checkout($settings, $this->client);
        $this->delivery = new Delivery($this->client, new Log($settings));
        $this->refunding = new Refunding($settings, $this->client);
        $this->refunds = new RefundRecord($this->client);
    }

    /** @throws NotPayable */
    public function urlFor(\WC_Order $order): string
    {
        return $this->alone(fn () => $this->checkout->urlFor($order))
            ?? throw new \LogicException('A checkout can’t begin while an order is being written.');
    }

    /** Brings the order to where its escrow is, and does what is due then. */
    public function look(OrderRecord $record): void
    {
        $this->alone(fn () => $this->lookAlone($record));
    }

    /** What the shop has done with the order, if Holdfast has to know. Asks nobody when there is nothing to do. */
    public function settle(OrderRecord $record): void
    {
        $this->alone(fn () => $this->settleAlone($record));
    }

    /** Submits again what the buyer asked changes of, as the seller has said. */
    public function submitAgain(OrderRecord $record): void
    {
        $this->alone(function () use ($record): void {
            $escrow = $this->checkout->findEscrow($record);
            if ($escrow !== null) {
                Standing::apply($record, $this->delivery->submit($record, $escrow, true));
            }
        });
    }

    /** Pays the refund that WooCommerce is making. @return true|\WP_Error */
    public function refund(OrderRecord $record): bool|\WP_Error
    {
        return $this->alone(fn () => $this->refunding->give($record))
            ?? throw new \LogicException('A refund can’t be paid while an order is being written.');
    }

    /** Whether what is written to an order just now is written by us. */
    public static function isBusy(): bool
    {
        return self::$isBusy;
    }

    /** Whether an unpaid order may be cancelled for its age: its link has to be dead, or a buyer could still pay. */
    public function mayBeGivenUp(OrderRecord $record): bool
    {
        return $this->alone(function () use ($record): bool {
            if ($record->stage() === Stage::Expired || $record->stage()?->isFinal()) {
                return true;
            }
            if ($record->stage() !== Stage::Open || !$this->checkout->endAll($record)) {
                $this->lookAlone($record);
                return false;
            }
            $record->save(['stage' => Stage::Expired->value]);
            return true;
        }) ?? false;
    }

    private function lookAlone(OrderRecord $record): void
    {
        if ($record->stage()?->isFinal()) {
            // Nothing but money can go back.
            $this->refunds->bringIn($record, $this->refunding);
            return;
        }
        $id = $this->checkout->findEscrow($record);
        if ($id !== null) {
            $escrow = $this->client->escrows->get($id);
            // An order of which all was refunded is refunded by that, and not by one of WooCommerce's own for the whole; nor is it completed before.
            $isFirst = $record->isPaidByUs() && (Stage::of($escrow) === Stage::Cancelled || ($escrow->amount_refunded ?? '') === $escrow->amount);
            if ($isFirst) {
                $this->bringIn($record, $escrow);
                $record = OrderRecord::of(wc_get_order($record->order->get_id())) ?? $record;
            }
            Standing::apply($record, $escrow);
            $isFirst || $this->bringIn($record, $escrow);
        }
        $this->settleAlone($record);
    }

    private function bringIn(OrderRecord $record, \stdClass $escrow): void
    {
        if (RefundRecord::isDue($record, $escrow)) {
            $this->refunds->bringIn($record, $this->refunding);
        }
    }

    private function settleAlone(OrderRecord $record): void
    {
        $stage = $record->stage();
        if ($stage === Stage::Open) {
            $this->endIfStale($record);
        } elseif ($stage?->isHeld() && $record->get('waiting') !== '' && $record->isOurs()) {
            // It was to be paid in another way when the money came, and is not any more.
            $record->save(['waiting' => '']);
            $this->lookAlone($record);
        } elseif ($stage === Stage::Funded && !$record->isTakenBack() && $this->delivery->isDue($record)) {
            Standing::apply($record, $this->delivery->submit($record, $record->get('escrow')));
        }
        $stage = $record->stage();
        if ($stage === Stage::Confirmed || $stage?->isHeld()) {
            $this->tellWhatWaits($record, $stage);
        }
    }

    /** A link must not outlive what it was for: the order as it is now, unpaid, paid this way. */
    private function endIfStale(OrderRecord $record): void
    {
        $isWanted = $record->isOurs() && !$record->isMarkedPaid() && !$record->order->has_status(self::GIVEN_UP);
        if ($isWanted && $record->get('amount') === $record->total()) {
            return;
        }
        if ($this->checkout->endAll($record)) {
            $record->save(['stage' => Stage::Expired->value]);
        } else {
            $this->lookAlone($record);
        }
    }

    private function tellWhatWaits(OrderRecord $record, Stage $stage): void
    {
        $isShipped = $record->order->has_status('completed');
        if ($isShipped && $stage === Stage::Confirmed) {
            $record->noteOnce('waits', __('Shipped before it was paid: the delivery is submitted to Holdfast as soon as the payment is there.', 'holdfast'));
        } elseif ($isShipped && $stage === Stage::Disputed && !$this->delivery->isDone($record)) {
            $record->noteOnce('waits', __('The delivery is submitted to Holdfast when the dispute is over.', 'holdfast'));
        }
        if ($stage === Stage::Confirmed && $record->order->has_status(self::GIVEN_UP)) {
            $record->noteOnce('given up', __('The buyer had confirmed already. Cancel the order in the Holdfast console as well.', 'holdfast'));
        }
        $this->tellOfOtherPayment($record, $stage);
        if ($record->get('amount') !== $record->total()) {
            /* translators: 1: total of the order now, 2: amount the buyer agreed to */
            $text = __('The order is now %1$s, and the buyer has agreed to %2$s at Holdfast. That can’t change any more: settle the difference with the buyer.', 'holdfast');
            $record->noteOnce('total', sprintf($text, $record->total(), $record->get('amount')));
        }
    }

    /** The buyer can pay twice, or seems to pay by what doesn't: people have to know before the money comes. */
    private function tellOfOtherPayment(OrderRecord $record, Stage $stage): void
    {
        $other = $record->otherMethod();
        $text = match (true) {
            $other !== null && $record->isPaidByUs() =>
                /* translators: %s: a payment method */
                __('The payment method is %s now, but Holdfast holds the payment of this order. Nothing changes there: to give the money back, cancel the order in the Holdfast console.', 'holdfast'),
            $stage !== Stage::Confirmed => null,
            $other !== null =>
                /* translators: %s: a payment method */
                __('The order is to be paid by %s now, and the buyer has already confirmed it at Holdfast. Cancel it in the Holdfast console, or the buyer may pay twice.', 'holdfast'),
            $record->isMarkedPaid() && !$record->order->has_status('completed') =>
                __('The order was marked as paid here, and the buyer can still pay it at Holdfast. If you have the payment, cancel the order in the Holdfast console, or the buyer may pay twice.', 'holdfast'),
            default => '',
        };
        if ($text === '') {
            $record->forget('other');
        } elseif ($text !== null) {
            $record->noteOnce('other', sprintf($text, $other ?? ''));
        }
    }

    /**
     * @template T
     *
     * @param callable(): T $do
     *
     * @return T|null null inside another one
     */
    private function alone(callable $do): mixed
    {
        if (self::$isBusy) {
            return null;
        }
        self::$isBusy = true;
        try {
            return $do();
        } finally {
            self::$isBusy = false;
        }
    }
}
