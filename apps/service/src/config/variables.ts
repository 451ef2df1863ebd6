/** Every variable that a process reads, in the order of the reference, which is made from this table. Nothing else is read. */

type Variable = {
  /** What holds while it is not set, in the words of the reference (Markdown). */
  readonly default: string;
  /** What it is for, in Markdown; links are relative to docs/reference. */
  readonly meaning: string;
  /** Never said in a message, and also taken from the file that its name with `_FILE` names. */
  readonly isSecret?: true;
};

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
  "Payment providers": {
    PROVIDERS: {
      default: "`sandbox` in the sandbox, none in live mode",
      meaning:
        "who takes payments, the most preferred first, separated by commas: `stripe` ([guide](../guides/providers/stripe.md)), `pawapay` ([guide](../guides/providers/pawapay.md)), `paystack` ([guide](../guides/providers/paystack.md)), `manual`, rails of your own ([guide](../guides/providers/own-rail.md)), `http:NAME` for an [adapter of your own](../guides/providers/your-own.md), and in the sandbox alone `sandbox`, the simulated ones. With none, nothing can be paid",
    },
    RAILS_FILE: {
      default: "none",
      meaning:
        "a file of rails of your own in YAML or JSON ([schema](rails.schema.json)): accounts, tills and cash desks that buyers pay to directly. Required with `manual`",
    },
    MANUAL_LIMIT: {
      default: "`1000.00`",
      meaning:
        "what one operator may book alone as received on rails of your own, of an order and of an account in 24 hours: above it another operator confirms; `none` for a desk with one operator",
    },
    STRIPE_SECRET_KEY: {
      default: "none",
      meaning:
        "a restricted or secret key of Stripe, of live mode in live mode and of test mode in the sandbox. Required with `stripe`",
      isSecret: true,
    },
    STRIPE_WEBHOOK_SECRETS: {
      default: "none",
      meaning:
        "the signing secret of the webhook endpoint at Stripe; two, separated by a comma, while it is rolled; with `STRIPE_CONNECT=on` also that of the endpoint for connected accounts. Required with `stripe`",
      isSecret: true,
    },
    STRIPE_METHODS: { default: "`card`", meaning: "`card`, `bank` or `card,bank`" },
    STRIPE_HOLD_DAYS: {
      default: "`90`",
      meaning:
        "for how many days money may stay in the balance: what Stripe allows an account of your country (730 in the US). Orders whose deadlines add up to more are not offered Stripe",
    },
    STRIPE_CONNECT: {
      default: "`off`",
      meaning:
        "`on` keeps sellers' money in accounts of their own at Stripe ([guide](../guides/providers/stripe-connect.md)); in the sandbox without `stripe`, at the simulated card company",
    },
    STRIPE_STATEMENT_DESCRIPTOR: {
      default: "none",
      meaning:
        "what stands behind the account's own name on the statements of cards: 1 to 22 letters, digits and spaces",
    },
    STRIPE_API_BASE: {
      default: "`https://api.stripe.com`",
      meaning: "where Stripe is, such as a mock on this machine; sandbox only",
    },
    PAWAPAY_API_TOKEN: {
      default: "none",
      meaning: "the API token of the account at pawaPay. Required with `pawapay`",
      isSecret: true,
    },
    PAWAPAY_SIGNING_KEY: {
      default: "none",
      meaning:
        "the private key that requests are signed with: ECDSA on P-256, in PEM. Required with `pawapay` in live mode",
      isSecret: true,
    },
    PAWAPAY_SIGNING_KEY_ID: { default: "none", meaning: "its id at pawaPay; goes with the key" },
    PAWAPAY_CALLBACKS: {
      default: "`signed`",
      meaning: "`signed` refuses callbacks without a signature; `hints` looks up what they name",
    },
    PAWAPAY_COUNTRIES: {
      default: "none",
      meaning:
        "countries of payers and sellers, in three letters each, such as `COD`, separated by commas. Required with `pawapay`",
    },
    PAWAPAY_API_BASE: {
      default: "`https://api.pawapay.io` in live mode, `https://api.sandbox.pawapay.io` in the sandbox",
      meaning: "where pawaPay is; live mode takes no other, and the sandbox not that one",
    },
    PAWAPAY_STATEMENTS_BASE: {
      default: "`PAWAPAY_API_BASE`",
      meaning: "the origin that files of statements are fetched from; live mode takes hosts of `pawapay.io` alone",
    },
    PAYSTACK_SECRET_KEYS: {
      default: "none",
      meaning:
        "the secret key of Paystack, of live mode in live mode and of test mode in the sandbox; two, separated by a comma, while one takes the place of the other: the first is asked with, and either may sign. Required with `paystack`",
      isSecret: true,
    },
    PAYSTACK_CURRENCIES: {
      default: "`USD`",
      meaning:
        "what the account takes payments in, by commas: `USD`, `NGN`, `GHS`, `KES`, `ZAR`, `XOF`. Orders are in USD",
    },
    PAYSTACK_METHODS: {
      default: "`card`",
      meaning: "`card`, `bank` and `mobile_money`, by commas; in USD Paystack takes cards alone",
    },
    PAYSTACK_API_BASE: {
      default: "`https://api.paystack.co`",
      meaning: "where Paystack is, such as a mock on this machine; sandbox only",
    },
    RECONCILE_AT: { default: "`02:00`", meaning: "when days of providers' statements are closed, in UTC" },
    PROVIDER_NAME_URL: {
      default: "none",
      meaning:
        "where the adapter `http:name` is, NAME its name in capitals: `PROVIDER_MYBANK_URL` for `http:mybank`. With https, unless it is on this machine or at a host of `PROVIDER_HOSTS_PRIVATE`. Required with `http:name`",
    },
    PROVIDER_NAME_SECRETS: {
      default: "none",
      meaning:
        "`PROVIDER_MYBANK_SECRETS` for `http:mybank`: what both sides sign with, `whsec_` and 24 to 64 bytes in base64, such as `whsec_$(openssl rand -base64 32)`; two separated by a comma while one is rolled, the new one first. Required with `http:name`",
      isSecret: true,
    },
    PROVIDER_HOSTS_PRIVATE: {
      default: "none",
      meaning:
        "hosts of your own network, separated by commas, such as `adapter.internal`: an adapter there may be at a private address, and without https",
    },
    FLOAT_ALARM: {
      default: "none",
      meaning:
        "`provider:currency:amount`, separated by commas, such as `pawapay:USD:500.00`: an error is logged as long as less than that is available there",
    },
    PROVIDER_FEES: {
      default: "none",
      meaning:
        "what each provider may keep of a payment: `provider:method:basis points:fixed`, and a most where there is one, separated by commas, such as `stripe:card:290:0.30,stripe:bank:50:0.00:5.00`. More than a cent above it is a difference; what isn't listed isn't compared",
    },
    CHARGEBACK_FEE_BORNE_BY: {
      default: "`merchant`",
      meaning: "who bears what a provider asks for a dispute of the payer's bank: `merchant` or `house`",
    },
    REFUND_FEES: {
      default: "`held`",
      meaning:
        "which of the buyer's fees go back with a refund: `held`, those of what was not released yet, or `always`, also those that were earned with what was",
    },
  },
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
