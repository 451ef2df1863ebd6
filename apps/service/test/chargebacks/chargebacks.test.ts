/** A payer's bank disputes a payment: everything stands still, the money comes out of what is there, and goes back when it is won. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, buyerPath, confirmed, eventTypes, funded, pay, resolve, submit, TWO_PARTS } from "../stories.js";
import { openPurse, type Purse } from "../wallet/wallet.js";
import { type Bank, openBank } from "./dispute.js";

let world: World;
let shop: Merchant;
let purse: Purse;
let bank: Bank;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
});
beforeEach(async () => {
  shop = await world.merchant();
  purse = openPurse(world, shop);
  bank = openBank(world, { shop, executor: purse.executor });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const BOOKED = { kind: "booked" };
const total = (escrow: Json): number => Math.round(Number(escrow["funded_amount"]) * 100);
const cancel = (escrow: Json) => shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});

test("an order that is disputed stands still; when the bank decides for the seller, work goes on", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  await submit(shop, escrow);
  // A bank that only asks takes nothing, whatever is said of the money.
  for (const isTaken of [false, true]) expect(await bank.says(escrow, "inquiry", { isTaken })).toEqual(BOOKED);
  expect(await bank.escrow(escrow)).toMatchObject({ status: "DISPUTED", open_chargebacks: 1, charged_back: "0" });
  const refused = await shop.post(buyerPath(escrow, "approve"), {});
  expect(refused.status).toBe(409);
  expect(refused.body["error"].message).toContain("The payer's bank disputes a payment");

  for (const _ of [1, 2]) expect(await bank.says(escrow, "opened", { fee: 1_500n })).toEqual(BOOKED);
  expect(await bank.escrow(escrow)).toMatchObject({ held: "0", charged_back: String(total(escrow)) });
  expect(await bank.rows(escrow)).toMatchObject([
    { status: "OPEN", from_held: String(total(escrow)), fee_owed: "1500" },
  ]);
  expect(await bank.balances()).toMatchObject({ external: 0, escrow_held: 0, chargebacks: 0, merchant_owes: -1_500 });

  await bank.says(escrow, "inquiry");
  await bank.says(escrow, "won", { isTaken: true });
  expect(await bank.rows(escrow)).toMatchObject([{ status: "ANSWERED", returned: "0" }]);
  for (const _ of [1, 2]) expect(await bank.says(escrow, "won")).toEqual(BOOKED);
  expect(await bank.escrow(escrow)).toMatchObject({
    status: "WORK_IN_PROGRESS",
    held: String(total(escrow)),
    charged_back: "0",
    open_chargebacks: 0,
  });
  expect((await eventTypes(shop)).slice(-2)).toEqual(["escrow.disputed", "escrow.updated"]);
  expect(await bank.says(escrow, "lost")).toMatchObject({ kind: "parked" });
  // What is released pays the fee first.
  await asBuyer(shop, escrow, "approve");
  expect(await bank.balances()).toMatchObject({ merchant_owes: 0, merchant_wallet: 9_990 - 1_500 });
  expect((await purse.lines()).map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
    ["release", 9_990],
    ["debt_paid", -1_500],
  ]);
});

test("an order whose money is gone for good is closed, and nothing is owed to anybody", async () => {
  const escrow = await funded(shop);
  await submit(shop, escrow);
  for (const _ of [1, 2]) expect(await bank.says(escrow, "lost")).toEqual(BOOKED);
  expect(await bank.escrow(escrow)).toMatchObject({ status: "CLOSED", held: "0", open_chargebacks: 0 });
  expect(await bank.rows(escrow)).toMatchObject([{ status: "LOST", taken: String(total(escrow)), returned: "0" }]);
  expect((await eventTypes(shop)).slice(-3)).toEqual(["escrow.disputed", "escrow.milestone.updated", "escrow.updated"]);
  expect(await bank.balances()).toEqual({ external: 0, escrow_held: 0, chargebacks: 0 });
});

test("what the bank left of an order is split by a settlement", async () => {
  const escrow = await funded(shop, TWO_PARTS);
  await bank.says(escrow, "opened", { amount: 10_000n });
  const early = { outcome: "settle", release: "149.90", refund: "0.00" };
  expect((await shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, early)).status).toBe(409);
  await bank.says(escrow, "lost", { amount: 10_000n });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "DISPUTED", charged_back: "10000", open_chargebacks: 0 });
  expect((await shop.post(buyerPath(escrow, "approve"), {})).status).toBe(409);
  const left = (total(escrow) - 10_000) / 100;
  await resolve(shop, escrow, { outcome: "settle", release: (Math.min(left, 249.9) - 50).toFixed(2), refund: "50.00" });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "CLOSED", held: "0" });
  expect(await bank.parts(escrow)).toMatchObject([{ status: "PENDING" }]);
});

test("a seller who was paid gives it back: what the wallet has not, is owed, and paid by what comes in", async () => {
  const escrow = await purse.earn("100.00");
  const to = await purse.destination();
  const payout = await purse.requested(to, "60.00");
  await bank.says(escrow, "opened");
  const owed = total(escrow) - 4_000;
  expect(await bank.rows(escrow)).toMatchObject([{ from_wallet: "4000", from_owed: String(owed) }]);
  expect(await purse.request(to, "1.00")).toMatchObject({ ok: false, reason: "owing" });
  // What was about to leave goes back, and pays.
  await purse.makeDue();
  await purse.send();
  expect(await purse.payout(payout)).toMatchObject({ status: "CANCELLED" });
  expect(await bank.balances()).toMatchObject({ merchant_wallet: 0, merchant_owes: -(owed - 6_000) });

  await purse.earn("50.00");
  expect(await bank.balances()).toMatchObject({ merchant_owes: 0, merchant_wallet: 5_000 - (owed - 6_000) });
  await bank.says(escrow, "won");
  expect(await bank.balances()).toMatchObject({ merchant_owes: 0, merchant_wallet: 15_000 });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "COMPLETED" });
  expect((await purse.lines()).map(({ kind }) => kind)).toEqual([
    "release",
    "payout_reserved",
    "chargeback_wallet",
    "payout_void",
    "debt_paid",
    "release",
    "debt_paid",
    "wallet_restored",
  ]);
});

test("while a bank only asks, so much of the wallet stays there", async () => {
  const escrow = await purse.earn("100.00");
  await purse.earn("30.00");
  await bank.says(escrow, "inquiry");
  const to = await purse.destination();
  expect(await purse.request(to, "130.00")).toMatchObject({ ok: false, reason: "disputed" });
  const free = 13_000 - total(escrow);
  expect(await purse.request(to, (free / 100).toFixed(2))).toMatchObject({ ok: true });
  await bank.says(escrow, "won");
  expect(await purse.request(to, "100.00")).toMatchObject({ ok: true });
});

test("a payout that was asked for before the bank asks waits for what it decides", async () => {
  const escrow = await purse.earn("100.00");
  const payout = await purse.requested(await purse.destination(), "60.00");
  const sent = async (): Promise<unknown> => {
    await purse.makeDue();
    await purse.send();
    return (await purse.payout(payout))["status"];
  };
  await bank.says(escrow, "inquiry");
  expect(await sent()).toBe("REQUESTED");
  await bank.says(escrow, "won");
  expect(await sent()).toBe("PAID");
});

test("the house bears the fee where it is set so", async () => {
  const escrow = await funded(shop);
  await openBank(world, { shop, executor: purse.executor, feeBorneBy: "house" }).says(escrow, "opened", {
    fee: 1_500n,
  });
  expect(await bank.balances()).not.toHaveProperty("merchant_owes");
});

test("what was about to go back to the payer is not paid out as well, and what is left of it is", async () => {
  const escrow = await confirmed(shop);
  await pay(shop, escrow, { amount: "300.00" });
  const held = Number((await bank.escrow(escrow))["held"]);
  const amount = BigInt(held) + 1_000n;
  await bank.says(escrow, "inquiry", { amount });
  expect(await bank.parts(escrow)).toMatchObject([{ status: "HELD", charged_back: "0" }]);
  expect(await bank.refund(escrow, "sent")).toMatchObject({ ok: false });
  await bank.says(escrow, "opened", { amount });
  expect(await bank.rows(escrow)).toMatchObject([{ from_held: String(held), from_refund: "1000" }]);
  expect(await bank.parts(escrow)).toMatchObject([{ status: "HELD", charged_back: "1000" }]);
  await bank.says(escrow, "lost", { amount });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "CLOSED" });
  expect(await bank.parts(escrow)).toMatchObject([{ status: "PENDING", charged_back: "1000" }]);
  for (const outcome of ["sent", "paid"] as const)
    expect(await bank.refund(escrow, outcome)).toMatchObject({ ok: true });
  const [paid] = await purse.sql("select amount from ledger_transfers where escrow_id = $1 and kind = 'refund_paid'", [
    escrow["id"],
  ]);
  expect(Number(paid?.["amount"])).toBe(30_000 - held - 1_000);
});

test("a refund that a provider was asked for is seen to its end: what then can't be paid, the bank has", async () => {
  const escrow = await funded(shop);
  expect((await cancel(escrow)).status).toBe(200);
  await bank.refund(escrow, "sent");
  await bank.says(escrow, "opened");
  expect(await bank.rows(escrow)).toMatchObject([{ taken: "0", from_owed: "0" }]);
  await bank.refund(escrow, "refused");
  expect(await bank.rows(escrow)).toMatchObject([{ from_refund: String(total(escrow)), taken: String(total(escrow)) }]);
  expect(await bank.parts(escrow)).toMatchObject([{ status: "HELD" }]);
  await bank.says(escrow, "won");
  expect(await bank.parts(escrow)).toMatchObject([{ status: "PENDING", charged_back: "0" }]);
  await bank.says(escrow, "lost", { theirId: "dp_second" });
  expect(await bank.parts(escrow)).toMatchObject([{ status: "CHARGED_BACK" }]);
});

test("a first payment that the bank took back calls the order off, and what else was paid goes back", async () => {
  const escrow = await confirmed(shop);
  await pay(shop, escrow, { amount: "100.00" });
  await pay(shop, escrow, { amount: "50.00" });
  await bank.says(escrow, "opened", { payment: 0 });
  // Nothing more is taken meanwhile.
  await pay(shop, escrow, { amount: "20.00" });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "PARTIALLY_FUNDED", held: "5000" });
  await bank.says(escrow, "lost", { payment: 0 });
  expect(await bank.escrow(escrow)).toMatchObject({ status: "CANCELLED", held: "0", charged_back: "10000" });
  expect((await bank.parts(escrow)).map(({ amount }) => amount).sort()).toEqual(["2000", "5000"]);
});

test("a payment that was paid back before it is disputed is not taken from the seller as well", async () => {
  const escrow = await funded(shop);
  expect((await cancel(escrow)).status).toBe(200);
  for (const outcome of ["sent", "paid"] as const) await bank.refund(escrow, outcome);
  await bank.says(escrow, "opened");
  expect(await bank.rows(escrow)).toMatchObject([{ status: "OPEN", taken: "0", from_owed: "0" }]);
  expect(await bank.balances()).not.toHaveProperty("merchant_owes");
});

test("a refund that was refused and parked, and then charged back instead, waits for nobody any more", async () => {
  const escrow = await funded(shop);
  expect((await cancel(escrow)).status).toBe(200);
  for (const outcome of ["sent", "refused"] as const) await bank.refund(escrow, outcome);
  await purse.sql("update provider_calls set status = 'PARKED' where kind = 'refund' and escrow_id = $1", [
    escrow["id"],
  ]);
  const call = async (): Promise<Json | undefined> =>
    (await purse.sql("select status from provider_calls where kind = 'refund' and escrow_id = $1", [escrow["id"]]))[0];
  await bank.says(escrow, "opened");
  expect(await bank.parts(escrow)).toMatchObject([{ status: "HELD" }]);
  // The worker that takes it up finds nothing to ask.
  expect(await call()).toEqual({ status: "OPEN" });
  await purse.sql("update provider_calls set status = 'PARKED' where kind = 'refund' and escrow_id = $1", [
    escrow["id"],
  ]);
  await bank.says(escrow, "lost");
  expect(await bank.parts(escrow)).toMatchObject([{ status: "CHARGED_BACK" }]);
  expect(await call()).toEqual({ status: "OPEN" });
});

test("what is disputed in another currency, or beyond what was paid, waits for a person; of nobody, it is unnamed", async () => {
  const escrow = await funded(shop);
  expect(await bank.says(escrow, "opened", { currency: "EUR" })).toMatchObject({ kind: "parked" });
  expect(await bank.says(escrow, "opened", { amount: 99_999_999n })).toMatchObject({ kind: "parked" });
  expect(await bank.rows(escrow)).toEqual([]);
  expect(await bank.escrow(escrow)).toMatchObject({ status: "IN_ESCROW" });
});
