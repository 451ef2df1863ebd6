<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/**
 * An order as the body of a session. The same order is always the same body, or a repeat would be another request under the same
 * key: nothing in it changes with the time or the visitor.
 */
final class Basket
{
    private const NAME_LENGTH_MAX = 255;
    private const CENTS_MAX = 99_999_999_999_999;
    private const SKU_LENGTH_MAX = 100;
    private const LINES_MAX = 100;
    private const MILESTONES_MAX = 20;

    /**
     * @param bool $isByLine a milestone for each line, so that parts can be shipped and paid on their own
     *
     * @return array<string, mixed>
     */
    public static function session(\WC_Order $order, string $reference, bool $isByLine): array
    {
        $shop = Text::line((string) get_bloginfo('name'), 100);
        /* translators: 1: order number, 2: name of the shop */
        $title = sprintf(__('Order %1$s at %2$s', 'holdfast'), $order->get_order_number(), $shop);
        $email = Text::email((string) $order->get_billing_email());
        return [
            'title' => Text::line($title, self::NAME_LENGTH_MAX),
            'amount' => self::money((float) $order->get_total()),
            'currency' => $order->get_currency(),
            'line_items' => self::lineItems($order),
            'external_reference' => $reference,
            'metadata' => ['order_id' => (string) $order->get_id(), 'order_mark' => self::mark($order)],
            'success_url' => $order->get_checkout_order_received_url(),
            // WooCommerce's address for cancelling bears a nonce, which is another one tomorrow.
            'cancel_url' => $order->get_checkout_payment_url(),
            'platform' => 'woocommerce',
        ] + ($email === '' ? [] : ['customer_email' => $email])
            + ($isByLine && self::parts($order) !== [] ? ['milestones' => array_values(self::parts($order))] : []);
    }

    /**
     * One milestone for each line that costs something. Shipping, fees and discounts of the whole are spread in proportion.
     *
     * @return array<int, array{title: string, amount: string}> by the id of the line; none if the order can't be divided
     */
    public static function parts(\WC_Order $order): array
    {
        $lines = array_filter($order->get_items(), static fn ($item) => self::cents(self::priceOf($item)) > 0);
        if (count($lines) < 2 || count($lines) > self::MILESTONES_MAX) {
            return [];
        }
        $total = self::cents((float) $order->get_total());
        $sum = array_sum(array_map(static fn ($item) => self::cents(self::priceOf($item)), $lines));
        $seen = 0;
        $given = 0;
        $parts = [];
        foreach ($lines as $id => $item) {
            $seen += self::cents(self::priceOf($item));
            // From the running sum, so that the roundings cancel out and the last one meets the total.
            $upTo = (int) round($total * ($seen / $sum));
            if ($upTo <= $given) {
                return [];
            }
            $parts[$id] = ['title' => self::name((string) $item->get_name()), 'amount' => self::fromCents($upTo - $given)];
            $given = $upTo;
        }
        return $parts;
    }

    /** Tells this very order from one of the same reference: two shops may have been given the same prefix. */
    public static function mark(\WC_Order $order): string
    {
        return substr(hash('sha256', (string) $order->get_order_key()), 0, 32);
    }

    public static function money(float $amount): string
    {
        return self::fromCents(self::cents($amount));
    }

    private static function cents(float $amount): int
    {
        return (int) round($amount * 100);
    }

    private static function fromCents(int $cents): string
    {
        return sprintf('%d.%02d', intdiv($cents, 100), $cents % 100);
    }

    /** For display. @return list<array<string, mixed>> */
    private static function lineItems(\WC_Order $order): array
    {
        $lines = [];
        foreach ($order->get_items(['line_item', 'fee', 'shipping']) as $item) {
            $product = $item instanceof \WC_Order_Item_Product ? $item->get_product() : null;
            $sku = $product ? (string) $product->get_sku() : '';
            $lines[] = self::line((string) $item->get_name(), self::priceOf($item), (float) $item->get_quantity(), $sku);
        }
        return array_slice(array_values(array_filter($lines)), 0, self::LINES_MAX);
    }

    /**
     * A line as the API takes it: where the price of one is no whole number of cents, or the quantity is none, all of it is one thing.
     *
     * @return array<string, mixed>|null null for what costs less than nothing: the buyer's page shows what is missing as "Other"
     */
    public static function line(string $name, float $price, float $quantity, string $sku): ?array
    {
        $cents = self::cents($price);
        if ($cents < 0 || $cents > self::CENTS_MAX || $quantity <= 0) {
            return null;
        }
        $isPlain = $quantity === floor($quantity) && $quantity < PHP_INT_MAX && $cents % (int) $quantity === 0;
        $shown = self::name($name);
        $code = Text::line($sku, self::SKU_LENGTH_MAX);
        return [
            'name' => $isPlain ? $shown : Text::cut("$quantity × $shown", self::NAME_LENGTH_MAX),
            'unit_amount' => self::fromCents($isPlain ? intdiv($cents, (int) $quantity) : $cents),
            'quantity' => $isPlain ? (int) $quantity : 1,
        ] + ($code === '' ? [] : ['sku' => $code]);
    }

    private static function priceOf(\WC_Order_Item $item): float
    {
        return (float) $item->get_total() + (float) $item->get_total_tax();
    }

    private static function name(string $text): string
    {
        $name = Text::line(wp_strip_all_tags($text), self::NAME_LENGTH_MAX);
        return $name === '' ? __('Item', 'holdfast') : $name;
    }
}
