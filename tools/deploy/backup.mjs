/**
 * Barman on the files of deploy/backup and the blocks of docs/deploy/backup.md: a PostgreSQL serves orders, its disk is lost, and Barman
 * brings back all that was acknowledged, and what was there at a moment.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../apps/service/dist/platform/free-port.js";
import { acknowledgedSteps, compareOrders, openOrders } from "../drill/orders.mjs";
import { holdfast, startService } from "../drill/processes.mjs";
import { findPostgres, findUser } from "../ha/programs.mjs";
import { blocksOf, runBlock } from "./blocks.mjs";
import { expect, mustRun, ROOT, tryProgram, until } from "./machine.mjs";

const DOCUMENT = "docs/deploy/backup.md";
const ENDLESS = Number.MAX_SAFE_INTEGER;
const BEFORE = 20;
const AFTER = 60;
const SECRET_KEY = Buffer.alloc(32, "one key for all of them").toString("base64");
const SELLER = ["merchant", "create", "--email", "shop@example.com", "--trading-name", "North Wares", "--verified"];

export async function checkBackup() {
  const machine = await openMachine();
  try {
    const database = await startPostgres(machine, join(machine.folder, "database"));
    const env = { DATABASE_URL: database.url, SECRET_KEY, DATA_DIR: join(machine.folder, "data") };
    const service = await startService(machine.folder, env);
    machine.closers.push(() => service.end("SIGKILL"));
    const { api_key: apiKey } = await holdfast(machine.folder, env, ...SELLER);
    const shop = openOrders({ origin: service.origin, apiKey });
    await shop.sell(BEFORE);

    let isGone = false;
    machine.closers.push(() => {
      isGone = true; // nobody sells on to a service that is gone
    });
    const selling = shop.sell(ENDLESS, () => isGone);
    await installBackup(machine, database);
    const since = Date.now();
    const enough = shop.orders.length + AFTER;
    while (shop.orders.length < enough) await sleep(20);

    const gone = Date.now();
    isGone = true;
    await Promise.all([service.end("SIGKILL"), loseDisk(database), selling]);
    const moment = Math.floor((since + gone) / 2);
    const recovered = await bringBack(machine, database, moment);
    const counts = [];
    for (const { directory, until: end } of recovered) {
      const server = await startPostgres(machine, directory);
      await settle(machine, server);
      const there = await startService(machine.folder, { ...env, DATABASE_URL: server.url });
      const wrong = await compareOrders({ origin: there.origin, apiKey }, shop.orders, end);
      await there.end("SIGTERM");
      await stopPostgres(machine, server);
      expect(wrong.length === 0, wrong.slice(0, 10).join("\n"));
      const due = acknowledgedSteps(shop.orders).filter((one) => one.acknowledged < (end ?? Infinity));
      counts.push(`${due.length}${end === null ? "" : ` by ${new Date(end).toISOString()}`}`);
    }
    return `Barman ${machine.version} brought back every acknowledged step: ${counts.join(", and ")}`;
  } finally {
    for (const close of machine.closers.reverse()) await close();
  }
}

/** A folder of the user of the database, who is also Barman's here. */
async function openMachine() {
  const { user, missing } = findUser();
  expect(missing === undefined, missing);
  const programs = findPostgres();
  expect(programs !== null, "no PostgreSQL 15 or later");
  const folder = mkdtempSync(join(tmpdir(), "holdfast-backup-"));
  chmodSync(folder, 0o755);
  for (const name of ["barman", "barman.d", "home"]) mkdirSync(join(folder, name));
  await mustRun("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  const env = { PATH: `${programs}${delimiter}${process.env.PATH}`, HOME: join(folder, "home") };
  const as = ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  const run = (...args) => mustRun(as[0], [...as.slice(1), ...args], { cwd: folder, env });
  const { stdout } = await run("barman", "--version");
  return {
    folder,
    as,
    env,
    run,
    version: stdout.split(" ")[0],
    closers: [() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })],
  };
}

/** What lies in the directory, or a new cluster with the database of the service. */
async function startPostgres({ run, folder, closers }, directory) {
  const isNew = !existsSync(join(directory, "PG_VERSION"));
  const port = await freePort();
  if (isNew) await run("initdb", "--username=postgres", "--auth=trust", "-D", directory);
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=`;
  const server = { directory, port, url: `postgres://holdfast@127.0.0.1:${port}/holdfast?sslmode=disable` };
  closers.push(() => loseDisk(server).catch(() => undefined));
  await run("pg_ctl", "-D", directory, "-o", options, "-l", join(folder, "log"), "-w", "-t", "120", "start");
  const psql = (text) =>
    run("psql", "-X", "-v", "ON_ERROR_STOP=1", `postgres://postgres@127.0.0.1:${port}/postgres`, "-c", text);
  if (isNew)
    for (const text of ["create role holdfast login", "create database holdfast owner holdfast"]) await psql(text);
  await until("it is no standby any more", async () => {
    const { stdout } = await psql("select 'recovered' where not pg_is_in_recovery()");
    return stdout.includes("recovered\n");
  });
  return server;
}

const stopPostgres = ({ run }, { directory }) => run("pg_ctl", "-D", directory, "-m", "fast", "-w", "stop");

async function loseDisk({ directory }) {
  const pid = Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
}

/** The configuration as it is published, with the places of this machine. */
async function installBarman({ folder, as, env, closers }, { port }) {
  const text = readFileSync(join(ROOT, "deploy/backup/barman.conf"), "utf8")
    .replaceAll("/var/lib/barman", join(folder, "barman"))
    .replaceAll("/var/log/barman.log", join(folder, "barman.log"))
    .replaceAll("/etc/barman.d", join(folder, "barman.d"))
    .replaceAll("host=db-1.internal port=5432", `host=127.0.0.1 port=${port}`)
    .replace("barman_user = barman", "barman_user = postgres");
  writeFileSync(join(folder, "home/.barman.conf"), text);
  const stop = [...as.slice(1), "barman", "receive-wal", "--stop", "holdfast"];
  closers.push(() => tryProgram(as[0], stop, { cwd: folder, env }));
}

const BLOCKS = blocksOf(DOCUMENT, "A PostgreSQL of your own");
const RESTORING = BLOCKS.findIndex(({ code }) => code.includes("barman restore"));

/** As whoever pastes them: Barman's as its user, those of the database as its superuser. */
function runBlockOf({ as, env, folder }, { port, url }, { block, words = {} }) {
  const places = { PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: "postgres", PGDATABASE: "postgres" };
  return block.given === "barman"
    ? runBlock(block, { cwd: folder, env, words: { "barman ": `${as.join(" ")} barman `, ...words } })
    : runBlock(block, { cwd: ROOT, env: { ...places, DATABASE_URL: url, SECRET_KEY } });
}

async function installBackup(machine, database) {
  await installBarman(machine, database);
  for (const block of BLOCKS.slice(0, RESTORING)) await runBlockOf(machine, database, { block });
}

/** @returns both directories, each with the moment up to which it has everything, or null */
async function bringBack(machine, database, moment) {
  const [end, then] = ["recovered", "then"].map((name) => join(machine.folder, name));
  const words = {
    "/var/lib/postgresql/recovered": end,
    "/var/lib/postgresql/then": then,
    "2026-11-27 22:05:00+00:00": new Date(moment).toISOString().replace("Z", "+00:00"),
  };
  await runBlockOf(machine, database, { block: BLOCKS[RESTORING], words });
  return [
    { directory: end, until: null },
    { directory: then, until: moment },
  ];
}

/** Once it is up: commits go on, and the books are proved. */
async function settle(machine, server) {
  for (const block of BLOCKS.slice(RESTORING + 1)) await runBlockOf(machine, server, { block });
}
