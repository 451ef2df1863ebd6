/** First attempts of webhooks: beside a bare loop that sends the same, through a backlog, from commit on, and among receivers that fail. */
import type { Served } from "../processes.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace } from "../rounds.js";
import { drainLanes, drainOnce, FINISH_MS, roundOf, sinkTimes } from "../webhooks/drain.js";
import { openWebhookFixture, type WebhookFixture } from "../webhooks/fixture.js";
import { fillFloor, startFloorB } from "../webhooks/floor-b.js";
import type { World } from "../world.js";
import { measureFairness } from "./webhooks-fairness.js";
import { measureLatency } from "./webhooks-latency.js";

const ENDPOINTS = 32;
const ACCOUNTS = 8;
/** About what a second takes, so that a round lasts about as long as those of other parts. */
const KEPT_PER_SECOND = 8_000;
const NEW_PER_SECOND = 1_000;

export type WebhookPlan = { readonly pace: Pace; readonly backlog: number; readonly latencySamples: number };

export async function measureWebhooks(world: World, plan: WebhookPlan): Promise<readonly Row[]> {
  const fixture = await openWebhookFixture(world);
  try {
    const latency = await measureLatency(fixture, plan.latencySamples);
    const worker = await fixture.startService("worker");
    const rows = [
      ...(await measureThroughput(fixture, worker, plan.pace)),
      await measureBacklog(fixture, plan.backlog),
    ];
    await worker.stop();
    return [...rows, ...latency, ...(await measureFairness(fixture))];
  } finally {
    await fixture.close();
  }
}

/** Of the throughput alone. */
export async function measureSending(world: World, pace: Pace): Promise<readonly Row[]> {
  const fixture = await openWebhookFixture(world);
  try {
    return await measureThroughput(fixture, await fixture.startService("worker"), pace);
  } finally {
    await fixture.close();
  }
}

async function measureThroughput(fixture: WebhookFixture, worker: Served, pace: Pace): Promise<readonly Row[]> {
  const { world } = fixture;
  const floor = await startFloorB(fixture);
  const byFloor = { pids: [floor.pid], database: world.floor.database };
  const { https, http, closing } = fixture.sinks;
  const rows: Row[] = [];
  for (const { what, sink, perSecond, goal } of [
    { what: "kept https connections", sink: https, perSecond: KEPT_PER_SECOND, goal: { atLeast: 0.85 } },
    { what: "kept http connections", sink: http, perSecond: KEPT_PER_SECOND, goal: null },
    { what: "a new TLS connection each", sink: closing, perSecond: NEW_PER_SECOND, goal: { atLeast: 1 } },
  ]) {
    const count = wholeLanes((perSecond * pace.measureMs) / 1000);
    const endpoints = await fixture.endpoints(sink, { count: ENDPOINTS, accounts: ACCOUNTS });
    const pairs = await interleave(pace, {
      floor: async () => {
        await fillFloor(fixture, endpoints, count);
        const drain = () => sinkTimes(sink, count, () => floor.ask({ kind: "drain" }, FINISH_MS));
        return roundOf({ world, by: byFloor, count }, drain);
      },
      service: drainLanes(fixture, worker, { sink, endpoints, count }),
      settle: fixture.settle,
    });
    rows.push(throughputRow(`webhooks, first attempts over ${what}`, pairs, goal));
  }
  return rows;
}

/** So many deliveries, or a few more, that every endpoint gets as many. */
const wholeLanes = (count: number): number => Math.ceil(count / ENDPOINTS) * ENDPOINTS;

/** The last tenth of a backlog beside its first, on a worker that is warm. */
async function measureBacklog(fixture: WebhookFixture, backlog: number): Promise<Row> {
  const count = wholeLanes(backlog);
  const sink = fixture.sinks.https;
  const endpoints = await fixture.endpoints(sink, { count: ENDPOINTS, accounts: ACCOUNTS });
  await drainOnce(fixture, { sink, endpoints, count: wholeLanes(count / 10) });
  await fixture.settle();
  const tenths = await drainOnce(fixture, { sink, endpoints, count });
  const first = tenths[0] ?? Number.NaN;
  const last = (tenths[9] ?? Number.NaN) - (tenths[8] ?? Number.NaN);
  const each = (count / 10).toLocaleString("en-US");
  return {
    what: `webhooks, ${count.toLocaleString("en-US")} due: last ${each} beside first ${each}`,
    service: `${(last / 1000).toFixed(2)} s`,
    floor: `${(first / 1000).toFixed(2)} s`,
    ratio: last / first,
    goal: { atMost: 1.3 },
  };
}
