/** What an operator watches of a bridge, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Bridge } from "../bridge.js";
import type { LogLine } from "../context.js";

export type Metrics = {
  countStep(line: LogLine): void;
  countCall(type: string, outcome: string): void;
  /** The text, and its content type. */
  render(bridge: Bridge): Promise<{ readonly text: string; readonly contentType: string }>;
  /** Since the last round that came to its end, or since the start. */
  roundAgeSeconds(): number;
};

const WAITS_FOR = ["holdfast", "shop", "buyer", "you"] as const;

export function openMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const steps = new Counter({
    name: "holdfast_bridge_steps_total",
    help: "Steps that the bridge took, or that failed.",
    labelNames: ["step"],
    registers,
  });
  const calls = new Counter({
    name: "holdfast_bridge_shop_calls_total",
    help: "Calls to the shop: taken, refused, or nobody there.",
    labelNames: ["type", "outcome"],
    registers,
  });
  const waiting = new Gauge({
    name: "holdfast_bridge_orders_waiting",
    help: "Orders that are not over, by who has to act.",
    labelNames: ["for"],
    registers,
  });
  let last = performance.now();
  const roundAgeSeconds = (): number => (performance.now() - last) / 1000;
  const age: Gauge = new Gauge({
    name: "holdfast_bridge_round_age_seconds",
    help: "Time since the last round that came to its end.",
    registers,
    collect: (): void => age.set(roundAgeSeconds()),
  });
  return {
    countStep: ({ step }) => {
      steps.inc({ step });
      if (step === "round ended") last = performance.now();
    },
    countCall: (type, outcome) => calls.inc({ type, outcome }),
    render: async (bridge) => {
      const orders = await bridge.pending();
      for (const party of WAITS_FOR)
        waiting.set({ for: party }, orders.filter(({ waitsFor }) => waitsFor === party).length);
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
    roundAgeSeconds,
  };
}
