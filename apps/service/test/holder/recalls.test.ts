/** What was sent to the seller's account comes back before a buyer gets it, and pays what a bank took: once, and the rest goes again. */
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

const booked = async (): Promise<readonly unknown[]> =>
  (await seller.payouts()).map(({ amount, status }) => [amount, status]);
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

test("a refund after release waits until the transfer is back, and the rest of it goes again", async () => {
  const made = await refund("30.00");
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201, body: { status: "PENDING", source: "wallet" } });
  expect(await money()).toEqual({ available: 0n, owed: cents("30.00"), pending: 0n });
  expect(await isAsked()).toBe(false);
  await seller.look();
  await seller.purse.send();
  expect(await booked()).toEqual([["10000", "RETURNED"]]);
  expect(await money()).toEqual({ available: cents("70.00"), owed: 0n, pending: 0n });
  expect(await isAsked()).toBe(true);
  await seller.sleep(61);
  await seller.work();
  expect(await booked()).toEqual([
    ["10000", "RETURNED"],
    ["7000", "PAID"],
  ]);
  await expectStatementAddsUp(seller.purse);
});

test("no more is refunded than can be taken back", async () => {
  expect((await refund("60.00")).status).toBe(201);
  const refused = await refund("40.01");
  expectRefusal(refused, 409, "refund_too_large");
  expect((await refund("40.00")).status).toBe(201);
  await seller.look();
  await seller.purse.send();
  expect(await money()).toEqual({ available: 0n, owed: 0n, pending: 0n });
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
  expect((await booked())[0]).toEqual(["10000", "RETURNED"]);
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
  expect((await booked())[0]).toEqual(["10000", "RETURNED"]);
  const back = (await seller.purse.lines()).filter(({ kind }) => kind === "payout_returned");
  expect(back.map(({ amount }) => amount)).toEqual([cents("100.00")]);
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
  expect((await booked())[0]).toEqual(["10000", "RETURNED"]);
  expect((await money()).owed).toBe(0n);
  expect(await told("won", false)).toEqual({ kind: "booked" });
  await seller.sleep(61);
  await seller.work();
  await seller.sleep(61);
  await seller.work();
  const sent = (await seller.payouts()).filter(({ status }) => status === "PAID");
  expect(sent.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(10_000);
  await expectStatementAddsUp(seller.purse);
});
