/** A provider's statement of many lines, read, booked and matched by the command line: how fast, and in how much memory. */
import { type Measured, runMeasured } from "../processes.js";
import type { Row } from "../report.js";
import type { World } from "../world.js";

/** The share of the lines that the memory of all of them stands beside: by then what grows has grown. */
const PART = 2;

/** What is read has rested after a quarter of an hour. */
const REST_SECONDS = 1_000;

const RECONCILE = ["reconcile", "--provider", "sandbox-card"] as const;

type Read = Record<"reading" | "booking", Measured>;

export async function measureStatements(world: World, { lines }: { lines: number }): Promise<readonly Row[]> {
  const few = await reconciled(world, lines / PART);
  const all = await reconciled(world, lines);
  const count = lines.toLocaleString("en-US");
  const peak = ({ reading, booking }: Read): number => Math.max(reading.peakMegabytes, booking.peakMegabytes);
  const perSecond = ({ seconds }: Measured): string => `${Math.round(lines / seconds).toLocaleString("en-US")}/s`;
  return [
    {
      what: `statement of ${count} lines, read and kept`,
      service: perSecond(all.reading),
      floor: "",
      ratio: null,
      goal: null,
    },
    {
      what: `statement of ${count} lines, each matched and booked`,
      service: perSecond(all.booking),
      floor: "",
      ratio: null,
      goal: null,
    },
    {
      what: `memory of reconciling ${count} lines beside half of them`,
      service: `${Math.round(peak(all))} MB`,
      floor: `${Math.round(peak(few))} MB`,
      ratio: peak(all) / peak(few),
      goal: { atMost: 1.2 },
    },
  ];
}

/** @throws when not all of them were booked, or anything differs: a command that is refused ends with 1. */
async function reconciled({ newDatabase, directory }: World, lines: number): Promise<Read> {
  const { url, pool } = await newDatabase(`bench_books_${lines}`);
  const run = (args: readonly string[]): Promise<Measured> => runMeasured({ DATABASE_URL: url }, directory, args);
  await run(["migrate"]);
  await pool.query("alter table provider_movements disable trigger provider_movements_agreed");
  for (const text of SEED) await pool.query(text, [lines]);
  await pool.query("alter table provider_movements enable trigger provider_movements_agreed");
  await pool.query("vacuum analyze");
  const reading = await run(RECONCILE);
  await pool.query("update test_clock set offset_seconds = offset_seconds + $1", [REST_SECONDS]);
  const booking = await run(RECONCILE);
  const { rows } = await pool.query<{ booked: number }>(
    "select count(*)::int as booked from house_entries where client_money <> 0",
  );
  if (rows[0]?.booked !== lines) throw new Error(`${rows[0]?.booked} of ${lines} lines were booked`);
  return { reading, booking };
}

/** So many payments that the provider has, a second apart, and that our books have. */
const SEED = [
  `insert into sandbox_bank.payments (provider, reference, status, asked, created)
   select 'sandbox-card', 'HF' || n, 'SUCCEEDED', 10000, service_now() - $1::int + n from generate_series(1, $1::int) n`,
  `insert into sandbox_bank.receipts (provider, reference, number, amount, created)
   select 'sandbox-card', 'HF' || n, 1, 10000, service_now() - $1::int + n from generate_series(1, $1::int) n`,
  `insert into provider_movements (provider, currency, type, reference, amount, account_id, payment_id, round, created)
   select 'sandbox-card', 'USD', 'payment', 'HF' || n, 10000, 1, gen_random_uuid(), 1, service_now() - $1::int + n
   from generate_series(1, $1::int) n`,
];
