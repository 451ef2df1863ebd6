<?php

/**
 * As much of WordPress as the plugin calls, over a JSON file instead of a database. Written after WordPress's documentation; it is
 * not WordPress. Each write is two steps, before it and behind it, and a test can end the request at any of them.
 */

declare(strict_types=1);

final class Db
{
    public static string $path;
    /** Ends the request at this step; 0 never. */
    public static int $killAt = 0;
    public static int $steps = 0;

    public static function read(): array
    {
        return is_file(self::$path) ? json_decode((string) file_get_contents(self::$path), true) : [];
    }

    public static function write(callable $change): void
    {
        self::step();
        $file = fopen(self::$path, 'c+');
        flock($file, LOCK_EX);
        $data = json_decode((string) stream_get_contents($file), true) ?? [];
        $change($data);
        rewind($file);
        ftruncate($file, 0);
        fwrite($file, json_encode($data, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION));
        fclose($file);
        self::step();
    }

    private static function step(): void
    {
        self::$steps += 1;
        if (self::$steps === self::$killAt) {
            // As with a real kill, nobody catches it, and nothing is tidied up.
            echo '{"killed":true}';
            exit;
        }
    }
}

$GLOBALS['hooks'] = [];
$GLOBALS['user_can'] = [];
$GLOBALS['notices'] = [];

function add_filter(string $hook, callable $do, int $priority = 10, int $arguments = 1): void
{
    $GLOBALS['hooks'][$hook][] = [$do, $arguments];
}

function add_action(string $hook, callable $do, int $priority = 10, int $arguments = 1): void
{
    add_filter($hook, $do, $priority, $arguments);
}

function apply_filters(string $hook, mixed $value, mixed ...$more): mixed
{
    foreach ($GLOBALS['hooks'][$hook] ?? [] as [$do, $arguments]) {
        $value = $do(...array_slice([$value, ...$more], 0, $arguments));
    }
    return $value;
}

function do_action(string $hook, mixed ...$given): void
{
    foreach ($GLOBALS['hooks'][$hook] ?? [] as [$do, $arguments]) {
        $do(...array_slice($given, 0, $arguments));
    }
}

function register_deactivation_hook(string $file, callable $do): void
{
}

function get_option(string $name, mixed $default = false): mixed
{
    return Db::read()['options'][$name] ?? $default;
}

function update_option(string $name, mixed $value, mixed $autoload = null): bool
{
    Db::write(static function (array &$data) use ($name, $value): void {
        $data['options'][$name] = $value;
    });
    return true;
}

function delete_option(string $name): void
{
    Db::write(static function (array &$data) use ($name): void {
        unset($data['options'][$name]);
    });
}

function set_transient(string $name, mixed $value, int $seconds): void
{
    update_option("_transient_$name", $value);
}

function get_transient(string $name): mixed
{
    return get_option("_transient_$name");
}

function wp_next_scheduled(string $hook): int|false
{
    return array_column(Db::read()['cron'] ?? [], 'at', 'hook')[$hook] ?? false;
}

function wp_schedule_event(int $at, string $interval, string $hook): void
{
    schedule(['hook' => $hook, 'at' => $at, 'every' => apply_filters('cron_schedules', [])[$interval]['interval']]);
}

/** WordPress takes no second one of a name within ten minutes. */
function wp_schedule_single_event(int $at, string $hook): bool
{
    if (wp_next_scheduled($hook) !== false) {
        return false;
    }
    schedule(['hook' => $hook, 'at' => $at, 'every' => null]);
    return true;
}

function schedule(array $event): void
{
    Db::write(static function (array &$data) use ($event): void {
        $data['cron'][] = $event;
    });
}

function wp_clear_scheduled_hook(string $hook): void
{
    Db::write(static function (array &$data) use ($hook): void {
        $data['cron'] = array_values(array_filter($data['cron'] ?? [], static fn ($event) => $event['hook'] !== $hook));
    });
}

/** A request to itself, which a test makes by asking for `cron`. */
function spawn_cron(): void
{
}

final class WP_Error
{
    public function __construct(private readonly string $code, private readonly string $message)
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

function __(string $text, string $domain): string
{
    return $text;
}

function esc_html__(string $text, string $domain): string
{
    return esc_html($text);
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function esc_url(string $url): string
{
    return preg_match('#^https?://#', $url) === 1 ? htmlspecialchars($url, ENT_QUOTES) : '';
}

function wp_strip_all_tags(string $text): string
{
    return trim(strip_tags($text));
}

function wp_check_invalid_utf8(string $text, bool $strip = false): string
{
    return (string) iconv('UTF-8', 'UTF-8//IGNORE', $text);
}

function wp_unslash(mixed $value): mixed
{
    return is_string($value) ? stripslashes($value) : $value;
}

function absint(mixed $value): int
{
    return abs((int) $value);
}

function get_query_var(string $name): mixed
{
    return '';
}

function home_url(): string
{
    return get_option('home');
}

function admin_url(string $path): string
{
    return home_url() . "/wp-admin/$path";
}

function plugin_basename(string $file): string
{
    return 'holdfast/' . basename($file);
}

function plugins_url(string $path, string $file): string
{
    return home_url() . "/wp-content/plugins/holdfast/$path";
}

function get_bloginfo(string $what): string
{
    return esc_html(get_option('blogname'));
}

function current_user_can(string $capability): bool
{
    return in_array($capability, $GLOBALS['user_can'], true);
}

function get_current_user_id(): int
{
    return 1;
}

function wp_nonce_url(string $url, string $action): string
{
    return "$url&_wpnonce=nonce-$action";
}

function check_admin_referer(string $action): void
{
    if (($_REQUEST['_wpnonce'] ?? '') !== "nonce-$action") {
        wp_die('The link you followed has expired.', '', ['response' => 403]);
    }
}

function wp_die(string $text, string $title, array $options): never
{
    http_response_code($options['response']);
    echo $text;
    exit;
}

function wp_safe_redirect(string $url): void
{
    header("Location: $url", true, 302);
}

function status_header(int $status): void
{
    http_response_code($status);
}

function wp_register_script(string $handle, string $url, array $needs, string $version, bool $inFooter): void
{
    $GLOBALS['scripts'][$handle] = ['url' => $url, 'needs' => $needs];
}

const DB_NAME = 'shop';

/** Locks as MySQL has them: gone with their holder. */
$GLOBALS['wpdb'] = new class () {
    public string $prefix = 'wp_';
    public string $options = 'wp_options';
    private array $held = [];

    public function prepare(string $sql, string|int ...$values): string
    {
        return sprintf(str_replace('%s', "'%s'", $sql), ...$values);
    }

    public function get_var(string $sql): string
    {
        if (preg_match("/^SELECT option_value FROM wp_options WHERE option_name = '(\w+)'$/D", $sql, $option) === 1) {
            return (string) get_option($option[1], '');
        }
        preg_match("/^SELECT (GET|RELEASE)_LOCK\('(\w{1,64})'(?:, (\d+))?\)/", $sql, $match) === 1 || throw new LogicException($sql);
        [, $verb, $name] = $match;
        if ($verb === 'RELEASE') {
            isset($this->held[$name]) && array_pop($this->held[$name]);
            return '1';
        }
        // Who holds it may take it again.
        $file = ($this->held[$name] ?? [])[0] ?? fopen(Db::$path . ".$name", 'c');
        for ($until = microtime(true) + (int) $match[3]; !flock($file, LOCK_EX | LOCK_NB); usleep(20_000)) {
            if (microtime(true) >= $until) {
                return '0';
            }
        }
        $this->held[$name][] = $file;
        return '1';
    }
};
