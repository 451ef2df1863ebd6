/**
 * `npm run ha`: PostgreSQL with Patroni and etcd on three nodes of this machine, PgBouncer on each, and the service on them, until it is
 * stopped. `npm run ha -- test [--failovers N]`: failovers under load, whose figures it writes to bench/results-ha.md.
 */
import { parseArgs } from "node:util";
import { Failure } from "../clients/process.mjs";
import { openCluster } from "./cluster.mjs";
import { runFailovers } from "./failovers.mjs";
import { findPrograms } from "./programs.mjs";
import { GOAL_MS, slowest, writeReport } from "./report.mjs";
import { openService } from "./service.mjs";

const USAGE = "usage: npm run ha [-- test [--failovers N]]";
/** Five of each kind. */
const FAILOVERS = 30;
const PORT = 3000;

const say = (line) => console.error(line);
/** What is open, the newest last. */
const closers = [];
let isStopping = null;

function stop() {
  isStopping ??= (async () => {
    for (const close of closers.splice(0).reverse()) await close();
  })();
  return isStopping;
}

async function open(programs, isolated) {
  say("starting three nodes …");
  const cluster = await openCluster({ isolated, programs });
  closers.push(cluster.close);
  return cluster;
}

/** @returns whether everything held */
async function test(programs, count) {
  const cluster = await open(programs, true);
  if (!cluster.canCut) say("a cut network can't be played here: that takes root and `ip netns`");
  const result = await runFailovers({ cluster, count, say });
  const file = writeReport({ versions: programs.versions, network: cluster.network, ...result });
  for (const line of result.wrong) say(line);
  const slow = slowest(result.failovers);
  const isQuick = slow !== null && slow <= GOAL_MS;
  if (!isQuick) say(`a process took longer than ${GOAL_MS / 1_000} s to write again: see ${file}`);
  await stop();
  console.log(
    `${result.failovers.length} failovers, ${result.acknowledged} acknowledged, ${result.lost} lost, ${result.doubled} doubled`,
  );
  return result.wrong.length === 0 && isQuick;
}

async function serve(programs) {
  const cluster = await open(programs, false);
  say("starting the service …");
  const service = await openService({ cluster, origins: [], port: PORT });
  closers.push(service.stop);
  const { mail, password } = service.banner;
  const nodes = cluster.nodes.map(({ name, address, folder }) => `  ${name}      ${address}, log in ${folder}/log`);
  console.log(`
${nodes.join("\n")}
  Primary   ${cluster.primary()?.name}
  Console   ${service.processes[0].origin}/console          ${mail}, password ${password}

  DATABASE_URL=${cluster.url}
  DATABASE_URL=${cluster.pooledUrl}

Ctrl-C stops and removes everything.
`);
  await new Promise(() => {});
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { failovers: { type: "string", default: String(FAILOVERS) } },
    allowPositionals: true,
  });
  const count = Number(values.failovers);
  const isTest = positionals[0] === "test";
  if (positionals.length > (isTest ? 1 : 0) || !Number.isSafeInteger(count) || count < 1) throw new Failure(USAGE);
  const { programs, missing } = findPrograms();
  if (missing !== undefined)
    throw new Failure(`missing on this machine:\n${missing.map((one) => `- ${one}`).join("\n")}`);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"])
    process.on(signal, () => void stop().then(() => process.exit(0)));
  if (isTest) return test(programs, count);
  await serve(programs);
  return true;
}

try {
  const isGood = await main();
  // Callers of what is stopped try again for ever: they end here.
  process.exit(isGood ? 0 : 1);
} catch (error) {
  console.error(error instanceof Failure || error.code?.startsWith("ERR_PARSE_ARGS") ? error.message : error);
  await stop();
  process.exit(1);
}
