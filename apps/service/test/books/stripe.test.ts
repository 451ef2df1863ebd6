/** Stripe's statement, with what may be wrong with it, beside our books: the differences are those that were put in, and none else. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { openQuotes } from "../../src/commands/quotes.js";
import { retryRefund } from "../../src/commands/retry-refund.js";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId, RefundId } from "../../src/domain/ids.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { gathered } from "../../src/providers/open.js";
import { readClock } from "../../src/store/read/clock.js";
import {
  listCoveredDays,
  listCurrencyDays,
  listDifferences,
  listStatementDays,
} from "../../src/store/read/desk/books.js";
import { listFailedRefunds } from "../../src/store/read/desk/stuck.js";
import { startNotices } from "../../src/workers/notices.js";
import { startProviderCalls } from "../../src/workers/provider-calls.js";
import { wide } from "../bounds.js";
import { cents, SECRET, until } from "../payments/desk.js";
import type { Shape } from "../providers/stripe/shapes.js";
import { openStripeStage, type StripeStage } from "../providers/stripe/stage.js";
import { NO_RATES, ratesOf } from "../rates.js";
import { confirmed, ORDER, ok } from "../stories.js";
import { type BooksStage, OPERATOR, openBooksStage } from "./stage.js";

let books: BooksStage;
let stripe: StripeStage;
beforeEach(async () => {
  books = await openBooksStage();
  stripe = await openStripeStage(books.world.db);
});
afterEach(async () => {
  await stripe.close();
  await books.close();
});

/** An order that was paid on Stripe's page, and booked by what Stripe says of it; the reference of its payment. */
async function paid(): Promise<string> {
  const reference = await paidUnheard();
  await heard(reference);
  return reference;
}

async function paidUnheard(): Promise<string> {
  const { shop, desk, world } = books;
  const escrow = await confirmed(shop, { ...ORDER, amount: "100.00" });
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const providers = gathered([stripe.adapter], { db: world.db });
  expect(await startPayment({ executor: desk.executor, providers }, { ...named, method: "card" })).toMatchObject({
    ok: true,
  });
  const reference = (await desk.rows(escrow))[0]?.reference ?? "";
  const order = stripe.order({ reference, amount: cents("102.80") });
  expect(await stripe.provider.createPayment(order)).toMatchObject({ kind: "created" });
  stripe.stripe.pay(reference);
  return reference;
}

/** Stripe is asked what became of a payment, and that is booked. */
async function heard(reference: string): Promise<void> {
  const found = await stripe.provider.lookUp(reference);
  if (found.kind !== "known") throw new Error(`it is ${found.kind}`);
  for (const report of found.reports) expect(await bookReport(means(), "stripe", report)).toEqual({ kind: "booked" });
}

/** The same of a dispute. */
async function told(dispute: Shape): Promise<void> {
  const found = await stripe.provider.disputes?.lookUp(String(dispute["id"]));
  if (found?.kind !== "known") throw new Error("Stripe knows nothing of it");
  expect(await bookReport(means(), "stripe", found.report)).toEqual({ kind: "booked" });
}

const means = () =>
  ({ db: books.world.db, executor: books.desk.executor, feeBorneBy: "merchant", rates: NO_RATES }) as const;

const intentOf = (reference: string): unknown =>
  stripe.stripe.all("intents").find(({ metadata }) => (metadata as { reference: string }).reference === reference)?.[
    "id"
  ];

const fees = { basisPoints: 290, fixed: cents("0.30"), min: cents("0.00"), max: null };
const RULES = { providerFees: [{ provider: "stripe", method: "card", currency: "USD", share: fees }] };

test("what Stripe took for disputes, gave back or kept, with its fee, is on both sides", async () => {
  const { world, desk } = books;
  const references = { won: await paid(), lost: await paid() };
  for (const outcome of ["won", "lost"] as const) {
    const dispute = stripe.stripe.openDispute(intentOf(references[outcome]));
    await told(dispute);
    stripe.stripe.closeDispute(dispute, outcome);
    await told(dispute);
  }
  for (const seconds of [0, 7_200, 86_400, 86_400, 86_400, 86_400]) {
    await stripe.advance(seconds);
    expect(await books.read(RULES, stripe.provider)).toMatchObject({ found: 0, error: null });
  }
  const lines = await desk.sql(`
    select l.type, l.reference, l.amount::int, l.fee::int from provider_lines l
    join provider_movements m on m.line = l.number where l.type like 'chargeback%' order by l.number`);
  expect(lines).toEqual([
    { type: "chargeback", reference: references.won, amount: -10_280, fee: 1_500 },
    { type: "chargeback_returned", reference: references.won, amount: 10_280, fee: 0 },
    { type: "chargeback", reference: references.lost, amount: -10_280, fee: 1_500 },
  ]);
  expect(await books.open()).toEqual([]);
  const days = await listStatementDays(world.db, { provider: "stripe", day: null, limit: 9 });
  expect(days.length).toBeGreaterThan(0);
  expect(days.filter(({ off }) => off !== null && off !== 0n)).toEqual([]);
  // What the seller owes for the fees is no money that is there: the other order's is still owed in full.
  expect((await listCoveredDays(world.db, 1))[0]).toMatchObject({ owed: cents("102.80"), isCovered: false });
  await world.checkLedger();
});

test("a line left out, one too many and another fee are found; repaired they end, and days add up again", async () => {
  // In the morning, so that the day has a balance that was said when nothing moved.
  const [clock] = await books.desk.sql("select service_now()::int as now");
  await stripe.advance(86_400 - (clock?.["now"] % 86_400) + 28_800);
  const [sound, missing, doubled, dear] = [await paid(), await paid(), await paid(), await paid()];
  const faults = stripe.stripe.statementFaults;
  faults.set(missing, "left_out").set(doubled, "twice").set(dear, "fee");
  stripe.stripe.openDispute(intentOf(sound));
  const read = async (seconds: number): Promise<void> => {
    await stripe.advance(seconds);
    await books.read(RULES, stripe.provider);
  };
  for (const seconds of [0, 7_200, 86_400, 86_400, 86_400, 86_400]) await read(seconds);
  const differences = await listDifferences(books.world.db, {
    provider: "stripe",
    day: null,
    isOpen: true,
    after: "0",
    limit: 9,
  });
  expect(differences.map((one) => [one.class, one.type, one.reference]).sort()).toEqual([
    ["fee", "payment", dear],
    ["ours_only", "payment", missing],
    // Nobody has told us of the dispute: the line names the payment.
    ["theirs_only", "chargeback", sound],
    ["twice", "payment", doubled],
  ]);
  const [day] = (await listStatementDays(books.world.db, { provider: "stripe", day: null, limit: 9 })).slice(-1);
  // The balance has the line that is missing, has not the one that is too many, and knows of no dollar.
  expect(day?.off).toBe(cents("1.00"));
  await books.world.checkLedger();

  faults.clear();
  await books.desk.sql("update provider_statements set cursor = null where provider = 'stripe'");
  for (const seconds of [0, 7_200, 86_400]) await read(seconds);
  const open = await listDifferences(books.world.db, {
    provider: "stripe",
    day: null,
    isOpen: true,
    after: "0",
    limit: 9,
  });
  // What was told is kept as it was told first: a person closes it.
  expect(open.map((one) => one.class).sort()).toEqual(["fee", "theirs_only", "twice"]);
  await books.world.checkLedger();
});

test(
  "a fee that Stripe gives back after a win is the house's: its costs are what they were, and the seller's debt stays",
  wide(),
  async () => {
    const { world, desk } = books;
    const dispute = stripe.stripe.openDispute(intentOf(await paid()));
    const costs = async (): Promise<unknown> => (await books.balances("stripe")).provider_costs;
    await told(dispute);
    for (const seconds of [0, 7_200]) {
      await stripe.advance(seconds);
      await books.read(RULES, stripe.provider);
    }
    expect(await costs()).toBe("18.28");
    stripe.stripe.closeDispute(dispute, "won", 1_500);
    await told(dispute);
    for (const seconds of [0, 7_200]) {
      await stripe.advance(seconds);
      expect(await books.read(RULES, stripe.provider)).toMatchObject({ found: 0 });
    }
    expect(await costs()).toBe("3.28");
    expect(await books.open()).toEqual([]);
    const [kept] = await desk.sql("select fee::int as fee from chargebacks");
    expect(kept).toEqual({ fee: 1_500 });
    await world.checkLedger();
  },
);

test("a dispute that no notice told us of is known by its line, and booked", async () => {
  const { world, desk } = books;
  const reference = await paid();
  stripe.stripe.openDispute(intentOf(reference));
  for (const seconds of [0, 7_200]) {
    await stripe.advance(seconds);
    await books.read(RULES, stripe.provider);
  }
  expect(await books.open()).toEqual(["theirs_only -102.80"]);
  const log = openLog("silent");
  const notices = startNotices({
    db: world.db,
    executor: desk.executor,
    feeBorneBy: "merchant",
    rates: NO_RATES,
    log,
    tickMs: 25,
  });
  await until(async () => (await desk.sql("select 1 from chargebacks where status = 'OPEN'"))[0]);
  await notices.stop();
  await books.read(RULES, stripe.provider);
  expect(await books.open()).toEqual([]);
  await world.checkLedger();
});

test(
  "a dispute whose line was read before we had heard of its payment is matched once both are booked",
  wide(),
  async () => {
    const reference = await paidUnheard();
    const dispute = stripe.stripe.openDispute(intentOf(reference));
    const read = async (): Promise<void> => {
      await stripe.advance(7_200);
      await books.read(RULES, stripe.provider);
    };
    await read();
    await read();
    expect([...(await books.open())].sort()).toEqual(["theirs_only -102.80", "theirs_only 102.80"]);
    await heard(reference);
    await told(dispute);
    await read();
    expect(await books.open()).toEqual([]);
    await books.world.checkLedger();
  },
);

test(
  "a refund that went out and came back before we heard of it is explained by itself after three days",
  wide(),
  async () => {
    const reference = await paid();
    await stripe.advance(7_200);
    await books.read(RULES, stripe.provider);
    stripe.stripe.setFate("returned");
    stripe.stripe.giveBack({ payment_intent: intentOf(reference), amount: 1_000, metadata: { reference: uuidv7() } });
    for (const seconds of [3_601, 7_200]) {
      await stripe.advance(seconds);
      stripe.stripe.live();
      await books.read(RULES, stripe.provider);
    }
    expect([...(await books.open())].sort()).toEqual(["theirs_only -10.00", "theirs_only 10.00"]);
    await stripe.advance(3 * 86_400);
    await books.read(RULES, stripe.provider);
    expect(await books.open()).toEqual([]);
    expect((await books.balances("stripe")).suspense).toBeUndefined();
    await books.world.checkLedger();
  },
);

/** A worker that asks Stripe what is due, and an order for which a transfer was begun. */
async function begunByTransfer() {
  const { world, desk, shop } = books;
  const providers = gathered([stripe.adapter], { db: world.db });
  const publicUrl = () => world.service.publicUrl;
  const log = openLog("silent");
  const calls = startProviderCalls({
    db: world.db,
    executor: desk.executor,
    providers,
    publicUrl,
    rates: NO_RATES,
    log,
    tickMs: 25,
  });
  const escrow = await confirmed(shop);
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const start = async (method: "bank" | "card"): Promise<void> => {
    expect(await startPayment({ executor: desk.executor, providers }, { ...named, method })).toMatchObject({
      ok: true,
    });
    await until(async () => (await desk.payments(escrow)).find((one) => one.method === method)?.instructions);
  };
  await start("bank");
  return { calls, escrow, named, start, customer: stripe.stripe.all("customers")[0]?.["id"] };
}

test("a transfer to the account of an order that was paid by card goes back, although Stripe never heard that it is not wanted", async () => {
  const { desk, world } = books;
  const { stripe: double } = stripe;
  const { calls, escrow, start, customer } = await begunByTransfer();
  const intent = double.all("intents").find((one) => one["customer"] === customer);
  double.fault({ kind: "down", of: /cancel/ });
  await start("card");
  const [, card] = await desk.rows(escrow);
  double.pay(String(card?.reference));
  await stripe.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(intent).toMatchObject({ status: "requires_action" });
  double.fund(customer, 25_645);
  await stripe.advance(2 * 86_400);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await desk.refunds(escrow)).toEqual([{ amount: "256.45", reason: "overpaid", status: "SUCCEEDED" }]);
  expect(double.all("refunds")).toMatchObject([{ amount: 25_645, payment_intent: intent?.["id"] }]);
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
  await calls.stop();
  await world.checkLedger();
});

test("what Stripe exchanges by itself is dollars there, and what its rates make of it is ours", async () => {
  const { world, desk, shop } = books;
  const rates = ratesOf({ EUR: "0.8573" });
  const abroad = await openStripeStage(world.db, { currencies: ["USD", "EUR"] });
  const providers = gathered([abroad.adapter], { db: world.db });
  const publicUrl = () => world.service.publicUrl;
  const calls = startProviderCalls({
    ...{ db: world.db, executor: desk.executor, providers, publicUrl, rates, tickMs: 25 },
    log: openLog("silent"),
  });
  const escrow = await confirmed(shop, { ...ORDER, amount: "100.00" });
  const named = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  const { now } = await readClock(world.db);
  const quote = openQuotes({ rates, providers, keys: [SECRET] }).offer(cents("102.80"), "EUR", now);
  expect(quote?.asked).toBe(cents("88.14"));
  expect(await startPayment({ executor: desk.executor, providers }, { ...named, method: "card", quote })).toMatchObject(
    {
      ok: true,
    },
  );
  const [payment] = await until(async () => (await desk.payments(escrow))[0]?.instructions && desk.rows(escrow));
  abroad.stripe.setExchangeRate(1.15);
  abroad.stripe.pay(String(payment?.reference));
  await abroad.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  const read = async () => {
    await abroad.advance(7_200);
    expect(await books.read(RULES, abroad.provider)).toMatchObject({ found: 0, error: null });
    return books.balances("stripe");
  };
  await read();
  // 88.14 euros are 101.36 dollars there; the order has 102.80.
  expect(await read()).toEqual({
    provider_balance: "98.50",
    provider_costs: "2.86",
    client_money: "-102.80",
    fx: "1.44",
  });
  expect(await books.balances("stripe", "EUR")).toEqual({});
  const [exchanged] = await listCurrencyDays(world.db, { since: 0, before: null, limit: 1 });
  expect(exchanged).toMatchObject({ currency: "EUR", gainInAll: -cents("1.44") });

  abroad.stripe.setExchangeRate(1.2);
  const refunds = async (count: number) => {
    await until(
      async () => (await desk.refunds(escrow)).filter(({ status }) => status === "SUCCEEDED").length === count,
    );
  };
  await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "25.00", reason: "damaged" }), 201);
  await refunds(1);
  await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, {}), 201);
  await refunds(2);
  await read();
  // As many euros went back as came, at another rate.
  expect(await read()).toEqual({ provider_balance: "-7.27", provider_costs: "2.86", fx: "4.41" });
  expect(await desk.sql("select sum(amount)::int as euros, sum(books)::int as usd from provider_movements")).toEqual([
    { euros: 0, usd: 0 },
  ]);
  await calls.stop();
  await abroad.close();
  await world.checkLedger();
});

test("a refund of which one half comes back is owed again by that half, and paid anew by it alone", async () => {
  const { world, desk, shop } = books;
  const { stripe: double } = stripe;
  const { calls, escrow, named, customer } = await begunByTransfer();
  double.fund(customer, 30_000);
  await stripe.advance(121);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  await until(async () => (await desk.refunds(escrow))[1]?.status === "SUCCEEDED");
  await until(async () => (await desk.sql("select 1 from provider_calls where leased_until is not null")).length === 0);
  // What was too much came out of the payment: it held 212.90, and 43.55 lay beside it.
  const half = double.all("refunds").find(({ amount }) => amount === 21_290) as Shape;
  double.failRefund(half);
  await stripe.advance(86_400);
  await until(async () => (await listFailedRefunds(world.db))[0]?.error.startsWith("212.90 of it came back"));
  const parts = () => desk.sql("select amount::int, status, kept::int from refund_parts where amount = 25645");
  expect(await parts()).toEqual([{ amount: 25_645, status: "FAILED", kept: 4_355 }]);
  const owed = () =>
    desk.sql("select (credits - debits)::int as owed from ledger_accounts where kind = 'refunds_payable'");
  expect(await owed()).toEqual([{ owed: 21_290 }]);
  await world.checkLedger();
  const [{ refund } = { refund: "" }] = await listFailedRefunds(world.db);
  const by = { operator: OPERATOR, account: named.account, reason: "" };
  await retryRefund(desk.executor, by, { ...named, refund: refund as RefundId, secondFrom: null });
  await until(async () => (await desk.refunds(escrow)).every(({ status }) => status === "SUCCEEDED"));
  expect(await parts()).toEqual([{ amount: 25_645, status: "SUCCEEDED", kept: 4_355 }]);
  expect(await owed()).toEqual([{ owed: 0 }]);
  expect(double.cashOf(customer)).toBe(0);
  for (const seconds of [0, 7_200]) {
    await stripe.advance(seconds);
    await books.read(RULES, stripe.provider);
  }
  const matched = await desk.sql(
    "select l.amount::int from provider_lines l join provider_movements m on m.line = l.number where l.type = 'refund_returned'",
  );
  expect(matched).toEqual([{ amount: 21_290 }]);
  // It comes back once more: what the payer has from the first time stays with the payer.
  const anew = double.all("refunds").find((one) => one["amount"] === 21_290 && one["status"] === "succeeded") as Shape;
  double.failRefund(anew);
  await stripe.advance(86_400);
  await until(async () => (await parts())[0]?.["status"] === "FAILED");
  expect(await parts()).toEqual([{ amount: 25_645, status: "FAILED", kept: 4_355 }]);
  expect(await owed()).toEqual([{ owed: 21_290 }]);
  await calls.stop();
  await world.checkLedger();
});
