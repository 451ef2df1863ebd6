/**
 * How the cost of an operation grows with what is stored: the same account with few sessions and with many, each in a database of its own
 * on one server, asked in turns. So what neighbours on the machine take from one they take from the other.
 */

import { randomBytes } from "node:crypto";
import { runMeasured } from "../processes.js";
import { latencyRow, milliseconds, type Row, writeTable } from "../report.js";
import { interleave, median, type Pace, pairedSpread, type Spread } from "../rounds.js";
import { seedEscrows } from "../seed.js";
import { openWorld, type World } from "../world.js";
import { type Filled, fill, ORDERS_MAX, openFilled } from "./fill.js";
import { openSink, operationsOf, type Sink } from "./operations.js";
import { drawGrowth, type Line } from "./plot.js";

export type Sizes = {
  readonly few: number;
  /** One after the other. */
  readonly many: readonly number[];
  /** One order in so many was paid; the others lapsed. */
  readonly paidOf: number;
};

const ROOT = new URL("../../../", import.meta.url).pathname;
const GOAL = { atMost: 1.3 };
/** Before the rounds that count. */
const WARM_UPS = 10;

/** The tables and the plot. */
export type Grown = { readonly text: string; readonly plot: string };

type Told = {
  readonly onOpened: (world: World) => void;
  /** What is known so far, after each size. */
  readonly onMeasured: (grown: Grown) => void;
};

export async function measureGrowth(
  { sizes, rounds }: { sizes: Sizes; rounds: number },
  { onOpened, onMeasured }: Told,
): Promise<void> {
  const sink = await openSink();
  const world = await openWorld({
    SECRET_KEY: randomBytes(32).toString("base64"),
    WEBHOOK_ALLOWED_ORIGINS: sink.origin,
  });
  onOpened(world);
  try {
    await compareSizes(world, { sizes, rounds, sink }, onMeasured);
  } finally {
    await world.close();
    await sink.stop();
  }
}

async function compareSizes(
  world: World,
  { sizes: { few, many, paidOf }, rounds, sink }: { sizes: Sizes; rounds: number; sink: Sink },
  onMeasured: Told["onMeasured"],
): Promise<void> {
  const paid = (sessions: number): number => Math.ceil(Math.min(sessions, ORDERS_MAX) / paidOf);
  console.error(`${shown(few)} sessions …`);
  const small = await openFilled(world.target, { sessions: few, paid: paid(few) });
  console.error(`${shown(many[0] ?? 0)} sessions …`);
  let large = await openFilled(await world.anotherTarget(ROOT), {
    sessions: many[0] ?? 0,
    paid: paid(many.at(-1) ?? 0),
  });
  const lines = new Map<string, Line>();
  const tables: string[] = [];
  for (const sessions of many) {
    if (sessions > large.sessions) {
      console.error(`${shown(sessions)} sessions …`);
      large = await fill(large, sessions);
    }
    const pace: Pace = { rounds, warmUpMs: 0, measureMs: 0 };
    const { rows, ratios } = await compareOperations(world, { small, large, sink }, pace);
    for (const [what, { few: before, many: after, ratio }] of ratios) {
      const line = lines.get(what) ?? { what, few: before, points: [] };
      lines.set(what, { ...line, points: [...line.points, { sessions, perSecond: after, ratio }] });
    }
    const told = (): string =>
      writeTable(rows, { service: `${shown(sessions)} sessions`, floor: `${shown(few)} sessions` });
    const plot = drawGrowth([...lines.values()], few);
    onMeasured({ text: [...tables, told()].join("\n\n"), plot });
    // Before that, more of the larger account's orders were paid than of the other's, and their books are larger by far.
    if (sessions === many.at(-1)) {
      rows.push(...(await auditRows(world, small, large)));
      onMeasured({ text: [...tables, told()].join("\n\n"), plot });
    }
    tables.push(told());
  }
}

const shown = (sessions: number): string => sessions.toLocaleString("en-US");

/** Throughput, a second, and that with many beside that with few. */
type Ratio = { readonly few: number; readonly many: number; readonly ratio: Spread };

async function compareOperations(
  world: World,
  { small, large, sink }: { small: Filled; large: Filled; sink: Sink },
  pace: Pace,
): Promise<{ rows: Row[]; ratios: ReadonlyMap<string, Ratio> }> {
  const options = { rounds: pace.rounds + WARM_UPS, sink };
  const few = await operationsOf(world, small, options);
  const many = await operationsOf(world, large, options);
  await large.target.database.query("vacuum analyze");
  await world.settle();
  const rows: Row[] = [];
  const ratios = new Map<string, Ratio>();
  for (const [at, { what, run }] of many.entries()) {
    console.error(`${what} …`);
    const pairs = await interleave(pace, { floor: few[at]?.run ?? run, service: run });
    const row = latencyRow(what, pairs, { of: "p50", goal: GOAL });
    console.error(writeTable([row]).split("\n").at(-1));
    rows.push(row);
    const ratio = pairedSpread(pairs, ({ perSecond }) => perSecond);
    if (ratio !== null) {
      const middle = (side: keyof typeof pairs): number => median(pairs[side].map(({ perSecond }) => perSecond));
      ratios.set(what, { few: middle("floor"), many: middle("service"), ratio });
    }
  }
  return { rows, ratios };
}

/** Of everything, its time counts by the thousand orders; of what was written since, as it is. */
async function auditRows(world: World, small: Filled, large: Filled): Promise<Row[]> {
  const [wholeOfFew, wholeOfMany] = [await wholeAudit(world, small), await wholeAudit(world, large)];
  const [few, many] = [await auditSince(world, small), await auditSince(world, large)];
  const perThousand = (ms: number, { sessions }: Filled): number => (ms * 1_000) / sessions;
  return [
    auditRow(
      "ledger check --all, for a thousand sessions",
      perThousand(wholeOfFew, small),
      perThousand(wholeOfMany, large),
    ),
    auditRow(`ledger check, ${NEW_ORDERS} orders since everything was checked`, few, many),
  ];
}

const NEW_ORDERS = 200;

const auditRow = (what: string, few: number, many: number): Row => ({
  what,
  service: milliseconds(many),
  floor: milliseconds(few),
  ratio: many / few,
  goal: GOAL,
});

/** Milliseconds by the audit's own count, without the start of a process. */
async function audited({ directory }: World, { target }: Filled, args: readonly string[]): Promise<number> {
  await runMeasured({ DATABASE_URL: target.databaseUrl }, directory, ["ledger", "check", ...args]);
  const { rows } = await target.database.query<{ duration_ms: number }>(
    "select duration_ms from ledger_audits where status = 'DONE' order by id desc limit 1",
  );
  return rows[0]?.duration_ms ?? Number.NaN;
}

const wholeAudit = (world: World, filled: Filled): Promise<number> => audited(world, filled, ["--all"]);

/** As if everything took long, however little there is. */
async function auditSince(world: World, filled: Filled): Promise<number> {
  const { served, database } = filled.target;
  await database.query("update ledger_audits set duration_ms = 60000 where status = 'DONE' and after_id is null");
  await seedEscrows(served, filled.account.merchant, { count: NEW_ORDERS, milestones: 2 });
  return audited(world, filled, []);
}
