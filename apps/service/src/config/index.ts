/** The configuration of a process, read once from the environment (operating contract, "Configuration"). */
import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { LIMITS } from "@holdfast/contract";
import type { FeeSchedule } from "../domain/fees.js";
import { type Cents, parseMoney } from "../domain/money.js";
import type { GivenIdentity } from "../domain/operator-identity.js";
import { isLoopback } from "../platform/loopback.js";
import { type BooksConfig, readBooks } from "./books.js";
import { type CellConfig, readCell } from "./cells.js";
import { ConfigError, shown } from "./error.js";
import { readOperator } from "./operator.js";
import { type ProvidersConfig, readProviders } from "./providers.js";

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Null: those who watch the process ask on `port` alone. */
  readonly opsPort: number | null;
  /** Null: `http://localhost:<port>`, once the port is known. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** Languages and sentences of the operator, which come before the built-in ones. */
  readonly localesDir: string | null;
  /** Null: the embedded database below `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database, as the role that owns the tables. Null: `databaseUrl`, or the embedded owner. */
  readonly migrationUrl: string | null;
  /** Standbys of the same database, for reads that may be a little late. Null leaves all to `databaseUrl`. */
  readonly readUrl: string | null;
  /** That the process keeps open at most, beside the one of a proof of the books. */
  readonly databaseConnections: number;
  readonly mode: "sandbox" | "live";
  readonly role: "all" | "web" | "worker";
  readonly requestsPerMinute: number;
  /** Of all keys of an account; null for ten times what one key may. */
  readonly accountRequestsPerMinute: number | null;
  /** New sessions that an account may ask for in a day; null for any number. */
  readonly sessionsPerDay: number | null;
  /** The same of an account that is not verified, in live mode. */
  readonly unverifiedSessionsPerDay: number;
  readonly fees: FeeSchedule;
  readonly fundingDeadlineSeconds: number;
  /** What one operator may move alone: above it, and for fees, a second one has to confirm. Null for any amount. */
  readonly secondOperatorFrom: Cents | null;
  /** Whose `X-Forwarded-For` is believed: addresses and networks of the load balancers in front. */
  readonly trustedProxies: readonly string[];
  /** How many visitors one network address is taken for: limits of an address are so many times those of one visitor. */
  readonly visitorsPerAddress: number;
  /** How long a connection without a request is kept: longer than the load balancer in front keeps it. */
  readonly keepAliveSeconds: number;
  /** Origins that webhooks may go to whatever their scheme, port and addresses; none in live mode. */
  readonly webhookAllowedOrigins: readonly string[];
  /** Networks that webhooks never go to, although they are public. */
  readonly webhookDeniedNetworks: readonly string[];
  /** PEM: roots that receivers' certificates may come from besides the usual ones. */
  readonly extraCa: string | null;
  /** 32 bytes that seal secrets at rest. Null: those in `dataDir`, made when they are first needed. */
  readonly secretKey: Buffer | null;
  /** What `secretKey` took the place of: what they sealed and signed is still read. */
  readonly secretKeysBefore: readonly Buffer[];
  /** Null: mails stay in the sandbox's mailbox. */
  readonly smtpUrl: URL | null;
  readonly mailFrom: string;
  /** Who runs the deployment, as far as the environment says so. */
  readonly operator: GivenIdentity;
  readonly logLevel: string;
  readonly providers: ProvidersConfig;
  readonly books: BooksConfig;
  /** Null: all accounts are in this one database. */
  readonly cell: CellConfig | null;
};

export { type CellConfig, ConfigError };

/** Exit code of a start that a wrong value stopped (EX_CONFIG of sysexits.h). */
export const EXIT_CONFIG = 78;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

type Reader<Value> = (text: string) => Value | undefined;
/** `takes`: what a person is told that the value may be. */
type Setting<Value> = { readonly takes: string; readonly reader: Reader<Value> };

/**
 * Reads the configuration; `.env` in the working directory fills what the environment leaves open.
 * @throws ConfigError for the first value that can't be used.
 */
export function readConfig(environment: NodeJS.ProcessEnv = withEnvFile()): Config {
  const read = <Value>(name: string, { takes, reader }: Setting<Value>, fallback: Value): Value => {
    const text = environment[name];
    if (text === undefined || text === "") return fallback;
    const value = reader(text);
    if (value === undefined) throw new ConfigError(`${name}=${shown(name, text)} is not usable: it takes ${takes}.`);
    return value;
  };
  const mode = read("MODE", { takes: "sandbox or live", reader: oneOf(["sandbox", "live"]) }, "sandbox");
  const feeMin = read("FEE_MIN", { takes: AN_AMOUNT, reader: parse(parseMoney) }, 50n as Cents);
  const feeMax = read<Cents | null>(
    "FEE_MAX",
    { takes: `${AN_AMOUNT}, not below FEE_MIN`, reader: (text) => notBelow(feeMin, parseMoney(text)) },
    null,
  );
  const secretKeys = read<readonly Buffer[]>(
    "SECRET_KEY",
    { takes: "32 bytes in base64; several are separated by commas, the newest first", reader: keyList },
    [],
  );
  const config: Config = {
    port: read("PORT", A_PORT, 3000),
    host: read("HOST", A_HOST, "127.0.0.1"),
    opsPort: read<number | null>("OPS_PORT", A_PORT, null),
    publicUrl: read(
      "PUBLIC_URL",
      { takes: "an http or https origin, such as https://pay.example", reader: origin },
      null,
    ),
    dataDir: resolve(environment["DATA_DIR"] || ".data"),
    localesDir: environment["LOCALES_DIR"] ? resolve(environment["LOCALES_DIR"]) : null,
    ...readDatabases(read),
    mode,
    role: read("ROLE", { takes: "all, web or worker", reader: oneOf(["all", "web", "worker"]) }, "all"),
    requestsPerMinute: read("RATE_LIMIT_PER_MINUTE", A_COUNT, LIMITS.requestsPerMinute),
    accountRequestsPerMinute: read<number | null>("RATE_LIMIT_PER_MINUTE_ACCOUNT", A_COUNT, null),
    sessionsPerDay: read<number | null>("SESSIONS_PER_DAY", A_COUNT, mode === "sandbox" ? 100_000 : null),
    unverifiedSessionsPerDay: read("SESSIONS_PER_DAY_UNVERIFIED", A_COUNT, 200),
    fees: {
      basisPoints: read(
        "FEE_BPS",
        { takes: "a whole number of basis points from 0 to 10000", reader: integer(0, 10_000) },
        250,
      ),
      fixed: read("FEE_FIXED", { takes: AN_AMOUNT, reader: parse(parseMoney) }, 30n as Cents),
      min: feeMin,
      max: feeMax,
    },
    fundingDeadlineSeconds: read(
      "FUNDING_DEADLINE_SECONDS",
      { takes: "a whole number of seconds from 1 to 31536000", reader: integer(1, 31_536_000) },
      259_200,
    ),
    secondOperatorFrom: read<Cents | null>("SECOND_OPERATOR_ABOVE", AMOUNT_OR_NONE, 100_000n as Cents),
    ...readFront(read),
    webhookAllowedOrigins: read("WEBHOOK_ALLOWED_ORIGINS", ORIGINS, []),
    webhookDeniedNetworks: read("WEBHOOK_DENIED_NETWORKS", NETWORKS, []),
    extraCa: read("TLS_EXTRA_CA_FILE", { takes: "a readable file of certificates in PEM", reader: certificates }, null),
    secretKey: secretKeys[0] ?? null,
    secretKeysBefore: secretKeys.slice(1),
    smtpUrl: read("SMTP_URL", { takes: "an smtp:// or smtps:// URL", reader: mailServer }, null),
    mailFrom: read(
      "MAIL_FROM",
      { takes: "an email address, with or without a name", reader: mailAddress },
      "holdfast@localhost",
    ),
    operator: readOperator(environment),
    logLevel: read("LOG_LEVEL", { takes: LOG_LEVELS.join(", "), reader: oneOf(LOG_LEVELS) }, "info"),
    providers: readProviders(environment, mode),
    books: readBooks(environment),
    cell: readCell(environment),
  };
  if (mode === "live") checkLive(config, environment);
  return config;
}

type Read = <Value>(name: string, setting: Setting<Value>, fallback: Value) => Value;

/** What stands in front, and who comes through it. */
const readFront = (read: Read): Pick<Config, "trustedProxies" | "visitorsPerAddress" | "keepAliveSeconds"> => ({
  trustedProxies: read("TRUSTED_PROXIES", NETWORKS, []),
  visitorsPerAddress: read(
    "VISITORS_PER_ADDRESS",
    { takes: "a whole number from 1 to 100000", reader: integer(1, 100_000) },
    20,
  ),
  keepAliveSeconds: read(
    "KEEP_ALIVE_SECONDS",
    { takes: "a whole number of seconds from 1 to 86400", reader: integer(1, 86_400) },
    620,
  ),
});

/** Where the database is: to serve, to migrate, and to read from its standbys. */
function readDatabases(read: Read): Pick<Config, "databaseUrl" | "migrationUrl" | "readUrl" | "databaseConnections"> {
  const url = (name: string, takes: string) => read<string | null>(name, { takes, reader: databaseUrl }, null);
  return {
    databaseUrl: url("DATABASE_URL", "a postgres:// URL, with one or more hosts"),
    migrationUrl: url("MIGRATION_DATABASE_URL", "a postgres:// URL of the database that DATABASE_URL names"),
    readUrl: url("DATABASE_READ_URL", "a postgres:// URL of standbys of the database that DATABASE_URL names"),
    databaseConnections: read("DATABASE_CONNECTIONS", CONNECTIONS, 16),
  };
}

const DATABASES = ["DATABASE_URL", "MIGRATION_DATABASE_URL", "DATABASE_READ_URL", "DIRECTORY_URL", "MOVE_DATABASE_URL"];
const NETWORKS: Setting<readonly string[]> = {
  takes: "addresses or networks, separated by commas, such as 10.0.0.0/8",
  reader: (text) => networks(text),
};
const A_COUNT: Setting<number> = {
  takes: "a whole number from 1 to 1000000000",
  reader: (text) => integer(1, 1_000_000_000)(text),
};
const CONNECTIONS: Setting<number> = { takes: "a whole number from 3 to 200", reader: (text) => integer(3, 200)(text) };
const A_PORT: Setting<number> = { takes: "a port from 0 to 65535", reader: (text) => integer(0, 65_535)(text) };
const A_HOST: Setting<string> = {
  takes: "an address or a host name",
  reader: (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
};
const AN_AMOUNT = 'an amount such as "0.30"';

const AMOUNT_OR_NONE: Setting<Cents | null> = {
  takes: `${AN_AMOUNT}, or none`,
  reader: (text) => (text === "none" ? null : (parseMoney(text) ?? undefined)),
};

function withEnvFile(): NodeJS.ProcessEnv {
  if (existsSync(".env")) loadEnvFile(".env");
  return process.env;
}

/** Live money needs what a sandbox can do without. */
function checkLive(config: Config, environment: NodeJS.ProcessEnv): void {
  const need = (name: string, takes: string): void => {
    if (!environment[name]) throw new ConfigError(`${name} is not set: MODE=live takes ${takes}.`);
  };
  need("SECRET_KEY", "32 bytes in base64, not a generated secret");
  need("SMTP_URL", "an smtp:// or smtps:// URL for outgoing mail");
  need("MAIL_FROM", "the address that mails come from");
  need("PUBLIC_URL", "the https origin that buyers see");
  // Not from the desk: every process has to know it before its first page, and nobody there may change who holds the money.
  need("OPERATOR_LEGAL_NAME", "the registered name of the company that holds the money");
  if (!config.publicUrl?.startsWith("https://")) {
    throw new ConfigError(`PUBLIC_URL=${environment["PUBLIC_URL"]} is not usable: MODE=live takes an https origin.`);
  }
  for (const name of DATABASES) {
    const url = environment[name];
    if (url && !isSafeDatabase(url))
      throw new ConfigError(
        `${name}=${shown(name, url)} is not usable: MODE=live takes sslmode=require, verify-ca or verify-full unless every host is on loopback.`,
      );
  }
  const exempt = environment["WEBHOOK_ALLOWED_ORIGINS"];
  if (exempt) throw new ConfigError(`WEBHOOK_ALLOWED_ORIGINS=${exempt} is not usable: MODE=live takes no exemptions.`);
}

/** TLS, unless nothing of it leaves this machine. */
function isSafeDatabase(text: string): boolean {
  const [address = "", ...query] = text.replace(/^postgres(?:ql)?:\/\//, "").split("?");
  const hosts = address.split("/")[0]?.split("@").at(-1) ?? "";
  const given = new URLSearchParams(query.join("?"));
  // Of a parameter that comes twice each reader may believe another one.
  const modes = given.getAll("sslmode");
  if (modes.length > 0 && modes.every((mode) => ["require", "verify-ca", "verify-full"].includes(mode))) return true;
  // A parameter may name another host than the one that is written first.
  const named = [...hosts.split(","), ...given.getAll("host").flatMap((host) => host.split(","))].filter(
    (host) => host !== "",
  );
  return named.length > 0 && named.every((host) => host.startsWith("/") || isLoopback(hostOf(host)));
}

/** Without its port, and an address of IPv6 without its brackets. */
const hostOf = (text: string): string => /^\[([^\]]*)\]/.exec(text)?.[1] ?? text.replace(/:\d+$/, "");

const keyList = (text: string): readonly Buffer[] | undefined => {
  const given = text.split(",").map((part) => secretKey(part.trim()));
  const isDistinct = new Set(given.map((one) => one?.toString("hex"))).size === given.length;
  return isDistinct && given.every((one) => one !== undefined) ? given : undefined;
};

function secretKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) && bytes.length === 32 ? bytes : undefined;
}

/** A value that reads well and is refused by what it names: a database, a directory, an address. */
export const unusable = (
  name: string,
  value: string,
  { takes, reason }: { readonly takes: string; readonly reason: string },
): ConfigError => new ConfigError(`${name}=${shown(name, value)} is not usable: it takes ${takes} (${reason}).`);

const oneOf =
  <const T extends string>(values: readonly T[]): Reader<T> =>
  (text) =>
    values.find((value) => value === text);

const parse =
  <Value>(reader: (text: string) => Value | null): Reader<Value> =>
  (text) =>
    reader(text) ?? undefined;

const integer =
  (min: number, max: number): Reader<number> =>
  (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;

function networks(text: string): readonly string[] | undefined {
  const given = text.split(",").map((part) => part.trim());
  return given.every(isNetwork) ? given : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", bits] = text.split("/");
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax));
}

const notBelow = (min: Cents, amount: Cents | null): Cents | undefined =>
  amount === null || amount < min ? undefined : amount;

function origin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isOrigin && url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined;
}

const origins = (text: string): readonly string[] | undefined => {
  const given = text.split(",").map((part) => origin(part.trim()));
  return given.every((one) => one !== undefined) ? given : undefined;
};

const ORIGINS: Setting<readonly string[]> = { takes: "http or https origins, separated by commas", reader: origins };

const mailServer = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" ? url : undefined;
};

const mailAddress = (text: string): string | undefined =>
  /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined;

function certificates(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    void new X509Certificate(text); // throws for anything else
    return text;
  } catch {
    return undefined;
  }
}

function databaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\/[^\s]+$/.test(text) ? text : undefined;
}
