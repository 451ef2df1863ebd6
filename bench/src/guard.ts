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
import { cpuOf, interleave, type Pace, type Pairs, pairedSpread, type Spread } from "./rounds.js";
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
  if (keep) return keepFigures(openWorld);
  const expected = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, number>>;
  const unknown = OPERATIONS.filter(({ what }) => expected[what] === undefined);
  if (unknown.length > 0) {
    console.log(`${FILE} has no figure for: ${unknown.map(({ what }) => what).join(", ")}. Write it with --keep.`);
    return false;
  }
  const suspects: Operation[] = [];
  await measureEach(
    openWorld,
    (operation) => expected[operation.what] ?? Number.NaN,
    (operation, multiple, was) => {
      const isSuspect = multiple !== null && isAbove(multiple, was);
      if (isSuspect) suspects.push(operation);
      return `kept ${was.toFixed(2)}${isSuspect ? ", seems TOO MUCH" : ""}`;
    },
  );
  return suspects.length === 0 || !(await areDearer(suspects, openWorld));
}

async function keepFigures(openWorld: () => Promise<World>): Promise<boolean> {
  const measured: Record<string, number> = {};
  await measureEach(
    openWorld,
    () => Number.POSITIVE_INFINITY,
    ({ what }, multiple) => {
      if (multiple === null) return "not kept";
      measured[what] = Math.round(multiple.median * 100) / 100;
      return "kept";
    },
  );
  const isWhole = Object.keys(measured).length === OPERATIONS.length;
  if (isWhole) writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  return isWhole;
}

/** @param boundOf what an operation is measured again beyond. @param tell what to say of its figure. */
async function measureEach(
  openWorld: () => Promise<World>,
  boundOf: (operation: Operation) => number,
  tell: (operation: Operation, multiple: Spread | null, bound: number) => string,
): Promise<void> {
  const world = await openWorld();
  try {
    for (const operation of OPERATIONS) {
      const bound = boundOf(operation);
      const multiple = await multipleOf(inWaves(world), operation, bound);
      const told = tell(operation, multiple, bound);
      console.log(`${operation.what}: ${figureOf(multiple)} times the floor's CPU; ${told}`);
    }
  } finally {
    await world.close();
  }
}

/** Whether any of them costs more than at the revision that wrote the figures. */
async function areDearer(suspects: readonly Operation[], openWorld: () => Promise<World>): Promise<boolean> {
  const revision = revisionOfFigures();
  if (revision === null) {
    console.log("the revision that this was kept at is not here, so it may be the machine");
    return false;
  }
  const open = async (): Promise<World> => inWaves(await openWorld());
  const compared = await compareOperations(revision, { chosen: suspects, pace: PACE }, open);
  const verdicts = compared.map(({ what, pairs }) => {
    const ratio = pairedSpread(pairs, cpuOf);
    const isDearer = ratio !== null && isAbove(ratio, 1);
    const verdict = ratio === null ? "can't be told" : isDearer ? "TOO MUCH" : "the machine's doing";
    console.log(`${what}: ${figureOf(ratio)} times the CPU of ${revision}: ${verdict}`);
    return isDearer;
  });
  return verdicts.includes(true);
}

const figureOf = (spread: Spread | null): string =>
  spread === null
    ? "nobody knows how many"
    : `${spread.median.toFixed(2)} (${spread.low.toFixed(2)}–${spread.high.toFixed(2)})`;

/** Whether three quarters of the rounds say that it is too far above. */
const isAbove = (spread: Spread, was: number): boolean => spread.low > was * MORE_MAX;

/** The commit that wrote the figures; null where git doesn't know it. */
function revisionOfFigures(): string | null {
  const { stdout } = spawnSync("git", ["log", "-1", "--format=%H", "--", FILE], {
    cwd: dirname(FILE),
    encoding: "utf8",
  });
  return (stdout ?? "").trim() || null;
}

async function multipleOf(world: World, operation: Operation, bound: number): Promise<Spread | null> {
  const sides = await operation.prepare(world, world.target, { ...PACE, rounds: PACE.rounds * TRIES_MAX });
  const pairs: Pairs[] = [];
  for (;;) {
    pairs.push(await interleave(PACE, { ...sides, settle: world.settle }));
    const all = {
      floor: pairs.flatMap(({ floor }) => floor),
      service: pairs.flatMap(({ service }) => service),
    };
    const multiple = pairedSpread(all, cpuOf);
    if (multiple === null || multiple.median <= bound * MORE_MAX || pairs.length === TRIES_MAX) return multiple;
  }
}
