<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 400: the request is not valid; `details` says what to change. */
final class ValidationException extends ApiException
{
}
