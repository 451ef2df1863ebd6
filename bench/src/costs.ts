/**
 * What each trigger, constraint and index costs the statement that it belongs to: the statement runs on rows of real orders with it and
 * without it, in transactions that are rolled back, and what counts is the CPU of the one process of the database that runs it. The medians of some runs.
 */
import type pg from "pg";
import { median } from "./rounds.js";
import { seedEscrows } from "./seed.js";
import { microsOf } from "./usage.js";
import type { World } from "./world.js";

const ORDERS = { count: 200, milestones: 5 } as const;
const RUNS = 9;
/** Differences below this share of the statement are within what runs differ by. */
const TELLING = 0.03;

/** As the service sends them, for many rows at once; what the rows are made of is read from what was seeded. */
const STATEMENTS = [
  {
    of: "create: a session",
    table: "checkout_sessions",
    text: `insert into checkout_sessions (account_id, id, status, amount, fees, external_reference, content, expires_at, created)
      select account_id, uuidv7(), 'OPEN', amount, fees, external_reference, content, expires_at, created
      from checkout_sessions, generate_series(1, 5)`,
  },
  {
    of: "submit: the milestone moves",
    table: "milestones",
    text: "update milestones set status = 'AWAITING_REVIEW', submission_details = 'Sent by DHL, parcel 00340434161094042557.', review_since = 1",
  },
  {
    of: "submit: a line of its history",
    table: "milestone_entries",
    text: `insert into milestone_entries (account_id, escrow_id, milestone_id, number, verb, actor, from_status, to_status, text, created)
      select account_id, escrow_id, id, position + 1, 'submit', 'merchant', 'PENDING', 'AWAITING_REVIEW', 'Sent by DHL.', 1 from milestones`,
  },
  {
    of: "submit: the escrow's first",
    table: "escrows",
    text: "update escrows set status = 'WORK_IN_PROGRESS', first_submitted_at = 1",
  },
  {
    of: "any move: its event",
    table: "events",
    text: `insert into events (account_id, number, id, type, body, created, escrow_id)
      select account_id, number + 1000000, uuidv7(), type, body, created, escrow_id from events`,
  },
  {
    of: "approve: the release",
    table: "ledger_transfers",
    text: `insert into ledger_transfers (account_id, escrow_id, id, kind, debit_kind, credit_kind, amount, milestone_id, event_id, created)
      select account_id, escrow_id, uuidv7(), 'release', 'escrow_held', 'merchant_wallet', amount, id, (select id from events limit 1), 1
      from milestones`,
  },
] as const;

type Part = { readonly name: string; readonly drop: string };

/** Check constraints count together: each by itself costs less than runs differ by. */
const PARTS = `
  select 'trigger ' || tgname as name, format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as drop
  from pg_trigger where tgrelid = $1::regclass and not tgisinternal
  union all
  select 'foreign key to ' || confrelid::regclass, format('alter table %s drop constraint %I', conrelid::regclass, conname)
  from pg_constraint where conrelid = $1::regclass and contype = 'f'
  union all
  select count(*) || ' check constraints', format('alter table %s %s', $1, string_agg(format('drop constraint %I', conname), ', '))
  from pg_constraint where conrelid = $1::regclass and contype = 'c' having count(*) > 0
  union all
  select 'index ' || indexrelid::regclass, format('drop index %s', indexrelid::regclass)
  from pg_index where indrelid = $1::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

/** One Markdown table. @throws where nobody counts CPU. */
export async function measureCosts(world: World): Promise<string> {
  await seedEscrows(world.service, await world.newMerchant(), ORDERS);
  await world.service.stop();
  await world.settle();
  const client = await world.serviceDatabase.connect();
  try {
    const lines: string[] = [];
    for (const statement of STATEMENTS) lines.push(...(await costsOf(client, statement)));
    return ["| statement, and what it passes | µs a row | share |", "|---|---|---|", ...lines].join("\n");
  } finally {
    client.release();
  }
}

async function costsOf(
  client: pg.PoolClient,
  { of, table, text }: (typeof STATEMENTS)[number],
): Promise<readonly string[]> {
  console.error(`${of} …`);
  const { rows: parts } = await client.query<Part>(PARTS, [table]);
  // In turns, for what was rolled back stays in the table for a while.
  const whole: number[] = [];
  const saved = parts.map((): number[] => []);
  for (let run = 0; run <= RUNS; run += 1) {
    const all = await costOf(client, text, "select");
    if (run > 0) whole.push(all);
    for (const [at, { drop }] of parts.entries()) {
      const without = await costOf(client, text, drop);
      if (run > 0) saved[at]?.push(all - without);
    }
  }
  const cost = median(whole);
  const savings = parts.map(({ name }, at) => ({ name, micros: median(saved[at] ?? []) }));
  const telling = savings.filter(({ micros }) => micros > cost * TELLING).sort((a, b) => b.micros - a.micros);
  const line = (name: string, micros: number): string =>
    `| ${name} | ${micros.toFixed(1)} | ${Math.round((micros / cost) * 100)} % |`;
  return [
    line(`**${of}**`, cost),
    ...telling.map(({ name, micros }) => line(name, micros)),
    `| ${savings.length - telling.length} others, each below ${TELLING * 100} % | | |`,
  ];
}

/** Microseconds of CPU for one row. */
async function costOf(client: pg.PoolClient, text: string, without: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  await client.query("begin");
  await client.query(without);
  const before = microsOf(pid);
  const { rowCount } = await client.query(text);
  const after = microsOf(pid);
  await client.query("rollback");
  if (before === null || after === null) throw new Error("nobody counts CPU here");
  return (after - before) / (rowCount ?? Number.NaN);
}
