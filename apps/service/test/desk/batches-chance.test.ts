/**
 * Operators who do what they please at the same moment, a bank that pays, refuses and sends back, and connections that are cut: each payout
 * leaves once or not at all, and ends as the bank says.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveBatch } from "../../src/commands/approve-batch.js";
import { askEnding, confirmEnding } from "../../src/commands/end-order.js";
import { exportBatch } from "../../src/commands/export-batch.js";
import { importStatement } from "../../src/commands/import-statement.js";
import { makeBatch } from "../../src/commands/make-batch.js";
import { requestPayout } from "../../src/commands/request-payout.js";
import { askWithdrawal, keepBatch, withdrawBatch } from "../../src/commands/withdraw-batch.js";
import type { BatchOperator, BatchStatus } from "../../src/domain/batches.js";
import type { AccountId, DestinationId, PayoutId } from "../../src/domain/ids.js";
import { formatMoney } from "../../src/domain/money.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import { bound, withinMs } from "../bounds.js";
import { type Chance, chance, seedOfThisRun, withSeed } from "../faults/random.js";
import type { Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { cents, SECRET, until } from "../payments/desk.js";
import { CSV, closingOf, csvOf, fileOf, type Line } from "../providers/manual/files.js";
import { newOperatorOf, PAIN_RAIL, railsAlone } from "../rails-fixture.js";
import { openPurse, type Purse } from "../wallet/wallet.js";
import { sqlOf } from "./operator.js";

const RAIL = { ...PAIN_RAIL, statements: CSV };
const OPERATORS = ["Grace", "Lovelace", "Joan"];
const ORDERS = 4;
const STEPS = 14;
const AT_ONCE = 4;

let world: World;
let shop: Merchant;
let purse: Purse;
let operators: readonly BatchOperator[];
let providers: Providers;
let destination: DestinationId;
beforeAll(async () => {
  world = await startWorld(railsAlone([RAIL]));
  shop = await world.merchant();
  purse = openPurse(world, shop);
  await sql("update accounts set verification_status = 'VERIFIED', payout_daily_max = 100000000 where id = $1", [
    shop.account,
  ]);
  for (const name of OPERATORS) await newOperatorOf(world, name);
  const rows = await sql("select id, email from sellers where is_operator order by id");
  operators = rows.map(({ id, email }) => ({ id: String(id), name: String(email), accounts: [] }));
  const [row] = await sql(
    `insert into payout_destinations (account_id, id, kind, name, number, bank, slot, created, usable_at)
     values ($1, gen_random_uuid(), 'bank', 'Ada Byron', 'DE89370400440532013000', 'First Bank', 1, service_now() - 90000, service_now() - 3600)
     returning id`,
    [shop.account],
  );
  destination = row?.["id"] as DestinationId;
  const chosen = (world.config as unknown as { providers: Parameters<typeof openProviders>[0]["providers"] }).providers;
  const means = { db: world.db, secret: SECRET, origin: () => world.url };
  providers = openProviders({ mode: "sandbox", providers: chosen! }, means);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
/** What is asked until a connection is there that nobody cuts. */
async function surely<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    try {
      return { answer: await ask() };
    } catch {
      return undefined;
    }
  }).then(({ answer }) => answer);
}

type Fate = "paid" | "returned" | "refused";
type Order = { readonly code: string; readonly amount: bigint; readonly fate: Fate; paid: number; returned: number };

/** The bank: files that it was handed, what it did, and the lines that its next statement tells. */
type Bank = { balance: string; readonly handed: Set<string>; lines: Omit<Line, "day">[]; written: number };

async function wanted(luck: Chance, round: number): Promise<Order[]> {
  const asked: string[] = [];
  for (let at = 0; at < ORDERS; at += 1) {
    const amount = formatMoney((cents(`${10 + at}.00`) + BigInt(round % 90)) as never);
    const id = uuidv7() as PayoutId;
    const wish = { account: purse.account, id, destination, amount: cents(amount), requestedBy: null };
    expect(await requestPayout({ executor: purse.executor, providers }, wish)).toMatchObject({ ok: true });
    asked.push(id);
  }
  await purse.makeDue();
  return until(async () => {
    const rows = await sql(
      `select o.code, o.amount from payouts p join rail_outgoing o on o.reference = p.reference::text where p.id = any($1)`,
      [asked],
    );
    if (rows.length < ORDERS) return undefined;
    return rows.map(({ code, amount }) => ({
      code: String(code),
      amount: BigInt(String(amount)),
      fate: luck.pick(["paid", "paid", "returned", "refused"] as const),
      paid: 0,
      returned: 0,
    }));
  });
}

const batches = async (): Promise<readonly { code: string; status: BatchStatus; withdrawal: string | null }[]> =>
  (
    await surely(() =>
      sql(
        "select code, status, withdrawal_by as withdrawal from rail_batches where status in ('DRAFT', 'APPROVED', 'EXPORTED') order by id",
      ),
    )
  ).map(({ code, status, withdrawal }) => ({
    code: String(code),
    status: status as BatchStatus,
    withdrawal: withdrawal as string | null,
  }));

/** One thing that some operator does, which may be refused, or lost with its connection. */
async function act(luck: Chance, bank: Bank, orders: readonly Order[]): Promise<unknown> {
  const { db } = world;
  const operator = luck.pick(operators);
  const open = await batches();
  const some = open.length === 0 ? null : luck.pick(open);
  const what = luck.pick([
    "make",
    "approve",
    "approve",
    "export",
    "export",
    "ask",
    "keep",
    "withdraw",
    "end",
    "end",
  ] as const);
  if (what === "make" || some === null) return makeBatch(db, operator, RAIL);
  const named = { operator, code: some.code };
  const by = {
    operator: { ...operator, second: null },
    account: shop.account as AccountId,
    reason: "AC01: no such account",
  };
  switch (what) {
    case "approve":
      return approveBatch(db, named);
    case "export":
      return exportBatch(db, named, [RAIL]);
    case "ask":
      return bank.handed.has(some.code) ? null : askWithdrawal(db, named, { seen: some.status, reason: "A mistake." });
    case "keep":
      return keepBatch(db, named);
    case "withdraw":
      return bank.handed.has(some.code) ? null : withdrawBatch(db, named, some.status);
    case "end": {
      const refused = orders.filter(({ fate }) => fate === "refused");
      const order = refused.length === 0 ? null : luck.pick(refused);
      if (order === null || !(await isHanded(bank, order))) return null;
      await askEnding(db, by, { code: order.code, seen: "OPEN" });
      return confirmEnding(
        db,
        { ...by, operator: { ...luck.pick(operators), second: null } },
        { code: order.code, seen: "OPEN", provider: "manual-kcb" },
      );
    }
    default:
      return what satisfies never;
  }
}

const batchOf = async ({ code }: Order): Promise<string | null> =>
  (
    await surely(() =>
      sql("select b.code from rail_outgoing o join rail_batches b on b.id = o.batch where o.code = $1", [code]),
    )
  )[0]?.["code"] as string | null;
const isHanded = async (bank: Bank, order: Order): Promise<boolean> => bank.handed.has((await batchOf(order)) ?? "");

/** Nobody does anything else meanwhile: who hands a file in knows that nobody wants it back. */
async function handIn(bank: Bank): Promise<void> {
  const [one] = (await batches()).filter(
    ({ status, withdrawal, code }) => status === "EXPORTED" && withdrawal === null && !bank.handed.has(code),
  );
  if (one !== undefined) bank.handed.add(one.code);
}

async function bankActs(luck: Chance, bank: Bank, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    if (!(await isHanded(bank, order)) || order.fate === "refused" || !luck.happens(0.5)) continue;
    const text = (): string => `${order.code} no. ${bank.written++}`;
    if (order.paid === 0) {
      order.paid += 1;
      bank.lines.push({ amount: `-${formatMoney(order.amount as never)}`, text: text() });
    } else if (order.fate === "returned" && order.returned === 0) {
      order.returned += 1;
      bank.lines.push({ amount: formatMoney(order.amount as never), text: `AC04 ${text()}` });
    }
  }
}

/** As often as it takes: a file that was cut off, or counted before its answer was lost, is imported again. */
async function tell(bank: Bank): Promise<void> {
  if (bank.lines.length === 0) return;
  const lines = bank.lines.map((line) => ({ day: "2026-05-10", ...line }));
  const sheet = { opening: bank.balance, lines };
  bank.lines = [];
  const file = { path: fileOf(csvOf(sheet)), name: "may.csv", operator: COMMAND_LINE, isDry: false };
  await until(async () => {
    try {
      return await importStatement(world.db, RAIL, file);
    } catch {
      // Who was cut off has left what was read behind: real time would take it away.
      await surely(() =>
        sql("update rail_statements set begun_at = begun_at - interval '1 hour' where status = 'READING'"),
      );
      return undefined;
    }
  });
  bank.balance = closingOf(sheet);
}

const cut = (): Promise<unknown> =>
  surely(() =>
    sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by random() limit 2`),
  );

const CLOSED = { paid: "PAID", returned: "RETURNED", refused: "REFUSED" } as const;
const isOver = async (orders: readonly Order[]): Promise<boolean> => {
  const rows = await surely(() =>
    sql("select code, status from rail_outgoing where code = any($1)", [orders.map(({ code }) => code)]),
  );
  return orders.every(({ code, fate }) => rows.some((row) => row["code"] === code && row["status"] === CLOSED[fate]));
};

test(
  "whatever operators do, each payout leaves once or not at all, and ends as the bank says",
  async () => {
    const seed = seedOfThisRun();
    console.log(`chance of batches: HOLDFAST_SEED=${seed}`);
    await withSeed(seed, "the chance of batches", async () => {
      const luck = chance(seed);
      const bank: Bank = { balance: "50000.00", handed: new Set(), lines: [], written: 0 };
      for (let round = 0; round < bound("batchRounds"); round += 1) {
        await purse.earn("200.00");
        const before = (await purse.view()).available;
        const orders = await wanted(luck, round);
        for (let step = 0; step < STEPS; step += 1) {
          const acts = Array.from({ length: AT_ONCE }, () => act(luck, bank, orders));
          if (luck.happens(0.3)) acts.push(cut());
          await Promise.allSettled([...acts, tell(bank)]);
          if (luck.happens(0.6)) await handIn(bank);
          await bankActs(luck, bank, orders);
        }
        // Then all goes its way.
        await until(async () => {
          for (let at = 0; at < 6; at += 1) await act(luck, bank, orders).catch(() => undefined);
          await handIn(bank);
          await bankActs(luck, bank, orders);
          await tell(bank);
          return isOver(orders);
        });
        const kept = orders.filter(({ fate }) => fate === "paid").reduce((sum, { amount }) => sum + amount, 0n);
        await until(async () => (await purse.view()).available === before - kept || undefined);
        // What the bank said is booked by a worker.
        const rows = await until(async () => {
          const payouts = await sql(
            "select o.code, p.status from payouts p join rail_outgoing o on o.reference = p.reference::text where o.code = any($1)",
            [orders.map(({ code }) => code)],
          );
          return payouts.every(({ status }) => status !== "SENT") ? payouts : undefined;
        });
        const ended = { paid: "PAID", returned: "RETURNED", refused: "FAILED" } as const;
        expect(new Map(rows.map(({ code, status }) => [code, status]))).toEqual(
          new Map(orders.map(({ code, fate }) => [code, ended[fate]])),
        );
      }
    });
    expect(await sql("select 1 from rail_batches where status = 'EXPORTED'")).toEqual([]);
  },
  withinMs("batchRounds", 60_000),
);
