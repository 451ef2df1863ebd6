<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/**
 * What an escrow makes of an order. It goes by the escrow as it is now, so events that come twice, late or out of order all lead
 * to the same; and it asks the order first, so doing it again changes nothing. An order that something else pays, or is to pay, is
 * not moved: people are told, and decide.
 */
final class Standing
{
    private const OVER = ['cancelled', 'refunded', 'trash'];
    private const UNPAID = ['pending', 'failed'];

    public static function apply(OrderRecord $record, \stdClass $escrow): void
    {
        $stage = Stage::of($escrow);
        if ($stage === null) {
            return;
        }
        // Which payment of the order is ours.
        $record->save(['transaction' => $escrow->reference_code]);
        match ($stage) {
            Stage::Funded, Stage::Submitted => self::held($record, $escrow),
            Stage::Disputed => self::disputed($record, $escrow),
            Stage::Released => self::released($record, $escrow),
            Stage::Settled => self::settled($record),
            Stage::Cancelled => self::cancelled($record, $escrow),
            Stage::Confirmed => self::confirmed($record, $escrow),
        };
        self::tellOfChanges($record, $escrow);
        // Last: a crash before this does all of it again.
        $record->save(['stage' => $stage->value, 'escrow' => $escrow->id, 'done' => self::submitted($escrow)]);
    }

    /** Off "pending", which WooCommerce cancels when the time for which it holds stock is over. */
    private static function confirmed(OrderRecord $record, \stdClass $escrow): void
    {
        if ($record->isOurs() && !$record->isMarkedPaid() && $record->order->has_status(self::UNPAID)) {
            self::move($record, 'on-hold', __('The buyer has confirmed on Holdfast, and the payment is on its way.', 'holdfast'));
        }
        if ($escrow->funded_amount !== '0.00') {
            /* translators: 1: amount that came in, 2: amount due */
            $text = __('%1$s of %2$s USD has arrived at Holdfast. Don’t ship yet.', 'holdfast');
            $record->noteOnce('part', sprintf($text, $escrow->funded_amount, $escrow->total));
        }
    }

    private static function held(OrderRecord $record, \stdClass $escrow): void
    {
        self::paid($record, $escrow);
        if ($record->stage() !== Stage::Disputed) {
            return;
        }
        $before = $record->get('before_dispute');
        if ($before !== '' && !$record->isTakenBack() && $record->order->has_status('on-hold')) {
            self::move($record->put(['before_dispute' => '']), $before, '');
        }
        $record->noteOnce('dispute', __('The dispute is over, and the order goes on.', 'holdfast'));
    }

    private static function paid(OrderRecord $record, \stdClass $escrow): void
    {
        $order = $record->order;
        if ($order->has_status('refunded') && isset($escrow->amount_refunded)) {
            return;
        }
        if ($order->has_status(self::OVER)) {
            $record->noteOnce('paid', __('The buyer has paid for this order, which was cancelled here. Cancel it in the Holdfast console as well, and the buyer gets the money back.', 'holdfast'));
            return;
        }
        if ($record->isTakenBack()) {
            $record->save(['waiting' => 'yes']);
            $record->noteOnce('paid', self::paidTwice($record, $escrow));
            return;
        }
        if (!$record->isPaidByUs() && !$record->isMarkedPaid() && $order->payment_complete($escrow->reference_code) !== true) {
            throw new \RuntimeException('the payment could not be recorded with the order');
        }
        if (!$record->isPaidByUs() && $order->has_status('completed')) {
            // Shipped before it was paid: until now nobody had paid for it.
            $order->set_transaction_id($escrow->reference_code);
            $order->save();
        }
        if (!$record->isPaidByUs() && $record->isMarkedPaid()) {
            $record->noteOnce('paid', __('Holdfast holds the payment. The order was marked as paid here before: if that was another payment, the buyer has paid twice. Cancel the order in the Holdfast console then, and the buyer gets this one back.', 'holdfast'));
            return;
        }
        $record->noteOnce('paid', __('Holdfast holds the payment. It is paid out to you when the buyer approves the delivery.', 'holdfast'));
    }

    private static function paidTwice(OrderRecord $record, \stdClass $escrow): string
    {
        $text = $record->isMarkedPaid()
            /* translators: 1: a payment method, 2: an amount */
            ? __('The buyer has paid twice: the order is paid by %1$s, and Holdfast holds %2$s USD for it as well. Cancel the order in the Holdfast console, and the buyer gets that payment back.', 'holdfast')
            /* translators: 1: a payment method, 2: an amount */
            : __('Holdfast holds %2$s USD for this order, which is to be paid by %1$s now. If that payment has come or comes as well, the buyer has paid twice: cancel the order in the Holdfast console, and the buyer gets this one back. If not, set the payment method to Holdfast again, and the order goes on as paid.', 'holdfast');
        return sprintf($text, $record->otherMethod() ?? '', $escrow->funded_amount);
    }

    /** A payment that the shop has not heard of is recorded when the dispute is over: until then nothing is to be shipped. */
    private static function disputed(OrderRecord $record, \stdClass $escrow): void
    {
        $order = $record->order;
        if ($record->stage() !== Stage::Disputed && !$record->isTakenBack() && !$order->has_status([...self::OVER, 'on-hold'])) {
            $record->put(['before_dispute' => $order->get_date_paid() === null ? '' : $order->get_status()]);
            self::move($record, 'on-hold', '');
        }
        /* translators: %s: reference of the dispute */
        $text = __('The buyer has opened dispute %s. Answer in the Holdfast console.', 'holdfast');
        $record->noteOnce('dispute', sprintf($text, $escrow->dispute_reference ?? ''));
    }

    private static function released(OrderRecord $record, \stdClass $escrow): void
    {
        self::paid($record, $escrow);
        if (!$record->isTakenBack() && !$record->order->has_status([...self::OVER, 'completed'])) {
            $record->put(['before_dispute' => '']);
            self::move($record, 'completed', '');
        }
        $record->noteOnce('released', match ($escrow->amount_refunded ?? '0.00') {
            '0.00' => __('The buyer has approved everything. The payment is in your Holdfast wallet.', 'holdfast'),
            $escrow->amount => __('The buyer got all of the payment back.', 'holdfast'),
            default => __('The buyer has approved what was left of the order. The payment less what was refunded is in your Holdfast wallet.', 'holdfast'),
        });
    }

    private static function settled(OrderRecord $record): void
    {
        if (!$record->isTakenBack() && !$record->order->has_status([...self::OVER, 'on-hold'])) {
            self::move($record, 'on-hold', '');
        }
        $record->noteOnce('settled', __('The dispute was settled with a split. The Holdfast console shows it: record the buyer’s part as a refund here, by hand and not via Holdfast, and complete the order.', 'holdfast'));
    }

    private static function cancelled(OrderRecord $record, \stdClass $escrow): void
    {
        $order = $record->order;
        $wasPaid = $escrow->funded_amount === $escrow->total;
        if ($order->has_status(self::OVER)) {
            $record->noteOnce('cancelled', __('Cancelled at Holdfast. What the buyer has paid there goes back.', 'holdfast'));
        } elseif ($record->isPaidByUs()) {
            self::move($record, 'refunded', __('Cancelled at Holdfast: the buyer gets the payment back.', 'holdfast'));
        } elseif ($record->isOurs() && !$record->isMarkedPaid() && $order->has_status([...self::UNPAID, 'on-hold'])) {
            self::move($record, 'cancelled', $wasPaid
                ? __('Cancelled at Holdfast: the buyer gets the payment back.', 'holdfast')
                : __('Cancelled at Holdfast before it was paid in full.', 'holdfast'));
        } else {
            $why = $record->otherMethod() === null
                ? __('it was marked as paid here', 'holdfast')
                /* translators: %s: a payment method */
                : sprintf(__('it is to be paid by %s', 'holdfast'), $record->otherMethod());
            /* translators: %s: why nothing else changes */
            $text = __('Ended at Holdfast: what the buyer has paid there goes back, and nobody can pay there any more. The order stays as it is, because %s.', 'holdfast');
            $record->noteOnce('cancelled', sprintf($text, $why));
        }
    }

    /** Each request of the buyer for changes is told once; it is open until something was submitted for it. */
    private static function tellOfChanges(OrderRecord $record, \stdClass $escrow): void
    {
        $asked = [];
        foreach ($escrow->milestones as $milestone) {
            if ($milestone->status === 'REVISION_REQUESTED') {
                $asked[] = $milestone->id;
                if (!in_array($milestone->id, $record->list('changes'), true)) {
                    /* translators: %s: what the delivery was about */
                    $text = __('The buyer asks for changes to “%s”. The Holdfast console shows which. Deliver again, then choose “Submit delivery to Holdfast” here.', 'holdfast');
                    $record->order->add_order_note(esc_html(sprintf($text, $milestone->title)));
                }
            }
        }
        $record->save(['changes' => $asked]);
    }

    /** @return list<int> which milestones, by their place, the seller has delivered */
    private static function submitted(\stdClass $escrow): array
    {
        return array_keys(array_filter(
            array_column($escrow->milestones, 'status'),
            static fn ($status) => in_array($status, ['AWAITING_REVIEW', 'REVISION_REQUESTED', 'COMPLETED'], true),
        ));
    }

    /** WooCommerce logs what fails in a change of status, and says false. */
    private static function move(OrderRecord $record, string $status, string $note): void
    {
        if ($record->order->update_status($status, esc_html($note)) !== true) {
            throw new \RuntimeException("the order could not be set to $status");
        }
    }
}
