<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;
use Holdfast\Exception\ConnectionException;
use Holdfast\Exception\AuthenticationException;
use Holdfast\Exception\HoldfastException;
use Holdfast\Exception\RateLimitException;
use Holdfast\Exception\ServerException;
use Holdfast\Exception\ValidationException;

/**
 * Follows the account's events. An event only says which order to look at; the escrow says how it is. The position is written
 * after everything before it was done, so a crash does some of it again, which changes nothing.
 */
final class Feed
{
    public const POSITION = 'holdfast_position';
    public const FOLLOWED_AT = 'holdfast_followed_at';
    private const PAGE_SIZE = 100;
    /** After so long the rest is left to the next run: PHP and web servers end requests that take longer. */
    private const BUDGET_SECONDS = 20.0;

    private readonly Client $client;
    private readonly Desk $desk;
    private readonly Log $log;

    public function __construct(private readonly Settings $settings)
    {
        $this->client = $settings->client();
        $this->desk = new Desk($settings, $this->client);
        $this->log = new Log($settings);
    }

    public function follow(): void
    {
        if (!$this->settings->isReady() || !Lock::take(Lock::FEED)) {
            return;
        }
        $woken = Plugin::lastWake();
        try {
            if ((string) get_option(self::POSITION, '') === '') {
                $this->begin();
            }
            $this->readOn();
            $this->sweep();
            update_option(self::FOLLOWED_AT, time(), false);
        } catch (HoldfastException $error) {
            $this->log->warning("the feed: {$error->getMessage()}");
        } finally {
            Lock::drop(Lock::FEED);
            // Who called meanwhile found the lock taken, or WordPress busy with its cron, and nobody else comes back to it.
            add_action('shutdown', static fn () => Plugin::lastWake() === $woken || Plugin::wake());
        }
    }

    /** Without a position: everything that is open is looked at once, and what happens from here on is read. */
    private function begin(): void
    {
        $newest = $this->client->events->list(limit: 1)->data[0]->id ?? '';
        foreach ([Stage::Open, Stage::Confirmed, Stage::Funded, Stage::Submitted, Stage::Disputed] as $stage) {
            foreach (OrderRecord::with('stage', $stage->value) as $record) {
                $this->lookAt($record);
            }
        }
        update_option(self::POSITION, $newest, false);
    }

    private function readOn(): void
    {
        $until = microtime(true) + self::BUDGET_SECONDS;
        for (;;) {
            $position = (string) get_option(self::POSITION, '');
            $events = $position === '' ? [] : $this->after($position);
            if ($events === []) {
                return;
            }
            $seen = [];
            foreach ($events as $event) {
                // A refund names the order that it is of beside its own reference.
                $reference = $event->data->object->order_reference ?? $event->data->object->external_reference ?? '';
                if (is_string($reference) && $reference !== '' && !isset($seen[$reference])) {
                    $seen[$reference] = true;
                    $this->lookBehind($reference);
                }
            }
            update_option(self::POSITION, $event->id, false);
            if (microtime(true) > $until) {
                Plugin::wake();
                return;
            }
        }
    }

    /** @return list<\stdClass> */
    private function after(string $position): array
    {
        try {
            return $this->client->events->list(after: $position, limit: self::PAGE_SIZE)->data;
        } catch (ValidationException) {
            // An event of another account: the key is another's now.
            $this->log->warning('the position is not of this account, so all open orders are looked at');
            update_option(self::POSITION, '', false);
            $this->begin();
            return [];
        }
    }

    /** What a hook should have done and could not, and what failed in an order by itself. */
    private function sweep(): void
    {
        foreach ([Stage::Open, Stage::Confirmed, Stage::Funded] as $stage) {
            foreach (OrderRecord::with('stage', $stage->value) as $record) {
                $this->one($record, fn () => $this->desk->settle($record));
            }
        }
        foreach (OrderRecord::with('look', 'again') as $record) {
            $this->lookAt($record);
        }
    }

    private function lookBehind(string $reference): void
    {
        try {
            $record = OrderRecord::byReference($reference);
        } catch (\Throwable $error) {
            $this->log->warning("the order behind $reference can't be read: {$error->getMessage()}");
            return;
        }
        if ($record !== null) {
            $this->lookAt($record);
        }
    }

    private function lookAt(OrderRecord $record): void
    {
        $this->one($record, function () use ($record): void {
            $this->desk->look($record);
            $record->save(['look' => '']);
        });
    }

    /** One order must not hold up the others: what is wrong with it alone is tried again with every run. */
    private function one(OrderRecord $record, callable $do): void
    {
        try {
            $do();
        } catch (ConnectionException | RateLimitException | ServerException | AuthenticationException $outage) {
            throw $outage;
        } catch (\Throwable $error) {
            $this->log->warning("order {$record->order->get_id()}: {$error->getMessage()}");
            $record->tryToSave(['look' => 'again']);
        }
    }
}
