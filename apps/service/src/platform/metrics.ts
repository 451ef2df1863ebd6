/** What an operator watches, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  observeRequest(request: { route: string; method: string; status: number; seconds: number }): void;
  countDue(settled: number): void;
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
  for (const [state, read] of [
    ["open", () => pool.totalCount],
    ["idle", () => pool.idleCount],
    ["waiting", () => pool.waitingCount],
  ] as const) {
    new Gauge({
      name: `holdfast_database_connections_${state}`,
      help: state === "waiting" ? "Callers that wait for a connection." : `Connections that are ${state}.`,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  return {
    observeRequest: ({ route, method, status, seconds }) =>
      requests.labels(route, method, String(status)).observe(seconds),
    countDue: (settled) => due.inc(settled),
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
