/**
 * `npm run bench [-- PART…] [--quick] [--rounds N]`: measures the service beside its floors and prints one table. A whole run
 * writes it to bench/results.md too. README.md says what each figure is. By themselves stand `ratios [--rounds N]`, what is compared with a floor in
 * several runs, each on a database and processes of its own; `compare REV [WORD…]`, two revisions
 * beside each other; `cpu [--keep]`, whether five operations cost more than they did; `growth`, how cost grows with what is stored; `costs`,
 * what triggers, constraints and indexes cost; `medusa`, a session beside a cart of Medusa;
 * `upgrade [REV] [--orders N]`, what requests notice of an upgrade; `suite [--rounds N]`, how long `npm test` takes; `visits`, which walks through the checkout
 * as buyers do; and of two cells, which take HAProxy, `moves [--rounds N]`, for how long a move closes an account, and `outage
 * [--rounds N]`, what one cell notices while the database of the other is away.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type CellsFixture, openCellsFixture } from "./cells/fixture.js";
import { measureMoves } from "./cells/moves.js";
import { measureOutage } from "./cells/outage.js";
import { compareWith } from "./compare.js";
import { measureCosts } from "./costs.js";
import { type Grown, measureGrowth, type Sizes } from "./growth/measure.js";
import { guardCpu } from "./guard.js";
import { measureMedusa } from "./medusa.js";
import { measureConsole } from "./parts/console.js";
import { measureCreate } from "./parts/create.js";
import { measureFeed } from "./parts/feed.js";
import { measureImports } from "./parts/imports.js";
import { measureMemory } from "./parts/memory.js";
import { measurePages } from "./parts/pages.js";
import { measureReads } from "./parts/reads.js";
import { measureSearch } from "./parts/search.js";
import { measureSecondProcess } from "./parts/second-process.js";
import { measureStatements } from "./parts/statements.js";
import { measureSubmit } from "./parts/submit.js";
import { measureSending, measureWebhooks, type WebhookPlan } from "./parts/webhooks.js";
import { overRuns, type Row, writeTable } from "./report.js";
import {
  writeCells,
  writeCosts,
  writeGrowth,
  writeLoad,
  writeMedusa,
  writeRatios,
  writeSearch,
  writeUpgrade,
  writeVisits,
} from "./results.js";
import type { Pace } from "./rounds.js";
import { measureSuite } from "./suite.js";
import { measureUpgrade } from "./upgrade/measure.js";
import { openWorld, type World } from "./world.js";

type Plan = WebhookPlan & {
  readonly feedEvents: number;
  readonly escrows: number;
  readonly pages: { readonly escrows: number; readonly ms: number };
  readonly searched: number;
  readonly statementLines: number;
  readonly sizes: Sizes;
};

const QUICK: Plan = {
  pace: { rounds: 7, warmUpMs: 50, measureMs: 400 },
  feedEvents: 100_000,
  escrows: 100_000,
  pages: { escrows: 1_000, ms: 5_000 },
  searched: 100_000,
  statementLines: 20_000,
  sizes: { few: 1_000, many: [5_000, 20_000], paidOf: 25 },
  backlog: 32_000,
  latencySamples: 40,
};
const WHOLE: Plan = {
  pace: { rounds: 15, warmUpMs: 100, measureMs: 1_000 },
  feedEvents: 1_000_000,
  escrows: 100_000,
  pages: { escrows: 10_000, ms: 30_000 },
  searched: 1_000_000,
  statementLines: 100_000,
  sizes: { few: 10_000, many: [1_000_000, 20_000_000], paidOf: 25 },
  backlog: 100_000,
  latencySamples: 200,
};

const SUITE_RUNS = 5;
/** The goals of ratios are to be reached in five of seven runs. */
const RATIO_RUNS = 7;
/** Few rounds: what moves a ratio is which run it is, far more than which round. */
const RATIO_PACE: Pace = { rounds: 5, warmUpMs: 50, measureMs: 400 };
/** What has a floor. */
const RATIOS: readonly ((world: World, pace: Pace) => Promise<readonly Row[]>)[] = [
  measureCreate,
  measureReads,
  measureSubmit,
  measureSecondProcess,
  measureSending,
];
const TOWN_ROUNDS = 6;
/** Of the database that is upgraded. */
const UPGRADED_ORDERS = 1_000_000;

const PARTS: Readonly<Record<string, (world: World, plan: Plan) => Promise<readonly Row[]>>> = {
  create: (world, { pace }) => measureCreate(world, pace),
  reads: (world, { pace }) => measureReads(world, pace),
  submit: (world, { pace }) => measureSubmit(world, pace),
  "second-process": (world, { pace }) => measureSecondProcess(world, pace),
  memory: (world) => measureMemory(world),
  webhooks: (world, plan) => measureWebhooks(world, plan),
  pages: (world, { pages }) => measurePages(world, pages),
  console: (world, { escrows }) => measureConsole(world, { escrows }),
  search: (world, { searched }) => measureSearch(world, { orders: searched }),
  statements: (world, { statementLines }) => measureStatements(world, { lines: statementLines }),
  imports: (world, { statementLines }) => measureImports(world, { lines: statementLines }),
  feed: (world, { feedEvents }) => measureFeed(world, { events: feedEvents }),
};

/** What is run by itself, and prints for itself. */
const ALONE: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  suite: async ({ rounds }) => console.log(measureSuite(Number(rounds ?? SUITE_RUNS))),
  ratios: async ({ rounds }) => measureRatios(Number(rounds ?? RATIO_RUNS)),
  moves: async ({ rounds }) =>
    writeCells("moves", await inCellsFixture((fixture) => measureMoves(fixture, roundsOf(rounds)))),
  outage: async ({ rounds }) =>
    writeCells("outage", await inCellsFixture((fixture) => measureOutage(fixture, roundsOf(rounds)))),
  upgrade: async ({ words: [revision], orders }) => {
    const { text, held } = await measureUpgrade({ orders, revision }, openInterruptibly);
    console.log(text);
    if (orders >= UPGRADED_ORDERS) writeUpgrade(text);
    if (!held) process.exitCode = 1;
  },
  visits: async () => {
    const { measureVisits } = await import("./visits/measure.js");
    const text = await measureVisits();
    console.log(text);
    writeVisits(text);
  },
  compare: async ({ words: [revision, ...words], plan: { pace } }) => {
    if (revision === undefined) throw new Error("compare takes a revision");
    console.log(await compareWith(revision, { words, pace }, openInterruptibly));
  },
  growth: async ({ plan: { sizes, pace }, isQuick }) => {
    const onMeasured = (grown: Grown): void => {
      console.log(grown.text);
      if (!isQuick) writeGrowth(grown);
    };
    await measureGrowth({ sizes, rounds: pace.rounds }, { onOpened: closeOnSignal, onMeasured });
  },
  medusa: async ({ plan: { pace } }) => {
    const world = await openInterruptibly();
    try {
      const text = writeTable(await measureMedusa(world, pace), { service: "service", floor: "Medusa" });
      console.log(text);
      writeMedusa(text);
    } finally {
      await world.close();
    }
  },
  costs: async () => {
    const world = await openInterruptibly();
    try {
      const text = await measureCosts(world);
      console.log(text);
      writeCosts(text);
    } finally {
      await world.close();
    }
  },
  cpu: async ({ keep }) => {
    if (!(await guardCpu(openInterruptibly, { keep }))) process.exitCode = 1;
  },
};

/** Where the figures of a run go, by the parts that it was asked for. */
const WRITTEN: Readonly<Record<string, (text: string) => void>> = { "": writeLoad, search: writeSearch };

type Given = {
  readonly words: readonly string[];
  readonly plan: Plan;
  readonly rounds: string | undefined;
  readonly orders: number;
  readonly keep: boolean;
  readonly isQuick: boolean;
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      rounds: { type: "string" },
      orders: { type: "string", default: String(UPGRADED_ORDERS) },
    },
  });
  const { quick, keep, rounds } = values;
  const orders = Number(values.orders);
  if (!Number.isSafeInteger(orders) || orders < 1_000) throw new Error("--orders takes a number of 1000 or more");
  const plan = withRounds(quick ? QUICK : WHOLE, rounds);
  const [first = "", ...words] = positionals;
  if (Object.hasOwn(ALONE, first)) return ALONE[first]?.({ words, plan, rounds, orders, keep, isQuick: quick });
  const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined)
    throw new Error(
      `there is no part ${unknown}; the parts are ${Object.keys(PARTS).join(", ")}, and by themselves ${Object.keys(ALONE).join(", ")}`,
    );
  const chosen = positionals.length === 0 ? Object.keys(PARTS) : positionals;
  const write = quick ? undefined : WRITTEN[positionals.join(" ")];
  await measureParts(chosen, plan, write ?? (() => undefined));
}

async function measureParts(chosen: readonly string[], plan: Plan, write: (text: string) => void): Promise<void> {
  const world = await openInterruptibly();
  try {
    const rows: Row[] = [];
    for (const name of chosen) {
      console.error(`${name} …`);
      rows.push(...((await PARTS[name]?.(world, plan)) ?? []));
    }
    const text = `${headline(world, plan)}\n\n${writeTable(rows)}\n`;
    console.log(text);
    write(text);
  } finally {
    await world.close();
  }
}

async function measureRatios(runs: number): Promise<void> {
  const measured: (readonly Row[])[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const world = await openInterruptibly();
    try {
      const rows: Row[] = [];
      for (const measure of RATIOS) rows.push(...(await measure(world, RATIO_PACE)));
      measured.push(rows);
    } finally {
      await world.close();
    }
    console.error(`run ${run} of ${runs}\n${writeTable(measured.at(-1) ?? [])}`);
    const text = `${machine(world.postgresVersion)} ${run} runs, each on a database and processes of its own, of ${RATIO_PACE.rounds} rounds of ${RATIO_PACE.measureMs / 1000} s in turns; \`npm run bench -- ratios\`. A ratio is the median of the runs' medians, between the lowest and the highest; the other figures are those of the run in the middle.`;
    const told = `${text}\n\n${writeTable(overRuns(measured))}`;
    if (run === runs) console.log(told);
    writeRatios(told);
  }
}

const openInterruptibly = (): Promise<World> => interruptibly(openWorld);

async function interruptibly<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open();
  closeOnSignal(opened);
  return opened;
}

function closeOnSignal(opened: { close(): Promise<void> }): void {
  const interrupt = (): void => void opened.close().finally(() => process.exit(130));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
}

const roundsOf = (given: string | undefined): number => Number(given ?? TOWN_ROUNDS);

async function inCellsFixture(measure: (fixture: CellsFixture) => Promise<string>): Promise<string> {
  const fixture = await interruptibly(openCellsFixture);
  try {
    const text = await measure(fixture);
    console.log(text);
    return text;
  } finally {
    await fixture.close();
  }
}

function withRounds(plan: Plan, rounds: string | undefined): Plan {
  if (rounds === undefined) return plan;
  if (!/^[1-9]\d?$/.test(rounds)) throw new Error("--rounds takes a number from 1 to 99");
  return { ...plan, pace: { ...plan.pace, rounds: Number(rounds) } };
}

const machine = (postgresVersion: string): string =>
  `${availableParallelism()} cores for load, servers and database together; Node ${process.versions.node}, PostgreSQL ${postgresVersion} (fsync on).`;

const headline = ({ postgresVersion }: World, { pace }: Plan): string =>
  `${machine(postgresVersion)} Medians of ${pace.rounds} interleaved rounds of ${pace.measureMs / 1000} s.`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
