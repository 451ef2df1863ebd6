/** `@holdfast/sdk` as it is packed, in runtimes and frameworks of others, and judged by those who judge packages. */
import fs from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { CACHE, Failure, HERE, mustRun, ROOT } from "./process.mjs";

const PACKAGE = join(ROOT, "packages/sdk");
const PROGRAMS = join(HERE, "sdk");

/** A folder of its own with our programs and the packed package, installed there. */
async function install(name) {
  const folder = join(CACHE, `sdk-${name}`);
  const target = join(folder, "node_modules/@holdfast/sdk");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  const { stdout } = await mustRun("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: PACKAGE,
  });
  const [{ filename }] = JSON.parse(stdout);
  await mustRun("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", target]);
  for (const file of fs.readdirSync(PROGRAMS))
    if (file.endsWith(".mjs")) fs.cpSync(join(PROGRAMS, file), join(folder, file));
  const dependencies = { "@holdfast/sdk": "*" };
  fs.writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", dependencies }));
  return folder;
}

async function judgeOrder(service, printed) {
  const [, id] = /^COMPLETED ([0-9a-f-]{36})$/m.exec(printed.trim()) ?? [];
  if (id === undefined) throw new Failure(printed.slice(-4_000));
  const { status } = await service.get(`/escrows/${id}`);
  if (status !== "COMPLETED") throw new Failure(`escrow ${id} is ${status}`);
  return "one whole order, one delivery received and worked on";
}

async function workerd({ service }) {
  const folder = await install("workerd");
  const bundle = await rolldown({ input: join(folder, "worker.mjs"), platform: "neutral", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm" });
  const { Miniflare } = await import(new URL("sdk/node_modules/miniflare/dist/src/index.js", import.meta.url).href);
  // No flag for Node: a worker has what workers have.
  const runtime = new Miniflare({ modules: true, script: output[0].code, compatibilityDate: "2026-01-01" });
  try {
    const query = new URLSearchParams({ base: service.baseUrl, key: service.apiKey });
    const response = await runtime.dispatchFetch(`http://worker.example/?${query}`);
    return await judgeOrder(service, await response.text());
  } finally {
    await runtime.dispose();
  }
}

async function deno({ service, bin }) {
  const folder = await install("deno");
  const args = ["run", "--allow-net", "--node-modules-dir=manual", "--no-lock", "deno.mjs"];
  const { stdout } = await mustRun(bin("deno"), [...args, service.baseUrl, service.apiKey], {
    cwd: folder,
    env: { DENO_NO_UPDATE_CHECK: "1", DENO_DIR: join(CACHE, "deno") },
  });
  return judgeOrder(service, stdout);
}

async function express() {
  const { stdout } = await mustRun(process.execPath, [join(PROGRAMS, "express.mjs")]);
  const { said, worked, errors } = JSON.parse(stdout);
  const expected = ["200 new", "200 duplicate", "200 duplicate", "500 null"];
  if (said.join() !== expected.join() || worked.join() !== "evt_1" || !/raw bytes/.test(errors.join()))
    throw new Failure(stdout);
  return "a delivery received once, worked on, and refused behind a parser";
}

async function judges({ bin }) {
  await mustRun(bin("publint"), [PACKAGE, "--strict"]);
  const folder = await install("judges");
  const [tarball] = fs.readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  await mustRun(bin("attw"), [join(folder, tarball), "--profile", "esm-only"]);
  return "no error, no warning";
}

/** @type {readonly { name: string, needs: readonly ["sdk"], try: (given: import("./steps.mjs").Given) => Promise<string> }[]} */
export const SDK_STEPS = [
  { name: "@holdfast/sdk in workerd", needs: ["sdk"], try: workerd },
  { name: "@holdfast/sdk in Deno", needs: ["sdk"], try: deno },
  { name: "@holdfast/sdk in Express", needs: ["sdk"], try: express },
  { name: "@holdfast/sdk by publint, are-the-types-wrong", needs: ["sdk"], try: judges },
];
