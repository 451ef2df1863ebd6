<?php

declare(strict_types=1);

namespace Holdfast\Exception;

/** 401: the key is missing, wrong, ended or revoked. */
final class AuthenticationException extends ApiException
{
}
