/** One WordPress with one WooCommerce and the plugin in it, as their distributors ship them, behind PHP's own server. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../apps/service/dist/platform/free-port.js";
import { ROOT } from "../../../tools/clients/process.mjs";

const PHP = join(import.meta.dirname, "../php");
const READY_WITHIN_MS = 60_000;
const OWNER = { name: "owner", mail: "owner@example.com", password: "a long password of the owner" };
/** Buyers, the service's webhooks, and what WordPress asks of itself, all at once. */
const WORKERS = "6";
const INI = {
  memory_limit: "512M",
  "opcache.enable_cli": "1",
  "opcache.validate_timestamps": "1",
  "opcache.revalidate_freq": "0",
  sendmail_path: "cat >/dev/null #",
  error_reporting: String(32_767),
};
const FLAGS = Object.entries(INI).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
/** Parts of a distribution that no story opens: themes by the hundred files, and plugins of the host. */
const LEFT_OUT = /wp-content\/(?:mu-plugins|plugins\/(?:akismet|hello\.php))(?:\/|$)|wp-config(?:-[\w-]+)?\.php$/;

/**
 * @param {{ folder: string, socket: string, wordpress: string, woocommerce: string }} from
 * @param {{ name: string, path: string, permalinks: string, tables: boolean, blocks: boolean, theme: string }} options `tables`: whether
 *   orders lie in tables of their own; `blocks`: whether the checkout is made of blocks
 */
export async function openSite({ folder, socket, wordpress, woocommerce }, options) {
  const root = join(folder, options.name);
  const home = join(root, options.path);
  const log = join(folder, `${options.name}.log`);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + options.path;
  fs.cpSync(wordpress, home, { recursive: true, filter: (path) => !LEFT_OUT.test(path.slice(wordpress.length)) });
  fs.cpSync(woocommerce, join(home, "wp-content/plugins/woocommerce"), { recursive: true });
  installPlugin(join(home, "wp-content/plugins/holdfast"));
  fs.copyFileSync(join(PHP, "config.php"), join(home, "wp-config.php"));
  const database = `shop_${options.name}`;
  fs.writeFileSync(join(home, "shop.json"), JSON.stringify({ database, socket, log }));
  await php([
    "-r",
    `(new mysqli('localhost', 'root', '', '', 0, ${JSON.stringify(socket)}))->query('create database ${database}');`,
  ]);
  /** Runs PHP inside WordPress, and returns what it returns. */
  const run = async (code, env = {}) =>
    JSON.parse((await php([join(PHP, "run.php"), home, url], { input: code, env })).trim().split("\n").at(-1));
  const quoted = (text) => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
  await run(
    `wp_install('Northwind & Daughters', ${quoted(OWNER.name)}, ${quoted(OWNER.mail)}, true, '', ${quoted(OWNER.password)});
     update_option('siteurl', ${quoted(url)}); update_option('home', ${quoted(url)}); return 1;`,
    { WORDPRESS_INSTALLS: "1" },
  );
  const { products, pages, password } = await run(
    `$options = json_decode(${quoted(JSON.stringify(options))}, true);\n${fs.readFileSync(join(PHP, "furnish.php"), "utf8")}`,
  );
  const server = await serve({ root, port, path: options.path });
  const rest = restOf(url, options, Buffer.from(`${OWNER.name}:${password}`).toString("base64"));
  return {
    ...options,
    url,
    origin,
    home,
    owner: OWNER,
    products,
    pages,
    run,
    rest,
    /** What PHP has complained of since the start, by anybody. */
    complaints: () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8") : ""),
    stop: server.stop,
  };
}

/** As the guide says: plugin and package into one folder, without their tests. */
function installPlugin(target) {
  const isShipped = (path) => !/\/test(?:\/|$)/.test(path);
  for (const [from, to] of [
    ["plugins/woocommerce", ""],
    ["packages/php", "lib"],
  ])
    fs.cpSync(join(ROOT, from), join(target, to), {
      recursive: true,
      filter: (path) => isShipped(path.slice(ROOT.length)),
    });
}

function php(args, { input = "", env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn("php", [...FLAGS, ...args], {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let printed = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(printed)
        : reject(new Error(`PHP ended with ${code}\n${printed.slice(-3_000)}${errors.slice(-3_000)}`)),
    );
    child.stdin.end(input);
  });
}

async function serve({ root, port, path }) {
  const child = spawn("php", [...FLAGS, "-S", `127.0.0.1:${port}`, "-t", root, join(PHP, "router.php")], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: WORKERS, SHOP_PATH: path },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true, // its workers end with it as one group
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  process.once("exit", kill);
  const stop = async () => {
    kill();
    await ended;
  };
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}/wp-includes/images/blank.gif`).catch(() => null);
    if (answer?.ok) return { stop };
    if (Date.now() > until) {
      await stop();
      throw new Error("PHP's server did not start");
    }
    await sleep(100);
  }
}

/** The shop's people at WooCommerce's REST API. */
function restOf(url, { permalinks }, credentials) {
  return async (method, path, body) => {
    const [route, query = ""] = path.split("?");
    const address = permalinks === "" ? `${url}/?rest_route=${route}&${query}` : `${url}/wp-json${route}?${query}`;
    const response = await fetch(address, {
      method,
      headers: { Authorization: `Basic ${credentials}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1_000)}`);
    return JSON.parse(text);
  };
}
