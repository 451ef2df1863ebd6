<?php

declare(strict_types=1);

namespace Holdfast\Exception;

use Holdfast\Response;

/** The service refused. Branch on the class or on `errorCode`; the message is for people. */
class ApiException extends \RuntimeException implements HoldfastException
{
    /** How many requests the call made. Above 1, an earlier one may have been carried out though its answer was lost. */
    public int $attempts = 1;

    /** @param array<string, list<string>> $details by field, what is wrong with it */
    final public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly array $details,
        public readonly Response $response,
    ) {
        parent::__construct($message, $response->status);
    }

    /** @internal */
    public static function from(Response $response): self
    {
        $error = json_decode($response->body, true)['error'] ?? null;
        $class = match (true) {
            $response->status === 400 => ValidationException::class,
            $response->status === 401 => AuthenticationException::class,
            $response->status === 403 => PermissionException::class,
            $response->status === 404 => NotFoundException::class,
            $response->status === 409 => ConflictException::class,
            $response->status === 429 => RateLimitException::class,
            $response->status >= 500 => ServerException::class,
            default => self::class,
        };
        return new $class(
            // A proxy in between answers in its own words.
            is_string($error['code'] ?? null) ? $error['code'] : 'unknown',
            is_string($error['message'] ?? null) ? $error['message'] : "The service answered {$response->status}.",
            is_array($error['details'] ?? null) ? $error['details'] : [],
            $response,
        );
    }

    public function status(): int
    {
        return $this->response->status;
    }

    public function requestId(): ?string
    {
        return $this->response->requestId();
    }
}
