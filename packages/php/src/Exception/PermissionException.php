<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 403: the key may not do that. */
final class PermissionException extends ApiException
{
}
