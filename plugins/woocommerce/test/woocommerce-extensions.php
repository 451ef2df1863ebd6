<?php

/** What WooCommerce offers to extensions: features, payments in blocks, fulfilments. As much as the plugin calls. Written after its documentation; it is not WooCommerce. */

declare(strict_types=1);

namespace Automattic\WooCommerce\Utilities {
    final class FeaturesUtil
    {
        public static array $declared = [];

        public static function feature_is_enabled(string $feature): bool
        {
            return $feature === 'fulfillments';
        }

        public static function declare_compatibility(string $feature, string $file, bool $isCompatible): void
        {
            self::$declared[$feature] = $isCompatible;
        }
    }
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
    abstract class AbstractPaymentMethodType
    {
        protected $name = '';
        protected $settings = [];

        abstract public function initialize();

        public function get_name()
        {
            return $this->name;
        }

        public function get_supported_features()
        {
            return ['products'];
        }
    }
}

namespace Automattic\WooCommerce\Admin\Features\Fulfillments {
    final class Fulfillment
    {
        public function __construct(private readonly array $row)
        {
        }

        public function get_entity_id(): ?string
        {
            return $this->row['order'];
        }

        public function get_is_fulfilled(): bool
        {
            return $this->row['isFulfilled'];
        }

        public function get_items(): array
        {
            return $this->row['items'];
        }

        public function get_meta(string $name): mixed
        {
            return $this->row['meta'][$name] ?? '';
        }
    }
}
