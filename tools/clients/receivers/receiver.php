<?php
// A receiver in plain PHP, for its own server: php -S 127.0.0.1:PORT receiver.php. Its shop is a file in the folder STATE.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const STAGES = ['checkout.session.completed' => 1, 'escrow.funded' => 2, 'escrow.completed' => 3];

function is_signed(string $header, string $raw): bool
{
    $times = [];
    $marks = [];
    foreach (explode(',', $header) as $entry) {
        [$name, $value] = explode('=', $entry, 2) + [1 => ''];
        if ($name === 't') $times[] = $value;
        if ($name === 'v1') $marks[] = $value;
    }
    if (count($times) !== 1 || preg_match('/^\d{1,12}$/', $times[0]) !== 1) return false;
    if (abs(time() - (int) $times[0]) > TOLERANCE_SECONDS) return false;
    $expected = hash_hmac('sha256', $times[0] . '.' . $raw, getenv('SECRET'));
    foreach ($marks as $mark) if (hash_equals($expected, $mark)) return true;
    return false;
}

/** Reads the shop, and writes back what the change makes of it, with nobody in between. */
function with_shop(callable $change): array
{
    $file = fopen(getenv('STATE') . '/shop.json', 'c+');
    flock($file, LOCK_EX);
    $shop = json_decode(stream_get_contents($file) ?: '{"seen":{},"orders":{}}', true);
    $shop = $change($shop);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($shop));
    fclose($file);
    return $shop;
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/orders/')) {
    $shop = with_shop(fn (array $shop): array => $shop);
    echo json_encode($shop['orders'][rawurldecode(substr($path, 8))] ?? null);
    return;
}
if ($path !== '/hooks') {
    http_response_code(404);
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    header('Allow: POST');
    http_response_code(405);
    return;
}
$raw = file_get_contents('php://input');
if (!is_signed($_SERVER['HTTP_X_ESCROW_SIGNATURE'] ?? '', $raw)) {
    http_response_code(401);
    return;
}
$event = json_decode($raw, true, 512, JSON_THROW_ON_ERROR);
$reached = STAGES[$event['type']] ?? null;
if ($reached !== null) {
    with_shop(function (array $shop) use ($event, $reached): array {
        if (isset($shop['seen'][$event['id']])) return $shop;
        $shop['seen'][$event['id']] = true;
        $reference = $event['data']['object']['external_reference'];
        $order = $shop['orders'][$reference] ?? ['stage' => 0, 'shipped' => 0];
        if ($order['stage'] < 2 && $reached >= 2) $order['shipped'] += 1;
        $order['stage'] = max($order['stage'], $reached);
        $shop['orders'][$reference] = $order;
        return $shop;
    });
}
http_response_code(204);
