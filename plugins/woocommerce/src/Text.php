<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Holdfast\Exception\ApiException;

/** What people have typed into the shop, as the API takes it: what is for display must never stop an order. */
final class Text
{
    private const EMAIL_LENGTH_MAX = 254;
    private const LOCAL_PART = '/^[A-Za-z0-9!#$%&\'*+\/=?^_`{|}~.-]{1,64}$/D';
    /** One that ends in a number is the number of a machine. */
    private const DOMAIN = '/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!(?:\d+|0x[0-9a-f]*)$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/D';

    /** One line: entities decoded, whatever breaks a line a blank. Empty where nothing is left to read. */
    public static function line(string $text, int $lengthMax): string
    {
        $decoded = html_entity_decode(self::valid($text), ENT_QUOTES | ENT_HTML5, 'UTF-8');
        $plain = trim((string) preg_replace('/[\p{Cc}\p{Z}\x{FEFF}]+/u', ' ', $decoded));
        return preg_match('/^[\p{Cf}\s]*$/u', $plain) === 1 ? '' : self::cut($plain, $lengthMax);
    }

    /** By code points, so that no character is left in half. */
    public static function cut(string $text, int $lengthMax): string
    {
        return trim((string) preg_replace('/^(.{0,' . $lengthMax . '}).*$/su', '$1', $text));
    }

    /** Why something failed, for the shop's people: each field that was refused, and the sentence about it. */
    public static function reason(\Throwable $error): string
    {
        $details = $error instanceof ApiException ? $error->details : [];
        $lines = array_map(
            static fn ($field, $sentences) => "$field: " . implode(' ', array_filter((array) $sentences, is_string(...))),
            array_keys($details),
            $details,
        );
        return $lines === [] ? $error->getMessage() : implode('; ', $lines);
    }

    /** Lines stay lines; nothing that is no UTF-8, and no NUL. */
    public static function valid(string $text): string
    {
        return wp_check_invalid_utf8(str_replace("\0", '', $text), true);
    }

    /** The address in it; empty where there is none that the API would take. */
    public static function email(string $text): string
    {
        $typed = trim((string) preg_replace('/\p{Cf}/u', '', self::valid($text)));
        $inner = preg_match('/<([^<>]*)>$/D', $typed, $match) === 1 ? trim($match[1]) : $typed;
        $bare = trim((string) preg_replace('/^mailto:([^?]*).*$/is', '$1', $inner));
        $at = (int) strrpos($bare, '@');
        $local = substr($bare, 0, $at);
        $domain = self::asciiDomain(rtrim(substr($bare, $at + 1), '.'));
        $isTaken = preg_match(self::LOCAL_PART, $local) === 1 && preg_match(self::DOMAIN, $domain) === 1;
        return $isTaken && strlen("$local@$domain") <= self::EMAIL_LENGTH_MAX ? "$local@$domain" : '';
    }

    /** As it is asked for in the DNS; empty for what can't be. */
    private static function asciiDomain(string $domain): string
    {
        if (preg_match('/^[\x21-\x7e]*$/D', $domain) === 1) {
            return strtolower($domain);
        }
        if (function_exists('idn_to_ascii')) {
            return (string) idn_to_ascii($domain, IDNA_NONTRANSITIONAL_TO_ASCII | IDNA_CHECK_BIDI, INTL_IDNA_VARIANT_UTS46);
        }
        try {
            // WordPress's own, on machines without PHP's intl.
            return strtolower(\WpOrg\Requests\IdnaEncoder::encode($domain));
        } catch (\Exception) {
            return '';
        }
    }
}
