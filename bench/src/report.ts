/** What was measured, as rows of one table. */

import type { Outcome } from "./load/job.js";
import { median, type Pairs, pairedRatio } from "./rounds.js";

export type Row = {
  readonly what: string;
  readonly service: string;
  readonly floor: string;
  /** Null where there is nothing to compare with. */
  readonly ratio: number | null;
  readonly goal: Goal | null;
};

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en-US")}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export function throughputRow(what: string, pairs: Pairs, goal: Goal | null): Row {
  return comparedRow(what, pairs, { figure: (outcome) => outcome.perSecond, show: perSecond, goal });
}

export function latencyRow(
  what: string,
  pairs: Pairs,
  { of, goal }: { readonly of: "p50" | "p99"; readonly goal: Goal | null },
): Row {
  return comparedRow(what, pairs, { figure: (outcome) => outcome[of], show: milliseconds, goal });
}

function comparedRow(
  what: string,
  pairs: Pairs,
  { figure, show, goal }: { figure: (outcome: Outcome) => number; show: (value: number) => string; goal: Goal | null },
): Row {
  return {
    what,
    service: show(median(pairs.service.map(figure))),
    floor: show(median(pairs.floor.map(figure))),
    ratio: pairedRatio(pairs, figure),
    goal,
  };
}

function isReached({ ratio, goal }: Row): boolean | null {
  if (ratio === null || goal === null) return null;
  return "atLeast" in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

const goalText = (goal: Goal | null): string =>
  goal === null ? "" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;

/** One Markdown table; it reads well enough on a terminal too. */
export function writeTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const reached = isReached(row);
    return [
      row.what,
      row.service,
      row.floor,
      row.ratio === null ? "" : row.ratio.toFixed(2),
      goalText(row.goal),
      reached === null ? "" : reached ? "yes" : "no",
    ];
  });
  const table = [["what", "service", "floor", "ratio", "goal", "reached"], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
