<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** A webhook that is not ours, or that was changed on its way. Answer with 400 and do nothing else. */
final class SignatureException extends \RuntimeException implements HoldfastException
{
}
