/** Whether receivers that hang, fail or are not there delay those that answer. */
import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@holdfast/contract";
import { milliseconds, type Row } from "../report.js";
import { DEAD_ORIGIN, hostileOrigin, NO_NAME_ORIGIN, type WebhookFixture } from "../webhooks/fixture.js";
import {
  disable,
  type Endpoint,
  emitOne,
  insertAccounts,
  insertEndpoints,
  makeDue,
  release,
} from "../webhooks/lanes.js";
import { type Arrival, sharedMs } from "../webhooks/messages.js";

/** Of one account; as many as it may have. */
const ENDPOINTS = LIMITS.webhookEndpoints;
const EVENTS = 1_000;
/** Of ten endpoints, how many are hostile. */
const HOSTILE_OF_TEN = 3;
/** Due at each hostile endpoint from the start: they are never idle, whatever fails at once. */
const HOSTILE_BACKLOG = 40;
/** Hanging ones hold their places before the trickle begins. */
const LEAD_MS = 2_000;
const TRICKLE_MS = 10_000;
const ARRIVE_MS = 20_000;
const LIMIT_MS = 2_000;

export async function measureFairness(fixture: WebhookFixture): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const accounts of [50, 1]) {
    const worker = await fixture.startService("worker");
    rows.push(await measureAmong(fixture, accounts));
    await worker.stop();
  }
  return rows;
}

async function measureAmong(fixture: WebhookFixture, accounts: number): Promise<Row> {
  const { db, event, sinks } = fixture;
  const { healthy, hostile } = await settleStreet(fixture, accounts);
  await makeDue(db, hostile, { perEndpoint: HOSTILE_BACKLOG, event });
  await fixture.settle();
  await sinks.https.ask({ kind: "note" });
  await release(db, hostile);
  await sleep(LEAD_MS);
  const committed = await trickle(fixture, healthy, hostile);
  const arrived = await arrivalsOf(fixture, committed.size);
  await disable(db, [...healthy, ...hostile]);
  const waits = [...committed].map(([id, at]) => Math.max(0, (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at));
  const sorted = waits.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    what: `webhooks, ${hostile.length} of ${(healthy.length + hostile.length).toLocaleString("en-US")} endpoints hostile, ${accounts} account${accounts > 1 ? "s" : ""}: commit to first byte at the others, p95 (p50 ${milliseconds(at(0.5))}, worst ${milliseconds(sorted.at(-1) ?? Number.NaN)})`,
    service: milliseconds(at(0.95)),
    floor: `limit ${LIMIT_MS} ms`,
    ratio: at(0.95) / LIMIT_MS,
    goal: { atMost: 1 },
  };
}

/** Healthy and hostile endpoints in every account. */
async function settleStreet(
  { db, sinks, hostile }: WebhookFixture,
  accountCount: number,
): Promise<{ readonly healthy: readonly Endpoint[]; readonly hostile: readonly Endpoint[] }> {
  const accounts = await insertAccounts(db, accountCount);
  const bad = hostileOrigin(hostile);
  // Most hang, since nothing else keeps a place for as long.
  const manners = [
    `${bad}/hang`,
    `${bad}/hang`,
    `${bad}/hang`,
    `${bad}/hang`,
    `${bad}/drip`,
    `${bad}/fail`,
    `${bad}/reset`,
  ];
  const urls = [...manners, DEAD_ORIGIN, NO_NAME_ORIGIN, `${bad}/hang`];
  const wanted = Array.from({ length: ENDPOINTS * accountCount }, (_, index) => {
    const seat = index % accountCount;
    const position = Math.floor(index / accountCount);
    const place = position % 10;
    // Every account has its share of them, and not always the same kinds.
    const kind = (seat + Math.floor(position / 10) * HOSTILE_OF_TEN + place) % urls.length;
    const url = place < HOSTILE_OF_TEN ? urls[kind] : `${sinks.https.origin}/healthy`;
    return { account: accounts[seat] as string, url: `${url}/${index}` };
  });
  const endpoints = await insertEndpoints(db, wanted);
  const isHealthy = ({ url }: Endpoint): boolean => url.startsWith(sinks.https.origin);
  return { healthy: endpoints.filter(isHealthy), hostile: endpoints.filter((one) => !isHealthy(one)) };
}

/** As many events for each endpoint, spread out evenly in time and mixed; when each of the healthy ones' was committed. */
async function trickle(
  { db, event }: WebhookFixture,
  healthy: readonly Endpoint[],
  hostile: readonly Endpoint[],
): Promise<ReadonlyMap<string, number>> {
  const endpoints = [...healthy, ...hostile];
  const mixed = Array.from({ length: EVENTS }, (_, index) => ({
    endpoint: endpoints[index % endpoints.length] as Endpoint,
    turn: (index * 7_919) % 1_009,
  })).sort((a, b) => a.turn - b.turn);
  const isHealthy = new Set(healthy);
  const committed = new Map<string, number>();
  const began = performance.now();
  await Promise.all(
    mixed.map(async ({ endpoint }, index) => {
      await sleep((TRICKLE_MS * index) / mixed.length);
      const id = await emitOne(db, endpoint, event);
      if (isHealthy.has(endpoint)) committed.set(id, sharedMs());
    }),
  );
  if (performance.now() - began > TRICKLE_MS * 1.5) throw new Error("events could not be written in time");
  return committed;
}

/** When the first byte of each came; those that did not come in time are missing. */
async function arrivalsOf({ sinks }: WebhookFixture, count: number): Promise<ReadonlyMap<string, number>> {
  const arrived = new Map<string, number>();
  const deadline = performance.now() + ARRIVE_MS;
  while (arrived.size < count && performance.now() < deadline) {
    const arrivals = await sinks.https.ask<readonly Arrival[]>({ kind: "take" });
    for (const { event, at } of arrivals) if (!arrived.has(event)) arrived.set(event, at);
    await sleep(50);
  }
  return arrived;
}
