<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Page;
use Holdfast\Transport;

final class Escrows
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** @param string $id the escrow's id, or its `TR-` reference code */
    public function get(string $id): \stdClass
    {
        return $this->transport->get('/escrows/' . rawurlencode($id));
    }

    /** Newest first. */
    public function list(
        ?string $status = null,
        ?string $external_reference = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): Page {
        return new Page($this->transport, $this->transport->get('/escrows', get_defined_vars()));
    }
}
