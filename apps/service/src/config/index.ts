/** The configuration of a process, read once from the environment (operating contract, "Configuration"). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { LIMITS } from "@holdfast/contract";
import type { FeeSchedule } from "../domain/fees.js";
import { type Cents, parseMoney } from "../domain/money.js";
import type { GivenIdentity } from "../domain/operator-identity.js";
import type { TraceSettings } from "../platform/traces.js";
import { type BooksConfig, readBooks } from "./books.js";
import { type CellConfig, readCell } from "./cells.js";
import { ConfigError } from "./error.js";
import { checkLive } from "./live.js";
import { readOperator } from "./operator.js";
import { type ProvidersConfig, readProviders } from "./providers.js";
import { type RatesConfig, readRates } from "./rates.js";
import {
  A_COUNT,
  A_DATABASE,
  A_HOST,
  A_PORT,
  AN_AMOUNT,
  certificates,
  integer,
  keyList,
  mailAddress,
  mailServer,
  NETWORKS,
  ORIGINS,
  oneOf,
  origin,
  type Setting,
} from "./readers.js";
import { openSettings, type Report, type Settings, shown } from "./settings.js";
import { readTraces } from "./traces.js";
import { isAdapterVariable, NAMES, RENAMED, type VariableName } from "./variables.js";

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
  /** The same of what comes in, or is sent, on rails of the operator's own. */
  readonly manualFrom: Cents | null;
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
  /** Null: there are no traces. */
  readonly traces: TraceSettings | null;
  readonly providers: ProvidersConfig;
  readonly books: BooksConfig;
  readonly rates: RatesConfig;
  /** Null: all accounts are in this one database. */
  readonly cell: CellConfig | null;
};

export { type CellConfig, ConfigError };

/** Exit code of a start that a wrong value stopped (EX_CONFIG of sysexits.h). */
export const EXIT_CONFIG = 78;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Reads one value, or says what it takes; the fallback where it is left open. */
type Read = <Value>(name: VariableName, setting: Setting<Value>, fallback: Value) => Value;

/**
 * Reads the configuration; `.env` in the working directory fills what the environment leaves open.
 * @throws ConfigError for the first value that can't be used.
 */
export const readConfig = (environment: NodeJS.ProcessEnv = withEnvFile()): Config => readAll(environment);

/**
 * All that is wrong with a configuration, a sentence each, names that look like ours and are not among them. What can't be read
 * has its default in `config`.
 */
export function problemsOf(environment: NodeJS.ProcessEnv = withEnvFile()): {
  readonly config: Config;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const config = readAll(environment, ({ message }) => void problems.push(message));
  return { config, problems: [...problems, ...misspelt(environment)] };
}

function readAll(environment: NodeJS.ProcessEnv, report?: Report): Config {
  const settings = openSettings(environment, report);
  const read: Read = (name, { takes, reader }, fallback) => settings.optional(name, takes, reader) ?? fallback;
  const mode = read("MODE", { takes: "sandbox or live", reader: oneOf(["sandbox", "live"]) }, "sandbox");
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
    dataDir: resolve(settings.text("DATA_DIR") || ".data"),
    localesDir: settings.text("LOCALES_DIR") === "" ? null : resolve(settings.text("LOCALES_DIR")),
    ...readDatabases(read),
    mode,
    role: read("ROLE", { takes: "all, web or worker", reader: oneOf(["all", "web", "worker"]) }, "all"),
    requestsPerMinute: read("RATE_LIMIT_PER_MINUTE", A_COUNT, LIMITS.requestsPerMinute),
    accountRequestsPerMinute: read<number | null>("RATE_LIMIT_PER_MINUTE_ACCOUNT", A_COUNT, null),
    sessionsPerDay: read<number | null>("SESSIONS_PER_DAY", A_COUNT, mode === "sandbox" ? 100_000 : null),
    unverifiedSessionsPerDay: read("SESSIONS_PER_DAY_UNVERIFIED", A_COUNT, 200),
    ...readMoney(read),
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
    operator: readOperator(settings),
    logLevel: read("LOG_LEVEL", { takes: LOG_LEVELS.join(", "), reader: oneOf(LOG_LEVELS) }, "info"),
    traces: readTraces(settings),
    providers: readProviders(settings, mode),
    books: readBooks(settings),
    rates: readRates(settings),
    cell: readCell(settings),
  };
  for (const [before, now] of Object.entries(RENAMED))
    if (environment[before]) settings.problem(`${before} has another name: set ${now}.`);
  if (settings.text("DATA_DIR") === NO_DIRECTORY) checkWithoutDirectory(settings);
  if (mode === "live") checkLive(settings);
  return config;
}

/** Of an image, whose file system is read only. */
const NO_DIRECTORY = "none";

function checkWithoutDirectory({ text, problem }: Settings): void {
  const needs = `DATA_DIR=${NO_DIRECTORY} takes`;
  if (text("DATABASE_URL") === "")
    problem(`DATABASE_URL is not set: ${needs} the postgres:// URL of a database of your own.`);
  if (text("SECRET_KEY") === "")
    problem(`SECRET_KEY is not set: ${needs} 32 bytes in base64, as openssl rand -base64 32 prints.`);
}

/** What orders cost, how long they may be paid, and what one operator may move. */
function readMoney(read: Read): Pick<Config, "fees" | "fundingDeadlineSeconds" | "secondOperatorFrom" | "manualFrom"> {
  const min = read("FEE_MIN", AN_AMOUNT, 50n as Cents);
  const above = (name: "SECOND_OPERATOR_ABOVE" | "MANUAL_LIMIT"): Cents | null => {
    const takes = `${AN_AMOUNT.takes}, or none`;
    const reader = (text: string) => (text === "none" ? text : AN_AMOUNT.reader(text));
    const limit = read<Cents | "none">(name, { takes, reader }, 100_000n as Cents);
    return limit === "none" ? null : limit;
  };
  return {
    fees: {
      basisPoints: read(
        "FEE_BPS",
        { takes: "a whole number of basis points from 0 to 10000", reader: integer(0, 10_000) },
        250,
      ),
      fixed: read("FEE_FIXED", AN_AMOUNT, 30n as Cents),
      min,
      max: read<Cents | null>(
        "FEE_MAX",
        { takes: `${AN_AMOUNT.takes}, not below FEE_MIN`, reader: (text) => notBelow(min, parseMoney(text)) },
        null,
      ),
    },
    fundingDeadlineSeconds: read(
      "FUNDING_DEADLINE_SECONDS",
      { takes: "a whole number of seconds from 1 to 31536000", reader: integer(1, 31_536_000) },
      259_200,
    ),
    secondOperatorFrom: above("SECOND_OPERATOR_ABOVE"),
    manualFrom: above("MANUAL_LIMIT"),
  };
}

const notBelow = (min: Cents, amount: Cents | null): Cents | undefined =>
  amount === null || amount < min ? undefined : amount;

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
const readDatabases = (
  read: Read,
): Pick<Config, "databaseUrl" | "migrationUrl" | "readUrl" | "databaseConnections"> => ({
  databaseUrl: read<string | null>("DATABASE_URL", A_DATABASE("with one or more hosts"), null),
  migrationUrl: read<string | null>(
    "MIGRATION_DATABASE_URL",
    A_DATABASE("of the database that DATABASE_URL names"),
    null,
  ),
  readUrl: read<string | null>(
    "DATABASE_READ_URL",
    A_DATABASE("of standbys of the database that DATABASE_URL names"),
    null,
  ),
  databaseConnections: read(
    "DATABASE_CONNECTIONS",
    { takes: "a whole number from 3 to 200", reader: integer(3, 200) },
    16,
  ),
});

/** A value that reads well and is refused by what it names: a database, a directory, an address. */
export const unusable = (
  name: VariableName,
  value: string,
  { takes, reason }: { readonly takes: string; readonly reason: string },
): ConfigError => new ConfigError(`${name}=${shown(name, value)} is not usable: it takes ${takes} (${reason}).`);

/** Names that begin as ours do, and that nothing reads. */
function misspelt(environment: NodeJS.ProcessEnv): readonly string[] {
  const known = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]));
  const families = new Set(NAMES.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []));
  return Object.keys(environment)
    .filter(
      (name) =>
        !known.has(name) &&
        !isAdapterVariable(name.replace(/_FILE$/, "")) &&
        families.has(/^[A-Z]+_/.exec(name)?.[0] ?? ""),
    )
    .map((name) => `${name} is not a setting: see docs/reference/configuration.md for those that there are.`);
}

function withEnvFile(): NodeJS.ProcessEnv {
  if (existsSync(".env")) loadEnvFile(".env");
  return process.env;
}
