/** Our own packages for languages that npm does not bring, as they are installed, and the blocks of our guides in those languages. */
import fs from "node:fs";
import { join } from "node:path";
import { blocksIn } from "../testing/blocks.ts";
import { CACHE, Failure, mustRun, ROOT } from "./process.mjs";

const PYTHON = join(ROOT, "packages/python");
/** Where the built package lies, as pip would install it. */
const SITE = join(CACHE, "python-site");
const DOCUMENTED_URL = "http://localhost:3000/api/v1";

/** @type {typeof import("./steps.mjs").STEPS} */
export const PACKAGE_STEPS = [
  { name: "our Python package", needs: ["python"], try: pythonPackage },
  { name: "guides in Python", needs: ["python"], try: pythonBlocks },
  { name: "guides in Go", needs: ["go"], try: goBlocks },
];

/** Built twice with the same bytes, installed, one whole order, calls through refusals, and the feed through outages. */
async function pythonPackage({ service, bin }) {
  const [first, second] = [await buildPython(bin, "first"), await buildPython(bin, "second")];
  if (Buffer.compare(first, second) !== 0) throw new Failure("two builds from one document differ");
  const env = { PYTHONPATH: SITE };
  const args = [join(PYTHON, "test/walk.py"), service.baseUrl, await newKey(service)];
  const { stdout } = await mustRun(bin("python"), args, { env });
  if (!stdout.trim().endsWith("escrow.completed")) throw new Failure(`the feed told ${stdout}`);
  const suite = [
    "-m",
    "unittest",
    "discover",
    "-s",
    join(PYTHON, "test"),
    "-t",
    join(PYTHON, "test"),
    "-p",
    "test_*.py",
  ];
  const { output } = await mustRun(bin("python"), suite, { env });
  const [, tests] = /^Ran (\d+) tests/m.exec(output) ?? [];
  if (Number(tests ?? 0) === 0) throw new Failure(`no test ran\n${output}`);
  return `built twice alike, one whole order, ${tests} tests of calls and of the feed`;
}

/** Installs the wheel, and returns its bytes. The generated client is made anew. */
async function buildPython(bin, name) {
  const wheels = join(CACHE, `python-wheel-${name}`);
  const stale = [wheels, SITE, join(PYTHON, "holdfast/client")];
  for (const folder of stale) fs.rmSync(folder, { recursive: true, force: true });
  const pip = (...args) => mustRun(bin("python"), ["-m", "pip", "--quiet", "--disable-pip-version-check", ...args]);
  await pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", wheels, PYTHON);
  const [wheel = ""] = fs.readdirSync(wheels);
  await pip("install", "--no-deps", "--target", SITE, join(wheels, wheel));
  return fs.readFileSync(join(wheels, wheel));
}

/** Of an account of its own, so that no order id is taken. */
async function newKey(service) {
  const who = ["--email", `${process.hrtime.bigint()}@shop.example`, "--trading-name", "Kiln", "--verified"];
  const { stdout } = await service.holdfast("merchant", "create", ...who, "--json");
  return JSON.parse(stdout).api_key;
}

/** Runs each block with a service's address and a key of its own; each of them prints where to send the buyer. */
async function eachBlock(language, service, work) {
  const blocks = blocksIn(ROOT).filter((block) => block.language === language && block.treatment === "run");
  if (blocks.length === 0) throw new Failure(`no guide has a block of ${language} to run`);
  for (const { code, file, line } of blocks) {
    const env = { HOLDFAST_API_KEY: await newKey(service) };
    const { stdout } = await work(code.replaceAll(DOCUMENTED_URL, service.baseUrl), env);
    if (!/^http\S+\/pay\/\S+\/cs_\w+$/m.test(stdout))
      throw new Failure(`${file}:${line} printed ${JSON.stringify(stdout)}`);
  }
  return `${blocks.length} run`;
}

async function pythonBlocks({ service, bin }) {
  if (!fs.existsSync(SITE)) await buildPython(bin, "first");
  return eachBlock("python", service, (code, env) =>
    mustRun(bin("python"), ["-c", code], { env: { ...env, PYTHONPATH: SITE } }),
  );
}

/** Beside a client that oapi-codegen makes, in the module whose requirements are pinned for it. */
async function goBlocks({ service, bin }) {
  const folder = join(CACHE, "go-guides");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(join(folder, "openapi"), { recursive: true });
  for (const name of ["go.mod", "go.sum"]) fs.copyFileSync(new URL(`go/${name}`, import.meta.url), join(folder, name));
  const [, module = ""] = /^module (\S+)$/m.exec(fs.readFileSync(join(folder, "go.mod"), "utf8")) ?? [];
  const { stdout } = await mustRun(bin("oapi-codegen"), [join(CACHE, "openapi.json")]);
  fs.writeFileSync(join(folder, "openapi/openapi.gen.go"), stdout);
  return eachBlock("go", service, (code, env) => {
    fs.writeFileSync(join(folder, "main.go"), code.replace("shop.example/openapi", `${module}/openapi`));
    return mustRun("go", ["run", "."], { cwd: folder, env: { ...env, GOTOOLCHAIN: "local" } });
  });
}
