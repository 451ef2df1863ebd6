<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Page;
use Holdfast\Transport;

final class Refunds
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Gives a part or all of an order back to its buyer: what is held first, then what was released, from your wallet.
     *
     * @param string               $escrow         the escrow's id, or its `TR-` reference code
     * @param array<string, mixed> $refund         `amount`, `milestone_id`, `reason`, `external_reference`, `metadata`; without an
     *                                             amount, all that can go back
     * @param string|null          $idempotencyKey your refund id, so that a repeat leads to the same refund, also after a crash.
     *                                             Without one, the tries of this call share a random key
     */
    public function create(string $escrow, array $refund = [], ?string $idempotencyKey = null): \stdClass
    {
        if (($refund['metadata'] ?? null) === []) {
            $refund['metadata'] = new \stdClass(); // an empty array would become [] in JSON
        }
        $refund += ['reason' => 'other']; // an empty array would become [] in JSON
        return $this->transport->post('/escrows/' . rawurlencode($escrow) . '/refunds', $refund, [
            'Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16)),
        ]);
    }

    /** @param string $id the refund's `RF-` id */
    public function get(string $id): \stdClass
    {
        return $this->transport->get('/refunds/' . rawurlencode($id));
    }

    /** Of an order, newest first. */
    public function list(string $escrow, ?int $limit = null, ?string $cursor = null): Page
    {
        $path = '/escrows/' . rawurlencode($escrow) . '/refunds';
        return new Page($this->transport, $this->transport->get($path, ['limit' => $limit, 'cursor' => $cursor]));
    }
}
