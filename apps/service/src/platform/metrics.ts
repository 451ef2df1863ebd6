/** What an operator watches, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { openProviderMetrics, type ProviderMetrics } from "./metrics-providers.js";
import { openShown } from "./metrics-shown.js";
import { type BooksFigures, type RateFigures, watchBooks, watchRates } from "./money-metrics.js";
import { showVersion } from "./version.js";

export type Metrics = ProviderMetrics & {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  countDue(settled: number): void;
  /** Requests of the API that the sellers' log left out. */
  countUnlogged(requests: number): void;
  /** Somebody was refused for what all behind their address have done. */
  countAddressRefused(limit: string): void;
  /** One try of one mail. */
  countMail(outcome: "sent" | "failed" | "given_up"): void;
  observeAttempt(outcome: "succeeded" | "failed" | "refused", seconds: number): void;
  /** Shows these from now on: how many security events of each kind there were in the last hour. */
  watchSecurity(counts: () => Promise<readonly { readonly kind: string; readonly count: number }[]>): void;
  /** Shows these from now on; `figures` is asked when somebody asks for the metrics. Amounts are hundredths. */
  watchBooks(figures: () => Promise<BooksFigures>): void;
  /** Shows these from now on; `figures` is asked when somebody asks for the metrics. */
  watchRates(figures: () => Promise<RateFigures>): void;
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
    watchRates: (figures) => watchRates(registers, figures),
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
