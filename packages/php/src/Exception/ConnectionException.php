<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** No answer came, or none that could be read. Whether the service did what it was asked is unknown: repeat the call. */
final class ConnectionException extends \RuntimeException implements HoldfastException
{
}
