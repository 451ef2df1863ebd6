/** From a request to the first byte of its webhook at the receiver, on an idle system. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Served } from "../processes.js";
import { milliseconds, type Row } from "../report.js";
import { median } from "../rounds.js";
import { API, seedSessions } from "../seed.js";
import type { WebhookFixture } from "../webhooks/fixture.js";
import { insertEndpoints } from "../webhooks/lanes.js";
import { type Arrival, sharedMs } from "../webhooks/messages.js";
import { call, createMerchant, type Merchant } from "../world.js";

/** Expiries that go before and don't count: statements are prepared, the connection to the receiver is made. */
const WARM_UP = 8;
const PAUSE_MS = { least: 120, most: 320 };
const ARRIVE_MS = 2_000;

/** One process that takes the request and sends; then one for each. */
export async function measureLatency(fixture: WebhookFixture, samples: number): Promise<readonly Row[]> {
  const one = await fixture.startService("all");
  const merchant = await createMerchant({ databaseUrl: fixture.databaseUrl, directory: fixture.world.directory });
  await insertEndpoints(fixture.db, [{ account: merchant.account, url: `${fixture.sinks.https.origin}/latency` }]);
  const rows = [latencyRow("one process", await measureExpiries(fixture, one, { merchant, samples }), 5)];
  await one.stop();
  const web = await fixture.startService("web");
  const worker = await fixture.startService("worker");
  rows.push(latencyRow("web and worker apart", await measureExpiries(fixture, web, { merchant, samples }), 50));
  await Promise.all([web.stop(), worker.stop()]);
  return rows;
}

/** Milliseconds to the first byte at the receiver, from just before the request, and from its answer: the commit lies between, just before the answer. */
type Waits = { readonly fromRequest: number; readonly fromAnswer: number };

async function measureExpiries(
  fixture: WebhookFixture,
  service: Served,
  { merchant, samples }: { readonly merchant: Merchant; readonly samples: number },
): Promise<readonly Waits[]> {
  const sink = fixture.sinks.https;
  const sessions = await seedSessions(service, merchant, { count: WARM_UP + samples });
  await fixture.settle();
  await sink.ask({ kind: "note" });
  const times: Waits[] = [];
  for (const { id } of sessions) {
    await sleep(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    const began = sharedMs();
    await call(service, merchant, { method: "POST", path: `${API}/checkout/sessions/${id}/expire` });
    const answered = sharedMs();
    const { at } = await nextArrival(fixture);
    times.push({ fromRequest: at - began, fromAnswer: at - answered });
  }
  return times.slice(WARM_UP);
}

async function nextArrival({ sinks }: WebhookFixture): Promise<Arrival> {
  const deadline = sharedMs() + ARRIVE_MS;
  while (sharedMs() < deadline) {
    const [arrival] = await sinks.https.ask<readonly Arrival[]>({ kind: "take" });
    if (arrival !== undefined) return arrival;
    await sleep(2);
  }
  throw new Error(`an event did not arrive within ${ARRIVE_MS / 1000} s`);
}

function latencyRow(what: string, waits: readonly Waits[], limitMs: number): Row {
  const times = waits.map(({ fromAnswer }) => fromAnswer).sort((a, b) => a - b);
  const p50 = median(times);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const whole = median(waits.map(({ fromRequest }) => fromRequest));
  return {
    what: `webhooks, answer to first byte at the receiver, ${what}: p50 (p95 ${milliseconds(p95)}; from the request, p50 ${milliseconds(whole)})`,
    service: milliseconds(p50),
    floor: `limit ${limitMs} ms`,
    ratio: p50 / limitMs,
    goal: { atMost: 1 },
  };
}
