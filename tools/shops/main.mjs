/**
 * `npm run test:shops`: the bridge inside real shops, on real services. Installs what is missing; a shop that this machine can't have
 * counts as skipped, with the reason. The last line counts.
 *
 *   --only NAME         shops whose name has this in it
 *   --install           installs, and tests nothing
 *   --within SECONDS    for each installation; a shop whose packages don't come in time counts as skipped
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT } from "../clients/process.mjs";
import { compileShop, installShop, SHOPS } from "./install.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    install: { type: "boolean", default: false },
    within: { type: "string", default: "1800" },
  },
});
const withinMs = Number(values.within) * 1_000;
if (!(withinMs > 0)) throw new Error("--within takes seconds");

/** Shops are tested at once: what each says is printed when it is done. @returns {Promise<{ passed: number, failed: number }>} */
async function testShop({ folder, runner }) {
  const scratch = fs.mkdtempSync(join(tmpdir(), "holdfast-shops-"));
  const report = join(scratch, "counts.json");
  const output = fs.openSync(join(scratch, "output"), "w+");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=./tools/testing/counts.mjs"];
  try {
    const child = spawn(
      process.execPath,
      runner === undefined
        ? [vitest, "run", "--config", `${folder}/vitest.config.ts`, "--root", ROOT, ...reporters]
        : [join(ROOT, runner)],
      {
        cwd: ROOT,
        env: { ...process.env, HOLDFAST_COUNTS: report },
        stdio: ["ignore", output, output],
      },
    );
    const code = await new Promise((resolve) => child.once("close", resolve));
    process.stdout.write(fs.readFileSync(join(scratch, "output")));
    const { passed, failed } = fs.existsSync(report)
      ? JSON.parse(fs.readFileSync(report, "utf8"))
      : { passed: 0, failed: 1 };
    return { passed, failed: code === 0 && passed > 0 ? failed : Math.max(failed, 1) };
  } finally {
    fs.closeSync(output);
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

const total = { passed: 0, failed: 0 };
const skipped = [];
const shops = SHOPS.filter(({ name }) => name.includes(values.only));
if (shops.length === 0) throw new Error(`no shop is called ${values.only}`);

async function visit(shop) {
  try {
    const missing = await installShop(shop, withinMs);
    if (missing !== null) {
      skipped.push(`skipped  ${shop.name}: ${missing}`);
      return;
    }
    if (values.install) return;
    await compileShop(shop);
    const { passed, failed } = await testShop(shop);
    total.passed += passed;
    total.failed += failed;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    total.failed += 1;
  }
}

await Promise.all(shops.map(visit));
for (const line of skipped) console.log(line);
if (values.install && total.failed === 0) process.exit(0);
console.log(
  `${total.passed} passed, ${total.failed} failed${skipped.length === 0 ? "" : `, ${skipped.length} skipped`}`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
