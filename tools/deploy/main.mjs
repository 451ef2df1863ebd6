/**
 * `npm run test:deploy`: what is published for running Holdfast is run as it is published: the image, compose.yaml, units of systemd,
 * proxies, and the blocks of docs/deploy. It needs root and minutes; what the machine lacks is said and counts as skipped.
 *
 *   --only NAME   checks whose name has this in it
 *   --long        holds idle connections for as long as the proxies allow
 */
import { parseArgs } from "node:util";
import { CHECKS } from "./checks.mjs";
import { Failure, Lacking, lackOf, prepareContainers } from "./machine.mjs";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, long: { type: "boolean", default: false } },
});
const checks = CHECKS.filter(({ name }) => name.includes(values.only));
const counts = { passed: 0, failed: 0, skipped: 0 };

function say(verdict, name, text) {
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(8)}${name}: ${text}`);
}

async function attempt({ name, needs, check }) {
  const lack = lackOf(needs);
  if (lack !== null) return say("skipped", name, lack);
  try {
    say("passed", name, await check({ isLong: values.long }));
  } catch (error) {
    if (error instanceof Lacking) say("skipped", name, error.message);
    else say("failed", name, error instanceof Failure ? error.message : error.stack);
  }
}

if (checks.length === 0) {
  console.error(`no check is called ${values.only}`);
  process.exitCode = 1;
} else {
  prepareContainers();
  for (const check of checks) await attempt(check);
  const { passed, failed, skipped } = counts;
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}
