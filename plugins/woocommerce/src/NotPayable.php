<?php

declare(strict_types=1);

namespace Holdfast\WooCommerce;

/** The order takes no payment. The message is for the buyer. */
final class NotPayable extends \RuntimeException
{
}
