<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Page;
use Holdfast\Transport;

final class Sessions
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Creates a checkout session; send the buyer to its `url`.
     *
     * @param array<string, mixed> $session        `title` and `amount` at least
     * @param string|null          $idempotencyKey your order id, so that a repeat leads to the same session, also after a crash.
     *                                             Without one, the tries of this call share a random key
     */
    public function create(array $session, ?string $idempotencyKey = null): \stdClass
    {
        if (($session['metadata'] ?? null) === []) {
            $session['metadata'] = new \stdClass(); // an empty array would become [] in JSON
        }
        return $this->transport->post('/checkout/sessions', $session, [
            'Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16)),
        ]);
    }

    public function get(string $id): \stdClass
    {
        return $this->transport->get('/checkout/sessions/' . rawurlencode($id));
    }

    /** Newest first. */
    public function list(?string $external_reference = null, ?int $limit = null, ?string $cursor = null): Page
    {
        return new Page($this->transport, $this->transport->get('/checkout/sessions', get_defined_vars()));
    }

    /** Ends a session that no buyer has confirmed. Expiring it again changes nothing. */
    public function expire(string $id): \stdClass
    {
        return $this->transport->post('/checkout/sessions/' . rawurlencode($id) . '/expire');
    }
}
