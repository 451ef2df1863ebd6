/**
 * `npm run clients`: clients and tools that nobody here wrote, against the document of a running service. Generates four clients
 * with default flags, compiles them and walks a whole order with each; lints and compares the document; fuzzes every operation.
 * What the machine lacks is said and counts as skipped.
 *
 *   --seconds N   how long schemathesis may take (60)
 *   --only NAME   steps whose name has this in it
 *   --install     brings the tools of others, and tries nothing
 */
import fs from "node:fs";
import { parseArgs } from "node:util";
import { CACHE, Failure } from "./process.mjs";
import { startService } from "./service.mjs";
import { DOCUMENT, STEPS } from "./steps.mjs";
import { TOOLS } from "./tools.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    install: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const steps = STEPS.filter(({ name }) => name.includes(values.only));
const counts = { passed: 0, failed: 0, skipped: 0 };

function say(verdict, name, text) {
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(8)}${name}: ${text}`);
}

/** What a step's tools are, or the failure of bringing them: told at each step that needs them. */
async function bring(name) {
  try {
    return await TOOLS[name]();
  } catch (error) {
    return { error };
  }
}

async function attempt({ name, needs, try: work }, { tools, service }) {
  const needed = needs.map((need) => tools.get(need));
  const lacking = needed.find(({ missing }) => missing !== undefined);
  if (lacking !== undefined) return say("skipped", name, lacking.missing);
  try {
    for (const { error } of needed) if (error !== undefined) throw error;
    return say("passed", name, await work({ service, seconds, bin: needed[0]?.bin }));
  } catch (error) {
    return say("failed", name, error instanceof Failure ? error.message : error.stack);
  }
}

async function main() {
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Failure(`--seconds takes a whole number, not ${values.seconds}`);
  if (steps.length === 0) throw new Failure(`no step is called ${values.only}`);
  fs.mkdirSync(CACHE, { recursive: true });
  const names = [...new Set(steps.flatMap(({ needs }) => needs))];
  if (names.length > 0) console.error(`bringing the tools of others (${names.join(", ")}) …`);
  const tools = new Map(await Promise.all(names.map(async (name) => [name, await bring(name)])));
  if (values.install) return 0;
  const service = await startService();
  try {
    fs.writeFileSync(DOCUMENT, await (await fetch(`${service.baseUrl}/openapi.json`)).text());
    for (const step of steps) await attempt(step, { tools, service });
  } finally {
    await service.stop();
  }
  const { passed, failed, skipped } = counts;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
