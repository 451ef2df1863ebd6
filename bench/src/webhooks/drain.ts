/** Deliveries that are due are sent until the sink has them all: a round of webhooks. */
import type { Round, Run } from "../rounds.js";
import type { Ground, Sink } from "./ground.js";
import { type Endpoint, makeDue, release, untilDelivered } from "./lanes.js";
import type { Tenths } from "./messages.js";

export const FINISH_MS = 180_000;

type Drain = { readonly sink: Sink; readonly endpoints: readonly Endpoint[]; readonly count: number };

/** A round of the service's worker: as many deliveries as `count`, all due when it begins. */
export function drainLanes(ground: Ground, drain: Drain): Run {
  return async () => outcomeOf(await drainOnce(ground, drain), drain.count);
}

/** When each tenth had arrived; ends once the deliveries are told as well. */
export async function drainOnce({ db, event }: Ground, { sink, endpoints, count }: Drain): Promise<Tenths> {
  await makeDue(db, endpoints, { perEndpoint: count / endpoints.length, event });
  const tenths = await sinkTimes(sink, count, () => release(db, endpoints));
  await untilDelivered(db, endpoints);
  return tenths;
}

/** When each tenth had arrived, once the work has ended too. */
export async function sinkTimes(sink: Sink, count: number, work: () => Promise<unknown>): Promise<Tenths> {
  await sink.ask({ kind: "expect", count });
  const [tenths] = await Promise.all([sink.ask<Tenths>({ kind: "finish" }, FINISH_MS), work()]);
  return tenths;
}

export function outcomeOf(tenths: Tenths, count: number): Round {
  const seconds = (tenths.at(-1) ?? Number.NaN) / 1000;
  return { requests: count, perSecond: count / seconds, p50: Number.NaN, p99: Number.NaN, sent: count, cpu: null };
}
