<?php

/** What every adapter of `holdfast-provider/1` needs, without a library: signatures as Standard Webhooks, and a dispatch to its operations. */

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** @return list<string> the keys of `whsec_…`, two separated by a comma while one is rolled */
function keysIn(string $secrets): array
{
    $keys = array_map(fn ($secret) => (string) base64_decode(preg_replace('/^whsec_/', '', trim($secret)), true), explode(',', $secrets));
    foreach ($keys as $key) {
        if (strlen($key) < 24) {
            throw new RuntimeException('SECRETS takes whsec_ and 24 to 64 bytes in base64, one or two');
        }
    }
    return $keys;
}

function mark(string $key, string $id, int|string $at, string $body): string
{
    return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
}

/** @return array{timestamp: int, signature: string} of an answer, which has the id of its request, or of a callback, which has its own */
function signatureOf(array $keys, string $id, string $body): array
{
    $at = time();
    return ['timestamp' => $at, 'signature' => implode(' ', array_map(fn ($key) => mark($key, $id, $at, $body), $keys))];
}

/** Signed with one of the secrets, lately, for this method and path. */
function isSigned(array $keys, string $method, string $target, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!str_starts_with($id, "$method:$target:") || !ctype_digit($at) || abs(time() - (int) $at) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($keys as $key) {
        foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
            if (hash_equals(mark($key, $id, $at, $body), $given)) {
                return true;
            }
        }
    }
    return false;
}

/**
 * Answers the request that is being served, by operations such as `GET /payments/:name`: each gets the body, and what stands in the path.
 * What it throws is answered with 503: nobody knows whether it was done.
 *
 * @param array<string, callable(array, string): array> $operations
 */
function answer(array $keys, array $operations): void
{
    [$method, $target] = [$_SERVER['REQUEST_METHOD'], $_SERVER['REQUEST_URI']];
    $bytes = (string) file_get_contents('php://input');
    if (!isSigned($keys, $method, $target, $bytes)) {
        http_response_code(401);
        return;
    }
    foreach ($operations as $name => $work) {
        [$of, $path] = explode(' ', $name);
        $pattern = '#^' . str_replace(':name', '([^/]+)', $path) . '$#';
        if ($of !== $method || !preg_match($pattern, (string) parse_url($target, PHP_URL_PATH), $match)) {
            continue;
        }
        try {
            $said = json_encode($work($bytes === '' ? [] : json_decode($bytes, true, 32, JSON_THROW_ON_ERROR), rawurldecode($match[1] ?? '')));
        } catch (Throwable $error) {
            // No body and no message: they may name a person, or an account.
            error_log("$of $path was not answered: " . $error::class);
            http_response_code(503);
            return;
        }
        $id = $_SERVER['HTTP_WEBHOOK_ID'];
        ['timestamp' => $timestamp, 'signature' => $signature] = signatureOf($keys, $id, $said);
        header('content-type: application/json');
        header("webhook-id: $id");
        header("webhook-timestamp: $timestamp");
        header("webhook-signature: $signature");
        echo $said;
        return;
    }
    http_response_code(404);
}
