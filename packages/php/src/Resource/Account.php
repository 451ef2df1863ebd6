<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Transport;

final class Account
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** The account that the key acts for: the way to find out whether a key is good. */
    public function get(): \stdClass
    {
        return $this->transport->get('/account');
    }
}
