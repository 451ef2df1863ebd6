/** Deliveries that are due are sent until the sink has them all: a round of webhooks. */

import type { Served } from "../processes.js";
import type { Round, Run } from "../rounds.js";
import type { Spender, World } from "../world.js";
import type { Sink, WebhookFixture } from "./fixture.js";
import { type Endpoint, makeDue, release, untilDelivered } from "./lanes.js";
import type { Tenths } from "./messages.js";

export const FINISH_MS = 180_000;

type Drain = { readonly sink: Sink; readonly endpoints: readonly Endpoint[]; readonly count: number };

/** A round of the service's worker: as many deliveries as `count`, all due when it begins. */
export function drainLanes(fixture: WebhookFixture, worker: Served, drain: Drain): Run {
  const by = { pids: [worker.pid], database: worker.database };
  return async () => {
    await fillLanes(fixture, drain);
    return roundOf({ world: fixture.world, by, count: drain.count }, () => drainFilled(fixture, drain));
  };
}

/** When each tenth had arrived; ends once the deliveries are told as well. */
export async function drainOnce(fixture: WebhookFixture, drain: Drain): Promise<Tenths> {
  await fillLanes(fixture, drain);
  return drainFilled(fixture, drain);
}

const fillLanes = ({ db, event }: WebhookFixture, { endpoints, count }: Drain): Promise<void> =>
  makeDue(db, endpoints, { perEndpoint: count / endpoints.length, event });

async function drainFilled({ db }: WebhookFixture, { sink, endpoints, count }: Drain): Promise<Tenths> {
  const tenths = await sinkTimes(sink, count, () => release(db, endpoints));
  await untilDelivered(db, endpoints);
  return tenths;
}

/** Deliveries that arrive while `work` goes on, and what each of them costs. */
export async function roundOf(
  { world, by, count }: { readonly world: World; readonly by: Spender; readonly count: number },
  work: () => Promise<Tenths>,
): Promise<Round> {
  const { result: tenths, used } = await world.spend(by, work);
  const seconds = (tenths.at(-1) ?? Number.NaN) / 1000;
  const cpu = used && { servers: used.servers / count, database: used.database / count };
  return { requests: count, perSecond: count / seconds, p50: Number.NaN, p99: Number.NaN, sent: count, cpu };
}

/** When each tenth had arrived, once the work has ended too. */
export async function sinkTimes(sink: Sink, count: number, work: () => Promise<unknown>): Promise<Tenths> {
  await sink.ask({ kind: "expect", count });
  const [tenths] = await Promise.all([sink.ask<Tenths>({ kind: "finish" }, FINISH_MS), work()]);
  return tenths;
}
