<?php

/**
 * An adapter of `holdfast-provider/1` in PHP: a bank account that payers transfer to, and that sellers are paid from.
 * Start it with `SECRETS=whsec_… php -S 127.0.0.1:8082 adapter.php`. It reports nothing by itself: what happens is found by look-up.
 */

declare(strict_types=1);

require __DIR__ . '/protocol.php';
require __DIR__ . '/Bank.php';

const PAGE = 200;
const RANGE = [
    'currency' => 'USD', 'countries' => null, 'least' => '0.01', 'most' => '100000.00', 'decimals' => 2,
    'pending_days' => 5, 'return_days' => 10,
];

/** What buyers and sellers read, and see beside it; without them Holdfast has words of its own. */
const PAY_BY = ['default' => 'First Bank transfer', 'fr' => 'Virement First Bank', 'es' => 'Transferencia a First Bank'];
const PAID_TO = ['default' => 'Account at any bank', 'fr' => 'Compte dans une banque', 'es' => 'Cuenta en cualquier banco'];

$keys = keysIn((string) getenv('SECRETS'));
$bank = new Bank((string) (getenv('BOOKS') ?: sys_get_temp_dir() . '/holdfast-bank.json'));

$toCents = fn (string $text): int => (int) str_replace('.', '', $text);
$toText = fn (int $cents): string => ($cents < 0 ? '-' : '') . intdiv(abs($cents), 100) . '.' . sprintf('%02d', abs($cents) % 100);

// What the bank says, in the protocol's words --------------------------------------------------------------------------

$payment = function (string $reference, ?array $found) use ($toText): array {
    if ($found === null) {
        return ['kind' => 'unknown'];
    }
    $named = ['about' => 'payment', 'reference' => $reference];
    $reports = [];
    foreach ($found['credits'] as $nth => ['cents' => $cents, 'currency' => $currency, 'at' => $at]) {
        $money = ['amount' => $toText($cents), 'currency' => $currency, 'at' => $at];
        $reports[] = $named + ['receipt' => $nth + 1, 'outcome' => 'succeeded'] + $money;
    }
    if ($found['closed']) {
        $failed = $named + ['receipt' => 1, 'outcome' => 'failed', 'failure' => 'cancelled'];
        return ['kind' => 'refused', 'failure' => 'cancelled', 'reports' => $reports ?: [$failed]];
    }
    $account = [
        'kind' => 'transfer', 'bank' => 'First Bank', 'account_name' => 'Client funds', 'account_number' => 'DE75512108001245126199',
        'reference' => $reference, 'amount' => $toText($found['cents']),
    ];
    return ['kind' => 'created', 'instructions' => $account, 'reports' => $reports];
};

$outgoing = function (?array $transfer) use ($toText): array {
    if ($transfer === null) {
        return ['kind' => 'short', 'reason' => 'The balance of the account does not reach.'];
    }
    return match ($transfer['state']) {
        'sent' => ['kind' => 'pending'],
        'arrived' => ['kind' => 'paid', 'amount' => $toText($transfer['cents']), 'currency' => 'USD'],
        'refused' => ['kind' => 'refused', 'reason' => $transfer['why']],
        'came_back' => ['kind' => 'returned', 'reason' => 'The account does not exist any more.'],
    };
};

$line = function (array $entry) use ($toText): array {
    ['id' => $id, 'type' => $type, 'endToEnd' => $reference, 'cents' => $cents, 'at' => $at, 'wrong' => $wrong] = $entry;
    $fee = $wrong === 'fee' ? 100 : 0;
    $one = [
        'id' => $id, 'type' => $type, 'object' => null, 'reference' => $reference, 'currency' => $entry['currency'], 'at' => $at,
        'amount' => $toText($cents), 'fee' => $toText($fee), 'net' => $toText($cents - $fee), 'available_at' => $at,
    ];
    if ($type !== 'payment' || $wrong === null || $wrong === 'fee') {
        return [$one];
    }
    return $wrong === 'twice' ? [$one, ['id' => "$id-again"] + $one] : [];
};

/** A refund goes back to the credit that it is of: `HF….2` is the second under the reference. */
$creditOf = function (string $reference): array {
    [$order, $nth] = explode('.', $reference) + [1 => '1'];
    return [$order, (int) $nth - 1];
};

/** As things stand now: later, more may have become of it. */
$bodyOf = function (array $event) use ($bank, $payment, $outgoing): string {
    ['kind' => $kind, 'endToEnd' => $reference] = $event;
    if ($kind === 'payment') {
        return json_encode(['reports' => $payment($reference, $bank->expectation($reference))['reports']]);
    }
    $told = $outgoing($bank->transfer($reference));
    return json_encode(['reports' => [['about' => $kind, 'reference' => $reference, 'outcome' => $told['kind']] + $told]]);
};

$found = fn (?array $transfer): array => $transfer === null ? ['kind' => 'unknown'] : $outgoing($transfer);
$done = fn (bool $isDone = true): array => ['kind' => $isDone ? 'done' : 'refused'];

// Operations: `:name` is what stands in the path -----------------------------------------------------------------------

answer($keys, [
    'GET /capabilities' => fn () => [
        'kind' => 'capabilities',
        'protocol' => 'holdfast-provider/1',
        'mode' => 'test',
        'account' => 'First Bank, client funds',
        'capabilities' => [
            ['direction' => 'in', 'method' => 'bank', 'labels' => PAY_BY, ...RANGE, 'refund_days' => null, 'hold_days' => null,
                'partial_refunds' => true, 'refunds_in_turn' => false, 'cancellable' => true, 'late_days' => 30],
            ['direction' => 'out', 'method' => 'bank', 'labels' => PAID_TO, ...RANGE],
        ],
        'icon' => base64_encode(file_get_contents(__DIR__ . '/icon.png')),
        'books' => ['back_days' => null, 'lag_seconds' => 0],
        'disputes' => null,
        'pay_pages' => [],
        'problems' => [],
        'rates' => true,
        'test' => [
            'plays' => ['transfer', 'currency', 'available'],
            'payee' => ['kind' => 'bank', 'name' => 'Ada Byron', 'number' => 'DE02120300000000202051', 'bank' => 'Second Bank'],
        ],
    ],
    'POST /payments' => function (array $order) use ($bank, $payment, $toCents): array {
        $expected = $bank->expect($order['reference'], $toCents($order['amount']), $order['currency']);
        return array_diff_key($payment($order['reference'], $expected), ['reports' => 0]);
    },
    'GET /payments/:name' => fn ($_, $reference) => $payment($reference, $bank->expectation($reference)),
    'POST /payments/:name/cancel' => function ($_, string $reference) use ($bank): array {
        $closed = $bank->close($reference)['closed'] ?? null;
        return ['kind' => $closed === null ? 'unknown' : ($closed ? 'cancelled' : 'too_late')];
    },
    'POST /refunds' => fn (array $order) => $outgoing(
        $bank->send($order['reference'], 'refund', $toCents($order['amount']), $creditOf($order['payment']))
    ),
    'GET /refunds/:name' => fn ($_, $reference) => $found($bank->transfer($reference)),
    'POST /payouts' => fn (array $order) => $outgoing($bank->send($order['reference'], 'payout', $toCents($order['amount']))),
    'GET /payouts/:name' => fn ($_, $reference) => $found($bank->transfer($reference)),
    'POST /payees/check' => fn (array $body) => $body['payee']['kind'] === 'bank' ? ['kind' => 'known', 'name' => null] : ['kind' => 'unsupported'],
    'GET /statement' => function () use ($bank, $line): array {
        $skip = (int) ($_GET['cursor'] ?? 0);
        $entries = $bank->statement($skip, PAGE);
        $lines = array_merge(...array_map($line, $entries), ...[[]]);
        return ['kind' => 'page', 'lines' => $lines, 'cursor' => (string) ($skip + count($entries)), 'has_more' => count($entries) === PAGE];
    },
    'GET /balance' => function () use ($bank, $toText): array {
        $available = [];
        foreach ($bank->balance() as $currency => $cents) {
            $available[] = ['amount' => $toText($cents), 'currency' => $currency];
        }
        return ['kind' => 'balance', 'available' => $available, 'pending' => []];
    },
    'GET /rates' => fn () => [
        'kind' => 'rates',
        'rates' => array_map(fn ($rate) => $rate + ['source' => 'First Bank'], $bank->rates()),
    ],
    // The test mode: leave these out of an adapter of real money.
    'POST /test/payments/:name/pay' => fn (array $body, string $reference) => $done(
        $bank->playCredit($reference, isset($body['amount']) ? $toCents($body['amount']) : null)
    ),
    'POST /test/payments/:name/statement' => function (array $body, string $reference) use ($bank, $done): array {
        $bank->playLine($reference, $body['fault']);
        return $done();
    },
    'POST /test/conditions' => function (array $body) use ($bank, $done, $toCents): array {
        foreach (['refunds' => 'refund', 'payouts' => 'payout'] as $theirs => $ours) {
            if (isset($body[$theirs])) {
                $body[$ours] = $body[$theirs];
            }
        }
        if (isset($body['available'])) {
            $body['available'] = $toCents($body['available']);
        }
        $bank->playConditions($body);
        return $done();
    },
    'POST /test/advance' => function (array $body) use ($bank, $done): array {
        $bank->playAdvance($body['seconds']);
        return $done();
    },
    'GET /test/made/:name' => fn ($_, $reference) => ['kind' => 'made', 'amounts' => array_map($toText, $bank->playMade($reference))],
    'GET /test/callbacks/:name' => fn ($_, $reference) => [
        'kind' => 'callbacks',
        'callbacks' => array_map(function ($event) use ($keys, $bodyOf) {
            $body = $bodyOf($event);
            return ['id' => $event['id'], ...signatureOf($keys, $event['id'], $body), 'body' => $body];
        }, $bank->playEvents($reference)),
    ],
]);
