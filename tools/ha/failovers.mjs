/** Failovers under load, one after the other, and what has to be true after each and at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { DELIVERY_PACE } from "../../apps/service/dist/webhooks/deliver.js";
import { Failure } from "../clients/process.mjs";
import { FAULTS } from "./faults.mjs";
import { openLoad, openReceiver } from "./load.mjs";
import { openService } from "./service.mjs";
import { judge, missing } from "./verdict.mjs";

const PROMOTED_WITHIN_MS = 90_000;
/** By then a process that does not write any more never will. */
const WRITES_WITHIN_MS = 60_000;
/** Load between two failovers. */
const CALM_MS = 2_000;
const DELIVERED_WITHIN_MS = 120_000;

/**
 * @param {{ cluster: object, count: number, say: (line: string) => void }} given
 * @returns the failovers, what was written, and what is wrong, in a line each
 */
export async function runFailovers({ cluster, count, say }) {
  const receiver = await openReceiver();
  const service = await openService({ cluster, origins: [receiver.origin] });
  try {
    const webs = service.processes.filter(({ role }) => role === "web");
    const load = openLoad({ webs, apiKey: service.banner.apiKey });
    const { account } = await openShop({ service, receiver, webs });
    await load.sellOne();
    const base = await load.newestEvent();
    const readers = load.follow(base);
    const stop = load.begin();
    const workers = await workersOf(cluster, service);
    const faults = FAULTS.filter(({ needsCut }) => !needsCut || cluster.canCut);
    const failovers = [];
    const wrong = [];
    for (let number = 1; number <= count; number += 1) {
      const fault = faults[(number - 1) % faults.length];
      const failover = await failOver({ cluster, fault, load, webs, workers });
      // Until then a former primary that is there again may believe that it still is one.
      await cluster.whole();
      const lost = await missing(cluster, account, load.acknowledged);
      if (lost.length > 0) wrong.push(`after failover ${number}, ${fault.name}: lost ${lost.slice(0, 5).join(", ")}`);
      failovers.push({ ...failover, lost: lost.length });
      say(`${number}/${count} ${lineOf(failover)}, ${lost.length} lost`);
    }
    await cluster.whole();
    await stop();
    const feeds = await Promise.all(readers.map(async ({ name, finish }) => ({ web: name, ids: await finish() })));
    await delivered(cluster);
    const verdict = await judge({ cluster, account, load, feeds, base, received: receiver.received });
    // What a server counted of changes goes with each failover, so nothing was analysed since the tables were empty.
    await cluster.ask("analyze");
    const check = await service.holdfast("ledger", "check").then(
      () => [],
      (error) => [error.message],
    );
    const died = service.processes.filter((one) => one.hasEnded()).map(({ name }) => `${name} has ended`);
    return {
      faults: faults.map(({ name }) => name),
      failovers,
      deliveries: receiver.deliveries(),
      ...verdict,
      wrong: [...wrong, ...verdict.wrong, ...load.errors.slice(0, 20), ...check, ...died],
    };
  } finally {
    await service.stop();
    receiver.close();
  }
}

async function openShop({ service, receiver, webs }) {
  const response = await fetch(`${webs[0].origin}/api/v1/account`, {
    headers: { Authorization: `Bearer ${service.banner.apiKey}` },
  });
  const { id: account } = await response.json();
  await service.holdfast("webhook", "create", "--account", account, "--url", `${receiver.origin}/webhook`, "--json");
  return { account };
}

/** Workers by the name of their process: those that started first have the lower ids. */
async function workersOf(cluster, service) {
  const processes = service.processes.filter(({ role }) => role === "worker");
  const rows = await cluster.ask("select id from webhook_workers order by id");
  if (rows.length !== processes.length) throw new Failure(`${rows.length} workers of ${processes.length} are known`);
  return processes.map(({ name }, at) => ({ name, id: rows[at].id }));
}

async function failOver({ cluster, fault, load, webs, workers }) {
  await cluster.whole();
  await sleep(CALM_MS);
  const former = cluster.primary();
  const struckMs = performance.now();
  load.watch();
  // A switch answers when it is over; the new primary is seen meanwhile.
  const struck = Promise.resolve(fault.strike(former));
  const { node, atMs } = await cluster.promotedFrom(former, PROMOTED_WITHIN_MS);
  await struck;
  const wroteAfterMs = await firstWrites({ cluster, load, webs, workers, atMs });
  fault.heal(former);
  return { fault: fault.name, from: former.name, to: node.name, promotedAfterMs: atMs - struckMs, wroteAfterMs };
}

/** Milliseconds from the promotion to the first write of each process; null for one that wrote nothing in time. */
async function firstWrites({ cluster, load, webs, workers, atMs }) {
  const wrote = new Map();
  const names = [...webs, ...workers].map(({ name }) => name);
  const lookAtWorkers = async () => {
    // A worker says every few seconds that it lives: until when, as the database's clock has it, which is this machine's.
    const rows = await cluster.ask(
      "select id, extract(epoch from alive_until)::float8 * 1000 as until from webhook_workers",
    );
    for (const { id, until } of rows) {
      const name = workers.find((one) => one.id === id)?.name;
      const renewedMs = until - DELIVERY_PACE.leaseMs - performance.timeOrigin;
      if (name !== undefined && !wrote.has(name) && renewedMs > atMs) wrote.set(name, renewedMs - atMs);
    }
  };
  for (const end = atMs + WRITES_WITHIN_MS; performance.now() < end && wrote.size < names.length; await sleep(200)) {
    for (const { name } of webs) {
      const first = load.firstWriteAfter(name, atMs);
      if (first !== null) wrote.set(name, first - atMs);
    }
    await lookAtWorkers().catch(() => undefined);
  }
  return Object.fromEntries(names.map((name) => [name, wrote.get(name) ?? null]));
}

/** Waits until nothing is left to deliver. */
async function delivered(cluster) {
  for (const until = performance.now() + DELIVERED_WITHIN_MS; performance.now() < until; await sleep(500)) {
    const [{ left }] = await cluster.ask("select count(*)::int as left from webhook_queue");
    if (left === 0) return;
  }
}

const seconds = (ms) => (ms === null ? "never" : `${(ms / 1_000).toFixed(1)} s`);

const lineOf = ({ fault, from, to, promotedAfterMs, wroteAfterMs }) =>
  `${fault}: ${from} to ${to} in ${seconds(promotedAfterMs)}; wrote after ${Object.entries(wroteAfterMs)
    .map(([name, ms]) => `${seconds(ms)} (${name})`)
    .join(", ")}`;
