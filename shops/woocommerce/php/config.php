<?php

/** wp-config.php of a shop under test; what differs from shop to shop is in shop.json beside it. */

$shop = json_decode((string) file_get_contents(__DIR__ . '/shop.json'), true);
define('DB_NAME', $shop['database']);
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', "localhost:{$shop['socket']}");
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, hash('sha256', $name . __DIR__));
}
$table_prefix = 'wp_';
// Every warning and notice of anybody's PHP goes into a file that the stories read.
define('WP_DEBUG', true);
define('WP_DEBUG_LOG', $shop['log']);
define('WP_DEBUG_DISPLAY', false);
// Passwords of applications, by which the shop's people speak to it, also without https.
define('WP_ENVIRONMENT_TYPE', 'local');
// Nobody but this machine is asked for anything.
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1');
define('AUTOMATIC_UPDATER_DISABLED', true);
define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
