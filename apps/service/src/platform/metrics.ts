/** What an operator watches, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { showVersion } from "./version.js";

export type Metrics = {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  countDue(settled: number): void;
  /** Requests of the API that the sellers' log left out. */
  countUnlogged(requests: number): void;
  /** Somebody was refused for what all behind their address have done. */
  countAddressRefused(limit: string): void;
  /** One try of one mail. */
  countMail(outcome: "sent" | "failed" | "given_up"): void;
  observeAttempt(outcome: "succeeded" | "failed" | "refused", seconds: number): void;
  /** One call of one provider. Parked: an operator has to look. */
  countProviderCall(provider: string, outcome: "answered" | "failed" | "parked" | "short"): void;
  /** One notification of one provider. */
  countCallback(provider: string, outcome: "genuine" | "unreadable" | "hint" | "forged" | "unchecked"): void;
  /** Shows these from now on; `counts` is asked when somebody asks for the metrics. Owed: cents. */
  watchChargebacks(
    counts: () => Promise<{
      readonly open: number;
      readonly answerWithinSeconds: number | null;
      readonly owed: number;
    }>,
  ): void;
  /** Shows these from now on; `backlog` is asked when somebody asks for the metrics. */
  watchProviderCalls(
    backlog: () => Promise<{
      readonly open: number;
      readonly parked: number;
      readonly oldestDueSeconds: number;
      /** Told by providers, and waiting for a person. */
      readonly notices?: { readonly parked: number; readonly unnamed: number };
    }>,
  ): void;
  /** Shows for how long each provider has been left alone; `held` is asked when somebody asks for the metrics. */
  watchProviderHealth(
    providers: readonly string[],
    held: () => Promise<readonly { readonly provider: string; readonly isHeld: boolean; readonly seconds: number }[]>,
  ): void;
  /** Shows these from now on: how many security events of each kind there were in the last hour. */
  watchSecurity(counts: () => Promise<readonly { readonly kind: string; readonly count: number }[]>): void;
  /** Shows these from now on; `figures` is asked when somebody asks for the metrics. Amounts are hundredths. */
  watchBooks(figures: () => Promise<BooksFigures>): void;
  /** Shows these from now on; `last` is asked when somebody asks for the metrics. Null while there was no audit yet. */
  watchAudits(
    last: () => Promise<{
      readonly findings: number;
      readonly ageSeconds: number;
      readonly wholeAgeSeconds: number;
    } | null>,
  ): void;
  watchWebhooks(given: { readonly inFlight: () => number; readonly lanes: () => number }): void;
  /** Shows these from now on; they are read when somebody asks for the metrics. */
  watchDeliveries(
    backlog: () => Promise<{ readonly open: number; readonly held: number; readonly oldestUntriedSeconds: number }>,
  ): void;
  /** The text, and its content type. */
  render(): Promise<{ text: string; contentType: string }>;
};

type BooksFigures = {
  readonly open: readonly {
    readonly provider: string;
    readonly class: string;
    readonly count: number;
    readonly ageSeconds: number;
  }[];
  /** In units of the currency. */
  readonly balances: readonly { readonly provider: string; readonly currency: string; readonly amount: number }[];
  readonly isCovered: boolean | null;
};

type Pool = { totalCount: number; idleCount: number; waitingCount: number };

export function openMetrics({ pool }: { pool: Pool }): Metrics {
  const registers = [new Registry()];
  const registry = registers[0] as Registry;
  collectDefaultMetrics({ register: registry });
  showVersion(registers);
  const requests = new Histogram({
    name: "holdfast_http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer.",
    labelNames: ["route", "method", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const due = counter("holdfast_due_settled_total", "Expiries and deadlines that the worker wrote.");
  const unlogged = counter(
    "holdfast_requests_unlogged_total",
    "Requests of the API that the sellers' log left out: too many at once, or the database was away or slow.",
  );
  const addresses = counter(
    "holdfast_address_refusals_total",
    "Visitors who were refused for what all behind their network address have done together, by limit.",
    "limit",
  );
  const mails = counter("holdfast_mails_total", "Tries to hand a mail to the mail server, by outcome.", "outcome");
  const attempts = new Histogram({
    name: "holdfast_webhook_attempt_seconds",
    help: "Webhook attempts by outcome, and how long they took; refused are those that the address guard stopped.",
    labelNames: ["outcome"],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15],
    registers,
  });
  // Looked up once: thousands a second are observed.
  const attemptsBy = {
    succeeded: attempts.labels("succeeded"),
    failed: attempts.labels("failed"),
    refused: attempts.labels("refused"),
  } as const;
  const gauge = (name: string, help: string, read: () => number): void => addGauge(registers, { name, help, read });
  watchPool(gauge, pool);
  return {
    observeRequest: ({ route, method, status, seconds }) =>
      requests.labels(route, method, String(status)).observe(seconds),
    countDue: (settled) => due.inc(settled),
    countUnlogged: (requests) => unlogged.inc(requests),
    countAddressRefused: (limit) => addresses.labels(limit).inc(),
    countMail: (outcome) => mails.labels(outcome).inc(),
    ...openProviderMetrics(registers),
    watchBooks: (figures) => watchBooks(registers, figures),
    watchAudits: (last) => watchAudits(registers, last),
    watchSecurity: (counts) => watchSecurity(registers, counts),
    observeAttempt: (outcome, seconds) => attemptsBy[outcome].observe(seconds),
    watchWebhooks: ({ inFlight, lanes }) => {
      gauge("holdfast_webhook_attempts_in_flight", "Webhook attempts under way in this process.", inFlight);
      gauge("holdfast_webhook_lanes", "Endpoints that this process sends to at present.", lanes);
    },
    watchDeliveries: (backlog) => {
      const show = openShown(registers, backlog);
      show(
        {
          name: "holdfast_webhook_open_deliveries",
          help: "Deliveries that are to be made, now or later, in the whole deployment.",
        },
        (shown, { open }) => shown.set(open),
      );
      show(
        {
          name: "holdfast_webhook_held_deliveries",
          help: "Deliveries that wait for their endpoint to be enabled, in the whole deployment.",
        },
        (shown, { held }) => shown.set(held),
      );
      show(
        {
          name: "holdfast_webhook_oldest_untried_seconds",
          help: "Age of the oldest delivery that is due and had no attempt, in the whole deployment.",
        },
        (shown, { oldestUntriedSeconds }) => shown.set(oldestUntriedSeconds),
      );
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function watchSecurity(registers: Registry[], counts: Parameters<Metrics["watchSecurity"]>[0]): void {
  new Gauge({
    name: "holdfast_security_events_last_hour",
    help: "Sign-ins, wrong passwords and codes, and changes of access in the last hour, in the whole deployment.",
    labelNames: ["kind"],
    registers,
    async collect() {
      const read = await counts().catch(() => null);
      if (read === null) return;
      this.reset();
      for (const { kind, count } of read) this.labels(kind).set(count);
    },
  });
}

function addGauge(
  registers: Registry[],
  { name, help, read }: { name: string; help: string; read: () => number },
): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}

function watchPool(gauge: (name: string, help: string, read: () => number) => void, pool: Pool): void {
  for (const [state, read] of [
    ["open", () => pool.totalCount],
    ["idle", () => pool.idleCount],
    ["waiting", () => pool.waitingCount],
  ] as const) {
    const help = state === "waiting" ? "Callers that wait for a connection." : `Connections that are ${state}.`;
    gauge(`holdfast_database_connections_${state}`, help, read);
  }
}

/** Not a number before the first audit has ended. */
function watchAudits(registers: Registry[], last: Parameters<Metrics["watchAudits"]>[0]): void {
  for (const [name, help, key] of [
    [
      "findings",
      "Rows that break a rule of the ledger, as the last audit found them; 0 is what it has to be.",
      "findings",
    ],
    ["age_seconds", "How long ago the last audit of the ledger ended.", "ageSeconds"],
    ["whole_age_seconds", "How long ago the last audit that looked at everything began.", "wholeAgeSeconds"],
  ] as const) {
    new Gauge({
      name: `holdfast_ledger_audit_${name}`,
      help,
      registers,
      async collect() {
        const read = await last().catch(() => null);
        this.set(read === null ? Number.NaN : read[key]);
      },
    });
  }
}

type Shown = { readonly name: string; readonly help: string; readonly labelNames?: string[] };

/** Gauges of one reading, which is made once each time that somebody asks. What can't be read stays as it was. */
function openShown<Read>(
  registers: Registry[],
  read: () => Promise<Read>,
): (given: Shown, set: (gauge: Gauge, read: Read) => void) => void {
  let asked: Promise<Read | null> | null = null;
  const once = (): Promise<Read | null> =>
    (asked ??= read()
      .catch(() => null)
      .finally(() => {
        asked = null;
      }));
  return (given, set) => {
    new Gauge({
      ...given,
      registers,
      async collect() {
        const found = await once();
        if (found === null) return;
        this.reset();
        set(this, found);
      },
    });
  };
}

/** Not a number before it was looked at. */
function watchBooks(registers: Registry[], figures: Parameters<Metrics["watchBooks"]>[0]): void {
  const show = openShown(registers, figures);
  const labelNames = ["provider", "class"];
  show(
    {
      name: "holdfast_reconciliation_open",
      help: "Differences between a provider's statement and our books that nobody has closed.",
      labelNames,
    },
    (gauge, { open }) => {
      for (const one of open) gauge.labels(one.provider, one.class).set(one.count);
    },
  );
  show(
    {
      name: "holdfast_reconciliation_age_seconds",
      help: "For how long the oldest of the differences that nobody has closed has been there.",
      labelNames,
    },
    (gauge, { open }) => {
      for (const one of open) gauge.labels(one.provider, one.class).set(one.ageSeconds);
    },
  );
  show(
    {
      name: "holdfast_provider_balance",
      help: "What lies at a provider, as it said last: available and pending, in units of the currency.",
      labelNames: ["provider", "currency"],
    },
    (gauge, { balances }) => {
      for (const one of balances) gauge.labels(one.provider, one.currency).set(one.amount);
    },
  );
  show(
    {
      name: "holdfast_client_money_covered",
      help: "Whether all that is owed to buyers and sellers is there; 1 is what it has to be.",
    },
    (gauge, { isCovered }) => gauge.set(isCovered === null ? Number.NaN : Number(isCovered)),
  );
}

type ProviderMetrics = Pick<
  Metrics,
  "countProviderCall" | "countCallback" | "watchProviderCalls" | "watchProviderHealth" | "watchChargebacks"
>;

function openProviderMetrics(registers: Registry[]): ProviderMetrics {
  const providerCalls = new Counter({
    name: "holdfast_provider_calls_total",
    help: "Calls to payment providers, by outcome; parked ones wait for an operator, short ones for money at the provider.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  const callbacks = new Counter({
    name: "holdfast_provider_callbacks_total",
    help: "Notifications of payment providers, by what they are; a hint is not signed and only looked into, an unreadable one is the provider's and waits for a person, an unchecked one is sent again, forged are those that the provider did not sign, or not lately.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  return {
    countProviderCall: (provider, outcome) => providerCalls.labels(provider, outcome).inc(),
    countCallback: (provider, outcome) => callbacks.labels(provider, outcome).inc(),
    watchProviderCalls: (backlog) => watchCalls(registers, backlog),
    watchProviderHealth: (providers, held) => watchHeld(registers, providers, held),
    watchChargebacks: (counts) => watchDisputes(registers, counts),
  };
}

function watchHeld(registers: Registry[], ...[providers, held]: Parameters<Metrics["watchProviderHealth"]>): void {
  new Gauge({
    name: "holdfast_provider_left_alone_seconds",
    help: "For how long a payment provider has been left alone because it does not answer; 0 while it is asked as usual.",
    labelNames: ["provider"],
    registers,
    async collect() {
      const read = await held().catch(() => null);
      if (read === null) return;
      for (const name of providers) {
        this.labels(name).set(read.find(({ provider, isHeld }) => isHeld && provider === name)?.seconds ?? 0);
      }
    },
  });
}

function watchDisputes(registers: Registry[], counts: Parameters<Metrics["watchChargebacks"]>[0]): void {
  const show = openShown(registers, counts);
  show(
    {
      name: "holdfast_chargebacks_open",
      help: "Payments that banks dispute and have not decided, in the whole deployment.",
    },
    (gauge, { open }) => gauge.set(open),
  );
  show(
    {
      name: "holdfast_chargebacks_answer_within_seconds",
      help: "Until the first chargeback that waits for our answer has to be answered; not a number while none waits.",
    },
    (gauge, { answerWithinSeconds }) => gauge.set(answerWithinSeconds ?? Number.NaN),
  );
  show(
    {
      name: "holdfast_chargebacks_owed_cents",
      help: "What merchants owe because chargebacks took more than they had, in hundredths of the currency.",
    },
    (gauge, { owed }) => gauge.set(owed),
  );
}

function watchCalls(registers: Registry[], backlog: Parameters<Metrics["watchProviderCalls"]>[0]): void {
  const show = openShown(registers, backlog);
  show(
    {
      name: "holdfast_provider_notices_waiting",
      help: "Notifications of payment providers that were not booked and wait for a person, in the whole deployment.",
      labelNames: ["status"],
    },
    (gauge, { notices = { parked: 0, unnamed: 0 } }) => {
      for (const [status, count] of Object.entries(notices)) gauge.labels(status).set(count);
    },
  );
  show(
    {
      name: "holdfast_provider_calls_open",
      help: "Calls to payment providers that are to be made, now or later, in the whole deployment.",
    },
    (gauge, { open }) => gauge.set(open),
  );
  show(
    {
      name: "holdfast_provider_calls_parked",
      help: "Calls to payment providers that wait for an operator, in the whole deployment.",
    },
    (gauge, { parked }) => gauge.set(parked),
  );
  show(
    {
      name: "holdfast_provider_calls_oldest_due_seconds",
      help: "For how long the call to a payment provider that is due longest has been due, in the whole deployment.",
    },
    (gauge, { oldestDueSeconds }) => gauge.set(oldestDueSeconds),
  );
}
