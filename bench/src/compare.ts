/** Two revisions of the service in one run: each on a database of its own, measured in turns. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloneTo } from "./clone.js";
import { approves, createSessions, getOne, listOf, type Operation, submits } from "./operations.js";
import { PAGE_OPERATIONS } from "./page-operations.js";
import { type Row, throughputRow, writeTable } from "./report.js";
import { interleave, type Pace, type Pairs } from "./rounds.js";
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
 * One table of operations.
 * @param words only operations whose names have one of them; none for all.
 */
export async function compareWith(
  revision: string,
  { words, pace }: { words: readonly string[]; pace: Pace },
  openWorld: () => Promise<World>,
): Promise<string> {
  const chosen = OPERATIONS.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
  if (chosen.length === 0) throw new Error(`no operation has one of these in its name: ${words.join(", ")}`);
  const compared = await compareOperations(revision, { chosen, pace }, openWorld);
  const rows = compared.map(({ what, pairs }): Row => throughputRow(what, pairs, null));
  return writeTable(rows, { service: "this tree", floor: revision });
}

/** An operation of this tree, and as its floor that of the other revision. */
type Compared = { readonly what: string; readonly pairs: Pairs };

/**
 * @param revision any that git knows in this repository; it is installed and built in a clone that is thrown away.
 * @param openWorld opened once the other revision is built, so that nothing is built beside what is measured.
 */
export async function compareOperations(
  revision: string,
  { chosen, pace }: { chosen: readonly Operation[]; pace: Pace },
  openWorld: () => Promise<World>,
): Promise<readonly Compared[]> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-compare-"));
  try {
    const run = cloneTo(folder, revision);
    console.error(`building ${revision} …`);
    run("npm", ["run", "-s", "build"]);
    return await compare(await openWorld(), { root: `${folder}/holdfast/`, chosen, pace });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  world: World,
  { root, chosen, pace }: { root: string; chosen: readonly Operation[]; pace: Pace },
): Promise<readonly Compared[]> {
  try {
    const other = await world.anotherTarget(root);
    const compared: Compared[] = [];
    for (const operation of chosen) {
      console.error(`${operation.what} …`);
      const { service } = await operation.prepare(world, world.target, pace);
      const { service: before } = await operation.prepare(world, other, pace);
      const pairs = await interleave(pace, { floor: before, service, settle: world.settle });
      compared.push({ what: operation.what, pairs });
    }
    return compared;
  } finally {
    await world.close();
  }
}
