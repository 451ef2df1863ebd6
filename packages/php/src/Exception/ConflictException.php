<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 409: the object is in a state that does not allow this. It is final: repeating the call changes nothing. */
final class ConflictException extends ApiException
{
}
