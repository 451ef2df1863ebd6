<?php

/** For php -S: a store's webhook handler. SECRETS has the endpoint's secrets, apart by spaces. */

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

try {
    $event = Holdfast\Webhook::fromGlobals(explode(' ', (string) getenv('SECRETS')));
} catch (Holdfast\Exception\SignatureException $error) {
    http_response_code(400);
    error_log('refused: ' . $error->getMessage());
    return;
}
error_log("received {$event->type} {$event->id}");
