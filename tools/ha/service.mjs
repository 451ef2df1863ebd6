/** Processes of the service on the cluster, as an operator would start them. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { Failure, mustRun, ROOT } from "../clients/process.mjs";
import { bannerOf } from "../clients/service.mjs";

const SERVICE = join(ROOT, "apps/service/dist/bundle/main.js");
const CLI = join(ROOT, "packages/cli/bin/holdfast.js");
const LISTENS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 20_000;

/** Two of each; one finds the primary by itself among three hosts, the other by three PgBouncers. */
const PROCESSES = [
  { name: "web, three hosts", role: "web", pooled: false },
  { name: "web, PgBouncer", role: "web", pooled: true },
  { name: "worker, three hosts", role: "worker", pooled: false },
  { name: "worker, PgBouncer", role: "worker", pooled: true },
];

/**
 * @param {{ cluster: object, origins: readonly string[], port?: number }} given `origins` may be sent webhooks; the first process takes
 *   the port.
 */
export async function openService({ cluster, origins, port = 0 }) {
  const folder = join(cluster.folder, "service");
  fs.mkdirSync(folder);
  const { PATH, HOME } = process.env;
  const common = {
    PATH,
    HOME,
    DATA_DIR: join(folder, "data"),
    DATABASE_CONNECTIONS: "8",
    SECRET_KEY: Buffer.alloc(32, "one key for all of them").toString("base64"),
    RATE_LIMIT_PER_MINUTE: "10000000",
    SESSIONS_PER_DAY: "10000000",
    WEBHOOK_ALLOWED_ORIGINS: origins.join(","),
    LOG_LEVEL: "warn",
  };
  const running = [];
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()));
  };
  const envOf = ({ role, pooled }, at) => ({
    ...common,
    ROLE: role,
    PORT: at === 0 ? String(port) : "0",
    DATABASE_URL: pooled ? cluster.pooledUrl : cluster.url,
    ...(at === 0 ? { MIGRATION_DATABASE_URL: cluster.migrationUrl } : { PUBLIC_URL: running[0].origin }),
  });
  try {
    for (const [at, one] of PROCESSES.entries()) {
      const log = join(folder, `${one.name}.log`);
      running.push({ ...one, ...(await start(envOf(one, at), { folder, log, showsBanner: at === 0 })) });
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const holdfast = (...args) =>
    mustRun(process.execPath, [CLI, ...args], { cwd: folder, env: { ...common, DATABASE_URL: cluster.url } });
  return { processes: running, banner: running[0].banner, holdfast, stop };
}

async function start(env, { folder, log, showsBanner }) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", SERVICE], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  for (const stream of [child.stdout, child.stderr]) stream.pipe(fs.createWriteStream(log, { flags: "a" }));
  const stop = async () => {
    child.kill("SIGTERM");
    const cut = setTimeout(() => child.kill("SIGKILL"), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(cut);
  };
  const [origin, banner] = await Promise.all([listening(child), showsBanner ? bannerOf(child) : null]);
  return { origin, banner, hasEnded: () => child.exitCode !== null || child.signalCode !== null, stop };
}

function listening(child) {
  let printed = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Failure(`the service did not start: ${why}\n${printed.slice(-2_000)}`));
    const cut = setTimeout(() => fail("it took too long"), LISTENS_WITHIN_MS);
    child.once("close", (code) => fail(`it ended with ${code}`));
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        printed += chunk;
        const [, origin] = /^listening on (\S+)$/m.exec(printed) ?? [];
        if (origin === undefined) return;
        clearTimeout(cut);
        resolve(origin);
      });
  });
}
