<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;
use Holdfast\Exception\ConflictException;

/**
 * Tells Holdfast what was shipped: everything once the order is completed, and before that each line whose whole quantity has left,
 * if the order was made with a milestone for each.
 */
final class Delivery
{
    private const DETAILS_LENGTH_MAX = 5000;

    public function __construct(private readonly Client $client, private readonly Log $log)
    {
    }

    /** Whether something has left that was not submitted yet. Asks nobody. */
    public function isDue(OrderRecord $record): bool
    {
        $shipments = Shipments::of($record->order);
        for ($index = 0; $index < self::count($record); $index += 1) {
            if (!in_array($index, $record->list('done'), true) && $this->hasLeft($record, $shipments, $index)) {
                return true;
            }
        }
        return false;
    }

    public function isDone(OrderRecord $record): bool
    {
        return count($record->list('done')) >= self::count($record);
    }

    /**
     * Submits what has left, each milestone once. A milestone of which the buyer asked changes is not PENDING any more: only the
     * seller knows when there is something new, and says so with `isAgain`.
     *
     * @return \stdClass the escrow afterwards
     */
    public function submit(OrderRecord $record, string $id, bool $isAgain = false): \stdClass
    {
        $escrow = $this->client->escrows->get($id);
        if (!in_array($escrow->status, ['IN_ESCROW', 'WORK_IN_PROGRESS'], true)) {
            return $escrow;
        }
        $shipments = Shipments::of($record->order);
        foreach ($escrow->milestones as $index => $milestone) {
            $isOpen = $milestone->status === 'PENDING' || ($isAgain && $milestone->status === 'REVISION_REQUESTED');
            if (!$isOpen || !($isAgain || $this->hasLeft($record, $shipments, $index))) {
                continue;
            }
            // What is said is kept first: after a lost answer it has to be said in the same words.
            $details = $isAgain ? null : ($record->list('details')[$index] ?? null);
            $details ??= $this->detailsOf($record, $shipments, $index);
            $record->save(['details' => [$index => $details] + $record->list('details')]);
            try {
                $escrow = $this->client->milestones->submit($escrow->id, $milestone->id, $details, $shipments->travel(self::lineOf($record, $index)));
            } catch (ConflictException $refusal) {
                // A dispute, or a submission by hand in the console, came in between.
                $this->log->info("order {$record->order->get_id()}: milestone $index: {$refusal->getMessage()}");
                $escrow = $this->client->escrows->get($id);
            }
        }
        return $escrow;
    }

    private function hasLeft(OrderRecord $record, Shipments $shipments, int $index): bool
    {
        if ($record->order->has_status('completed')) {
            return true;
        }
        $lines = $record->list('lines');
        return $lines === [] ? $shipments->haveAll() : $shipments->have((int) ($lines[$index] ?? 0));
    }

    private function detailsOf(OrderRecord $record, Shipments $shipments, int $index): string
    {
        /* translators: %s: order number */
        $default = sprintf(__('Order %s was shipped.', 'holdfast'), $record->order->get_order_number());
        $tracking = $shipments->tracking(self::lineOf($record, $index));
        $text = (string) apply_filters('holdfast_submission_details', $tracking === '' ? $default : $tracking, $record->order, $index);
        $plain = trim(Text::valid($text));
        return Text::cut($plain === '' ? $default : $plain, self::DETAILS_LENGTH_MAX);
    }

    /** The line that a milestone is about; null for one that is everything. */
    private static function lineOf(OrderRecord $record, int $index): ?int
    {
        $lines = $record->list('lines');
        return $lines === [] ? null : (int) ($lines[$index] ?? 0);
    }

    /** Milestones of the order: one for each line that was named, or one for everything. */
    private static function count(OrderRecord $record): int
    {
        return max(1, count($record->list('lines')));
    }
}
