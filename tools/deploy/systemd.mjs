/**
 * The units of deploy/systemd, installed as docs/deploy says: systemd understands and rates them, and what they start serves with the
 * settings and secrets that they name, as somebody without rights. Only starting them is left to machines that systemd has started.
 */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseEnv } from "node:util";
import { blocksOf, runBlock } from "./blocks.mjs";
import { startDatabase } from "./database.mjs";
import { expect, Failure, HERE, mustRun, ROOT, tryProgram } from "./machine.mjs";
import { makeStandIns } from "./stand-ins.mjs";

const EXPOSURE_MAX = 3;
const NOBODY = "65534";

export async function checkUnits() {
  await makeStandIns();
  const folder = mkdtempSync(join(tmpdir(), "holdfast-deploy-"));
  const database = await startDatabase();
  try {
    chmodSync(folder, 0o755);
    await install(folder, database.local);
    const rates = [];
    for (const name of ["migrate", "web", "worker"])
      rates.push(await judge(`holdfast-${name}.service`, join(folder, "units")));
    await run(folder, "migrate");
    for (const name of ["web", "worker"]) await run(folder, name);
    return `web and worker serve, exposed by ${Math.max(...rates)} of 10`;
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(folder, url) {
  const env = { PATH: [join(HERE, "stand-ins/installed"), process.env.PATH].join(delimiter) };
  const local = (role) => `postgres://holdfast_${role}:secret@127.0.0.1/holdfast`;
  const words = {
    "/opt/holdfast": join(folder, "opt"),
    "/etc/systemd/system": join(folder, "units"),
    "/etc/holdfast": join(folder, "etc"),
    [local("service")]: url,
    [local("owner")]: url,
  };
  mkdirSync(join(folder, "units"));
  const blocks = blocksOf("docs/deploy/systemd.md");
  for (const block of blocks.filter(({ language }) => language === "sh"))
    await runBlock(block, { cwd: ROOT, env, words });
  const dropIn = blocks.find(({ language }) => language === "ini");
  writeFileSync(join(folder, "units/holdfast-.service.d/30-stripe.conf"), dropIn.code);
  writeFileSync(join(folder, "etc/secrets/stripe-secret-key"), "rk_live_0123456789abcdefghijklmn");
  const places = Object.entries(words).slice(0, 3);
  await mustRun("sed", [
    "-i",
    ...places.flatMap(([from, to]) => ["-e", `s#${from}#${to}#g`]),
    ...files(join(folder, "units")),
  ]);
}

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

async function judge(unit, units) {
  // A colon at the end: the units of the machine are found as well.
  const env = { SYSTEMD_UNIT_PATH: `${units}:` };
  const verified = await tryProgram("systemd-analyze", ["verify", "--man=no", unit], { env });
  const said = verified.output.split("\n").filter((line) => line.includes("holdfast"));
  expect(said.length === 0, `systemd-analyze verify\n${said.join("\n")}`);
  const rated = await tryProgram("systemd-analyze", ["security", "--offline=true", unit], { env });
  const rate = Number(/exposure level for \S+: ([\d.]+)/.exec(rated.output)?.[1] ?? Number.NaN);
  expect(rate < EXPOSURE_MAX, `${unit} is rated ${rate}\n${rated.output.slice(-2_000)}`);
  return rate;
}

/** Does of a unit what systemd would: environment, credentials, program, and for one that stays, the wait until it is ready. */
async function run(folder, name) {
  const unit = [
    `holdfast-${name}.service`,
    ...readdirSync(join(folder, "units/holdfast-.service.d")).map((file) => `holdfast-.service.d/${file}`),
  ]
    .map((file) => readFileSync(join(folder, "units", file), "utf8"))
    .join("\n");
  const given = (key) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value);
  const credentials = join(folder, `credentials-${name}`);
  mkdirSync(credentials);
  for (const [id, path] of given("LoadCredential").map((line) => line.split(":"))) cpSync(path, join(credentials, id));
  await mustRun("chown", ["-R", NOBODY, credentials]);
  const words = given("Environment").join(" ").replaceAll("%d", credentials).split(" ");
  const env = {
    ...parseEnv(readFileSync(given("EnvironmentFile")[0], "utf8")),
    ...Object.fromEntries(words.map((word) => word.split("="))),
  };
  const child = spawn(
    "setpriv",
    [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--no-new-privs", ...given("ExecStart")[0].split(" ")],
    {
      env: { PATH: process.env.PATH, ...env },
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let heard = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (heard += text));
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (/^Type=oneshot$/m.test(unit)) return expect((await ended) === 0, `${name}: ${heard}`);
  try {
    const [program = "", ...args] = given("ExecStartPost")[0].split(" ");
    await mustRun(program, args);
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${error.message}\n${heard.slice(-2_000)}`) : error;
  } finally {
    child.kill("SIGTERM");
  }
  expect((await ended) === 0, `${name} doesn't end as it should: ${heard.slice(-2_000)}`);
}
