/**
 * Tests of the plugin inside a real WordPress with a real WooCommerce, on a real service and in a browser: runs every file in
 * `test`. The last line counts.
 */
import fs from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";

const HERE = import.meta.dirname;
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
