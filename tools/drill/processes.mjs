/** The service and the command line on a data directory, as an operator starts them. */
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { mustRun, ROOT } from "../clients/process.mjs";

const SERVICE = join(ROOT, "apps/service/dist/bundle/main.js");
const CLI = join(ROOT, "packages/cli/bin/holdfast.js");
const FLAGS = ["--disable-warning=ExperimentalWarning"];

const environment = (more) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: "0",
  MODE: "sandbox",
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "1000000000",
  SESSIONS_PER_DAY: "1000000000",
  ...more,
});

/** A process of ours that has said a line; `output` is all that it has printed. */
function start(args, { cwd, env, line }) {
  const child = spawn(process.execPath, [...FLAGS, ...args], {
    cwd,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  const said = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        const match = line.exec(output);
        if (match !== null) resolve(match[1]);
      });
    void ended.then((code) => reject(new Error(`${args.join(" ")} ended with ${code}: ${output.slice(-2_000)}`)));
  });
  const end = async (signal) => {
    child.kill(signal);
    await ended;
  };
  return said.then((word) => ({ word, pid: child.pid, output: () => output, end }));
}

/** @param env where its database is: DATA_DIR, or DATABASE_URL and SECRET_KEY */
export async function startService(folder, env) {
  const { word, pid, end } = await start([SERVICE], { cwd: folder, env, line: /^listening on (\S+)$/m });
  return { origin: word, pid, end };
}

export const startFollowing = (folder, env, backup) =>
  start([CLI, "backup", backup, "--follow"], { cwd: folder, env, line: /^(following)/m });

/** @returns the JSON value of a command */
export async function holdfast(folder, env, ...args) {
  const options = { cwd: folder, env: environment(env) };
  const { stdout } = await mustRun(process.execPath, [...FLAGS, CLI, ...args, "--json"], options);
  return JSON.parse(stdout);
}

/** Everything that works on the disk at once, and then the disk. */
export async function loseDisk(service, dataDir) {
  const postmaster = Number(fs.readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid]) => pid);
  const gone = service.end("SIGKILL");
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it went by itself in this instant
    }
  }
  await gone;
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
