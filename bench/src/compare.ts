/** Two revisions of the service in one run: each on a database of its own, measured in turns. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneTo } from "./clone.js";
import { approves, createSessions, getOne, listOf, type Operation, submits } from "./operations.js";
import { PAGE_OPERATIONS } from "./page-operations.js";
import { type Row, throughputRow, writeTable } from "./report.js";
import { interleave, type Pace } from "./rounds.js";
import type { World } from "./world.js";

const OPERATIONS: readonly Operation[] = [
  createSessions(32),
  createSessions(32, { keyed: true }),
  createSessions(1),
  getOne("sessions"),
  getOne("escrows"),
  listOf("sessions"),
  listOf("escrows"),
  listOf("events"),
  submits(1),
  approves,
  ...PAGE_OPERATIONS,
];

/**
 * @param revision any that git knows in this repository; it is installed and built in a clone that is thrown away.
 * @param words only operations whose names have one of them; none for all.
 * @param openWorld opened once the other revision is built, so that nothing is built beside what is measured.
 */
export async function compareWith(
  revision: string,
  { words, pace }: { words: readonly string[]; pace: Pace },
  openWorld: () => Promise<World>,
): Promise<string> {
  const chosen = OPERATIONS.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
  if (chosen.length === 0) throw new Error(`no operation has one of these in its name: ${words.join(", ")}`);
  const folder = mkdtempSync(join(tmpdir(), "holdfast-compare-"));
  try {
    const run = cloneTo(folder, revision);
    console.error(`building ${revision} …`);
    run("npm", ["run", "-s", "build"]);
    return await compare(await openWorld(), { root: `${folder}/holdfast/`, revision, chosen, pace });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  world: World,
  { root, revision, chosen, pace }: { root: string; revision: string; chosen: readonly Operation[]; pace: Pace },
): Promise<string> {
  try {
    const other = await world.anotherTarget(root);
    const rows: Row[] = [];
    for (const operation of chosen) {
      console.error(`${operation.what} …`);
      const { service } = await operation.prepare(world, world.target, pace);
      const { service: before } = await operation.prepare(world, other, pace);
      const sides = { floor: before, service, settle: world.settle };
      rows.push(throughputRow(operation.what, await interleave(pace, sides), null));
    }
    return writeTable(rows, { service: "this tree", floor: revision });
  } finally {
    await world.close();
  }
}
