/**
 * Whether an operation has become more expensive: CPU of one request, in service and database together, as a multiple of what the
 * floor beside it takes in the same run. Most of what moves one moves the other; but a machine may do the work of the one better than that
 * of the other. So what seems dearer than was kept is measured beside the revision that it was kept at, and that decides.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { compareOperations } from "./compare.js";
import { createSessions, getOne, listOf, type Operation, submits } from "./operations.js";
import { cpuOf, interleave, isNoisy, type Pace, type Pairs, pairedSpread, type Spread } from "./rounds.js";
import type { World } from "./world.js";

const FILE = fileURLToPath(new URL("../cpu.json", import.meta.url));
const MORE_MAX = 1.15;
/** What seems dearer is measured again before it is believed. */
const TRIES_MAX = 2;
const PACE: Pace = { rounds: 7, warmUpMs: 50, measureMs: 250 };

const OPERATIONS: readonly Operation[] = [
  createSessions(32),
  createSessions(32, { keyed: true }),
  getOne("escrows"),
  listOf("escrows"),
  submits(1),
];

/** Requests arrive in waves: by themselves, they fall into batches of one rhythm or another from run to run. */
const inWaves = (world: World): World => ({
  ...world,
  measure: (on, job) => world.measure(on, { ...job, inWaves: true }),
});

/** @param keep writes what was measured as what is expected from now on. @returns whether nothing became more expensive. */
export async function guardCpu(openWorld: () => Promise<World>, { keep }: { keep: boolean }): Promise<boolean> {
  const suspects = await findSuspects(openWorld, keep);
  if (suspects.length === 0) return true;
  const revision = revisionOfFigures();
  if (revision === null) {
    console.log("the revision that this was kept at is not here, so it may be the machine");
    return true;
  }
  const open = async (): Promise<World> => inWaves(await openWorld());
  const compared = await compareOperations(revision, { chosen: suspects, pace: PACE }, open);
  const verdicts = compared.map(({ what, pairs }) => {
    const ratio = pairedSpread(pairs, cpuOf);
    const isDearer = ratio !== null && isAbove(ratio, 1);
    console.log(
      `${what}: ${figureOf(ratio)} times the CPU of ${revision}: ${isDearer ? "TOO MUCH" : "the machine's doing"}`,
    );
    return isDearer;
  });
  return !verdicts.includes(true);
}

/** Operations that seem dearer than was kept. */
async function findSuspects(openWorld: () => Promise<World>, keep: boolean): Promise<readonly Operation[]> {
  const expected = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, number>>;
  const measured: Record<string, number> = {};
  const suspects: Operation[] = [];
  const world = await openWorld();
  try {
    for (const operation of OPERATIONS) {
      const was = keep ? Number.POSITIVE_INFINITY : (expected[operation.what] ?? 0);
      const multiple = await multipleOf(inWaves(world), operation, was);
      if (multiple !== null) measured[operation.what] = Math.round(multiple.median * 100) / 100;
      const isSuspect = multiple !== null && isAbove(multiple, was);
      if (isSuspect) suspects.push(operation);
      const verdict = keep ? "kept" : `kept ${was.toFixed(2)}${isSuspect ? ", seems TOO MUCH" : ""}`;
      console.log(`${operation.what}: ${figureOf(multiple)} times the floor's CPU; ${verdict}`);
    }
  } finally {
    await world.close();
  }
  if (keep) writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  return suspects;
}

const figureOf = (spread: Spread | null): string =>
  spread === null
    ? "nobody knows how many"
    : `${spread.median.toFixed(2)} (${spread.low.toFixed(2)}–${spread.high.toFixed(2)})`;

/** Whether three quarters of the rounds say that it is too far above, and lie close enough together to say anything. */
const isAbove = (spread: Spread, was: number): boolean => !isNoisy(spread) && spread.low > was * MORE_MAX;

/** The commit that wrote the figures; null where git doesn't know it. */
function revisionOfFigures(): string | null {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%H", "--", FILE], {
    cwd: dirname(FILE),
    encoding: "utf8",
  });
  return (stdout ?? "").trim() || null;
}

async function multipleOf(world: World, operation: Operation, was: number) {
  const sides = await operation.prepare(world, world.target, { ...PACE, rounds: PACE.rounds * TRIES_MAX });
  const pairs: Pairs[] = [];
  for (;;) {
    pairs.push(await interleave(PACE, { ...sides, settle: world.settle }));
    const all = {
      floor: pairs.flatMap(({ floor }) => floor),
      service: pairs.flatMap(({ service }) => service),
    };
    const multiple = pairedSpread(all, cpuOf);
    if (multiple === null || multiple.median <= was * MORE_MAX || pairs.length === TRIES_MAX) return multiple;
  }
}
