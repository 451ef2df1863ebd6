/**
 * Rounds: the machine's speed drifts while others use it, so what is compared is measured in short turns, once both sides are warm,
 * and every figure says how far its rounds lie apart.
 */
import type { Outcome } from "./load/job.js";
import type { Usage } from "./usage.js";

export type Pace = {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
};

/** What a round came to. `cpu` is that of one request, in microseconds; null where nobody counts it. */
export type Round = Outcome & { readonly cpu: Usage | null };

export type Pairs = {
  readonly floor: readonly Round[];
  readonly service: readonly Round[];
};

export type Run = (pace: { warmUpMs: number; measureMs: number }) => Promise<Round>;

/** A side is warm when its last rounds are this close to each other, or when it has had so many. */
const LEVEL = { rounds: 3, within: 0.1, roundsMax: 10 } as const;

/**
 * Runs both in turns, the first one changing from round to round, once both are warm and `settle` is over. A statement keeps its plan:
 * one that was planned while its tables were empty reads all of a table that grows, so tables are analysed when they have rows.
 * @param sides.settle none where the tables are full before.
 */
export async function interleave(
  { rounds, warmUpMs, measureMs }: Pace,
  { settle, ...sides }: { floor: Run; service: Run; settle?: () => Promise<void> },
): Promise<Pairs> {
  const floor: Round[] = [];
  const service: Round[] = [];
  const time = { warmUpMs, measureMs };
  await warmUp(sides.floor, time);
  await warmUp(sides.service, time);
  await settle?.();
  // Plans are made anew.
  await sides.floor(time);
  await sides.service(time);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) floor.push(await sides.floor(time));
    service.push(await sides.service(time));
    if (round % 2 === 1) floor.push(await sides.floor(time));
  }
  return { floor, service };
}

/** Until what a request costs is level: its CPU, which neighbours on the machine do not move; else how many there are in a second. */
async function warmUp(run: Run, time: { warmUpMs: number; measureMs: number }): Promise<void> {
  const figures: number[] = [];
  while (figures.length < LEVEL.roundsMax) {
    const round = await run(time);
    figures.push(cpuOf(round) ?? round.perSecond);
    const last = figures.slice(-LEVEL.rounds);
    if (last.length === LEVEL.rounds && Math.max(...last) <= Math.min(...last) * (1 + LEVEL.within)) return;
  }
}

/** Of service and database together, in microseconds a request. */
export const cpuOf = ({ cpu }: Round): number | null => (cpu === null ? null : cpu.servers + cpu.database);

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between two neighbours where the share falls between them. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** A figure over rounds: its median, and between which values the middle half of the rounds lies. */
export type Spread = { readonly median: number; readonly low: number; readonly high: number };

export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
});

/** Where the middle half of the rounds spans more of the median than this, the median says nothing. */
const NOISY_BEYOND = 0.25;

export const isNoisy = ({ median, low, high }: Spread): boolean => high - low > NOISY_BEYOND * median;

/** Service ÷ floor, each round against its own neighbour. Null where a round lacks the figure. */
export function pairedSpread({ floor, service }: Pairs, figure: (round: Round) => number | null): Spread | null {
  const ratios = service.flatMap((round, at) => {
    const [ours, theirs] = [figure(round), figure(floor[at] ?? round)];
    return ours === null || theirs === null ? [] : [ours / theirs];
  });
  return ratios.length === 0 ? null : spreadOf(ratios);
}
