/**
 * `npm run drill [-- --orders N]`: a service takes orders, its backup is followed, N more orders come (1,000 unless said otherwise), the
 * disk is gone, and the backup brings all of it back, and what was there at a named second. Writes bench/results-recovery.md, unless
 * `--orders` says less.
 */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../clients/process.mjs";
import { runDrill } from "./drill.mjs";

const ORDERS = 1_000;
const FILE = join(ROOT, "bench/results-recovery.md");

const seconds = (ms) => (ms / 1_000).toFixed(1);
const count = (number) => number.toLocaleString("en-GB");

function reportOf({ orders, acknowledged, afterBackup, beforeMoment, followedMs, wroteMs, recoveries }) {
  const rows = recoveries.map(({ name, moment, restoreMs, startMs, balanced, wrong }) =>
    [
      moment === null ? name : `the second ${new Date(moment).toISOString()}`,
      count(moment === null ? acknowledged : beforeMoment),
      wrong.length === 0 ? "0" : `**${wrong.length}**`,
      balanced ? "clean" : "**broken**",
      seconds(restoreMs),
      seconds(startMs),
    ].join(" | "),
  );
  return `# Recovery

\`npm run drill\` writes this page. The embedded PostgreSQL, flushing to disk; Node ${process.versions.node}; ${os.availableParallelism()} cores for the service, its database, the follower and four shops together.

${count(orders)} orders of five steps each. \`holdfast backup --follow\` made its base backup under load and followed within ${seconds(followedMs)} s. In the ${seconds(wroteMs)} s after that, ${count(afterBackup)} steps were acknowledged. Then the follower was killed, half a second later the service and its database, and the database's disk was removed.

| recovered to | acknowledged by then | orders that are not as acknowledged | ledger check | restore, s | start, s |
|---|---|---|---|---|---|
| ${rows.join(" |\n| ")} |

An order is not as acknowledged if it lacks a step that was acknowledged before the moment, or has one that was asked for after it. Each recovered service then took another order.
`;
}

const { values } = parseArgs({ options: { orders: { type: "string", default: String(ORDERS) } } });
const orders = Number(values.orders);
if (!Number.isSafeInteger(orders) || orders < 10) {
  console.error("usage: npm run drill [-- --orders N], N of 10 or more");
  process.exit(1);
}
const result = await runDrill({ before: orders, after: orders, say: (line) => console.error(line) });
const report = reportOf(result);
console.log(report);
if (orders >= ORDERS) fs.writeFileSync(FILE, report);
for (const { name, wrong } of result.recoveries)
  for (const line of wrong.slice(0, 10)) console.error(`${name}: ${line}`);
process.exitCode = result.recoveries.every(({ wrong, balanced }) => balanced && wrong.length === 0) ? 0 : 1;
