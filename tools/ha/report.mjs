/** bench/results-ha.md: what the failovers came to. */
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { ROOT } from "../clients/process.mjs";

/** Every process has to write again within so many milliseconds of the promotion. */
export const GOAL_MS = 10_000;

const FILE = join(ROOT, "bench/results-ha.md");

const seconds = (ms) => (ms === null ? "never" : (ms / 1_000).toFixed(1));
const worst = (all) => (all.includes(null) ? null : Math.max(...all));

/** The slowest process of each failover decides. */
export const slowest = (failovers) => worst(failovers.flatMap(({ wroteAfterMs }) => Object.values(wroteAfterMs)));

export function writeReport({
  versions,
  network,
  faults,
  failovers,
  acknowledged,
  events,
  deliveries,
  lost,
  doubled,
  wrong,
}) {
  const rows = faults.map((fault) => {
    const these = failovers.filter((one) => one.fault === fault);
    if (these.length === 0) return [fault, "0", "", "", "", ""];
    const of = (read) => seconds(worst(these.map(read)));
    return [
      fault,
      String(these.length),
      of(({ promotedAfterMs }) => promotedAfterMs),
      ...Object.keys(these[0].wroteAfterMs).map((name) => of(({ wroteAfterMs }) => wroteAfterMs[name])),
    ];
  });
  const head = ["fault", "times", "promoted, s", ...Object.keys(failovers[0].wroteAfterMs).map((name) => `${name}, s`)];
  const text = `# Failovers

\`npm run ha -- test\` writes this page. ${versions}; three nodes, ${network}; Node ${process.versions.node}; ${os.availableParallelism()} cores for databases, service and load together.

${failovers.length} failovers under load of two web and two worker processes. ${count(acknowledged)} acknowledged writes: ${lost} lost, ${doubled} doubled. ${count(events)} events, read by two followers and delivered in ${count(deliveries)} webhooks. ${
    wrong.length === 0
      ? "The feed is whole and in order, and `ledger check` is clean."
      : "**Not everything held**, see below."
  }

From the failure to the promotion of a standby, and from the promotion to the first write of each process, the slowest of each kind. Goal: every process within ${GOAL_MS / 1_000} s; the slowest took ${seconds(slowest(failovers))} s. Workers say every three seconds that they live, which is what is seen of them: their figures are up to three seconds too high.

${tableOf(head, rows)}

Each of them:

${tableOf(
  ["", "fault", "from", "to", "promoted, s", "slowest process, s", "lost"],
  failovers.map(({ fault, from, to, promotedAfterMs, wroteAfterMs, lost: gone }, at) => [
    String(at + 1),
    fault,
    from,
    to,
    seconds(promotedAfterMs),
    seconds(worst(Object.values(wroteAfterMs))),
    String(gone),
  ]),
)}
${wrong.length === 0 ? "" : `\nWhat did not hold:\n\n${wrong.map((line) => `- ${line}\n`).join("")}`}`;
  // `npm run bench` writes what stands behind it, each below a heading of its own.
  const [, ...others] = fs.readFileSync(FILE, "utf8").split(/^(?=## )/m);
  fs.writeFileSync(FILE, `${[text, ...others].map((part) => part.trim()).join("\n\n")}\n`);
  return FILE;
}

const count = (number) => number.toLocaleString("en");

function tableOf(head, rows) {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells) => `| ${cells.map((cell, at) => (cell ?? "").padEnd(widths[at])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
