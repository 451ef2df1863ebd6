<?php

/**
 * Plugin Name: Holdfast for WooCommerce
 * Description: Escrow checkout: buyers pay on Holdfast's page, and you are paid as they approve each delivery.
 * Version: 1.20260901.0
 * Requires at least: 6.4
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.3
 * Author: Holdfast
 * License: MIT
 * Text Domain: holdfast
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

// Installed: the package lies in `lib`. In the repository: beside the plugin.
require is_file(__DIR__ . '/lib/autoload.php') ? __DIR__ . '/lib/autoload.php' : __DIR__ . '/../../packages/php/autoload.php';

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Holdfast\\WooCommerce\\')) {
        require __DIR__ . '/src/' . substr($class, strlen('Holdfast\\WooCommerce\\')) . '.php';
    }
});

Holdfast\WooCommerce\Plugin::register(__FILE__);
