<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/** How far an order is in Holdfast. Kept with the order, and read from the service, never from the events on their way. */
enum Stage: string
{
    /** A session is open: the buyer has a link. */
    case Open = 'open';
    /** The link has ended unused. Another attempt opens a new one. */
    case Expired = 'expired';
    /** The buyer has confirmed and not paid in full. */
    case Confirmed = 'confirmed';
    /** The money is held; something is still to be delivered. */
    case Funded = 'funded';
    /** Everything was submitted; the buyer looks at it. */
    case Submitted = 'submitted';
    case Disputed = 'disputed';
    /** All of it is the seller's. */
    case Released = 'released';
    /** A dispute ended with a split. */
    case Settled = 'settled';
    /** Cancelled, declined or out of time; what was paid goes back. */
    case Cancelled = 'cancelled';

    /** Null for a status that came after this version: the order stays as it is. */
    public static function of(\stdClass $escrow): ?self
    {
        $statuses = array_column($escrow->milestones, 'status');
        return match ($escrow->status) {
            'IN_ESCROW', 'WORK_IN_PROGRESS' => in_array('PENDING', $statuses, true) ? self::Funded : self::Submitted,
            'DISPUTED' => self::Disputed,
            'COMPLETED' => self::Released,
            'CLOSED' => self::Settled,
            'CANCELLED', 'DECLINED', 'DEADLINE_EXPIRED' => self::Cancelled,
            'PENDING_ACCEPTANCE', 'PENDING_FUNDING', 'AWAITING_PAYMENT', 'WAITING_PAYMENT_CONFIRMATION',
            'PARTIALLY_FUNDED' => self::Confirmed,
            default => null,
        };
    }

    /** Nothing can happen any more. */
    public function isFinal(): bool
    {
        return in_array($this, [self::Released, self::Settled, self::Cancelled], true);
    }

    /** The buyer's money is with Holdfast, all of it. */
    public function isHeld(): bool
    {
        return in_array($this, [self::Funded, self::Submitted, self::Disputed], true);
    }

    public function label(): string
    {
        return match ($this) {
            self::Open => __('Waiting for the buyer', 'holdfast'),
            self::Expired => __('Payment link expired', 'holdfast'),
            self::Confirmed => __('Confirmed, not paid in full', 'holdfast'),
            self::Funded => __('Payment held – ship now', 'holdfast'),
            self::Submitted => __('Payment held – waiting for the buyer to approve', 'holdfast'),
            self::Disputed => __('Disputed – payment held', 'holdfast'),
            self::Released => __('Paid out to your Holdfast wallet', 'holdfast'),
            self::Settled => __('Settled', 'holdfast'),
            self::Cancelled => __('Cancelled', 'holdfast'),
        };
    }
}
