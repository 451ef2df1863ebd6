<?php

declare(strict_types=1);

namespace Holdfast;

use Holdfast\Exception\SignatureException;

/** Tells our webhooks from everybody else's. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    /** Bytes of a key of Standard Webhooks, at least and at most. */
    private const KEY_BYTES = [24, 64];

    /**
     * Checks a webhook by `X-Escrow-Signature`, or, where a gateway passes on only those, by the `webhook-*` headers of Standard
     * Webhooks.
     *
     * @param string|\Stringable                    $body    as it arrived, from php://input or a PSR-7 request: JSON that was
     *                                                       parsed and written again has another signature
     * @param array<string, string|list<string>>    $headers as from getallheaders(), $_SERVER or a PSR-7 request
     * @param string|list<string>                   $secrets the endpoint's secret; while you rotate it, the old one too
     * @param int|null                              $now     in Unix seconds; this machine's clock unless given
     *
     * @return \stdClass the event. Expect types that you don't know
     *
     * @throws SignatureException
     * @throws \InvalidArgumentException the body was parsed before, or the secret is missing
     */
    public static function verify(
        mixed $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        ?int $now = null,
    ): \stdClass {
        if (!is_string($body) && !$body instanceof \Stringable) {
            throw new \InvalidArgumentException('The body was parsed or read before: pass its raw text, as from php://input.');
        }
        $body = (string) $body;
        $given = self::normalise($headers);
        // Files and consoles put line breaks behind secrets.
        $secrets = array_map(trim(...), array_values((array) $secrets));
        if ($secrets === [] || in_array('', $secrets, true)) {
            throw new \InvalidArgumentException('Pass the secret of the endpoint: it begins with whsec_.');
        }
        [$time, $isGenuine] = isset($given['x-escrow-signature'])
            ? self::byContract($body, $given['x-escrow-signature'], $secrets)
            : self::byStandard($body, $given, $secrets);
        if (abs(($now ?? time()) - $time) > self::TOLERANCE_SECONDS) {
            throw new SignatureException('The signature is more than five minutes away from the time of this machine: check its clock.');
        }
        if (!$isGenuine) {
            throw new SignatureException($body === ''
                ? 'The body is empty: was it read before?'
                : 'The signature does not match: check the secret, and pass the body as its raw bytes.');
        }
        $event = json_decode($body);
        if (!$event instanceof \stdClass) {
            throw new SignatureException('The body is no JSON object.');
        }
        return $event;
    }

    /** The webhook of the request that PHP is answering. */
    public static function fromGlobals(#[\SensitiveParameter] string|array $secrets): \stdClass
    {
        return self::verify((string) file_get_contents('php://input'), $_SERVER, $secrets);
    }

    /**
     * @param list<string> $secrets
     *
     * @return array{int, bool} when it was signed, and whether by one of the secrets
     */
    private static function byContract(string $body, string $header, array $secrets): array
    {
        $times = [];
        $marks = [];
        foreach (explode(',', $header) as $part) {
            [$name, $value] = explode('=', trim($part), 2) + [1 => ''];
            match ($name) {
                't' => $times[] = $value,
                'v1' => $marks[] = $value,
                default => null,
            };
        }
        if (count($times) !== 1 || preg_match('/^\d{1,12}$/D', $times[0]) !== 1) {
            throw new SignatureException('X-Escrow-Signature has to have one t, in Unix seconds.');
        }
        return [
            (int) $times[0],
            self::matches($marks, array_map(
                static fn ($secret) => hash_hmac('sha256', "{$times[0]}.$body", $secret),
                $secrets,
            )),
        ];
    }

    /**
     * @param array<string, string> $headers
     * @param list<string>          $secrets
     *
     * @return array{int, bool}
     */
    private static function byStandard(string $body, array $headers, array $secrets): array
    {
        ['webhook-id' => $id, 'webhook-timestamp' => $time, 'webhook-signature' => $header] =
            $headers + ['webhook-id' => '', 'webhook-timestamp' => '', 'webhook-signature' => ''];
        // A header that came twice is joined by a comma, and counts as none.
        $isWhole = preg_match('/^[^ ,][^,]*$/D', $id) === 1 && preg_match('/^\d{1,12}$/D', $time) === 1 && preg_match('/,\S*,/', $header) === 0;
        if ($header === '' || !$isWhole) {
            throw new SignatureException('The request has no signature: neither X-Escrow-Signature nor the three webhook-* headers, each once.');
        }
        $marks = [];
        foreach (explode(' ', $header) as $part) {
            [$version, $value] = explode(',', $part, 2) + [1 => ''];
            if ($version === 'v1') {
                $marks[] = $value;
            }
        }
        $keys = array_filter(array_map(self::keyOf(...), $secrets), is_string(...));
        return [
            (int) $time,
            self::matches($marks, array_map(
                static fn ($key) => base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true)),
                $keys,
            )),
        ];
    }

    /** The key within a secret; null for an older secret, which is no base64 and signs by X-Escrow-Signature alone. */
    private static function keyOf(string $secret): ?string
    {
        $text = (string) preg_replace('/^whsec_/', '', $secret);
        $key = strlen($text) % 4 === 0 ? base64_decode($text, true) : false; // PHP itself does not miss the padding
        return $key !== false && strlen($key) >= self::KEY_BYTES[0] && strlen($key) <= self::KEY_BYTES[1] ? $key : null;
    }

    /**
     * @param list<string>  $marks
     * @param array<string> $expected
     */
    private static function matches(array $marks, array $expected): bool
    {
        $isFound = false;
        foreach ($marks as $mark) {
            foreach ($expected as $one) {
                $isFound = hash_equals($one, $mark) || $isFound;
            }
        }
        return $isFound;
    }

    /**
     * @param array<string, mixed> $headers
     *
     * @return array<string, string> by the name in lower case; one that came twice, in one spelling or two, is joined and matches nothing
     */
    private static function normalise(array $headers): array
    {
        $found = [];
        foreach ($headers as $name => $value) {
            // What else $_SERVER holds is no header, though a variable of the environment may look like one.
            if (isset($headers["HTTP_$name"])) {
                continue;
            }
            $plain = strtolower(str_replace('_', '-', (string) preg_replace('/^HTTP_/', '', (string) $name)));
            foreach (is_array($value) ? $value : [$value] as $one) {
                if (is_string($one)) {
                    $found[$plain][] = $one;
                }
            }
        }
        return array_map(static fn (array $values) => implode(', ', $values), $found);
    }
}
