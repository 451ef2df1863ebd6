<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 429, still, after all retries: `response->retryAfterSeconds()` says how long to wait. */
final class RateLimitException extends ApiException
{
}
