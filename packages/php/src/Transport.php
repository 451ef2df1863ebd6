<?php

declare(strict_types=1);

namespace Holdfast;

use Holdfast\Exception\ApiException;
use Holdfast\Exception\ConnectionException;

/**
 * Requests, retries and refusals.
 *
 * @internal
 */
final class Transport
{
    private const RETRIED_STATUSES = [429, 500, 503];
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const CONNECT_SECONDS = 10.0;

    public ?Response $lastResponse = null;

    /** Kept open between requests. */
    private \CurlHandle $curl;

    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly string $baseUrl,
        private readonly float $timeoutSeconds,
        private readonly float $totalSeconds,
        private readonly int $retriesMax,
    ) {
        // Refused here, in words that don't repeat it.
        if ($apiKey === '') {
            throw new \InvalidArgumentException('The API key is missing.');
        }
        if (preg_match('/^[\x21-\x7e]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException('The API key has a blank, a line break or another character that no key has.');
        }
        $this->curl = curl_init();
    }

    /** @param array<string, scalar|null> $query what is null is left out */
    public function get(string $path, array $query = []): \stdClass
    {
        $given = array_filter($query, static fn ($value) => $value !== null);
        return $this->send('GET', $path . ($given === [] ? '' : '?' . http_build_query($given)));
    }

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, string>     $headers
     */
    public function post(string $path, ?array $body = null, array $headers = []): \stdClass
    {
        return $this->send('POST', $path, $body, $headers);
    }

    /** A page of a list, at the address that another page gave for it. */
    public function getUrl(string $url): \stdClass
    {
        $query = parse_url($url, PHP_URL_QUERY);
        $path = substr((string) parse_url($url, PHP_URL_PATH), strlen((string) parse_url($this->baseUrl, PHP_URL_PATH)));
        // Always to the address that the key was given for, whatever name the service knows itself by.
        return $this->send('GET', $path . ($query ? "?$query" : ''));
    }

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, string>     $headers
     *
     * @throws ApiException        the service refused
     * @throws ConnectionException no answer came, in any try
     */
    private function send(string $method, string $path, ?array $body = null, array $headers = []): \stdClass
    {
        $json = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        $deadline = microtime(true) + $this->totalSeconds;
        for ($retry = 0; ; $retry += 1) {
            $failure = null;
            $response = null;
            try {
                $response = $this->attempt($method, $path, $json, $headers, min($this->timeoutSeconds, $deadline - microtime(true)));
                $this->lastResponse = $response;
                if ($response->status >= 200 && $response->status < 300) {
                    return $this->decode($response);
                }
                $failure = ApiException::from($response);
                $failure->attempts = $retry + 1;
            } catch (ConnectionException $error) {
                $failure = $error;
            }
            $isRetried = $response === null || in_array($response->status, self::RETRIED_STATUSES, true);
            $pause = $response?->retryAfterSeconds() ?? self::pauseSeconds($retry);
            if (!$isRetried || $retry >= $this->retriesMax || microtime(true) + $pause >= $deadline) {
                throw $failure;
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    /** Half a second, a second: each between the half and the whole of it, so that many clients don't return at once. */
    private static function pauseSeconds(int $retry): float
    {
        return self::FIRST_PAUSE_SECONDS * 2 ** $retry * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    /** @param array<string, string> $headers */
    private function attempt(string $method, string $path, ?string $json, array $headers, float $seconds): Response
    {
        $received = [];
        $sent = $headers + [
            'Authorization' => "Bearer {$this->apiKey}",
            'Escrow-Version' => Client::API_VERSION,
            'Accept' => 'application/json',
            'User-Agent' => 'holdfast-php/' . Client::API_VERSION,
        ] + ($json === null ? [] : ['Content-Type' => 'application/json']);
        foreach ($sent as $name => $value) {
            if (preg_match('/[\x00-\x1f\x7f]/', $value) === 1) {
                throw new \InvalidArgumentException("$name has to be one line without control characters.");
            }
        }
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $this->baseUrl . $path,
            CURLOPT_CUSTOMREQUEST => $method,
            // An empty one would be left out without the semicolon, and a key that is empty has to be refused.
            CURLOPT_HTTPHEADER => array_map(
                static fn ($name, $value) => trim($value) === '' ? "$name;" : "$name: $value",
                array_keys($sent),
                $sent,
            ),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) (min(self::CONNECT_SECONDS, $seconds) * 1000)),
            CURLOPT_TIMEOUT_MS => max(1, (int) ($seconds * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $received[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ] + ($json === null ? ($method === 'POST' ? [CURLOPT_POSTFIELDS => ''] : []) : [CURLOPT_POSTFIELDS => $json]));
        $body = curl_exec($this->curl);
        if (!is_string($body)) {
            throw new ConnectionException("no answer to $method $path: " . curl_error($this->curl), curl_errno($this->curl));
        }
        return new Response(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $received, $body);
    }

    private function decode(Response $response): \stdClass
    {
        $value = json_decode($response->body);
        if (!$value instanceof \stdClass) {
            throw new ConnectionException("the answer is no JSON object: is the base URL right? It is {$this->baseUrl}");
        }
        return $value;
    }
}
