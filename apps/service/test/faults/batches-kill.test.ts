/**
 * Batches of a rail while the desk's process, or the command that imports a statement, is killed: as it waits in the middle of its work, or at
 * any moment. Nothing is lost or sent twice, and the file has the same bytes whenever it is fetched.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { formatMoney } from "../../src/domain/money.js";
import { bound, wide, withinMs } from "../bounds.js";
import { newClient } from "../client.js";
import { sqlOf } from "../desk/operator.js";
import { asService, type Json, type Merchant, startWorld, type World } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import {
  cleanUp,
  COMMAND_LINE as HOLDFAST,
  holdfast,
  type Launched,
  launch,
  newFolder,
  type Served,
  serve,
  until,
} from "../process/launch.js";
import { closingOf, csvOf, type Sheet } from "../providers/manual/files.js";
import { newOperatorOf, said } from "../rails-fixture.js";
import { csrfOf, newVisitor, type Page, type Visitor } from "../visitor.js";
import { cents, openPurse, type Purse } from "../wallet/wallet.js";
import { PAIN } from "./marketplace.js";
import { chance, seedOfThisRun, withSeed } from "./random.js";

const ROUNDS = bound("batchKills");
const AMOUNTS = ["10.00", "20.50", "30.25", "41.00"];
const RAIL = {
  id: "kcb",
  name: "KCB Bank",
  method: "bank",
  currency: "USD",
  least: "1.00",
  most: "5000.00",
  holder: "Acme Payments Ltd",
  account: [{ label: "Account number", value: "0001234567" }],
  statements: {
    format: "csv",
    date: "YYYY-MM-DD",
    columns: { date: "Date", amount: "Amount", balance: "Balance", text: ["Details"] },
  },
  payouts: PAIN,
};

const seed = seedOfThisRun();
const luck = chance(seed);
const folder = newFolder();

let world: World;
let shop: Merchant;
let purse: Purse;
let destination: Parameters<Purse["request"]>[0];
let env: Readonly<Record<string, string>>;
let desk: Served;
/** Cookies of two operators, which go with them from one process to the next. */
let people: readonly Visitor["cookies"][];
beforeAll(async () => {
  const rails = join(folder, "rails.json");
  writeFileSync(rails, JSON.stringify({ rails: [RAIL] }));
  const chosen = { PROVIDERS: "manual", RAILS_FILE: rails };
  const { providers } = readConfig(chosen);
  world = await startWorld({ providers });
  env = {
    ...chosen,
    DATABASE_URL: asService(world.databaseUrl),
    MIGRATION_DATABASE_URL: world.databaseUrl,
    SECRET_KEY: SECRET.toString("base64"),
    PUBLIC_URL: world.service.publicUrl,
    LOG_LEVEL: "warn",
  };
  shop = await world.merchant();
  purse = openPurse(world, shop, { providers });
  destination = await purse.destination({ kind: "bank", number: "DE89370400440532013000" });
  await sql("update accounts set verification_status = 'VERIFIED', payout_daily_max = 100000000 where id = $1", [
    shop.account,
  ]);
  people = (await Promise.all(["Grace", "Joan"].map((name) => newOperatorOf(world, name)))).map((one) => one.cookies);
  desk = await openDesk();
});
afterAll(async () => {
  await world?.checkLedger();
  await cleanUp();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
const openDesk = (): Promise<Served> => serve({ ...env, ROLE: "web" });
const at = (who: number): Visitor => newVisitor(world, desk.origin, people[who]);

// Kills ----------------------------------------------------------------------------------------------------------------

/** Ends it as it waits for what `held` locks, in the middle of its work; or at any moment within so many milliseconds. */
type When = { readonly held: string } | { readonly withinMs: number };

async function killedDuring(process: Launched, when: When, work: Promise<unknown>): Promise<void> {
  const over = work.then(
    () => undefined,
    () => undefined,
  );
  const kill = async (): Promise<void> => {
    process.child.kill("SIGKILL");
    await Promise.all([process.ended, over]);
  };
  if ("withinMs" in when) {
    await Promise.race([over, sleep(luck.integer(0, when.withinMs))]);
    return kill();
  }
  const holder = newClient(world.databaseUrl);
  await holder.connect();
  await holder.query(`begin; lock table ${when.held} in exclusive mode`);
  const isWaiting = async (): Promise<boolean> =>
    (await sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length > 0;
  await Promise.race([over, until(isWaiting, `it waits for ${when.held}`)]);
  await kill();
  await holder.query("rollback");
  await holder.end();
  await until(async () => !(await isWaiting()), "nothing of it waits any more");
}

const someKill = (held: string, withinMs: number): When => (luck.happens(0.5) ? { held } : { withinMs });

/** A form that an operator sends to a process which is killed over it. Nobody knows what became of it. */
async function sendAndKill(who: number, path: string, form: Readonly<Record<string, string>> = {}): Promise<void> {
  const visitor = at(who);
  const csrf = csrfOf((await visitor.get("/sign-in")).html);
  const sent = visitor.postRaw(path, new URLSearchParams({ csrf, ...form }).toString());
  await killedDuring(desk, someKill("rail_batches", 40), sent);
  desk = await openDesk();
}

// What there is ----------------------------------------------------------------------------------------------------------

type Order = { readonly payout: string; readonly code: string; readonly amount: bigint };

/** Payouts that sellers wish, and that wait for a batch. */
async function due(): Promise<readonly Order[]> {
  const payouts: string[] = [];
  for (const amount of AMOUNTS) payouts.push(await purse.requested(destination, amount));
  await purse.makeDue();
  let rows: readonly Json[] = [];
  await until(async () => {
    rows = await sql(
      `select p.id, o.code, o.amount from payouts p join rail_outgoing o on o.reference = p.reference::text
       where p.id = any($1) and o.batch is null`,
      [payouts],
    );
    return rows.length === payouts.length;
  }, "all of them are due");
  return rows.map(({ id, code, amount }) => ({ payout: String(id), code: String(code), amount: BigInt(amount) }));
}

/** Each of them is in one batch, or each in none. */
async function batchOf(orders: readonly Order[]): Promise<{ readonly code: string; readonly status: string } | null> {
  const rows = await sql(
    `select b.code, b.status, count(*)::int as orders, sum(o.amount)::text as total, b.total::text as told
     from rail_outgoing o left join rail_batches b on b.id = o.batch where o.code = any($1) group by b.code, b.status, b.total`,
    [orders.map(({ code }) => code)],
  );
  expect(rows).toHaveLength(1);
  const [row] = rows as [Json];
  expect(row["orders"]).toBe(orders.length);
  if (row["code"] === null) return null;
  expect(row["total"]).toBe(row["told"]);
  return { code: row["code"], status: row["status"] };
}

const actions = async (code: string, action: string): Promise<number> =>
  (await sql("select 1 from operator_actions where subject = $1 and action = $2", [`batch ${code}`, action])).length;

const landed = (page: Page): string | null => said({ headers: page.headers });

// The way of a batch -------------------------------------------------------------------------------------------------------

async function gathered(orders: readonly Order[]): Promise<string> {
  await sendAndKill(0, "/desk/batches", { rail: RAIL.id });
  const left = await batchOf(orders);
  if (left === null) expect(landed(await at(0).post("/desk/batches", { rail: RAIL.id }))).toBe("batch-made");
  const batch = await batchOf(orders);
  expect(batch).toMatchObject({ status: "DRAFT", ...left });
  return batch?.code ?? "";
}

/** The step is done, once: by the process that was killed, or by the one that is asked again. */
async function stepped(
  code: string,
  step: "approve" | "export",
  { orders, leads, action }: { readonly orders: readonly Order[]; readonly leads: string; readonly action: string },
): Promise<void> {
  const before = await batchOf(orders);
  await sendAndKill(1, `/desk/batches/${code}/${step}`);
  const left = await batchOf(orders);
  expect([before?.status, leads]).toContain(left?.status);
  const again = landed(await at(1).post(`/desk/batches/${code}/${step}`));
  expect(again).toBe(left?.status === leads ? "stale" : `batch-${step === "approve" ? "approved" : "exported"}`);
  expect(await batchOf(orders)).toEqual({ code, status: leads });
  expect(await actions(code, action)).toBe(1);
}

async function fetched(code: string): Promise<string> {
  const path = `/desk/batches/${code}/file`;
  const visitor = at(0);
  await killedDuring(desk, someKill("operator_actions", 15), visitor.get(path));
  desk = await openDesk();
  const [first, second] = [(await at(0).get(path)).html, (await at(1).get(path)).html];
  expect(second).toBe(first);
  const [kept] = await sql("select digest from rail_batches where code = $1", [code]);
  expect(createHash("sha256").update(first).digest("hex")).toBe(kept?.["digest"]);
  return first;
}

let balance = "50000.00";
async function settled(code: string, orders: readonly Order[]): Promise<void> {
  const day = "2026-05-10";
  // Some by a line each, all others as one.
  const isOne = luck.happens(0.5);
  const total = orders.reduce((sum, { amount }) => sum + amount, 0n);
  const out = (amount: bigint, text: string) => ({ day, amount: `-${formatMoney(amount as never)}`, text });
  const lines = isOne ? [out(total, code)] : orders.map((order) => out(order.amount, `To ${order.code}`));
  const sheet: Sheet = { opening: balance, lines };
  balance = closingOf(sheet);
  const file = join(folder, `${code}.csv`);
  writeFileSync(file, csvOf(sheet));
  const args = ["statements", "import", file, "--rail", RAIL.id];
  const command = launch([HOLDFAST, ...args], { env });
  await killedDuring(command, someKill("rail_outgoing", 2_500), command.ended);
  const statuses = async (): Promise<readonly unknown[]> => {
    const rows = await sql("select distinct status from rail_outgoing where code = any($1)", [
      orders.map((order) => order.code),
    ]);
    return rows.map(({ status }) => status);
  };
  const [left, ...mixed] = await statuses();
  expect(mixed).toEqual([]);
  expect(["OPEN", "PAID"]).toContain(left);
  // Who was cut off has left what was read behind: real time would take it away.
  await sql("update rail_statements set begun_at = begun_at - interval '1 hour' where status = 'READING'");
  const again = await holdfast([...args, "--json"], env);
  expect(again, again.stderr).toMatchObject({ code: 0 });
  expect(await statuses()).toEqual(["PAID"]);
  expect(await sql("select status from rail_batches where code = $1", [code])).toEqual([{ status: "SETTLED" }]);
}

// In short desk/batches-chance.test.ts has connections cut at the same steps.
test(`a batch whose processes are killed at each of its steps, ${ROUNDS} times: each payout leaves once, by the same file`, {
  ...wide(),
  timeout: withinMs("batchKills", 90_000),
}, async () => {
  console.log(`kills of batches: HOLDFAST_SEED=${seed}`);
  await withSeed(seed, "kills of batches", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await purse.earn("200.00");
      const before = (await purse.view()).available;
      const orders = await due();
      const code = await gathered(orders);
      await stepped(code, "approve", { orders, leads: "APPROVED", action: "approve_batch" });
      await stepped(code, "export", { orders, leads: "EXPORTED", action: "export_batch" });
      const file = await fetched(code);
      for (const order of orders) expect(file.split(`<EndToEndId>${order.code}<`)).toHaveLength(2);
      await settled(code, orders);
      await until(async () => {
        const rows = await sql("select distinct status from payouts where id = any($1)", [
          orders.map(({ payout }) => payout),
        ]);
        return rows.length === 1 && rows[0]?.["status"] === "PAID";
      }, "every payout is paid");
      const gone = AMOUNTS.reduce((sum, amount) => sum + cents(amount), 0n);
      expect((await purse.view()).available).toBe(before - gone);
      expect((await at(1).get(`/desk/batches/${code}/file`)).html).toBe(file);
      await world.checkLedger();
    }
  });
});
