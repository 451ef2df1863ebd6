/**
 * Tests of the payment provider inside a real Medusa, with a real service and a browser. Installs the shop from its lockfile, puts the
 * packages into it as npm would, and runs every file in `test`. The last line counts.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const MODULES = join(HERE, "node_modules");
/** What the shop installs of this repository, and where each keeps what it publishes. */
const PACKAGES = { sdk: "dist", bridge: "dist", medusa: ".medusa" };

function must(file, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${[file, ...args].join(" ")} ended with ${code}`)),
    );
  });
}

const lockIn = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).packages : {});

function isInstalled() {
  const installed = lockIn(join(MODULES, ".package-lock.json"));
  const wanted = Object.entries(lockIn(join(HERE, "package-lock.json")));
  return wanted.every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

async function prepare() {
  if (!isInstalled()) {
    console.error("installing Medusa …");
    await must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], HERE);
  }
  await must(process.execPath, [join(ROOT, "tools/run.mjs"), "build"], ROOT);
  await must(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "packages/medusa"], ROOT);
  await must(process.execPath, ["admin.mjs"], HERE);
  for (const [name, made] of Object.entries(PACKAGES)) {
    const target = join(MODULES, "@holdfast", name);
    fs.rmSync(target, { recursive: true, force: true });
    for (const part of ["package.json", made])
      fs.cpSync(join(ROOT, "packages", name, part), join(target, part), { recursive: true });
  }
}

await prepare();
const counts = { passed: 0, failed: 0 };
const count = (verdict) => (event) => {
  if (event.details.type !== "suite") counts[verdict] += 1;
};
const files = fs.globSync("test/*.test.mjs", { cwd: HERE }).map((file) => join(HERE, file));
const events = run({ files, concurrency: false, testNamePatterns: process.argv.slice(2) });
events.on("test:pass", count("passed")).on("test:fail", count("failed"));
const report = events.compose(spec);
report.pipe(process.stdout, { end: false });
await finished(report);
if (counts.passed === 0) counts.failed = Math.max(counts.failed, 1);
if (process.env.HOLDFAST_COUNTS !== undefined) fs.writeFileSync(process.env.HOLDFAST_COUNTS, JSON.stringify(counts));
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`, () =>
  process.exit(counts.failed === 0 ? 0 : 1),
);
