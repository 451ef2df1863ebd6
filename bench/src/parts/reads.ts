/** Reads of one object, and lists of 25, beside a bare server that answers with the same texts. */
import { getOne, listOf } from "../operations.js";
import { type Row, throughputRow } from "../report.js";
import { interleave, type Pace } from "../rounds.js";
import type { World } from "../world.js";

const READS = [
  { operation: getOne("sessions"), goal: { atLeast: 0.85 } },
  { operation: getOne("escrows"), goal: { atLeast: 0.85 } },
  { operation: listOf("sessions"), goal: { atLeast: 0.8 } },
  { operation: listOf("escrows"), goal: { atLeast: 0.7 } },
  { operation: listOf("events"), goal: { atLeast: 0.85 } },
] as const;

export async function measureReads(world: World, pace: Pace): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { operation, goal } of READS) {
    const sides = await operation.prepare(world, world.target, pace);
    rows.push(throughputRow(operation.what, await interleave(pace, { ...sides, settle: world.settle }), goal));
  }
  return rows;
}
