/** Interleaving: the machine's speed drifts while others use it, so what is compared is measured in turns. */
import type { Outcome } from "./load/job.js";

export type Pace = {
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
};

export type Pairs = {
  readonly floor: readonly Outcome[];
  readonly service: readonly Outcome[];
};

export type Run = (pace: { warmUpMs: number; measureMs: number }) => Promise<Outcome>;

/** Runs both in turns, the first one changing from round to round; a round that is not counted goes before. */
export async function interleave(
  { rounds, warmUpMs, measureMs }: Pace,
  sides: { floor: Run; service: Run },
): Promise<Pairs> {
  const floor: Outcome[] = [];
  const service: Outcome[] = [];
  const time = { warmUpMs, measureMs };
  await sides.floor(time);
  await sides.service(time);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) floor.push(await sides.floor(time));
    service.push(await sides.service(time));
    if (round % 2 === 1) floor.push(await sides.floor(time));
  }
  return { floor, service };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median over the rounds of service ÷ floor, each round against its own neighbour. */
export const pairedRatio = ({ floor, service }: Pairs, figure: (outcome: Outcome) => number): number =>
  median(service.map((outcome, round) => figure(outcome) / figure(floor[round] ?? outcome)));
