<?php

declare(strict_types=1);

namespace Holdfast;

/**
 * A page of a list. Going through it with foreach goes on over all later pages.
 *
 * @implements \IteratorAggregate<int, \stdClass>
 */
final class Page implements \IteratorAggregate
{
    /** @var list<\stdClass> the objects of this page */
    public readonly array $data;

    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly \stdClass $answer)
    {
        $this->data = $answer->data;
    }

    /** The page after this one; null after the last. */
    public function next(): ?self
    {
        return $this->answer->next === null ? null : new self($this->transport, $this->transport->getUrl($this->answer->next));
    }

    /** @return \Generator<int, \stdClass> */
    public function getIterator(): \Generator
    {
        for ($page = $this; $page !== null && $page->data !== []; $page = $page->next()) {
            foreach ($page->data as $object) {
                yield $object;
            }
        }
    }
}
