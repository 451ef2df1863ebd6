/** What an operator watches, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  countDue(settled: number): void;
  /** One try of one mail. */
  countMail(outcome: "sent" | "failed" | "given_up"): void;
  observeAttempt(outcome: "succeeded" | "failed" | "refused", seconds: number): void;
  /** Shows these from now on; `backlog` is asked when somebody asks for the metrics. */
  watchWebhooks(given: {
    readonly inFlight: () => number;
    readonly lanes: () => number;
    readonly backlog: () => Promise<{
      readonly open: number;
      readonly held: number;
      readonly oldestUntriedSeconds: number;
    }>;
  }): void;
  /** The text, and its content type. */
  render(): Promise<{ text: string; contentType: string }>;
};

export function openMetrics({
  pool,
}: {
  pool: { totalCount: number; idleCount: number; waitingCount: number };
}): Metrics {
  const registers = [new Registry()];
  const registry = registers[0] as Registry;
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "holdfast_http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer.",
    labelNames: ["route", "method", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const due = new Counter({
    name: "holdfast_due_settled_total",
    help: "Expiries and deadlines that the worker wrote.",
    registers,
  });
  const mails = new Counter({
    name: "holdfast_mails_total",
    help: "Tries to hand a mail to the mail server, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const attempts = new Histogram({
    name: "holdfast_webhook_attempt_seconds",
    help: "Webhook attempts by outcome, and how long they took; refused are those that the address guard stopped.",
    labelNames: ["outcome"],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  for (const [state, read] of [
    ["open", () => pool.totalCount],
    ["idle", () => pool.idleCount],
    ["waiting", () => pool.waitingCount],
  ] as const) {
    const help = state === "waiting" ? "Callers that wait for a connection." : `Connections that are ${state}.`;
    gauge(`holdfast_database_connections_${state}`, help, read);
  }
  return {
    observeRequest: ({ route, method, status, seconds }) =>
      requests.labels(route, method, String(status)).observe(seconds),
    countDue: (settled) => due.inc(settled),
    countMail: (outcome) => mails.labels(outcome).inc(),
    observeAttempt: (outcome, seconds) => attempts.labels(outcome).observe(seconds),
    watchWebhooks: ({ inFlight, lanes, backlog }) => {
      gauge("holdfast_webhook_attempts_in_flight", "Webhook attempts under way in this process.", inFlight);
      gauge("holdfast_webhook_lanes", "Endpoints that this process sends to at present.", lanes);
      const [held, oldest] = (
        [
          ["held_deliveries", "Deliveries that wait for their endpoint to be enabled, in the whole deployment."],
          [
            "oldest_untried_seconds",
            "Age of the oldest delivery that is due and had no attempt, in the whole deployment.",
          ],
        ] as const
      ).map(([name, help]) => new Gauge({ name: `holdfast_webhook_${name}`, help, registers }));
      new Gauge({
        name: "holdfast_webhook_open_deliveries",
        help: "Deliveries that are to be made, now or later, in the whole deployment.",
        registers,
        async collect() {
          const read = await backlog().catch(() => null);
          if (read === null) return;
          this.set(read.open);
          held?.set(read.held);
          oldest?.set(read.oldestUntriedSeconds);
        },
      });
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
