<?php

/**
 * Does what a test asks for, one JSON array a line: what to call, and with what. Answers with one line each: the value, or what
 * was thrown. Usage: php driver.php BASE_URL API_KEY [named arguments of the client, as JSON]
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

[, $baseUrl, $apiKey] = $argv;
$client = new Holdfast\Client($apiKey, $baseUrl, ...json_decode($argv[3] ?? '{}', true));

$calls = [
    'collect' => static function (string $list, array $arguments, int $most) use ($client): array {
        $found = [];
        [$resource, $method] = explode('.', $list);
        foreach ($client->$resource->$method(...$arguments) as $object) {
            $found[] = $object->id;
            if (count($found) === $most) {
                break;
            }
        }
        return $found;
    },
    'verify' => static fn (string $body, array $headers, string|array $secrets, ?int $now = null): stdClass
        => Holdfast\Webhook::verify(base64_decode($body), $headers, $secrets, $now),
    'verifyOther' => static fn (mixed $body, mixed ...$rest): stdClass => Holdfast\Webhook::verify($body, ...$rest),
];

while (($line = fgets(STDIN)) !== false) {
    [$name, $arguments] = json_decode($line, true);
    try {
        if (isset($calls[$name])) {
            $value = $calls[$name](...$arguments);
        } else {
            [$resource, $method] = explode('.', $name);
            $value = $client->$resource->$method(...$arguments);
        }
        $last = $client->lastResponse();
        $answer = [
            'value' => $value instanceof Holdfast\Page ? $value->data : $value,
            'isReplayed' => $last?->isReplayed() ?? false,
            'requestId' => $last?->requestId(),
        ];
    } catch (Throwable $error) {
        $isRefusal = $error instanceof Holdfast\Exception\ApiException;
        $answer = [
            'thrown' => (new ReflectionClass($error))->getShortName(),
            'message' => $error->getMessage(),
            'code' => $isRefusal ? $error->errorCode : null,
            'status' => $isRefusal ? $error->status() : null,
            'details' => $isRefusal ? $error->details : null,
            'requestId' => $isRefusal ? $error->requestId() : null,
        ];
    }
    echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES), "\n";
}
