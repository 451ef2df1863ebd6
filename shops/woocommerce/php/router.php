<?php

/** For php -S: what is there as it is, everything else to WordPress, as rewrite rules of any web server do. */

declare(strict_types=1);

$path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$found = $_SERVER['DOCUMENT_ROOT'] . $path;
if ($path !== '/' && (is_file($found) || is_file(rtrim($found, '/') . '/index.php'))) {
    return false;
}
$script = getenv('SHOP_PATH') . '/index.php';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $script;
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . $script;
require $_SERVER['SCRIPT_FILENAME'];
