/** The database of one cell is killed for ten seconds, again and again: what callers of the other cell notice. */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Paced, quantileOf } from "../paced.js";
import { milliseconds } from "../report.js";
import { median, spreadOf } from "../rounds.js";
import { seedEscrows } from "../seed.js";
import type { CellsFixture } from "./fixture.js";
import { type Caller, callAtPace } from "./paced.js";

const SPAN_MS = 10_000;
/** At each cell. */
const PER_SECOND = 60;
const REST_MS = 5_000;
const BACK_MS = 60_000;
const GOAL = 1.2;

/** What the other cell's callers met in ten seconds before, in the ten before that, and in those without the database. */
type Round = { readonly earlier: Paced; readonly before: Paced; readonly during: Paced; readonly refusedThere: number };

export async function measureOutage(fixture: CellsFixture, rounds: number): Promise<string> {
  const [killed, other] = fixture.cells;
  const callers = await Promise.all(
    [killed, other].map(async (cell): Promise<Caller> => {
      const merchant = await cell.newMerchant();
      const [escrow] = await seedEscrows(cell.service, merchant, { count: 1 });
      return { port: fixture.port, merchant, escrow: escrow?.id ?? "" };
    }),
  );
  const [there, here] = callers as [Caller, Caller];
  const both = (): Promise<readonly [Paced, Paced]> =>
    Promise.all([
      callAtPace(there, { perSecond: PER_SECOND, ms: SPAN_MS }),
      callAtPace(here, { perSecond: PER_SECOND, ms: SPAN_MS }),
    ]);
  await both(); // warm
  const made: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [, earlier] = await both();
    const [, before] = await both();
    await killed.server.kill();
    const [lost, during] = await both();
    await killed.server.start();
    await untilBack(there);
    await sleep(REST_MS);
    made.push({ earlier, before, during, refusedThere: lost.refused });
    console.error(`round ${round}: p99 ${[earlier, before, during].map((one) => milliseconds(p99(one))).join(", ")}`);
  }
  return report(made);
}

async function untilBack(caller: Caller): Promise<void> {
  const deadline = performance.now() + BACK_MS;
  while ((await callAtPace(caller, { perSecond: 10, ms: 500 })).refused > 0)
    if (performance.now() > deadline) throw new Error(`the cell did not come back within ${BACK_MS / 1_000} s`);
}

const p99 = ({ latencies }: Paced): number => quantileOf(latencies, 0.99);
const p50 = ({ latencies }: Paced): number => quantileOf(latencies, 0.5);

function report(rounds: readonly Round[]): string {
  const ratios = rounds.map(({ before, during }) => p99(during) / p99(before));
  const noise = rounds.map(({ earlier, before }) => p99(before) / p99(earlier));
  const all = (pick: (round: Round) => Paced): Paced => ({
    latencies: rounds.flatMap((round) => pick(round).latencies),
    refused: rounds.reduce((sum, round) => sum + pick(round).refused, 0),
  });
  const [quiet, during] = [all(({ before }) => before), all((round) => round.during)];
  const spread = (values: readonly number[]): string => {
    const { low, high } = spreadOf(values);
    return `${median(values).toFixed(2)} (middle half ${low.toFixed(2)} to ${high.toFixed(2)}, all ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
  };
  const rows = rounds.map((one, at) =>
    [
      String(at + 1),
      ...[one.earlier, one.before, one.during].map((span) => `${milliseconds(p50(span))} / ${milliseconds(p99(span))}`),
      (ratios[at] ?? Number.NaN).toFixed(2),
      String(one.during.refused),
      String(one.refusedThere),
    ].join(" | "),
  );
  return `Two cells, each a process on a PostgreSQL of its own, the directory on a third, HAProxy in front; ${PER_SECOND} requests a second at each cell, three of four read an escrow and one makes a session; ${availableParallelism()} cores for all of it and the load. The database of c1 is killed (SIGKILL, all of its processes) and started again after ten seconds. Latencies are those of callers of c2, p50 / p99, from the moment at which a request was due.

All rounds together: p99 ${milliseconds(p99(quiet))} in the ten seconds before, ${milliseconds(p99(during))} while the other database was away: ${(p99(during) / p99(quiet)).toFixed(2)} times. Goal: at most ${GOAL} times. Of each round's ratio the median is ${spread(ratios)}. How much p99 moves by itself: between the two spans before, ${spread(noise)}. Refused at c2 meanwhile: ${during.refused} of ${during.latencies.length + during.refused}.

| round | c2, 20 to 10 s before | c2, 10 s before | c2, c1's database away | p99, times | refused at c2 | refused at c1 |
|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join("\n")}`;
}
