<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/** WooCommerce's log, under "holdfast". Ids and refusals; no bodies, no addresses, and never a secret. */
final class Log
{
    public function __construct(private readonly Settings $settings)
    {
    }

    public function info(string $message): void
    {
        $this->write('info', $message);
    }

    public function warning(string $message): void
    {
        $this->write('warning', $message);
    }

    private function write(string $level, string $message): void
    {
        $plain = str_replace($this->settings->allSecrets(), '…', $message);
        // One line each: what a server answers can't write lines of its own.
        wc_get_logger()->log($level, (string) preg_replace('/[\x00-\x1f\x7f]+/', ' ', $plain), ['source' => Settings::ID]);
    }
}
