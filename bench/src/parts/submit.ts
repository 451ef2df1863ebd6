/** Submitting and approving milestones of many escrows, beside a bare handler that makes six round trips. */
import { approves, submits } from "../operations.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace } from "../rounds.js";
import type { World } from "../world.js";

const MOVES = [
  { operation: submits(1), goal: { atLeast: 1 } },
  { operation: submits(16), goal: { atLeast: 1 } },
  { operation: approves, goal: null },
] as const;

export async function measureSubmit(world: World, pace: Pace): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { operation, goal } of MOVES) {
    const sides = await operation.prepare(world, world.target, pace);
    const pairs = await interleave(pace, { ...sides, settle: world.settle });
    rows.push(throughputRow(operation.what, pairs, goal));
  }
  return rows;
}
