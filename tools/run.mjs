/**
 * What every `npm run` of this repository does first: installs what is missing, builds what changed, and then runs the command on
 * the pinned Node. Plain JavaScript with nothing but built-ins for Node 20, because it comes before everything else.
 *
 * stdout belongs to the command (`--json`), so whatever is said here goes to stderr. When all is up to date nothing is written:
 * a built tree runs from a read-only disk.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findBrowser, isPackaged, PACKAGE } from "./browser/browser.mjs";
import { nameHolders, takeLock } from "./lock.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Of the service. Most of what a request allocates is garbage when it is answered: it fits in a young generation of that size. The old
 * one's garbage is collected when it has reached that size, not from a few megabytes on: a page would wait for that, once a second.
 */
const HEAP = ["--max-semi-space-size=16", "--initial-old-space-size=80"];

/**
 * `tools`: needs development packages after the build. `browser`: opens pages in one. `service`: is told to stop by signals, and by our
 * own death. `tests`: which of them, unless the caller names some, and `depth`: how far they go (apps/service/test/bounds.ts); with
 * `--cells N`, those about accounts, whose worlds are each one of so many cells (apps/service/test/cells/fixture.ts); `cells`: in how
 * many of them the run ends with those about accounts.
 */
const COMMANDS = {
  start: { entry: "apps/service/dist/bundle/main.js", flags: HEAP, service: true },
  holdfast: { entry: "packages/cli/bin/holdfast.js" },
  bench: { entry: "bench/dist/main.js", tools: true, browser: true },
  docs: { entry: "tools/openapi.mjs", tools: true },
  schema: { entry: "tools/schema.mjs" },
  pictures: { entry: "tools/pictures/take.mjs", tools: true, browser: true },
  clients: { entry: "tools/clients/main.mjs", tools: true },
  judges: { entry: "tools/judges/main.mjs", tools: true },
  release: { entry: "tools/release/main.mjs", tools: true },
  demo: { entry: "tools/shops/demo.mjs", tools: true, service: true },
  drill: { entry: "tools/drill/main.mjs", tools: true },
  ha: { entry: "tools/ha/main.mjs", tools: true, service: true },
  "test:deploy": { entry: "tools/deploy/main.mjs", tools: true },
  "test:shops": { entry: "tools/shops/main.mjs", tools: true, browser: true },
  test: { tools: true, browser: true, tests: ["--tags-filter=!wide", "--project=!cells"] },
  "test:wide": { tools: true, browser: true, tests: ["--tags-filter=wide", "--project=!cells"] },
  looks: { tools: true, browser: true, tests: ["apps/service/test/looks"], depth: "deep" },
  "test:deep": { tools: true, browser: true, tests: [], depth: "deep", cells: 3 },
  build: { tools: true },
};
const FLAGS = ["--disable-warning=ExperimentalWarning"];

/** Projects that `tsc -b` compiles from src to dist, and whose programs are bundled from there. */
const PROJECTS = ["packages/contract", "packages/sdk", "packages/bridge", "apps/service", "packages/cli", "bench"];
const STYLES = {
  source: "apps/service/src/pages/kit/app.css",
  target: "apps/service/dist/assets/app.css",
  /** Makes it one for the oldest browsers that are served. */
  maker: "tools/styles.mjs",
};
/** Checks what is said to people and writes its types, which tsc needs. */
const LOCALES = { maker: "tools/locales.mjs", source: "apps/service/locales" };
/** Steps of the build after tsc, and what they have made. */
const MAKERS = ["tools/bundle.mjs", "tools/leaked-passwords.mjs", "tools/documents.mjs", "tools/font.mjs"];
const MADE = [
  "apps/service/dist/bundle/main.js",
  "apps/service/dist/leaked-passwords.bin",
  "apps/service/dist/documents.json",
  "apps/service/dist/assets/inter-latin.woff2",
  "packages/cli/dist/bundle/main.js",
];
const ASSETS = { source: "apps/service/src/pages/kit/assets", target: "apps/service/dist/assets" };

const STATE = join(ROOT, ".build-stamp");
const STAMP = join(STATE, "built");
const LOCK = join(STATE, "lock");
const LOCK_WAIT_MS = 15 * 60_000; // a first installation on a slow line
const LOCK_POLL_MS = 100;
const PARENT_POLL_MS = 500;

/** Exit codes: what the shell reports for a signal is 128 plus its number. */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

let running = null;
let stopAskedBy = null;
let lockHeld = false;

/** A failure that needs no stack trace. */
class Refusal extends Error {}

async function main([name = "", ...args]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new Refusal(`usage: node tools/run.mjs ${Object.keys(COMMANDS).join("|")} [arguments]`);
  for (const signal of Object.keys(SIGNALS)) process.on(signal, () => passOn(signal));
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules/.cache/compiled"); // a quarter off each start's CPU

  await prepare(command.tools === true);
  if (stopAskedBy !== null) return command.service ? 0 : 128 + SIGNALS[stopAskedBy];
  if (name === "build") return 0;
  if (command.browser) await bringBrowser();
  if (command.tests !== undefined) {
    return runTests(command, args);
  }
  return runCommand(command, args);
}

/** The service ends with 0 when asked to stop, also in the first moments, when it does not listen to signals yet. */
async function runCommand({ entry, flags = [], service = false }, args) {
  if (service) stopWithNpm();
  const stdio = service ? ["inherit", "inherit", "inherit", "ipc"] : "inherit";
  const { code, signal } = await run(pinnedNode(), [...FLAGS, ...flags, join(ROOT, entry), ...args], { stdio });
  if (signal === null) return code;
  return service && stopAskedBy !== null ? 0 : 128 + (SIGNALS[signal] ?? 9);
}

function passOn(signal) {
  stopAskedBy = signal;
  if (running !== null) tellToStop(running);
}

/** A terminal that closes says SIGHUP; the child need not know three ways to be told the same. */
function tellToStop(child) {
  child.kill(stopAskedBy === "SIGHUP" ? "SIGTERM" : stopAskedBy);
}

/** An npm that is killed hard tells nobody; under npm, a new parent means that ours is gone. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    passOn("SIGTERM");
  }, PARENT_POLL_MS);
  watch.unref();
}

function run(file, args, options) {
  return new Promise((resolve, reject) => {
    running = spawn(file, args, { cwd: ROOT, windowsHide: true, ...options });
    if (lockHeld && running.pid !== undefined) nameHolders(LOCK, [process.pid, running.pid]);
    if (stopAskedBy !== null) tellToStop(running);
    running.once("error", (error) => reject(new Refusal(`cannot run ${file}: ${error.message}`)));
    running.once("close", (code, signal) => {
      running = null;
      resolve({ code: code ?? 1, signal });
    });
  });
}

// --- Tests -------------------------------------------------------------------------------------------------------------

/** Folders of stories that begin with an account and know nothing of where it lives. */
const OF_ACCOUNTS = ["api", "console", "desk", "payments", "pages", "identity", "chargebacks", "wallet"].map(
  (folder) => `apps/service/test/${folder}/`,
);

/** All of them, and where the command says so and the caller names none, those about accounts once more in several cells. */
async function runTests(command, args) {
  const code = await test(testsOf(command, args), command.depth);
  if (command.cells === undefined || args.length > 0 || stopAskedBy !== null) return code;
  console.error(`stories about accounts, in ${command.cells} cells …`);
  return (await test(testsOf(COMMANDS.test, ["--cells", String(command.cells)]))) || code;
}

function testsOf({ tests }, args) {
  const at = args.indexOf("--cells");
  if (at === -1) return args.length === 0 ? tests : args;
  const cells = args[at + 1];
  if (!/^[2-9]$/.test(cells ?? "")) throw new Refusal("--cells takes a number from 2 to 9");
  process.env.TEST_CELLS = cells;
  const named = args.toSpliced(at, 2);
  return named.length === 0 ? [...tests, ...OF_ACCOUNTS] : named;
}

/** Ends with one line that counts, below what was skipped and why. Nothing run, or a failure outside of any test, is a failure. */
async function test(args, depth = process.env.TEST_DEPTH) {
  const scratch = fs.mkdtempSync(join(tmpdir(), "holdfast-test-"));
  const report = join(scratch, "counts.json");
  const reporters = ["--reporter=default", "--reporter=./tools/testing/counts.mjs"];
  if (process.env.KEEP_DURATIONS !== undefined) reporters.push("--reporter=./tools/testing/keep-durations.mjs");
  const env = {
    ...process.env,
    ...(await keptExchanges()),
    HOLDFAST_COUNTS: report,
    ...(depth === undefined ? {} : { TEST_DEPTH: depth }),
  };
  try {
    const { code, signal } = await run(
      pinnedNode(),
      [...FLAGS, "node_modules/vitest/vitest.mjs", "run", ...reporters, ...args],
      { stdio: "inherit", env },
    );
    const { passed, failed, skipped } = fs.existsSync(report)
      ? JSON.parse(fs.readFileSync(report, "utf8"))
      : { passed: 0, failed: 1, skipped: {} };
    const succeeded = code === 0 && signal === null && failed === 0 && passed > 0;
    const left = Object.entries(skipped);
    const count = left.reduce((sum, [, tests]) => sum + tests, 0);
    const last = `${passed} passed, ${succeeded ? 0 : Math.max(failed, 1)} failed${count === 0 ? "" : `, ${count} skipped`}`;
    const lines = [...left.map(([reason, tests]) => `skipped ${tests}: ${reason}`), last];
    await say(process.stdout, `${lines.join("\n")}\n`);
    return succeeded ? 0 : code || 1;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** Where doubles of providers keep what they are asked, for `npm run judges -- --kept`; nothing unless KEEP_EXCHANGES asks for it. */
async function keptExchanges() {
  if (process.env.KEEP_EXCHANGES === undefined) return {};
  const { keeping, JUDGED } = await import("./judges/exchanges.mjs");
  return keeping(JUDGED);
}

const say = (stream, text) => new Promise((resolve) => stream.write(text, resolve));

// --- Installing --------------------------------------------------------------------------------------------------------

async function prepare(needsTools) {
  if (isInstalled(needsTools) && isBuilt()) return;
  await withLock(async () => {
    if (!isInstalled(needsTools || !isBuilt())) await install();
    if (stopAskedBy === null && !isBuilt()) await build();
  });
}

/** Where the machine has no browser, the tests bring one from npm; nothing else does. */
async function bringBrowser() {
  if (findBrowser() !== null || !isPackaged || isLocked(PACKAGE, true)) return;
  await withLock(async () => {
    if (!isLocked(PACKAGE, true)) await install(PACKAGE);
  });
}

function isInstalled(needsTools) {
  return findNode() !== null && isLocked(".", needsTools);
}

/**
 * Compares what npm says it installed with what the lockfile asks for, so that an installation made by hand counts too. Packages
 * that are optional (those for other machines) may be missing, and development packages once nothing is left to build.
 */
function isLocked(folder, needsTools) {
  const installed = readPackages(join(folder, "node_modules/.package-lock.json"));
  if (installed === null) return false;
  return Object.entries(readPackages(join(folder, "package-lock.json")) ?? {}).every(([path, wanted]) => {
    if (path === "" || !path.includes("node_modules/")) return true;
    if (wanted.link) return fs.existsSync(join(ROOT, folder, path)); // a workspace that came with a pull
    const present = installed[path];
    return present === undefined
      ? wanted.optional || wanted.devOptional || (wanted.dev && !needsTools)
      : present.version === wanted.version;
  });
}

function readPackages(lockfile) {
  const path = join(ROOT, lockfile);
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, "utf8")).packages : null;
}

/** On the Node that was there before: npm empties node_modules, and the pinned Node lies in it. */
async function install(folder = ".") {
  console.error(folder === "." ? "installing dependencies …" : "installing a browser for the tests …");
  const PATH = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(ROOT, "node_modules")))
    .join(delimiter);
  const npm = process.env.npm_execpath;
  const options = { stdio: ["ignore", 2, 2], env: { ...process.env, PATH, npm_config_loglevel: "error" } };
  const { code } =
    npm === undefined
      ? await run("npm", ["ci", "--prefix", folder], { ...options, shell: process.platform === "win32" })
      : await run("node", [npm, "ci", "--prefix", folder], options);
  if (code !== 0 && stopAskedBy === null)
    throw new Refusal("installing the dependencies failed: see above, and run npm ci to try again");
}

/** The Node of the packages; where there is none for the machine, the one we run on if it is new enough. */
function findNode() {
  const windows = process.platform === "win32";
  const path = join(
    ROOT,
    "node_modules",
    `node-${windows ? "win" : process.platform}-${process.arch}`,
    "bin",
    windows ? "node.exe" : "node",
  );
  if (fs.existsSync(path)) return path;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 19) ? process.execPath : null;
}

function pinnedNode() {
  const node = findNode();
  if (node === null)
    throw new Refusal(
      `there is no packaged Node for ${process.platform}-${process.arch}: install Node 24 and try again`,
    );
  return node;
}

// --- Building ----------------------------------------------------------------------------------------------------------

/** By content, not by time: a copied or freshly cloned tree has new times and the same content. */
function isBuilt() {
  return (
    fs.existsSync(STAMP) &&
    fs.readFileSync(STAMP, "utf8") === hashSources() &&
    outputs().every((path) => fs.existsSync(path))
  );
}

async function build() {
  console.error("building …");
  await runBuildStep(LOCALES.maker, []);
  const hash = hashSources(); // before the build, so that an edit made meanwhile counts as a change
  const complete = outputs().every((path) => fs.existsSync(path));
  fs.rmSync(STAMP, { force: true });
  await runBuildStep("node_modules/typescript/bin/tsc", ["-b", ...(complete ? [] : ["--force"])]); // tsc itself misses deleted output
  for (const maker of MAKERS) await runBuildStep(maker, []);
  fs.mkdirSync(join(ROOT, ASSETS.target), { recursive: true });
  if (fs.existsSync(join(ROOT, ASSETS.source)))
    fs.cpSync(join(ROOT, ASSETS.source), join(ROOT, ASSETS.target), { recursive: true });
  await buildStyles();
  if (stopAskedBy === null) fs.writeFileSync(STAMP, hash);
}

/** Written aside and renamed: a running service never serves half a style sheet. */
async function buildStyles() {
  if (!fs.existsSync(join(ROOT, STYLES.source))) return;
  const draft = `${STYLES.target}.draft`;
  await runBuildStep("node_modules/@tailwindcss/cli/dist/index.mjs", ["-i", STYLES.source, "-o", draft]);
  await runBuildStep(STYLES.maker, [draft]);
  if (stopAskedBy === null) fs.renameSync(join(ROOT, draft), join(ROOT, STYLES.target));
}

/** Quiet when it succeeds. */
async function runBuildStep(program, args) {
  if (stopAskedBy !== null) return;
  const log = join(STATE, "log");
  const descriptor = fs.openSync(log, "w");
  const { code } = await run(pinnedNode(), [program, ...args], { stdio: ["ignore", descriptor, descriptor] });
  fs.closeSync(descriptor);
  if (code !== 0 && stopAskedBy === null) throw new Refusal(`${fs.readFileSync(log, "utf8").trim()}\nthe build failed`);
}

function hashSources() {
  const hash = createHash("sha256");
  const settings = fs.readdirSync(ROOT).filter((name) => /^(tsconfig|tsconfig\.base|package-lock)\.json$/.test(name));
  const documents = filesBelow(join(ROOT, "docs")).filter((path) => path.endsWith(".md"));
  const files = [
    ...[...settings, ...MAKERS, STYLES.maker, LOCALES.maker, "tools/oldest-browsers.mjs"].map((name) =>
      join(ROOT, name),
    ),
    ...filesBelow(join(ROOT, LOCALES.source)),
    ...PROJECTS.flatMap(sourcesOf),
    ...documents,
  ].sort();
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(fs.readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

function sourcesOf(project) {
  const directory = join(ROOT, project);
  const own = fs.readdirSync(directory).filter((name) => /^(tsconfig.*|package)\.json$/.test(name));
  return [...own.map((name) => join(directory, name)), ...filesBelow(join(directory, "src"))];
}

/** What has to exist once everything is built. */
function outputs() {
  const compiled = PROJECTS.flatMap((project) =>
    filesBelow(join(ROOT, project, "src"))
      .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
      .map((path) => join(ROOT, project, "dist", relative(join(ROOT, project, "src"), path).replace(/\.tsx?$/, ".js"))),
  );
  const assets = filesBelow(join(ROOT, ASSETS.source)).map((path) =>
    join(ROOT, ASSETS.target, relative(join(ROOT, ASSETS.source), path)),
  );
  return [
    ...compiled,
    ...MADE.map((path) => join(ROOT, path)),
    ...assets,
    ...(fs.existsSync(join(ROOT, STYLES.source)) ? [join(ROOT, STYLES.target)] : []),
  ];
}

function filesBelow(directory) {
  if (!fs.existsSync(directory)) return [];
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

// --- One at a time -----------------------------------------------------------------------------------------------------

/**
 * Two commands started together prepare one after the other. The lock names us and the program we run in it, since an npm or
 * compiler can outlive us; it counts while one of the two lives.
 */
async function withLock(work) {
  fs.mkdirSync(STATE, { recursive: true });
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (!takeLock(LOCK)) {
    if (stopAskedBy !== null) return;
    if (Date.now() > deadline)
      throw new Refusal(`another command is still installing or building; if none is, delete ${LOCK}`);
    await sleep(LOCK_POLL_MS);
  }
  lockHeld = true;
  try {
    await work();
  } finally {
    lockHeld = false;
    fs.rmSync(LOCK, { force: true });
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
