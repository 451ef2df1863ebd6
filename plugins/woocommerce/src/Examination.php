<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Client;
use Holdfast\Exception\AuthenticationException;
use Holdfast\Exception\ConnectionException;
use Holdfast\Exception\HoldfastException;
use Holdfast\Exception\NotFoundException;
use Holdfast\Exception\PermissionException;

/** Whether the shop and Holdfast can work together, in sentences for the shop's owner. */
final class Examination
{
    private const CRON_LATE_SECONDS = 900;
    private const SESSIONS_LOOKED_AT = 100;
    /** No escrow has it: who may refund is told that there is none. */
    private const NOBODY = '00000000-0000-0000-0000-000000000000';

    public function __construct(private readonly Settings $settings)
    {
    }

    /** @return list<array{isGood: bool, text: string}> */
    public function findings(): array
    {
        return [...$this->ofAccount(), $this->ofWebhooks(), $this->ofFeed(), $this->ofCurrency()];
    }

    /** @return list<array{isGood: bool, text: string}> */
    private function ofAccount(): array
    {
        if ($this->settings->isCopy()) {
            return [self::bad(__('This shop’s address has changed since the settings were saved. Save them again.', 'holdfast'))];
        }
        if (!$this->settings->isReady()) {
            return [self::bad(__('Enter the API address and an API key, and save.', 'holdfast'))];
        }
        try {
            $client = $this->settings->client();
            $account = $client->account->get();
            update_option(Settings::SELLER, $account->seller_code, false);
            /* translators: 1: name of the seller, 2: the key, masked */
            $text = __('The API key works. Seller: %1$s, key: %2$s.', 'holdfast');
            return [
                self::good(sprintf($text, $account->trading_name ?: $account->seller_code, $account->api_key)),
                self::ofScope($client),
                $this->ofPrefix($client->sessions->list(limit: self::SESSIONS_LOOKED_AT)->data),
            ];
        } catch (AuthenticationException) {
            return [self::bad(__('Holdfast doesn’t know this API key. Was it revoked, or is it for another address?', 'holdfast'))];
        } catch (ConnectionException) {
            return [self::bad(__('No answer from the API address. Does it end in /api/v1, and may this server call it?', 'holdfast'))];
        } catch (NotFoundException) {
            return [self::bad(__('There is no API at this address. Does it end in /api/v1?', 'holdfast'))];
        } catch (HoldfastException $error) {
            return [self::bad($error->getMessage())];
        }
    }

    private static function ofScope(Client $client): array
    {
        try {
            $client->refunds->create(self::NOBODY);
        } catch (NotFoundException) {
            return self::good(__('The API key may refund.', 'holdfast'));
        } catch (PermissionException $refusal) {
            return self::bad(isset($refusal->details['scope']) ? self::missingScope() : Text::reason($refusal));
        }
        throw new \LogicException('a refund of nothing was taken');
    }

    public static function missingScope(): string
    {
        return __('The API key may not refund: it lacks the scope refunds:write. Make one that has it in the Holdfast console, under API keys, and enter it in the settings of Holdfast here.', 'holdfast');
    }

    /** @param list<\stdClass> $sessions the newest of the account */
    private function ofPrefix(array $sessions): array
    {
        $prefix = $this->settings->prefix();
        foreach ($sessions as $session) {
            $isLikeOurs = preg_match('/^' . preg_quote($prefix, '/') . '\d+$/D', $session->external_reference) === 1;
            $order = $isLikeOurs ? OrderRecord::byReference($session->external_reference)?->order : null;
            if ($isLikeOurs && ($order === null || ($session->metadata->order_mark ?? '') !== Basket::mark($order))) {
                $text = $prefix === ''
                    /* translators: %1$s: reference of an order */
                    ? __('Another shop on this account seems to use plain numbers of orders too: %1$s is none of this one’s. Give each shop a prefix of its own.', 'holdfast')
                    /* translators: 1: reference of an order, 2: prefix */
                    : __('Another shop on this account seems to use the prefix %2$s too: %1$s is no order of this one. Give each shop its own.', 'holdfast');
                return self::bad(sprintf($text, $session->external_reference, $prefix));
            }
        }
        return self::good($prefix === ''
            ? __('No other shop on this account uses plain numbers of orders.', 'holdfast')
            /* translators: %s: prefix */
            : sprintf(__('No other shop on this account uses the prefix %s.', 'holdfast'), $prefix));
    }

    private function ofWebhooks(): array
    {
        if ($this->settings->webhookSecrets() === []) {
            return self::bad(__('There is no webhook secret, so orders follow every five minutes instead of at once.', 'holdfast'));
        }
        $at = (int) get_option(WebhookReceiver::SEEN_AT, 0);
        return $at === 0
            ? self::bad(__('No webhook has come yet. Send a test event from the console, and check again.', 'holdfast'))
            /* translators: %s: a date */
            : self::good(sprintf(__('The last webhook came on %s (UTC).', 'holdfast'), gmdate('Y-m-d H:i', $at)));
    }

    private function ofFeed(): array
    {
        $at = (int) get_option(Feed::FOLLOWED_AT, 0);
        if ($at === 0 && $this->settings->isReady()) {
            // Nothing was to be read until now, so it says nothing of WP-Cron.
            (new Feed($this->settings))->follow();
            return (int) get_option(Feed::FOLLOWED_AT, 0) === 0
                ? self::bad(__('Events could not be read yet.', 'holdfast'))
                : self::good(__('Events were read for the first time just now. From here on, WP-Cron does so: check again in a quarter of an hour.', 'holdfast'));
        }
        return time() - $at > self::CRON_LATE_SECONDS
            ? self::bad(__('Events have not been read for a quarter of an hour. WP-Cron doesn’t run: call wp-cron.php from your server’s cron, every minute.', 'holdfast'))
            /* translators: %s: a date */
            : self::good(sprintf(__('Events were last read on %s (UTC).', 'holdfast'), gmdate('Y-m-d H:i', $at)));
    }

    private function ofCurrency(): array
    {
        return get_woocommerce_currency() === 'USD'
            ? self::good(__('The shop sells in USD.', 'holdfast'))
            : self::bad(__('Holdfast takes USD alone, and the shop sells in another currency: the method is not offered.', 'holdfast'));
    }

    /** @return array{isGood: bool, text: string} */
    private static function good(string $text): array
    {
        return ['isGood' => true, 'text' => $text];
    }

    /** @return array{isGood: bool, text: string} */
    private static function bad(string $text): array
    {
        return ['isGood' => false, 'text' => $text];
    }
}
