/** Pages as people open them, two hundred a second in all; and how soon a process serves that starts on a database in use. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Page, pagesOf } from "../console/pages.js";
import { type Asked, atPace, type Paced, quantileOf } from "../paced.js";
import { milliseconds, type Row } from "../report.js";
import { median } from "../rounds.js";
import type { World } from "../world.js";

const PER_SECOND = 200;
const WARM_UP_MS = 5_000;
const P50_MS = 5;
const P99_MS = 25;
const START_MS = 1_000;
const STARTS = 7;
export async function measurePages(
  world: World,
  { escrows, ms }: { readonly escrows: number; readonly ms: number },
): Promise<readonly Row[]> {
  const pages = await pagesOf(world.target, escrows);
  for (const page of pages) await expectPage(world, page);
  await world.settle();
  await openAll(world, pages, WARM_UP_MS);
  const opened = await openAll(world, pages, ms);
  const all = opened.flatMap(({ latencies }) => latencies);
  const refused = opened.reduce((sum, one) => sum + one.refused, 0);
  if (refused > 0) throw new Error(`${refused} of ${all.length + refused} pages were refused`);
  return [
    ...rowsOf(`all pages, ${PER_SECOND} a second`, all),
    ...pages.flatMap(({ name }, at) => rowsOf(name, opened[at]?.latencies ?? [])),
    await startRow(world),
  ];
}

async function expectPage({ service }: World, { name, cookie, says, path }: Page): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${service.port}${path(0)}`, {
    headers: { cookie, accept: "text/html" },
  });
  if (!(await answer.text()).includes(says)) throw new Error(`${name} does not say "${says}"`);
}

/** Each at its share of the pace, one after the other. */
const openAll = ({ service }: World, pages: readonly Page[], ms: number): Promise<readonly Paced[]> =>
  Promise.all(
    pages.map(async ({ cookie, path }, at) => {
      await sleep((at * 1_000) / PER_SECOND);
      const ask = (index: number): Asked => ({
        method: "GET",
        path: path(index),
        headers: { accept: "text/html", "accept-encoding": "br, gzip", ...(cookie === "" ? {} : { cookie }) },
      });
      return atPace(service.port, ask, { perSecond: PER_SECOND / pages.length, ms });
    }),
  );

const rowsOf = (name: string, latencies: readonly number[]): readonly Row[] =>
  (
    [
      ["p50", 0.5, P50_MS],
      ["p99", 0.99, P99_MS],
    ] as const
  ).map(([word, share, limit]) => limitRow(`${name}, ${word}`, quantileOf(latencies, share), limit));

/** From the start of a process to the first answer that says it serves. */
async function startRow(world: World): Promise<Row> {
  const times: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    const began = performance.now();
    const served = await world.anotherService();
    times.push(performance.now() - began);
    await served.stop();
  }
  return limitRow("start on a database in use", median(times), START_MS);
}

const limitRow = (what: string, measured: number, limit: number): Row => ({
  what,
  service: milliseconds(measured),
  floor: milliseconds(limit),
  ratio: measured / limit,
  goal: { atMost: 1 },
});
