<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;
use Holdfast\Exception\ConflictException;
use Holdfast\Exception\NotFoundException;

/**
 * Sessions of an order: one that can be paid at a time. The order's reference, which is its id, is the key of the first, with `#2`, `#3` … behind it
 * of those that follow, so two visitors, a lost answer or a crash lead to the same session, never to a second.
 */
final class Checkout
{
    private const ATTEMPTS_MAX = 50;

    public function __construct(private readonly Settings $settings, private readonly Client $client)
    {
    }

    /**
     * Where the buyer pays.
     *
     * @throws NotPayable
     */
    public function urlFor(\WC_Order $order): string
    {
        $record = new OrderRecord($order);
        $stage = $record->stage();
        if ($stage?->isHeld() || $stage?->isFinal()) {
            throw new NotPayable(__('This order can’t be paid again.', 'holdfast'));
        }
        if ($stage === Stage::Confirmed && $record->get('url') !== '') {
            return $record->get('url');
        }
        $reference = $record->get('reference') ?: $this->settings->prefix() . $order->get_id();
        $isByLine = $this->settings->get('milestones') === 'line';
        $body = Basket::session($order, $reference, $isByLine);
        // Before anything exists there, so that whatever comes of it can be found.
        $record->save([
            'reference' => $reference,
            'stage' => Stage::Open->value,
            'amount' => $body['amount'],
            'lines' => isset($body['milestones']) ? array_keys(Basket::parts($order)) : [],
        ]);
        $url = $this->open($record, $body);
        if ($url === null) {
            throw new NotPayable(__('This order can’t be paid again.', 'holdfast'));
        }
        return $url;
    }

    /** @param array<string, mixed> $body */
    private function open(OrderRecord $record, array $body): ?string
    {
        $first = max(1, (int) $record->get('attempt'));
        for ($attempt = $first; $attempt < $first + self::ATTEMPTS_MAX; $attempt += 1) {
            $key = $record->get('reference') . ($attempt === 1 ? '' : "#$attempt");
            try {
                $session = $this->client->sessions->create($body, $key);
            } catch (ConflictException $refusal) {
                if ($refusal->errorCode !== 'idempotency_conflict') {
                    throw $refusal;
                }
                // The order is another than it was: a link to the old one must not be paid.
                if (!$this->endAll($record)) {
                    return $record->get('url') ?: null;
                }
                $this->tellOfClash($record);
                continue;
            }
            $url = $session->url;
            try {
                $now = $this->client->lastResponse()?->isReplayed() ? $this->client->sessions->get($session->id) : $session;
            } catch (NotFoundException) {
                // It expired so long ago that Holdfast has forgotten it.
                continue;
            }
            if ($now->status === 'EXPIRED') {
                continue;
            }
            $record->save(['attempt' => $attempt, 'session' => $now->id, 'url' => $url] + ($now->status === 'COMPLETED'
                ? ['escrow' => $now->escrow, 'stage' => Stage::Confirmed->value]
                : []));
            return $url;
        }
        throw new NotPayable(__('This order was opened too often. Please place a new one.', 'holdfast'));
    }

    /**
     * Ends every session of the order that nobody has confirmed.
     *
     * @return bool whether none can be paid any more; otherwise the buyer was faster, and the record knows by which
     */
    public function endAll(OrderRecord $record): bool
    {
        foreach ($this->sessionsOf($record) as $session) {
            if ($session->status === 'OPEN') {
                try {
                    $session = $this->client->sessions->expire($session->id);
                } catch (ConflictException) {
                    $session = $this->client->sessions->get($session->id);
                }
            }
            if ($session->status === 'COMPLETED') {
                $this->confirm($record, $session);
                return false;
            }
        }
        return true;
    }

    /** The escrow of the order; null while no buyer has confirmed. A link that has ended is written down. */
    public function findEscrow(OrderRecord $record): ?string
    {
        if ($record->get('escrow') !== '') {
            return $record->get('escrow');
        }
        $statuses = [];
        foreach ($this->sessionsOf($record) as $session) {
            if ($session->status === 'COMPLETED') {
                $this->confirm($record, $session);
                return $session->escrow;
            }
            $statuses[] = $session->status;
        }
        if (!in_array('OPEN', $statuses, true) && $statuses !== []) {
            $record->save(['stage' => Stage::Expired->value]);
            $record->noteOnce('link', __('The payment link has ended. The buyer gets a new one by paying for the order again.', 'holdfast'));
        }
        return null;
    }

    /** Another shop on the account has an order of this reference. It goes on under another key, but people can't tell the two apart. */
    private function tellOfClash(OrderRecord $record): void
    {
        $mark = Basket::mark($record->order);
        foreach ($this->client->sessions->list(external_reference: $record->get('reference')) as $session) {
            if (($session->metadata->order_mark ?? '') !== $mark) {
                /* translators: %s: reference of an order */
                $text = __('Another shop on this Holdfast account has an order %s too. This one can be paid all the same, but the console shows both under one number: give each shop a prefix of its own in the settings of Holdfast.', 'holdfast');
                $record->noteOnce('clash', sprintf($text, $record->get('reference')));
                return;
            }
        }
    }

    /**
     * Newest first; none of another shop's, whatever reference it uses.
     *
     * @return \Generator<int, \stdClass>
     */
    private function sessionsOf(OrderRecord $record): \Generator
    {
        $mark = Basket::mark($record->order);
        foreach ($this->client->sessions->list(external_reference: $record->get('reference')) as $session) {
            if (($session->metadata->order_mark ?? '') === $mark) {
                yield $session;
            }
        }
    }

    private function confirm(OrderRecord $record, \stdClass $session): void
    {
        $record->save([
            'session' => $session->id,
            'escrow' => $session->escrow,
            // What the buyer confirmed may be the order as it was before an edit.
            'amount' => $session->amount,
            'stage' => Stage::Confirmed->value,
        ]);
    }
}
