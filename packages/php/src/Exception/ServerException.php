<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 5xx, after all retries. Whether the service did what it was asked is unknown: repeat the call. */
final class ServerException extends ApiException
{
}
