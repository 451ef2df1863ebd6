<?php

declare(strict_types=1);

/** The bank did not answer: nobody knows whether it did what it was asked. */
final class Silent extends RuntimeException
{
}

/**
 * A double of a bank, with an interface of its own: an account that payers transfer to, quoting a reference, and that transfers are sent
 * from. It does each `endToEnd` id once. Its books are a file, which one request at a time has. Put your bank's API in its place.
 */
final class Bank
{
    private const LATER = 600;
    private const BACK = 3600;
    private const RATES = ['EUR' => '0.9215', 'KES' => '129.35'];

    /** @var array<string, mixed> */
    private array $books;
    /** @var resource */
    private $file;

    public function __construct(string $path)
    {
        $this->file = fopen($path, 'c+');
        flock($this->file, LOCK_EX);
        $this->books = json_decode((string) stream_get_contents($this->file), true) ?? [
            'expected' => [], 'transfers' => [], 'entries' => [], 'events' => [], 'lines' => [], 'made' => [],
            'play' => ['refund' => 'paid', 'payout' => 'paid', 'available' => null, 'currency' => null, 'fault' => null, 'ahead' => 0],
        ];
    }

    public function __destruct()
    {
        ftruncate($this->file, 0);
        rewind($this->file);
        fwrite($this->file, json_encode($this->books));
        fclose($this->file);
    }

    // What a bank does -------------------------------------------------------------------------------------------------

    /** Money is expected under a reference, which then is good for ever. */
    public function expect(string $endToEnd, int $cents, string $currency): array
    {
        return $this->doing(function () use ($endToEnd, $cents, $currency) {
            $order = ['cents' => $cents, 'currency' => $currency, 'closed' => false, 'credits' => []];
            if (!isset($this->books['expected'][$endToEnd])) {
                $this->books['made'][] = ['endToEnd' => $endToEnd, 'cents' => $cents];
                $this->books['expected'][$endToEnd] = $order;
            }
            return $this->books['expected'][$endToEnd];
        });
    }

    public function expectation(string $endToEnd): ?array
    {
        $this->reading();
        return $this->books['expected'][$endToEnd] ?? null;
    }

    public function close(string $endToEnd): ?array
    {
        return $this->doing(function () use ($endToEnd) {
            $found = $this->books['expected'][$endToEnd] ?? null;
            if ($found !== null && $found['credits'] === []) {
                $this->books['expected'][$endToEnd]['closed'] = true;
            }
            return $this->books['expected'][$endToEnd] ?? null;
        });
    }

    /** @param ?array{string, int} $from of a refund, the credit that goes back. Null: our balance does not reach. */
    public function send(string $endToEnd, string $kind, int $cents, ?array $from = null): ?array
    {
        return $this->doing(function () use ($endToEnd, $kind, $cents, $from) {
            $before = $this->stand($endToEnd);
            if ($before !== null) {
                return $before;
            }
            $play = $this->books['play'];
            if ($play['available'] !== null && $cents > $play['available']) {
                return null;
            }
            $isTooMuch = false;
            if ($kind === 'refund') {
                [$of, $nth] = $from;
                $credit = $this->books['expected'][$of]['credits'][$nth] ?? ['cents' => 0, 'sent' => 0];
                $isTooMuch = $cents > $credit['cents'] - $credit['sent'];
            }
            $fate = $isTooMuch ? 'refused' : $play[$kind];
            if ($fate !== 'refused' && $kind === 'refund') {
                $this->books['expected'][$of]['credits'][$nth]['sent'] += $cents;
            }
            $this->books['transfers'][$endToEnd] = [
                'kind' => $kind, 'cents' => $cents, 'from' => $from, 'fate' => $fate, 'state' => $fate === 'refused' ? 'refused' : 'sent',
                'why' => $isTooMuch ? 'It is more than is left of the payment.' : 'The account is closed.',
                'at' => $this->now(), 'takes' => $fate === 'later' ? self::LATER : 0,
            ];
            if ($fate === 'refused') {
                $this->tell($kind, $endToEnd);
            } else {
                $this->books['made'][] = ['endToEnd' => $endToEnd, 'cents' => $cents];
            }
            return $this->stand($endToEnd);
        });
    }

    public function transfer(string $endToEnd): ?array
    {
        $this->reading();
        return $this->stand($endToEnd);
    }

    /** Entries behind the first $skip, at most $most. */
    public function statement(int $skip, int $most): array
    {
        $this->reading();
        $this->pass();
        $page = array_slice($this->books['entries'], $skip, $most);
        return array_map(fn ($entry) => $entry + ['wrong' => $this->books['lines'][$entry['endToEnd']] ?? null], $page);
    }

    /** @return array<string, int> by currency */
    public function balance(): array
    {
        $this->reading();
        $this->pass();
        $sums = ['USD' => 0];
        foreach ($this->books['entries'] as ['cents' => $cents, 'currency' => $currency]) {
            $sums[$currency] = ($sums[$currency] ?? 0) + $cents;
        }
        return $sums;
    }

    /** What one US dollar costs, as text: a floating-point number would be another rate. */
    public function rates(): array
    {
        $this->reading();
        $rates = [];
        foreach (self::RATES as $currency => $rate) {
            $rates[] = ['currency' => $currency, 'rate' => $rate, 'at' => time()];
        }
        return $rates;
    }

    // What a test plays ------------------------------------------------------------------------------------------------

    public function playCredit(string $endToEnd, ?int $cents): bool
    {
        $found = $this->books['expected'][$endToEnd] ?? null;
        if ($found === null) {
            return false;
        }
        $currency = $this->books['play']['currency'] ?? $found['currency'];
        $credit = ['cents' => $cents ?? $found['cents'], 'currency' => $currency, 'sent' => 0, 'at' => $this->now()];
        $this->books['expected'][$endToEnd]['credits'][] = $credit;
        $this->book('payment', $endToEnd, $credit['cents'], $currency);
        $this->tell('payment', $endToEnd);
        return true;
    }

    public function playLine(string $endToEnd, string $fault): void
    {
        $this->books['lines'][$endToEnd] = $fault;
    }

    public function playConditions(array $conditions): void
    {
        $this->books['play'] = $conditions + $this->books['play'];
    }

    public function playAdvance(int $seconds): void
    {
        $this->books['play']['ahead'] += $seconds;
    }

    /** @return list<int> */
    public function playMade(string $endToEnd): array
    {
        $made = array_filter($this->books['made'], fn ($one) => $one['endToEnd'] === $endToEnd);
        return array_column($made, 'cents');
    }

    public function playEvents(string $endToEnd): array
    {
        return array_values(array_filter($this->books['events'], fn ($event) => $event['endToEnd'] === $endToEnd));
    }

    // Within -----------------------------------------------------------------------------------------------------------

    private function now(): int
    {
        return time() + $this->books['play']['ahead'];
    }

    private function reading(): void
    {
        if ($this->books['play']['fault'] === 'down') {
            throw new Silent();
        }
    }

    /** What changes something: dropped, it never gets there; lost, it is done, and the answer never comes. */
    private function doing(callable $work): mixed
    {
        if (in_array($this->books['play']['fault'], ['down', 'dropped'], true)) {
            throw new Silent();
        }
        $answer = $work();
        if ($this->books['play']['fault'] === 'lost') {
            throw new Silent();
        }
        return $answer;
    }

    private function tell(string $kind, string $endToEnd): void
    {
        $this->books['events'][] = ['id' => bin2hex(random_bytes(16)), 'kind' => $kind, 'endToEnd' => $endToEnd];
    }

    private function book(string $type, string $endToEnd, int $cents, string $currency): void
    {
        $id = count($this->books['entries']) + 1 . "-$type";
        $at = $this->now();
        $this->books['entries'][] = compact('id', 'type', 'endToEnd', 'cents', 'currency', 'at');
    }

    /** Time goes on for all of them. */
    private function pass(): void
    {
        foreach (array_keys($this->books['transfers']) as $endToEnd) {
            $this->stand((string) $endToEnd);
        }
    }

    /** How a transfer stands; what time alone has changed is booked and told once. */
    private function stand(string $endToEnd): ?array
    {
        if (!isset($this->books['transfers'][$endToEnd])) {
            return null;
        }
        $transfer = &$this->books['transfers'][$endToEnd];
        ['kind' => $kind, 'cents' => $cents, 'fate' => $fate, 'at' => $at, 'takes' => $takes] = $transfer;
        if ($transfer['state'] === 'sent' && $this->now() >= $at + $takes) {
            $transfer['state'] = 'arrived';
            $this->book($kind, $endToEnd, -$cents, 'USD');
            $this->tell($kind, $endToEnd);
        }
        if ($transfer['state'] === 'arrived' && $fate === 'returned' && $this->now() >= $at + self::BACK) {
            $transfer['state'] = 'came_back';
            if ($transfer['from'] !== null) {
                // It can be sent again, as another transfer.
                [$of, $nth] = $transfer['from'];
                $this->books['expected'][$of]['credits'][$nth]['sent'] -= $cents;
            }
            $this->book("{$kind}_returned", $endToEnd, $cents, 'USD');
            $this->tell($kind, $endToEnd);
        }
        return $transfer;
    }
}
