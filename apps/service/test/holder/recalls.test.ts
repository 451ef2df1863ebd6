/** What is owed comes back from the seller's account before a buyer gets it: so much and no more, once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { openLog } from "../../src/platform/log.js";
import { claimCalls } from "../../src/store/queue/provider-calls.js";
import { watchConnected } from "../../src/workers/connected.js";
import type { Json, World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { expectRefusal } from "../stories.js";
import { cents, expectStatementAddsUp } from "../wallet/wallet.js";
import { openSeller, type Seller, startHolderWorld } from "./stage.js";

let world: World;
let seller: Seller;
let order: Json;
beforeAll(async () => {
  world = await startHolderWorld();
});
beforeEach(async () => {
  seller = await openSeller(world);
  await seller.ready();
  order = await seller.purse.earn("100.00");
  await seller.work();
  expect(await booked()).toEqual([["10000", "PAID"]]);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

/** Each with what was taken back of it in parts, where something was. */
const booked = async (): Promise<readonly unknown[]> =>
  (await seller.payouts()).map(({ amount, status, taken_back: back }) => [
    amount,
    status,
    ...(back === "0" ? [] : [back]),
  ]);
/** What the holder's own books have in the seller's account. */
const there = async (): Promise<unknown> =>
  (
    await seller.purse.sql(
      `select (sum(o.amount) - coalesce(sum((select sum(t.amount) from sandbox_bank.taken_back t where t.reference = o.reference)), 0))::int as left
       from sandbox_bank.outgoing o join payouts p on p.reference::text = o.reference where p.account_id = $1`,
      [seller.account],
    )
  )[0]?.["left"];
const refund = (amount: string) => seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount });
const money = async () => {
  const { available, owed, pending } = await seller.purse.view();
  return { available, owed, pending };
};
/** Whether the provider would be asked for the refund now. */
const isAsked = async (): Promise<boolean> => {
  const [call] = await seller.purse.sql(
    "select provider from provider_calls where account_id = $1 and kind = 'refund' and status = 'OPEN'",
    [seller.account],
  );
  const claimed = await claimCalls(world.db, call?.["provider"] ?? "none", 100);
  await seller.purse.sql("update provider_calls set leased_until = null where account_id = $1", [seller.account]);
  return claimed.some(({ account, kind }) => account === seller.account && kind === "refund");
};

test("a refund after release waits until so much of the transfer is back; the rest stays in the seller's account", async () => {
  const made = await refund("30.00");
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { status: "PENDING", source: "wallet" } });
  expect(await money()).toEqual({ available: 0n, owed: cents("30.00"), pending: 0n });
  expect(await isAsked()).toBe(false);
  await seller.look();
  await seller.purse.send();
  expect(await booked()).toEqual([["10000", "PAID", "3000"]]);
  expect(await there()).toBe(7_000);
  expect(await money()).toEqual({ available: 0n, owed: 0n, pending: 0n });
  expect(await isAsked()).toBe(true);
  await seller.sleep(61);
  await seller.work();
  expect(await there()).toBe(7_000);
  await expectStatementAddsUp(seller.purse);
});

test("several refunds take back of one transfer until nothing is left, and no more", async () => {
  for (const [amount, left] of [
    ["25.00", 7_500],
    ["0.01", 7_499],
    ["34.99", 4_000],
  ] as const) {
    expect((await refund(amount)).status).toBe(201);
    await seller.look();
    await seller.purse.send();
    expect(await there()).toBe(left);
  }
  expectRefusal(await refund("40.01"), 409, "refund_too_large");
  expect((await refund("40.00")).status).toBe(201);
  await seller.look();
  await seller.purse.send();
  expect(await booked()).toEqual([["10000", "RETURNED", "6000"]]);
  expect(await there()).toBe(0);
  expect(await money()).toEqual({ available: 0n, owed: 0n, pending: 0n });
  const back = (await seller.purse.lines()).filter(({ kind }) => kind === "payout_returned");
  expect(back.map(({ amount }) => amount)).toEqual(["25.00", "0.01", "34.99", "40.00"].map(cents));
  await expectStatementAddsUp(seller.purse);
});

test("what is more than one transfer is taken back of several, that of the order first", async () => {
  const other = await seller.sell("20.00");
  const third = await seller.sell("60.00");
  await seller.sleep(61);
  await seller.work();
  expect(await booked()).toEqual([
    ["10000", "PAID"],
    ["2000", "PAID"],
    ["6000", "PAID"],
  ]);
  expect((await seller.shop.post(`/escrows/${third["id"]}/refunds`, { amount: "60.00" })).status).toBe(201);
  expect((await seller.shop.post(`/escrows/${other["id"]}/refunds`, { amount: "5.00" })).status).toBe(201);
  await seller.work();
  await seller.work();
  expect(await booked()).toEqual([
    ["10000", "PAID"],
    ["2000", "PAID", "500"],
    ["6000", "RETURNED"],
  ]);
});

test("while the holder does not answer, or the seller's account is empty, the buyer's money waits, and nothing is lost", async () => {
  expect((await refund("30.00")).status).toBe(201);
  await seller.purse.mood("sandbox-card", { down: true });
  await seller.look();
  await seller.purse.send();
  expect(await booked()).toEqual([["10000", "PAID"]]);
  expect(await isAsked()).toBe(false);
  await seller.purse.mood("sandbox-card", {});
  await seller.decide("restrict");
  await seller.work();
  expect(await booked()).toEqual([["10000", "PAID"]]);
  expect(await money()).toEqual({ available: 0n, owed: cents("30.00"), pending: 0n });
  await seller.decide("verify");
  await seller.work();
  expect((await booked())[0]).toEqual(["10000", "PAID", "3000"]);
  expect(await isAsked()).toBe(true);
});

test("what comes in meanwhile pays what is owed, and no transfer is taken back for nothing", async () => {
  expect((await refund("30.00")).status).toBe(201);
  await seller.purse.earn("45.00");
  expect(await money()).toEqual({ available: cents("15.00"), owed: 0n, pending: 0n });
  await seller.sleep(61);
  await seller.work();
  expect(await booked()).toEqual([
    ["10000", "PAID"],
    ["1500", "PAID"],
  ]);
});

test("several workers take one transfer back, once", async () => {
  expect((await refund("30.00")).status).toBe(201);
  const { executor, providers } = seller.purse;
  const means = { db: world.db, executor, providers, log: openLog("silent") };
  await Promise.all([1, 2, 3, 4].map(() => watchConnected(means)));
  await Promise.all([seller.purse.send(), seller.purse.send()]);
  expect((await booked())[0]).toEqual(["10000", "PAID", "3000"]);
  const back = (await seller.purse.lines()).filter(({ kind }) => kind === "payout_returned");
  expect(back.map(({ amount }) => amount)).toEqual([cents("30.00")]);
});

test("what a payer's bank took comes back from the seller's account, and when the bank gives it back it goes there again", async () => {
  const [payment] = await seller.purse.sql(
    "select provider, reference from payments where account_id = $1 and status = 'SUCCEEDED'",
    [seller.account],
  );
  const means = { db: world.db, executor: seller.purse.executor, feeBorneBy: "house", rates: NO_RATES } as const;
  const told = (stage: "opened" | "won", isTaken: boolean) =>
    bookReport(means, payment?.["provider"], {
      about: "dispute",
      payment: payment?.["reference"],
      theirId: `dp_${seller.account}`,
      stage,
      isTaken,
      fee: cents("0.00"),
      reason: "product_not_received",
      answerBy: null,
      amount: cents("80.00"),
      currency: "USD",
    });
  expect(await told("opened", true)).toEqual({ kind: "booked" });
  expect((await money()).owed).toBeGreaterThan(0n);
  await seller.look();
  await seller.purse.send();
  expect((await booked())[0]).toEqual(["10000", "PAID", "8000"]);
  expect((await money()).owed).toBe(0n);
  expect(await told("won", false)).toEqual({ kind: "booked" });
  await seller.sleep(61);
  await seller.work();
  await seller.sleep(61);
  await seller.work();
  expect(await there()).toBe(10_000);
  await expectStatementAddsUp(seller.purse);
});
