/**
 * Whether an operation has become more expensive: CPU of one request, in service and database together, as a multiple of what the
 * floor beside it takes in the same run. Machines and neighbours move both alike, so the multiples of one machine hold on another.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

/** @param keep writes what was measured as what is expected from now on. @returns whether nothing became more expensive. */
export async function guardCpu(world: World, { keep }: { keep: boolean }): Promise<boolean> {
  const expected = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<string, number>>;
  const measured: Record<string, number> = {};
  let isKept = true;
  for (const operation of OPERATIONS) {
    const was = keep ? Number.POSITIVE_INFINITY : (expected[operation.what] ?? Number.NaN);
    const multiple = await multipleOf(world, operation, was);
    if (multiple === null) {
      console.log(`${operation.what}: nobody counts CPU here`);
      continue;
    }
    measured[operation.what] = Math.round(multiple.median * 100) / 100;
    const figure = `${multiple.median.toFixed(2)} times the floor's CPU (${multiple.low.toFixed(2)}–${multiple.high.toFixed(2)})`;
    const verdict = keep ? "kept" : verdictOn(multiple, was);
    if (verdict === DEARER) isKept = false;
    console.log(
      `${operation.what}: ${figure}; expected ${Number.isFinite(was) ? was.toFixed(2) : "nothing"}: ${verdict}`,
    );
  }
  if (keep) writeFileSync(FILE, `${JSON.stringify(measured, null, 2)}\n`);
  return isKept;
}

const DEARER = "TOO MUCH";

/** Dearer is what three quarters of the rounds say is dearer; an operation that nobody kept a figure of is that too. */
function verdictOn(multiple: Spread, was: number): string {
  if (multiple.median <= was * MORE_MAX) return "as expected";
  return isNoisy(multiple) || multiple.low <= was * MORE_MAX ? "too noisy" : DEARER;
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
