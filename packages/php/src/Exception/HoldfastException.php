<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** Everything that this package throws. */
interface HoldfastException extends \Throwable
{
}
