<?php

declare(strict_types=1);

namespace Holdfast;

use Holdfast\Resource\Account;
use Holdfast\Resource\Escrows;
use Holdfast\Resource\Events;
use Holdfast\Resource\Milestones;
use Holdfast\Resource\Refunds;
use Holdfast\Resource\Sessions;

/**
 * The Merchant API, with the fields that the reference names: arrays go in, objects come out.
 *
 * A request that fails on its way, or is answered with 429, 500 or 503, is sent again, at most `retriesMax` times. What is created
 * carries an idempotency key, the same over all tries, so nothing is created twice.
 */
final class Client
{
    /** The version of the API that this package was written for; sent with every request. */
    public const API_VERSION = '2026-09-01';

    public readonly Sessions $sessions;
    public readonly Escrows $escrows;
    public readonly Milestones $milestones;
    public readonly Refunds $refunds;
    public readonly Events $events;
    public readonly Account $account;

    private readonly Transport $transport;

    /**
     * @param string $apiKey         keep it on your server
     * @param string $baseUrl        of your deployment, ending in /api/v1
     * @param float  $timeoutSeconds for each try
     * @param float  $totalSeconds   for all tries of a call and the pauses between them
     * @param int    $retriesMax     0 sends every request once
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        float $timeoutSeconds = 30.0,
        float $totalSeconds = 90.0,
        int $retriesMax = 2,
    ) {
        $this->transport = new Transport($apiKey, rtrim($baseUrl, '/'), $timeoutSeconds, $totalSeconds, $retriesMax);
        $this->sessions = new Sessions($this->transport);
        $this->escrows = new Escrows($this->transport);
        $this->milestones = new Milestones($this->transport, $this->escrows);
        $this->refunds = new Refunds($this->transport);
        $this->events = new Events($this->transport);
        $this->account = new Account($this->transport);
    }

    /** The last answer, also of a call that was refused: status, headers, request id. Null before the first. */
    public function lastResponse(): ?Response
    {
        return $this->transport->lastResponse;
    }
}
