<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Exception\SignatureException;
use Holdfast\Webhook;

/**
 * Takes webhooks at WooCommerce's address for gateways. A genuine one has the feed read at once, and nothing of it is used or kept:
 * one that is lost, late or repeated makes no difference.
 */
final class WebhookReceiver
{
    public const SEEN_AT = 'holdfast_webhook_at';
    /** An event bears one object of the API, whose requests are bounded to a quarter of this. */
    private const BODY_BYTES_MAX = 2_097_152;

    public function __construct(private readonly Settings $settings)
    {
    }

    public static function url(): string
    {
        return WC()->api_request_url(Settings::ID);
    }

    public function answer(): never
    {
        [$status, $text] = $this->take();
        status_header($status);
        header('Content-Type: text/plain; charset=utf-8');
        if ($status === 405) {
            header('Allow: POST');
        }
        echo esc_html($text);
        exit;
    }

    /** @return array{int, string} */
    private function take(): array
    {
        if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
            return [405, 'POST only'];
        }
        $secrets = $this->settings->webhookSecrets();
        if ($secrets === [] || $this->settings->isCopy()) {
            return [503, 'not set up'];
        }
        // One byte more than there may be: enough to know, whatever Content-Length says.
        $body = (string) file_get_contents('php://input', false, null, 0, self::BODY_BYTES_MAX + 1);
        if (strlen($body) > self::BODY_BYTES_MAX) {
            return [413, 'too large'];
        }
        try {
            Webhook::verify($body, $_SERVER, $secrets);
        } catch (SignatureException) {
            return [400, 'not signed by the secret of this endpoint'];
        }
        update_option(self::SEEN_AT, time(), false);
        Plugin::wake();
        return [200, 'ok'];
    }
}
