<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/**
 * One at a time, among all requests of the shop. The database drops a lock with the connection that holds it, so a crash leaves none;
 * who holds one may take it again.
 */
final class Lock
{
    /** Of who follows the feed: two at once would record a payment twice. */
    public const FEED = '';

    /** @param int $seconds how long to wait for it */
    public static function take(string $what, int $seconds = 0): bool
    {
        global $wpdb;
        // Null from a database that has no such locks.
        return (string) $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', self::name($what), $seconds)) !== '0';
    }

    public static function drop(string $what): void
    {
        global $wpdb;
        $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', self::name($what)));
    }

    private static function name(string $what): string
    {
        global $wpdb;
        return 'holdfast_' . md5(DB_NAME . $wpdb->prefix . $what);
    }
}
