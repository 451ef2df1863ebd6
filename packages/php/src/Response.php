<?php

declare(strict_types=1);

namespace Holdfast;

/** What came back besides the object: quote the request id when you ask us about a call. */
final class Response
{
    /** @param array<string, string> $headers by their name in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function requestId(): ?string
    {
        return $this->headers['request-id'] ?? null;
    }

    /** Whether the session was created by an earlier request with the same idempotency key. It can have expired since. */
    public function isReplayed(): bool
    {
        return ($this->headers['idempotent-replayed'] ?? '') === 'true';
    }

    /** Seconds that the service asks to wait before the next try; null when it names none. */
    public function retryAfterSeconds(): ?int
    {
        $value = $this->headers['retry-after'] ?? '';
        return ctype_digit($value) ? (int) $value : null;
    }
}
