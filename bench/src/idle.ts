/**
 * What servers take when nobody asks them anything: their workers look for work. It goes by time and not by requests, so on a machine
 * that others keep busy it would be most of what a request seems to cost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Served } from "./processes.js";
import { openMeter, type Usage, usedBetween } from "./usage.js";

type Span = { readonly on: readonly Served[]; readonly ms: number; readonly requests: number };

type Idle = {
  watch(served: Served): Served;
  /** Returns when what runs in the background has become no less for a while, or after {@link PATIENCE_MS}. */
  settle(): Promise<void>;
  /** Of one request: what was used in a span of time, less what the servers would have used in it anyway. */
  without(used: Usage, span: Span): Usage;
};

const LOOK_MS = 1_000;
const PATIENCE_MS = 30_000;
/** Less than this is no longer worth waiting for. */
const FALLS_BY = 0.7;
/** Of one core. */
const CALM = 0.05;

export function openIdle(postmaster: number): Idle {
  const watched: Served[] = [];
  /** Microseconds a millisecond: the least that was seen, for now and then a worker has something to do. */
  const rates = new Map<Served, Usage>();

  async function look(): Promise<number> {
    const meters = watched.map((served) => ({ served, meter: openMeter([served.pid], postmaster) }));
    const before = meters.map(({ meter }) => meter.read());
    const start = performance.now();
    await sleep(LOOK_MS);
    const ms = performance.now() - start;
    const seen = meters.map(({ served, meter }, at) => {
      const used = usedBetween(before[at] ?? null, meter.read(), served.database);
      const rate = { servers: (used?.servers ?? 0) / ms, database: (used?.database ?? 0) / ms };
      const least = rates.get(served) ?? rate;
      rates.set(served, {
        servers: Math.min(least.servers, rate.servers),
        database: Math.min(least.database, rate.database),
      });
      return rate;
    });
    return seen.reduce((sum, { servers, database }) => sum + servers + database, 0) / 1_000;
  }

  return {
    watch: (served) => {
      watched.push(served);
      return served;
    },
    settle: async () => {
      const end = performance.now() + PATIENCE_MS;
      for (let last = Number.POSITIVE_INFINITY; performance.now() < end; ) {
        const cores = await look();
        if (cores < CALM || cores > last * FALLS_BY) return;
        last = cores;
      }
    },
    without: (used, { on, ms, requests }) => {
      const servers = on.reduce((sum, served) => sum + (rates.get(served)?.servers ?? 0), 0);
      const database = Math.max(...on.map((served) => rates.get(served)?.database ?? 0));
      return {
        servers: Math.max(0, used.servers - servers * ms) / requests,
        database: Math.max(0, used.database - database * ms) / requests,
      };
    },
  };
}
