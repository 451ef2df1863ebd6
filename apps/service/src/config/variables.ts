/** Every variable that a process reads, in the order of the reference, which is made from this table. Nothing else is read. */
import { PROVIDER_VARIABLES, type Variable } from "./provider-variables.js";

/** By heading of the reference. */
export const VARIABLES = {
  Service: {
    PORT: { default: "`3000`", meaning: "where to listen; `PORT=0` picks a free port" },
    HOST: {
      default: "`127.0.0.1`",
      meaning: "the address or host name to listen on; `0.0.0.0` for all of the machine",
    },
    OPS_PORT: {
      default: "none",
      meaning:
        "when set, `/healthz`, `/readyz` and `/metrics` are served there as well, on the same `HOST`: connections to `PORT` can't stand in their way. Keep it inside your network",
    },
    PUBLIC_URL: {
      default: "`http://localhost:<PORT>`",
      meaning:
        "how links start: `next`, `previous`, a session's `url`, links in mails, and where payment providers call back. Use the same value for every process. Without it, requests are answered by address, as `localhost`, or by a name without a dot (a container's); any other `Host` is 400. Required in live mode, with https",
    },
    DATA_DIR: {
      default: "`.data`",
      meaning:
        "the embedded database, its passwords, and the key that is generated when `SECRET_KEY` isn't set. `none` for none, as in the image: then `DATABASE_URL` and `SECRET_KEY` are required",
    },
    LOCALES_DIR: {
      default: "none",
      meaning:
        "a folder of [languages and sentences](../guides/add-a-language.md) that come before the built-in ones. Every file of it is checked at the start",
    },
    DATABASE_URL: {
      default: "none: embedded",
      meaning:
        "your own PostgreSQL, 15 or later; list several hosts for failover. It may lie [behind PgBouncer](../runbooks/pooler.md). In live mode with `sslmode=require`, `verify-ca` or `verify-full`, unless every host is on loopback",
      isSecret: true,
    },
    MIGRATION_DATABASE_URL: {
      default: "`DATABASE_URL`",
      meaning:
        "the same database as the role that owns its tables; the role of `DATABASE_URL` then owns nothing, see [roles](../runbooks/operate.md#two-roles-of-the-database). In live mode with TLS as `DATABASE_URL`. Processes that don't migrate can leave it out",
      isSecret: true,
    },
    DATABASE_READ_URL: {
      default: "none",
      meaning:
        "standbys of that database, the first sound one is asked: for [what may be a little late](../runbooks/failover.md#reads-on-standbys), figures, files of lists and some of the desk's lists. In live mode with TLS as `DATABASE_URL`",
      isSecret: true,
    },
    DATABASE_CONNECTIONS: {
      default: "`16`",
      meaning: "how many connections a process keeps to its database at most, from 3 to 200",
    },
    MODE: { default: "`sandbox`", meaning: "`sandbox` or `live`" },
    ROLE: { default: "`all`", meaning: "`web` serves requests, `worker` does background work, `all` does both" },
    RATE_LIMIT_PER_MINUTE: { default: "`120`", meaning: "requests a minute for each API key" },
    RATE_LIMIT_PER_MINUTE_ACCOUNT: {
      default: "ten times `RATE_LIMIT_PER_MINUTE`",
      meaning:
        "requests a minute for each account, whatever its keys. Requests that are refused for their key's limit don't count",
    },
    SESSIONS_PER_DAY: {
      default: "`100000` in the sandbox, none in live mode",
      meaning:
        "new sessions that an account can ask for in a day, by API or in the console; beyond it, creating is 429 until the day is over. The day begins with the first of them",
    },
    SESSIONS_PER_DAY_UNVERIFIED: {
      default: "`200`",
      meaning: "the same in live mode for an account that is not verified",
    },
    FEE_BPS: { default: "`250`", meaning: "the fee: basis points of the amount …" },
    FEE_FIXED: { default: "`0.30`", meaning: "… plus this much …" },
    FEE_MIN: { default: "`0.50`", meaning: "… at least this much …" },
    FEE_MAX: { default: "none", meaning: "… and at most this much, never below `FEE_MIN`" },
    FUNDING_DEADLINE_SECONDS: { default: "`259200`", meaning: "how long a buyer has to pay an escrow in full" },
    SECOND_OPERATOR_ABOVE: {
      default: "`1000.00`",
      meaning:
        "what one operator may move alone, of an order and of an account in 24 hours: decisions of disputes, refunds, and retried payouts and refunds beyond it, limits of payouts and of refunds on credit above it, and every change of fees, wait for a second operator; `none` for a desk with one operator",
    },
    TRUSTED_PROXIES: {
      default: "none",
      meaning:
        "addresses or networks of your load balancers. Only from them is `X-Forwarded-For` believed; rate limits by address need it. See [behind a proxy](../deploy/proxy.md)",
    },
    VISITORS_PER_ADDRESS: {
      default: "`20`",
      meaning:
        "how many people one network address stands for: each [limit of an address](../deploy/proxy.md#many-visitors-at-one-address) is so many times that of one visitor. Raise it where carriers put many buyers behind few addresses",
    },
    KEEP_ALIVE_SECONDS: {
      default: "`620`",
      meaning:
        "how long a connection without a request is kept, from 1 to 86400: longer than the load balancer in front keeps it",
    },
    LOG_LEVEL: {
      default: "`info`",
      meaning: "`trace` to `fatal`, or `silent`; logs are JSON lines unless stdout is a terminal",
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      default: "none: no traces",
      meaning:
        "where [traces](../deploy/monitoring.md#traces) are sent: the base of a receiver of OTLP over HTTP, such as `http://collector:4318`",
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      default: "none",
      meaning: "what is sent along, such as a key: `name=value`, separated by commas",
      isSecret: true,
    },
    OTEL_SERVICE_NAME: { default: "`holdfast`", meaning: "what the service is called in traces" },
    OTEL_TRACES_SAMPLER_ARG: {
      default: "`1`",
      meaning: "the share of traces that is sent, from `0` to `1`; those that stores send along are no exception",
    },
    SMTP_URL: {
      default: "none: sandbox mailbox",
      meaning:
        "outgoing mail: `smtp://` (port 587 by default) or `smtps://` (465). With `user:password@`, and in live mode unless it is on loopback, the server must offer TLS. Required in live mode",
      isSecret: true,
    },
    MAIL_FROM: {
      default: "`holdfast@localhost`",
      meaning: "where mails come from, such as `Acme Pay <no-reply@pay.shop.example>`. Required in live mode",
    },
    SECRET_KEY: {
      default: "generated in `DATA_DIR`",
      meaning:
        "32 bytes in base64, as `openssl rand -base64 32` prints. It seals stored secrets, such as those of webhook endpoints. Use the same key for every process on a database: once something is sealed, a process with another key doesn't start. To [change it](../runbooks/rotate-secret-key.md), put the new key before the old one: `new,old`. Required in live mode",
      isSecret: true,
    },
    WEBHOOK_ALLOWED_ORIGINS: {
      default: "none",
      meaning:
        "origins such as `http://127.0.0.1:4242`, separated by commas, that webhooks may use without https and a public address. For development and tests; refused in live mode",
    },
    WEBHOOK_DENIED_NETWORKS: {
      default: "none",
      meaning:
        "addresses or networks such as `203.0.113.0/24`, separated by commas, that webhooks never go to although they are public: your own",
    },
    TLS_EXTRA_CA_FILE: {
      default: "none",
      meaning: "a PEM file of extra root certificates that webhook receivers may use",
    },
  },
  Identity: {
    OPERATOR_NAME: {
      default: "`Holdfast`",
      meaning: "what the service is called. No seller can take that name, or one that looks like it",
    },
    OPERATOR_LEGAL_NAME: {
      default: "none",
      meaning:
        "the company that holds the money, as it is registered: checkouts, receipts and mails name it. Required in live mode, from the environment alone: nobody at the desk changes who holds the money",
    },
    OPERATOR_ADDRESS: { default: "none", meaning: "its address; lines are separated by line breaks or by `\\n`" },
    OPERATOR_REGISTRATION: { default: "none", meaning: "its register and number" },
    OPERATOR_LOGO: {
      default: "none",
      meaning: "a file: PNG or JPEG of at most 200 KB and 2000 pixels a side, for light pages",
    },
    OPERATOR_LOGO_DARK: {
      default: "none",
      meaning: "the same for dark pages. Without it, the other one stands on white there",
    },
    OPERATOR_COLOR: {
      default: "the product's",
      meaning:
        "of links and buttons where no seller's colour is, such as `#0a5c8f`; it is moved until words can be read",
    },
    OPERATOR_SUPPORT_EMAIL: {
      default: "none",
      meaning: "where people reach you: on checkouts, orders, papers and in mails about orders",
    },
    OPERATOR_SUPPORT_URL: { default: "none", meaning: "what the foot of pages links to as help" },
    OPERATOR_TERMS_URL: { default: "none", meaning: "the same for terms" },
    OPERATOR_PRIVACY_URL: { default: "none", meaning: "the same for privacy" },
    OPERATOR_MAIL_NAME: {
      default: "the name in `MAIL_FROM`, else `OPERATOR_NAME`",
      meaning: 'the sender of mails; mails about an order come from "North Wares via Acme Pay"',
    },
    OPERATOR_SOFTWARE_LINE: {
      default: "`on`",
      meaning:
        "`off` leaves out the line at the foot of pages that says which software they are made with; it is the only place where the product is named",
    },
  },
  "Payment providers": PROVIDER_VARIABLES,
  "Several cells": {
    CELL: {
      default: "none: one cell",
      meaning: "the name of this cell (small letters, digits, hyphens), together with `DIRECTORY_URL`",
    },
    DIRECTORY_URL: {
      default: "none: one cell",
      meaning:
        "the database that knows which account lives in which cell, together with `CELL`. In live mode with TLS as `DATABASE_URL`",
      isSecret: true,
    },
    CELL_URL: {
      default: "none",
      meaning:
        "where other cells reach `OPS_PORT` of this one, such as `http://c1.internal:9090`. Without it they can't ask it, and call it away",
    },
    MOVE_DATABASE_URL: {
      default: "none",
      meaning:
        "for `holdfast account move` alone: the database of the cell where the account goes, as the role that owns its tables",
      isSecret: true,
    },
  },
} as const satisfies Record<string, Record<string, Variable>>;

/** What the reference says of a heading as a whole. */
export const ABOUT: { readonly [Group in keyof Groups]?: string } = {
  Identity: `Your name and brand, on everything that buyers, sellers and developers see: pages, mails, papers, passkey prompts, authenticator entries and API documents. Set each part here or at the desk under *Identity*, which has a preview.
What is set here comes first, and the desk shows it as fixed. A change at the desk reaches every process within a few seconds and has a line in the audit log. Links and the support address that are set at the desk stay at the domain of
\`PUBLIC_URL\` or of \`MAIL_FROM\`; here they can lead anywhere. With several cells, set them in the environment of each.`,
  "Several cells":
    "Of a deployment of [several cells](scale/cells.md), which are frozen: kept working, not developed. All others leave these out.",
};

/** Names that were others before. */
export const RENAMED = {
  HELP_URL: "OPERATOR_SUPPORT_URL",
  TERMS_URL: "OPERATOR_TERMS_URL",
  PRIVACY_URL: "OPERATOR_PRIVACY_URL",
  CONTACT_URL: "OPERATOR_SUPPORT_EMAIL or OPERATOR_SUPPORT_URL",
} as const satisfies Record<string, string>;

type Groups = typeof VARIABLES;
/** A setting of one adapter over HTTP, whose name stands in the middle: the table has it as `PROVIDER_NAME_…`. */
export type AdapterVariable = `PROVIDER_${string}_URL` | `PROVIDER_${string}_SECRETS`;
const ADAPTER = /^PROVIDER_[A-Z][A-Z0-9_]*_(URL|SECRETS)$/;

export type VariableName = AdapterVariable | ({ [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string);

const KNOWN: ReadonlyMap<string, Variable> = new Map(
  Object.values(VARIABLES).flatMap((group) => Object.entries<Variable>(group)),
);

export const NAMES: readonly string[] = [...KNOWN.keys()];

export const isAdapterVariable = (name: string): name is AdapterVariable => ADAPTER.test(name);

export const isSecret = (name: string): boolean =>
  KNOWN.get(name)?.isSecret === true || (isAdapterVariable(name) && name.endsWith("_SECRETS"));
