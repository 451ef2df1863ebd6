/**
 * What the judges need: npm's and Python's packages and Go's programs, at the versions that are pinned here. What the machine lacks, or a
 * registry that does not answer, is a reason to skip; anything else that goes wrong is a failure.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, mustRun, run } from "../clients/process.mjs";
import { isUnreached } from "../clients/verdict.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** What is made and may be deleted: programs, bundles, recorded exchanges. */
export const CACHE = join(HERE, ".cache");

const STRIPE_MOCK = "github.com/stripe/stripe-mock";
const GO = { GOTOOLCHAIN: "local" };

/** @returns {Promise<{ missing: string } | { missing?: undefined, load: (name: string) => any, pathOf: (file: string) => string }>} */
async function npm() {
  const stamp = join(CACHE, "npm.stamp");
  const lock = createHash("sha256")
    .update(fs.readFileSync(join(HERE, "package-lock.json")))
    .digest("hex");
  const load = (name) => createRequire(join(HERE, "package.json"))(name);
  const pathOf = (file) => join(HERE, "node_modules", file);
  const isCurrent = fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock;
  if (isCurrent && fs.existsSync(join(HERE, "node_modules/stripe"))) return { load, pathOf };
  fs.rmSync(stamp, { force: true });
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await run("npm", args, { cwd: HERE, env: { npm_config_fetch_retries: "1" } });
  if (code !== 0 && isUnreached(output)) return { missing: "the npm registry does not answer" };
  if (code !== 0) throw new Failure(`npm ci in tools/judges failed\n${output.trim().slice(-4_000)}`);
  fs.writeFileSync(stamp, lock);
  return { load, pathOf };
}

/** `spec`: the OpenAPI document that stripe-mock bears. @returns {Promise<{ missing: string } | { missing?: undefined, mock: string, spec: string }>} */
async function go() {
  const cwd = join(HERE, "go");
  if ((await run("go", ["version"])).code !== 0) return { missing: "Go is not here" };
  const folder = join(CACHE, "bin");
  const { code, output } = await run("go", ["build", "-o", `${folder}/`, "tool"], { cwd, env: GO });
  if (code !== 0) {
    const older = /go\.mod requires go >= ([\d.]+)/.exec(output);
    if (older !== null) return { missing: `Go ${older[1]} or later is not here` };
    if (isUnreached(output)) return { missing: "the Go module proxy does not answer" };
    throw new Failure(`building the tools of tools/judges/go failed\n${output.trim().slice(-4_000)}`);
  }
  const { stdout } = await mustRun("go", ["list", "-m", "-f", "{{.Dir}}", STRIPE_MOCK], { cwd, env: GO });
  const name = process.platform === "win32" ? "stripe-mock.exe" : "stripe-mock";
  return { mock: join(folder, name), spec: join(stdout.trim(), "embedded/openapi/spec3.json") };
}

/** In an environment of its own. @returns {Promise<{ missing: string } | { missing?: undefined, python: string, pathOf: (file: string) => string }>} */
async function python() {
  const requirements = join(HERE, "python/requirements.txt");
  const stamp = join(CACHE, "python.stamp");
  const now = createHash("sha256").update(fs.readFileSync(requirements)).digest("hex");
  const folder = join(CACHE, "python");
  const program = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const brought = { python: program, pathOf: (file) => join(HERE, "python", file) };
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now && fs.existsSync(program)) return brought;
  fs.rmSync(stamp, { force: true });
  if ((await run("python3", ["-m", "venv", "--clear", folder])).code !== 0)
    return { missing: "Python with venv is not here" };
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--retries", "1", "-r", requirements];
  const { code, output } = await run(program, args);
  if (code !== 0 && isUnreached(output)) return { missing: "the Python registry does not answer" };
  if (code !== 0)
    throw new Failure(`installing the judges of tools/judges/python failed\n${output.trim().slice(-4_000)}`);
  fs.writeFileSync(stamp, now);
  return brought;
}

export const TOOLS = { npm, go, python };
