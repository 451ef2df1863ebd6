/**
 * `npm run judges`: what payment providers publish themselves judges our adapters and the doubles that they are tested on.
 * Runs the adapters' tests, keeps every request and answer, and shows them to official mocks, schemas and libraries. What the
 * machine lacks is said and counts as skipped.
 *
 *   --only NAME   judges whose name has this in it
 *   --kept        of what `KEEP_EXCHANGES=1 npm test` has kept, instead of running the adapters' tests once more
 */
import fs from "node:fs";
import { parseArgs } from "node:util";
import { Failure } from "../clients/process.mjs";
import { STEPS } from "./steps.mjs";
import { CACHE, TOOLS } from "./tools.mjs";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, kept: { type: "boolean", default: false } },
});
const steps = STEPS.filter(({ name }) => name.includes(values.only));
const counts = { passed: 0, failed: 0, skipped: 0 };

function say(verdict, name, text) {
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(8)}${name}: ${text}`);
}

async function attempt({ name, needs, try: judge }, tools) {
  const missing = needs.map((need) => tools[need].missing).find((one) => one !== undefined);
  if (missing !== undefined) return say("skipped", name, missing);
  try {
    for (const need of needs) if (tools[need].error !== undefined) throw tools[need].error;
    return say("passed", name, await judge(tools));
  } catch (error) {
    return say("failed", name, error instanceof Failure ? error.message : error.stack);
  }
}

async function main() {
  if (steps.length === 0) throw new Failure(`no judge is called ${values.only}`);
  fs.mkdirSync(CACHE, { recursive: true });
  const names = [...new Set(steps.flatMap(({ needs }) => needs))];
  if (names.length > 0) console.error(`bringing the judges (${names.join(", ")}) …`);
  const brought = names.map(async (name) => [name, await TOOLS[name]().catch((error) => ({ error }))]);
  const tools = { ...Object.fromEntries(await Promise.all(brought)), isKept: values.kept };
  for (const step of steps) await attempt(step, tools);
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
