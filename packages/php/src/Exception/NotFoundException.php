<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 404: there is no such object, or it belongs to another merchant. */
final class NotFoundException extends ApiException
{
}
