/** `holdfast bridge serve`: the bridge as a process of its own, for shops without a package. */
import { API_PATH } from "@holdfast/contract";
import { Holdfast } from "@holdfast/sdk";
import * as admin from "@holdfast/service/admin";
import { InvalidArgumentError, Option } from "commander";
import { keyIn, secretIn } from "./key.js";
import { withScheme } from "./local-url.js";
import { originOf } from "./origin.js";
import type { Entering } from "./run.js";

type Options = {
  readonly shop: string;
  readonly prefix: string;
  readonly apiKey: string;
  readonly url?: string;
  readonly shopUrl: string;
  readonly secret: readonly [string, ...string[]];
  readonly webhookSecret: readonly string[];
  readonly database: string;
  readonly host: string;
  readonly port: number;
  readonly keepAliveSeconds?: number;
};

const HELP = `
Orders come in at POST /events, and calls go out to --shop-url: both are signed as Standard
Webhooks are, with --secret. GET /healthz, GET /metrics; POST /webhooks for an endpoint of
Holdfast's, with --webhook-secret. Prints a JSON line for each step, and for each order that
waits, and why. Without --url it talks to the service at PUBLIC_URL, or
http://localhost:PORT. Several processes may share a PostgreSQL: one of them works.

During a rotation, a secret is a list with commas; the first one signs.
`;

export function addBridge({ group }: Pick<Entering, "group">): void {
  group("bridge", "orders of a shop")
    .command("serve")
    .description("keep a shop's orders and their escrows in step, over signed HTTP")
    .requiredOption("--shop <name>", "names the shop among those of the account; it never changes", readName)
    .addOption(
      new Option("--prefix <text>", "stands before each order's id in keys and references, such as north-")
        .env("BRIDGE_PREFIX")
        .argParser(readPrefix)
        .default(""),
    )
    .requiredOption("--shop-url <url>", "where the shop takes calls, such as https://shop.example/holdfast", readUrl)
    .addOption(new Option("--api-key <key>", "the merchant's API key").env("HOLDFAST_API_KEY").makeOptionMandatory())
    .addOption(
      new Option("--secret <secret>", "of messages from and to the shop (whsec_…)")
        .env("BRIDGE_SECRET")
        .argParser(readSecrets)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--webhook-secret <secret>", "of an endpoint whose deliveries wake the bridge up")
        .env("BRIDGE_WEBHOOK_SECRET")
        .argParser(readSecrets)
        .default([]),
    )
    .addOption(
      new Option("--database <database>", "postgres://…, or the path of an SQLite file")
        .env("BRIDGE_DATABASE")
        .default("bridge.db"),
    )
    .option("--url <url>", "where the service is, such as https://pay.example", readUrl)
    .option("--host <host>", "where to listen", "127.0.0.1")
    .option("--port <port>", "0 for a free one", readPort, 3001)
    .addOption(
      new Option(
        "--keep-alive-seconds <seconds>",
        "how long an idle connection stays open, 620 unless you say otherwise",
      )
        .env("BRIDGE_KEEP_ALIVE_SECONDS")
        .argParser(readSeconds),
    )
    .option("--json", "as without it: every line is one JSON value")
    .addHelpText("after", HELP)
    .action(serve);
}

function readName(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(text))
    throw new InvalidArgumentError("It takes small letters, digits, hyphens.");
  return text;
}

function readPrefix(text: string): string {
  if (!/^[\x21-\x7e]{0,40}$/.test(text))
    throw new InvalidArgumentError("It takes at most 40 characters, without blanks.");
  return text;
}

function readSeconds(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1) throw new InvalidArgumentError("It takes 1 to 99999 seconds.");
  return Number(text);
}

function readUrl(text: string): string {
  const written = withScheme(text);
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError("It takes an http or https URL.");
  return written.replace(/\/$/, "");
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError("It takes 0 to 65535.");
  return Number(text);
}

const readSecrets = (text: string): readonly string[] => text.split(",").map(secretIn);

const print = (line: object): void =>
  void process.stdout.write(`${JSON.stringify({ time: admin.timestamp(), ...line })}\n`);

async function serve(options: Options): Promise<void> {
  const origin = options.url ?? originOf(admin.readConfig());
  const bridge = await import("@holdfast/bridge/serve");
  const serving = await bridge.serve({
    ...options,
    holdfast: new Holdfast({ apiKey: keyIn(options.apiKey), baseUrl: `${origin.replace(API_PATH, "")}${API_PATH}` }),
    secrets: options.secret,
    webhookSecrets: options.webhookSecret,
    log: print,
  });
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const reason = `http://${host}:${serving.port}`;
  print({ level: "info", step: "listening", reason });
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (isStopping) return; // npm passes on the one that the terminal has sent already
      isStopping = true;
      void serving.close();
    });
}
