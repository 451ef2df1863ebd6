/** POST /checkout/sessions beside floor A. */
import { createSessions } from "../operations.js";
import { latencyRow, type Row, throughputRow } from "../report.js";
import { interleave, type Pace } from "../rounds.js";
import type { World } from "../world.js";

export async function measureCreate(world: World, pace: Pace): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { connections, keyed, rowsOf } of [
    { connections: 32, keyed: false, rowsOf: [{ of: "rate", goal: { atLeast: 0.9 } }] },
    { connections: 32, keyed: true, rowsOf: [{ of: "rate", goal: { atLeast: 0.85 } }] },
    {
      connections: 64,
      keyed: false,
      rowsOf: [
        { of: "rate", goal: null },
        { of: "p99", goal: { atMost: 1.2 } },
      ],
    },
    { connections: 128, keyed: false, rowsOf: [{ of: "rate", goal: { atLeast: 1.4 } }] },
    { connections: 1, keyed: false, rowsOf: [{ of: "p50", goal: { atMost: 1.6 } }] },
  ] as const) {
    const operation = createSessions(connections, { keyed });
    const sides = await operation.prepare(world, world.target, pace);
    const pairs = await interleave(pace, { ...sides, settle: world.settle });
    rows.push(
      ...rowsOf.map(({ of, goal }) =>
        of === "rate"
          ? throughputRow(operation.what, pairs, goal)
          : latencyRow(`${operation.what}, ${of}`, pairs, { of, goal }),
      ),
    );
  }
  return rows;
}
