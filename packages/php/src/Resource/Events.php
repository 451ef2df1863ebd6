<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Page;
use Holdfast\Transport;

final class Events
{
    private const PAGE_SIZE = 100;

    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /** Newest first; with `after`, what came after that event, oldest first. */
    public function list(
        ?string $type = null,
        ?string $after = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): Page {
        return new Page($this->transport, $this->transport->get('/events', get_defined_vars()));
    }

    /**
     * All that has happened since an event, oldest first. Store the id of each event with what you did about it, in one
     * transaction, and begin there next time: nothing is lost or done twice. Expect types that you don't know.
     *
     * @param string|null $eventId the last event that you handled; null begins with the account's first event
     *
     * @return \Generator<int, \stdClass>
     */
    public function after(?string $eventId): \Generator
    {
        if ($eventId === null) {
            $first = $this->first();
            if ($first === null) {
                return;
            }
            yield $first;
            $eventId = $first->id;
        }
        yield from $this->list(after: $eventId, limit: self::PAGE_SIZE);
    }

    /** The account's oldest event, null while there is none: the API wants one to begin behind. */
    private function first(): ?\stdClass
    {
        $page = $this->list(limit: self::PAGE_SIZE);
        while (($next = $page->next()) !== null) {
            $page = $next;
        }
        return $page->data === [] ? null : $page->data[array_key_last($page->data)];
    }
}
