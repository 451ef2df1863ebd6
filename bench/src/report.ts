/** What was measured, as rows of one table. */
import { cpuOf, isNoisy, median, type Pairs, pairedSpread, type Round, type Spread, spreadOf } from "./rounds.js";

export type Row = {
  readonly what: string;
  readonly service: string;
  readonly floor: string;
  /** Null where there is nothing to compare with; a spread where rounds were compared. */
  readonly ratio: number | Spread | null;
  readonly goal: Goal | null;
  /** CPU of one request; null where it was not counted. */
  readonly cpu?: Cpu | null;
  /** Of a row that stands for several runs: how many there were, and in how many the goal was reached. */
  readonly runs?: { readonly of: number; readonly reached: number };
};

/** `ratio`: the floor's CPU ÷ the service's, so that more is better, as with requests a second. */
type Cpu = { readonly service: string; readonly floor: string; readonly ratio: Spread };

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en-US")}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export function throughputRow(what: string, pairs: Pairs, goal: Goal | null): Row {
  return comparedRow(what, pairs, { figure: (round) => round.perSecond, show: perSecond, goal });
}

export function latencyRow(
  what: string,
  pairs: Pairs,
  { of, goal }: { readonly of: "p50" | "p99"; readonly goal: Goal | null },
): Row {
  return comparedRow(what, pairs, { figure: (round) => round[of], show: milliseconds, goal });
}

function comparedRow(
  what: string,
  pairs: Pairs,
  { figure, show, goal }: { figure: (round: Round) => number; show: (value: number) => string; goal: Goal | null },
): Row {
  const side = (rounds: readonly Round[]): string => {
    const { median: middle, low, high } = spreadOf(rounds.map(figure));
    return `${show(middle)} (${withoutUnit(show(low))}–${withoutUnit(show(high))})`;
  };
  return {
    what,
    service: side(pairs.service),
    floor: side(pairs.floor),
    ratio: pairedSpread(pairs, figure),
    goal,
    cpu: cpuRow(pairs),
  };
}

const withoutUnit = (text: string): string => text.replace(/(?:\/s| ms)$/, "");

/** What a request costs the processes of the server and those of its database, one beside the other. */
function cpuRow(pairs: Pairs): Cpu | null {
  const ratio = pairedSpread({ floor: pairs.service, service: pairs.floor }, cpuOf);
  if (ratio === null) return null;
  const show = (rounds: readonly Round[]): string => {
    const part = (of: "servers" | "database"): number => Math.round(median(rounds.map(({ cpu }) => cpu?.[of] ?? 0)));
    return `${part("servers")} + ${part("database")} µs`;
  };
  return { service: show(pairs.service), floor: show(pairs.floor), ratio };
}

/** Null where nothing can be said: no goal, nothing to compare with, or rounds so far apart that some reach the goal and some don't. */
function isReached({ ratio, goal }: Row): boolean | null {
  if (ratio === null || goal === null) return null;
  if (typeof ratio === "number" || !isNoisy(ratio)) return reaches(figureOf(ratio), goal);
  const [low, high] = [reaches(ratio.low, goal), reaches(ratio.high, goal)];
  return low === high ? low : null;
}

const figureOf = (ratio: number | Spread): number => (typeof ratio === "number" ? ratio : ratio.median);

const reaches = (value: number, goal: Goal): boolean =>
  "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;

/**
 * One row for the rows that several runs have at each place: what the run in the middle measured, between the lowest and the
 * highest ratio of a run. A run counts by its median, noisy or not: how far runs lie apart is what this table says.
 */
export function overRuns(runs: readonly (readonly Row[])[]): readonly Row[] {
  return (runs[0] ?? []).map((_, place) => overRows(runs.flatMap((rows) => rows[place] ?? [])));
}

function overRows(rows: readonly Row[]): Row {
  const ratioOf = ({ ratio }: Row): number => (ratio === null ? Number.NaN : figureOf(ratio));
  const ordered = [...rows].sort((a, b) => ratioOf(a) - ratioOf(b));
  const middle = ordered[Math.floor((ordered.length - 1) / 2)] as Row;
  const cpus = rows.flatMap(({ cpu }) => cpu?.ratio.median ?? []);
  const { goal } = middle;
  return {
    ...middle,
    ratio: rangeOf(rows.map(ratioOf)),
    ...(middle.cpu && cpus.length > 0 ? { cpu: { ...middle.cpu, ratio: rangeOf(cpus) } } : {}),
    runs: { of: rows.length, reached: goal === null ? 0 : rows.filter((row) => reaches(ratioOf(row), goal)).length },
  };
}

const rangeOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

function reachedText(row: Row): string {
  if (row.runs !== undefined) return row.goal === null ? "" : `${row.runs.reached} of ${row.runs.of}`;
  const reached = isReached(row);
  return reached === null ? "" : reached ? "yes" : "no";
}

const goalText = (goal: Goal | null): string =>
  goal === null ? "" : "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;

function ratioText(ratio: Row["ratio"], { runs }: Row): string {
  if (ratio === null) return "";
  if (typeof ratio === "number") return ratio.toFixed(2);
  const between = `${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}`;
  return runs === undefined && isNoisy(ratio) ? `too noisy (${between})` : `${ratio.median.toFixed(2)} (${between})`;
}

/** What the sides of a table are called. */
export type Sides = { readonly service: string; readonly floor: string };

/** One Markdown table; it reads well enough on a terminal too. Behind each figure stands where the middle half of its rounds lies. */
export function writeTable(
  rows: readonly Row[],
  { service, floor }: Sides = { service: "service", floor: "floor" },
): string {
  const cells = rows.map((row) => [
    row.what,
    row.service,
    row.floor,
    ratioText(row.ratio, row),
    goalText(row.goal),
    reachedText(row),
    row.cpu?.service ?? "",
    row.cpu?.floor ?? "",
    ratioText(row.cpu?.ratio ?? null, row),
  ]);
  const heads = [
    "what",
    service,
    floor,
    "ratio",
    "goal",
    "reached",
    `CPU, ${service}`,
    `CPU, ${floor}`,
    "ratio of CPU",
  ];
  const table = [heads, ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
