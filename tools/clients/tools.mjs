/**
 * The programs of others that the steps need, brought by npm, pip and go at the versions that are pinned here. What the machine
 * lacks, or a registry that does not answer, is a reason to skip; anything else that goes wrong is a failure.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { CACHE, Failure, HERE, mustRun, run } from "./process.mjs";
import { isUnreached } from "./verdict.mjs";

/** @typedef {{ missing: string } | { missing?: undefined, bin: (name: string) => string }} Tools */

const PYTHONS = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"];
const PYTHON_PROBE = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
/** So that a machine with an older Go says so, and fetches no other. */
const GO = { GOTOOLCHAIN: "local" };

const program = (folder, name) => join(folder, process.platform === "win32" ? `${name}.exe` : name);

/** Whether something was installed whole from exactly these files: `begin` takes the word for it back, `done` gives it. */
function stamp(name, files) {
  const path = join(CACHE, `${name}.stamp`);
  const hash = createHash("sha256");
  for (const file of files) hash.update(fs.readFileSync(join(HERE, file)));
  const now = hash.digest("hex");
  return {
    isCurrent: () => fs.existsSync(path) && fs.readFileSync(path, "utf8") === now,
    begin: () => fs.rmSync(path, { force: true }),
    done: () => fs.writeFileSync(path, now),
  };
}

/** @returns {Promise<{ missing?: string }>} @throws Failure */
async function install(registry, work) {
  const { code, output } = await work();
  if (code === 0) return {};
  if (isUnreached(output)) return { missing: `${registry} does not answer` };
  throw new Failure(`installing from ${registry} failed\n${output.trim().slice(-4_000)}`);
}

/** What a lockfile names, installed beside it. @param {string} folder @param {string} probe one of its programs @returns {() => Promise<Tools>} */
const npm =
  (folder, probe = "tsc") =>
  async () => {
    const bin = (name) => join(HERE, folder, "node_modules/.bin", name);
    const installed = stamp(join(folder, "npm").replaceAll(/[\\/]/g, "-"), [join(folder, "package-lock.json")]);
    if (installed.isCurrent() && fs.existsSync(bin(probe))) return { bin };
    installed.begin();
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { missing } = await install("the npm registry", () =>
      run("npm", args, { cwd: join(HERE, folder), env: { npm_config_fetch_retries: "1" } }),
    );
    if (missing !== undefined) return { missing };
    installed.done();
    return { bin };
  };

/** @returns {Promise<Tools>} */
async function python() {
  const found = await Promise.all(PYTHONS.map(async (name) => (await run(name, ["-c", PYTHON_PROBE])).code === 0));
  const interpreter = PYTHONS[found.indexOf(true)];
  if (interpreter === undefined) return { missing: "Python 3.11 or later, with venv, is not here" };
  const folder = join(CACHE, "python");
  const bin = (name) => program(join(folder, process.platform === "win32" ? "Scripts" : "bin"), name);
  const installed = stamp("python", ["python/requirements.txt"]);
  if (installed.isCurrent()) return { bin };
  installed.begin();
  await mustRun(interpreter, ["-m", "venv", "--clear", folder]);
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--retries", "1", "-r", "python/requirements.txt"];
  const { missing } = await install("the Python registry", () => run(bin("python"), args));
  if (missing !== undefined) return { missing };
  installed.done();
  return { bin };
}

/** Builds the tools that the modules name; Go itself keeps what it has built. @returns {Promise<Tools>} */
async function go() {
  const folder = join(CACHE, "bin");
  const bin = (name) => program(folder, name);
  if ((await run("go", ["version"])).code !== 0) return { missing: "Go is not here" };
  for (const module of ["go", "changes"]) {
    const args = ["build", "-o", `${folder}/`, "tool"];
    const { code, output } = await run("go", args, { cwd: join(HERE, module), env: GO });
    if (code === 0) continue;
    const older = /go\.mod requires go >= ([\d.]+)/.exec(output);
    if (older !== null) return { missing: `Go ${older[1]} or later is not here` };
    if (isUnreached(output)) return { missing: "the Go module proxy does not answer" };
    throw new Failure(`building the tools of tools/clients/${module} failed\n${output.trim().slice(-4_000)}`);
  }
  return { bin };
}

/** @returns {Promise<Tools>} */
async function php() {
  const { code } = await run("php", ["-r", "exit(PHP_VERSION_ID < 80000 ? 1 : 0);"]);
  return code === 0 ? { bin: (name) => name } : { missing: "PHP 8 is not here" };
}

export const TOOLS = { npm: npm("."), sdk: npm("sdk"), receivers: npm("receivers", "next"), python, go, php };
