<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

use Automattic\WooCommerce\Utilities\FeaturesUtil;

/**
 * What has left the house: the fulfilments of WooCommerce 10.1 and later, and the tracking numbers of the Shipment Tracking
 * extension. Other shipping plugins can say it by the filter `holdfast_shipped_quantities`.
 */
final class Shipments
{
    /**
     * @param array<int, float>                             $ordered   by the id of a line
     * @param array<int, float>                             $shipped   likewise
     * @param list<array{lines: list<int>, text: string, travel: array<string, string>}> $parcels no lines: about the whole order
     */
    private function __construct(
        private readonly array $ordered,
        private readonly array $shipped,
        private readonly array $parcels,
    ) {
    }

    public static function of(\WC_Order $order): self
    {
        $ordered = array_map(static fn ($item) => (float) $item->get_quantity(), $order->get_items());
        $shipped = [];
        $parcels = self::extensionParcels($order);
        foreach (self::fulfilments($order) as $fulfilment) {
            $lines = [];
            foreach ($fulfilment->get_items() as $item) {
                $line = (int) ($item['item_id'] ?? 0);
                $lines[] = $line;
                $shipped[$line] = ($shipped[$line] ?? 0.0) + (float) ($item['qty'] ?? 0);
            }
            $parcels[] = self::parcel($lines, [
                $fulfilment->get_meta('_shipping_provider'),
                $fulfilment->get_meta('_tracking_number'),
                $fulfilment->get_meta('_tracking_url'),
            ]);
        }
        $told = apply_filters('holdfast_shipped_quantities', $shipped, $order);
        return new self($ordered, is_array($told) ? $told : $shipped, $parcels);
    }

    public function have(int $line): bool
    {
        return isset($this->ordered[$line]) && (float) ($this->shipped[$line] ?? 0) >= $this->ordered[$line];
    }

    public function haveAll(): bool
    {
        return $this->ordered !== [] && array_filter(array_keys($this->ordered), fn ($line) => !$this->have($line)) === [];
    }

    /** How to follow the parcels with this line in them; of the whole order for null. */
    public function tracking(?int $line): string
    {
        $texts = [];
        foreach ($this->parcels as ['lines' => $lines, 'text' => $text]) {
            if ($line === null || $lines === [] || in_array($line, $lines, true)) {
                $texts[] = $text;
            }
        }
        return implode("\n", array_unique(array_filter($texts)));
    }

    /**
     * The same as fields, where all of it travels in one way: carrier, number and address, as far as Holdfast takes them.
     *
     * @return array{carrier?: string, tracking_number?: string, tracking_url?: string}
     */
    public function travel(?int $line): array
    {
        $travels = [];
        foreach ($this->parcels as ['lines' => $lines, 'travel' => $travel]) {
            if ($line === null || $lines === [] || in_array($line, $lines, true)) {
                $travels[] = $travel;
            }
        }
        $different = array_unique($travels, SORT_REGULAR);
        return count($different) === 1 ? reset($different) : [];
    }

    /** @return list<object> those that have left */
    private static function fulfilments(\WC_Order $order): array
    {
        try {
            $all = self::fulfilmentStore()?->read_fulfillments(\WC_Order::class, (string) $order->get_id()) ?? [];
        } catch (\Throwable) {
            return [];
        }
        return array_values(array_filter($all, static fn ($one) => $one->get_is_fulfilled()));
    }

    /** Present from WooCommerce 10.1 on, at first among its internals, and only while the feature is switched on. */
    private static function fulfilmentStore(): ?object
    {
        if (!FeaturesUtil::feature_is_enabled('fulfillments')) {
            return null;
        }
        $internal = 'Automattic\\WooCommerce\\Internal\\DataStores\\Fulfillments\\FulfillmentsDataStore';
        return class_exists($internal) ? wc_get_container()->get($internal) : \WC_Data_Store::load('order-fulfillment');
    }

    /** @return list<array{lines: list<int>, text: string, travel: array<string, string>}> */
    private static function extensionParcels(\WC_Order $order): array
    {
        $items = $order->get_meta('_wc_shipment_tracking_items');
        return array_map(static fn ($item) => self::parcel([], [
            ($item['custom_tracking_provider'] ?? '') ?: ($item['tracking_provider'] ?? ''),
            $item['tracking_number'] ?? '',
            $item['custom_tracking_link'] ?? '',
        ]), is_array($items) ? array_values(array_filter($items, is_array(...))) : []);
    }

    /**
     * @param list<int>                        $lines
     * @param array{0: mixed, 1: mixed, 2: mixed} $told carrier, number and address, as other plugins keep them
     * @return array{lines: list<int>, text: string, travel: array<string, string>}
     */
    private static function parcel(array $lines, array $told): array
    {
        $texts = array_map(static fn ($part) => is_scalar($part) ? trim((string) $part) : '', $told);
        [$carrier, $number, $url] = $texts;
        return ['lines' => $lines, 'text' => implode(' ', array_filter($texts)), 'travel' => array_filter([
            'carrier' => Text::line($carrier, 60),
            'tracking_number' => Text::line($number, 100),
            'tracking_url' => self::isTaken($url) ? $url : '',
        ], static fn ($part) => $part !== '')];
    }

    private static function isTaken(string $url): bool
    {
        $parts = strlen($url) <= 2000 && preg_match('/^[\x21-\x7e]+$/', $url) === 1 ? parse_url($url) : false;
        return is_array($parts) && strtolower($parts['scheme'] ?? '') === 'https' && ($parts['host'] ?? '') !== ''
            && !isset($parts['user']) && !isset($parts['pass']);
    }
}
