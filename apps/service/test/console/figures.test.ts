/** Figures by day are what a plain sum over all facts says, whatever was kept of them meanwhile. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId } from "../../src/domain/ids.js";
import { openDatabase } from "../../src/platform/database.js";
import { type DayFigures, readDays } from "../../src/store/read/days.js";
import { closeDays } from "../../src/store/write/days.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, confirmed, funded, openSession, pay, resolve, submit } from "../stories.js";

const DAY = 86_400;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const accountOf = (shop: Merchant): AccountId => shop.account as AccountId;
const look = (shop: Merchant, from = 0) => closeDays(world.db, { account: accountOf(shop), from });

/** Days are closed again as if the clock had been moved long ago. */
const letTimePass = () =>
  world.db.query({
    name: "test: long ago",
    text: "update test_clock set moved_at = clock_timestamp() - interval '61 min'",
  });

/** An hour after midnight the day before is still open, and what came before has moved the clock by chance. */
async function beNoon(): Promise<void> {
  const [row] = await world.db.query<{ now: string }>({ name: "test: now", text: "select service_now() as now" });
  await world.advance(DAY + DAY / 2 - (Number(row?.now) % DAY));
}

const keptDays = async (shop: Merchant): Promise<number[]> => {
  const rows = await world.db.query<{ day: number }>({
    name: "test: kept days",
    text: "select day from account_days where account_id = $1 order by day",
    values: [shop.account],
  });
  return rows.map(({ day }) => day);
};

/** Every fact, row by row, added up here: nothing is shared with what is tested but the words. */
async function plainSums(shop: Merchant): Promise<Map<number, Omit<DayFigures, "day">>> {
  const sums = new Map<number, Record<string, bigint | number>>();
  const addTo = (at: string, name: string, amount: bigint | number): void => {
    const day = Math.floor(Number(at) / DAY);
    const sum = sums.get(day) ?? {
      ...{ paidIn: 0n, released: 0n, fees: 0n, refunded: 0n, refundedReleased: 0n },
      ...{ sessionsCreated: 0, sessionsCompleted: 0, disputes: 0 },
    };
    const before = sum[name]!;
    sum[name] = typeof before === "bigint" ? before + BigInt(amount) : before + Number(amount);
    sums.set(day, sum);
  };
  const all = <Row>(table: string) =>
    world.db.query<Row>({
      name: `test: all ${table}`,
      text: `select * from ${table} where account_id = $1`,
      values: [shop.account],
    });
  const names: Readonly<Record<string, string>> = {
    ...{ payment: "paidIn", release: "released", settlement: "released", fee: "fees", refund: "refunded" },
  };
  for (const { kind, amount, created } of await all<{ kind: string; amount: string; created: string }>(
    "ledger_transfers",
  )) {
    const name = names[kind];
    if (name !== undefined) addTo(created, name, BigInt(amount));
    if (kind === "refund_released") {
      addTo(created, "refunded", BigInt(amount));
      addTo(created, "refundedReleased", BigInt(amount));
    }
  }
  for (const { status, created } of await all<{ status: string; created: string }>("checkout_sessions")) {
    addTo(created, "sessionsCreated", 1);
    if (status === "COMPLETED") addTo(created, "sessionsCompleted", 1);
  }
  for (const { type, created } of await all<{ type: string; created: string }>("events"))
    if (type === "escrow.disputed") addTo(created, "disputes", 1);
  return sums as unknown as Map<number, Omit<DayFigures, "day">>;
}

async function expectPlainSums(shop: Merchant): Promise<void> {
  const before = (await keptDays(shop)).length;
  const { isDue, ...read } = await readDays(world.db, { account: accountOf(shop), from: 0 });
  const looked = await look(shop);
  // What is read where nothing can be kept says the same, and whether something is to be kept.
  expect(read).toEqual(looked);
  expect((await keptDays(shop)).length > before).toBe(isDue);
  const told = new Map(
    looked.days.flatMap(({ day, ...figures }) =>
      Object.values(figures).every((one) => Number(one) === 0) ? [] : [[day, figures]],
    ),
  );
  expect(told).toEqual(await plainSums(shop));
}

/** A small generator with a seed that can be printed and given again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const STEPS: readonly ((shop: Merchant) => Promise<unknown>)[] = [
  (shop) => openSession(shop),
  (shop) => confirmed(shop),
  (shop) => funded(shop),
  async (shop) => {
    const escrow = await funded(shop);
    await submit(shop, escrow);
    await asBuyer(shop, escrow, "approve");
    return shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "20.00" });
  },
  async (shop) => shop.post(`/escrows/${(await funded(shop))["id"]}/refunds`, { amount: "30.00" }),
  async (shop) => pay(shop, await confirmed(shop), { amount: "100.00" }),
  async (shop) => pay(shop, await funded(shop), { amount: "7.00" }),
  async (shop) => asBuyer(shop, await submit(shop, await funded(shop)), "approve"),
  async (shop) => asBuyer(shop, await funded(shop), "dispute", 0, { reason: "broken" }),
  async (shop) => {
    const disputed = await asBuyer(shop, await submit(shop, await funded(shop)), "dispute", 0, { reason: "broken" });
    return resolve(shop, disputed, { outcome: "settle", release: "100.00", refund: "149.90" });
  },
];

test("after a walk through orders and days, every day is the sum of its facts, kept or not", async () => {
  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`figures: SEED=${seed}`);
  const roll = dice(seed);
  const shop = await world.merchant();
  const other = await world.merchant("Somebody else");
  for (let round = 1; round <= 12; round += 1) {
    for (let step = 0; step < 3; step += 1) await STEPS[roll(STEPS.length)]!(roll(5) === 0 ? other : shop);
    await world.advance(roll(3) === 0 ? 9 * DAY : roll(DAY));
    if (roll(2) === 0) await letTimePass();
    await expectPlainSums(shop);
  }
  await world.advance(8 * DAY);
  await letTimePass();
  await expectPlainSums(shop);
  await expectPlainSums(shop);
  expect((await keptDays(shop)).length).toBeGreaterThan(8);
  await expectPlainSums(other);
}, 60_000);

test("what was before the first day that is asked for comes as one sum", async () => {
  const shop = await world.merchant();
  await asBuyer(shop, await submit(shop, await funded(shop)), "approve");
  const today = (await look(shop)).days.at(-1)!;
  expect(today.paidIn).toBeGreaterThan(24_990n);
  const { before, days } = await look(shop, today.day + 1);
  expect(days).toEqual([]);
  expect(before).toEqual({ ...today, day: -1 });
});

test("a day stays open while a session of it may still be completed, and so do the days behind it", async () => {
  await beNoon();
  const shop = await world.merchant();
  await openSession(shop, { title: "A vase", amount: "10.00", expires_in: 7 * DAY });
  const [first] = (await look(shop)).days;
  await world.advance(5 * DAY);
  await letTimePass();
  await look(shop);
  expect(await keptDays(shop)).toEqual([]);
  await world.advance(3 * DAY);
  await letTimePass();
  await look(shop);
  expect(await keptDays(shop)).toEqual(Array.from({ length: 8 }, (_, index) => first!.day + index));
});

test("a payment that began before the clock was moved, and was committed long after, is in its day", async () => {
  await beNoon();
  const shop = await world.merchant();
  const escrow = await confirmed(shop);
  await pay(shop, escrow, { amount: "100.00" });
  const late = openDatabase(world.databaseUrl, { connections: 1 });
  const [day] = (await look(shop)).days;
  await late.transaction(async (tx) => {
    // What the executor writes for a second payment, as far as the books are concerned.
    await tx.query({
      name: "test: late payment",
      text: `
        with paid as (
          insert into payments (account_id, escrow_id, id, method, provider, reference, status, asked, received, created)
          select account_id, escrow_id, gen_random_uuid(), method, provider, gen_random_uuid()::text, status, 500, 500, created
          from payments where account_id = $1 returning *
        ),
        counted as (update escrows set funded = funded + 500 where account_id = $1)
        insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, payment_id, created)
        select account_id, gen_random_uuid(), 'payment', 'external', 'escrow_held', escrow_id, 500, id, created from paid`,
      values: [shop.account],
    });
    // Short of the funding deadline, which would wait for the escrow's lock.
    await world.advance(2 * DAY);
    expect((await look(shop)).days[0]?.paidIn).toBe(10_000n);
    expect(await keptDays(shop)).toEqual([]);
  });
  await late.close();
  await letTimePass();
  expect((await look(shop)).days[0]).toMatchObject({ day: day!.day, paidIn: 10_500n });
  expect((await keptDays(shop)).length).toBeGreaterThanOrEqual(2);
});

test("what was kept is never written again", async () => {
  for (const text of ["update account_days set paid_in = 0", "delete from account_days", "truncate account_days"])
    await expect(world.db.query({ name: `test: ${text}`, text })).rejects.toThrow(/written once/);
});
