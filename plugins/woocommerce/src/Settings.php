<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;

/** What the shop's owner has set, and what this shop is called in Holdfast. */
final class Settings
{
    public const ID = 'holdfast';
    /** Apart from the gateway's other settings, which WooCommerce's REST API shows to anybody with a read key. */
    public const SECRETS = 'holdfast_secrets';
    /** Address of the shop when its settings were saved: another one means a copy of it. */
    public const HOME = 'holdfast_home';
    public const SELLER = 'holdfast_seller_code';
    private const TIMEOUT_SECONDS = 10.0;
    private const TOTAL_SECONDS = 20.0;

    /** @var array<string, string> */
    private readonly array $values;
    /** @var array<string, string> */
    private readonly array $secrets;

    public function __construct()
    {
        $this->values = (array) get_option('woocommerce_' . self::ID . '_settings', []);
        $this->secrets = (array) get_option(self::SECRETS, []);
    }

    public function get(string $name): string
    {
        return (string) ($this->values[$name] ?? '');
    }

    public function baseUrl(): string
    {
        return rtrim($this->get('base_url'), '/');
    }

    /** From wp-config.php, where it stays out of the database, or as it was typed in. */
    public function apiKey(): string
    {
        return defined('HOLDFAST_API_KEY') ? (string) constant('HOLDFAST_API_KEY') : ($this->secrets['api_key'] ?? '');
    }

    /** @return list<string> two while one is rotated */
    public function webhookSecrets(): array
    {
        $text = defined('HOLDFAST_WEBHOOK_SECRET')
            ? (string) constant('HOLDFAST_WEBHOOK_SECRET')
            : ($this->secrets['webhook_secret'] ?? '');
        return preg_split('/\s+/', $text, -1, PREG_SPLIT_NO_EMPTY) ?: [];
    }

    /** @return list<string> whatever must not be seen anywhere */
    public function allSecrets(): array
    {
        return array_values(array_filter([$this->apiKey(), ...$this->webhookSecrets()]));
    }

    /** What begins this shop's references and keys, where several shops sell through one account; otherwise nothing. */
    public function prefix(): string
    {
        return $this->get('prefix');
    }

    /**
     * A copy of a shop, for tests or after a move, has the same orders and key: left alone, it would end the sessions of the
     * original. It does nothing until somebody saves its settings.
     */
    public function isCopy(): bool
    {
        $home = (string) get_option(self::HOME, '');
        return $home !== '' && $home !== home_url();
    }

    /** Whether the service may be asked at all. Also while the method is switched off: running orders go on. */
    public function isReady(): bool
    {
        return $this->apiKey() !== '' && $this->baseUrl() !== '' && !$this->isCopy();
    }

    public function client(int $retriesMax = 1): Client
    {
        return new Client($this->apiKey(), $this->baseUrl(), self::TIMEOUT_SECONDS, self::TOTAL_SECONDS, $retriesMax);
    }

    /** The console's page about an escrow, or about everything where we don't know whose. */
    public function consoleUrl(string $escrow = ''): string
    {
        $origin = (string) preg_replace('#/api/v\d+$#', '', $this->baseUrl());
        $seller = (string) get_option(self::SELLER, '');
        return "$origin/console" . ($seller === '' ? '' : '/' . rawurlencode($seller)
            . ($escrow === '' ? '' : '/escrows/' . rawurlencode($escrow)));
    }

    /** https, or http on this machine; no user name; nothing behind the path. */
    public static function isUsableUrl(string $url): bool
    {
        $parts = parse_url($url);
        if (!is_array($parts) || isset($parts['user']) || isset($parts['query']) || isset($parts['fragment'])) {
            return false;
        }
        $host = $parts['host'] ?? '';
        $schemes = in_array($host, ['localhost', '127.0.0.1', '[::1]'], true) ? ['https', 'http'] : ['https'];
        return $host !== '' && in_array(strtolower($parts['scheme'] ?? ''), $schemes, true);
    }
}
