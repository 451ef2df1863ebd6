/** Sends the same webhooks by the service's worker and by others in turns, and prints one table. README.md says how to run it. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatId } from "../../apps/service/dist/domain/ids.js";
import { uuidv7 } from "../../apps/service/dist/platform/random.js";
import { startHelper } from "../dist/processes.js";
import { throughputRow, writeTable } from "../dist/report.js";
import { drainLanes, roundOf, sinkTimes } from "../dist/webhooks/drain.js";
import { openWebhookFixture } from "../dist/webhooks/fixture.js";
import { openWorld } from "../dist/world.js";

const ENDPOINTS = 32;
const ACCOUNTS = 8;
const BATCH = 2_000;

const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "24000" },
    rounds: { type: "string", default: "5" },
    "redis-port": { type: "string", default: "6390" },
  },
});
const rounds = Number(values.rounds);
const count = Math.ceil(Number(values.deliveries) / ENDPOINTS) * ENDPOINTS;

const world = await openWorld();
const closers = [() => world.close()];
try {
  await main();
} finally {
  for (const closer of closers.toReversed()) await closer();
}

async function main() {
  const ground = await openWebhookFixture(world);
  closers.push(() => ground.close());
  const worker = await ground.startService("worker");
  const sink = ground.sinks.https;
  const endpoints = await ground.endpoints(sink, { count: ENDPOINTS, accounts: ACCOUNTS });
  const service = drainLanes(ground, worker, { sink, endpoints, count });
  const peers = [];
  const redis = startRedis();
  for (const name of ["graphile-worker", "pg-boss", ...(redis === null ? [] : ["bullmq"])]) {
    const database = `peer_${name.replaceAll("-", "_")}`;
    const { url } = await world.newDatabase(database);
    const settings = { DATABASE_URL: url, REDIS_PORT: values["redis-port"], BENCH_CA: ground.ca };
    const process = ground.keep(await startHelper(new URL(`./${name}.mjs`, import.meta.url), settings));
    const by = { pids: name === "bullmq" ? [process.pid, redis] : [process.pid], database };
    peers.push({ name, run: () => drainPeer({ process, by, sink, endpoints, event: ground.event }), outcomes: [] });
  }
  const ours = await inTurns(service, peers);
  const rows = peers.map(({ name, outcomes }) =>
    throughputRow(
      `webhooks over kept https connections, beside ${name}`,
      { floor: outcomes, service: ours },
      { atLeast: 1.2 },
    ),
  );
  console.log(writeTable(rows).replace("floor", "peer "));
}

/** One round goes before and is not counted; in each the next one begins. */
async function inTurns(service, peers) {
  const ours = [];
  const all = [{ run: service, outcomes: ours }, ...peers];
  for (let round = 0; round <= rounds; round += 1) {
    const turn = round % all.length;
    await world.settle();
    for (const { run, outcomes } of [...all.slice(turn), ...all.slice(0, turn)]) {
      const outcome = await run();
      if (round > 0) outcomes.push(outcome);
    }
    console.error(`round ${round} of ${rounds}`);
  }
  return ours;
}

async function drainPeer({ process, by, sink, endpoints, event }) {
  for (let from = 0; from < count; from += BATCH) {
    const deliveries = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const id = formatId("event", uuidv7());
      const { url } = endpoints[(from + index) % endpoints.length];
      return { delivery: String(from + index + 1), url, event: id, type: event.type, body: event.bodyOf(id) };
    });
    await process.ask({ kind: "fill", deliveries });
  }
  return roundOf({ world, by, count }, async () => {
    const tenths = await sinkTimes(sink, count, () => process.ask({ kind: "start" }));
    await process.ask({ kind: "rest" });
    return tenths;
  });
}

/** As it is set up when it must not lose jobs: an append-only file, flushed every second. Its process; null where there is no Redis. */
function startRedis() {
  if (spawnSync("redis-server", ["--version"]).error !== undefined) {
    console.error("no redis-server on this machine: BullMQ is left out");
    return null;
  }
  const directory = join(world.directory, "redis");
  mkdirSync(directory);
  const settings = [
    "--appendonly",
    "yes",
    "--appendfsync",
    "everysec",
    "--save",
    "",
    "--maxmemory-policy",
    "noeviction",
  ];
  const redis = spawn(
    "redis-server",
    ["--port", values["redis-port"], "--bind", "127.0.0.1", "--dir", directory, ...settings],
    {
      stdio: "ignore",
    },
  );
  closers.push(() => redis.kill());
  return redis.pid;
}
