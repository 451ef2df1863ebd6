<?php

/** Runs the code on stdin inside WordPress, as WordPress's own command line does, and prints what it returns as JSON. */

declare(strict_types=1);

[, $folder, $url] = $argv;
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT);
$_SERVER['REQUEST_URI'] = parse_url($url, PHP_URL_PATH) . '/';
$_SERVER['REQUEST_METHOD'] = 'GET';
// Nobody may be listening yet, and WordPress would wait a minute before it tried again.
define('DISABLE_WP_CRON', true);
$code = (string) stream_get_contents(STDIN);
if (getenv('WORDPRESS_INSTALLS') === '1') {
    define('WP_INSTALLING', true);
}
ob_start();
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$answer = eval($code);
ob_end_clean();
echo "\n", json_encode($answer, JSON_THROW_ON_ERROR);
