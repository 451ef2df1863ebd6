<?php

/** For projects without Composer: require this file, and every class of the package is found. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Holdfast\\')) {
        return;
    }
    $path = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Holdfast\\'))) . '.php';
    if (is_file($path)) {
        require $path;
    }
});
