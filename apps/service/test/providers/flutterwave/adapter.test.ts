/** What is Flutterwave's own: pages without a trace, several payments under one reference, refunds that nothing protects, a word for a signature. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import type { PaymentOrder, PayoutOrder, Provider } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { orderOf, refundOf } from "../stage.js";
import type { Page, Transaction } from "./books.js";
import { type FlutterwaveStage, openFlutterwaveStage } from "./stage.js";

let db: Database;
let stage: FlutterwaveStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openFlutterwaveStage(db);
});
afterEach(() => {
  const { double } = stage;
  double.fault(null);
  double.hidesComments = false;
  double.forgotten.clear();
  double.books.fates.refunds = "paid";
  double.books.fates.payouts = "paid";
  double.books.setFloat(null);
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const provider = (): Provider => stage.provider;
const books = () => stage.double.books;
const pageOf = ({ reference }: PaymentOrder): Page => books().pagesOf(reference).at(-1) as Page;

async function ordered(given: Partial<PaymentOrder> = {}): Promise<PaymentOrder> {
  const order = { ...orderOf(provider()), ...given };
  expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
  return order;
}
async function paid(): Promise<PaymentOrder> {
  const order = await ordered();
  expect(books().pay(pageOf(order))).toBe(true);
  await provider().lookUp(order.reference);
  return order;
}
const refundsOf = ({ reference }: PaymentOrder) => books().refundsOf(books().of(reference)[0] as Transaction);
const naira = (given: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: uuidv7(),
  amount: cents("700.00"),
  currency: "NGN",
  payee: { kind: "bank", name: "Ada Byron", bank: "zenith bank", number: "0690000040" },
  ...given,
});

describe("payments", () => {
  test("the payer is led to a page for cards alone, for as long as the money is wanted and a day at most", async () => {
    const now = Math.floor(Date.now() / 1000);
    const soon = await ordered({ expiresAt: now + 601 });
    expect(pageOf(soon)).toMatchObject({ amount: 2_500, currency: "USD" });
    const { given } = pageOf(soon);
    expect(given).toMatchObject({ amount: "25.00", payment_options: "card", tx_ref: soon.reference });
    expect(given["session_duration"]).toBeGreaterThanOrEqual(10);
    expect(given["session_duration"]).toBeLessThanOrEqual(11);
    expect(pageOf(await ordered()).given["session_duration"]).toBe(1_440);
  });

  test("a page that nobody tried is known to us alone, and a try that waits or fails is no end", async () => {
    const order = await ordered();
    const { reference } = order;
    expect(await provider().lookUp(reference)).toEqual({ kind: "known", reports: [] });
    const tried = books().charge({ reference, amount: 2_500, currency: "USD" });
    for (const status of ["pending", "failed", "cancelled"] as const) {
      tried.status = status;
      expect(await provider().lookUp(reference)).toEqual({ kind: "known", reports: [] });
    }
    // What went back before we saw it waits for a person.
    tried.status = "reversed";
    expect(await provider().lookUp(reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    tried.status = "successful";
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded", fee: 95n }] });
  });

  test("whatever is paid under a reference is a receipt of its own and keeps its number, and each goes back by itself", async () => {
    const { reference } = await ordered();
    const first = books().charge({ reference, amount: 2_500, currency: "USD" });
    first.status = "pending";
    books().charge({ reference, amount: 1_000, currency: "USD" });
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ receipt: 1, amount: 1_000n }] });
    first.status = "successful";
    const both = await Promise.all([1, 2, 3].map(() => provider().lookUp(reference)));
    for (const found of both) {
      expect(found.kind === "known" && found.reports).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ receipt: 1, amount: 1_000n }),
          expect.objectContaining({ receipt: 2, amount: 2_500n }),
        ]),
      );
    }
    const back = refundOf(provider(), `${reference}.2`, "5.00");
    expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
    expect(books().refundsOf(first)).toHaveLength(1);
  });

  test("an amount or a currency that was not asked for is told as what it is, and one that money never has is none", async () => {
    const { reference } = await ordered();
    const charge = books().charge({ reference, amount: 999_999, currency: "NGN" });
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ amount: 999_999n, currency: "NGN" }] });
    Object.assign(charge, { amount: 0 });
    expect(await provider().lookUp(reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    Object.assign(charge, { amount: 100.5 });
    expect(await provider().lookUp(reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
    charge.status = "failed";
  });

  test("a reference that Flutterwave has forgotten is paid no second time by us: the page stays as it was", async () => {
    const order = await paid();
    stage.double.forgotten.add(order.reference);
    expect(await provider().lookUp(order.reference)).toEqual({ kind: "known", reports: [] });
    const before = books().pagesOf(order.reference).length;
    expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
    expect(books().pagesOf(order.reference)).toHaveLength(before);
  });

  test("a page that is given up is closed, and what was begun on it is looked for", async () => {
    const order = await ordered();
    expect(await provider().cancelPayment(order.reference)).toMatchObject({ kind: "waiting" });
    expect(pageOf(order).isDisabled).toBe(true);
    books().charge({ reference: order.reference, amount: 2_500, currency: "USD" });
    expect(await provider().lookUp(order.reference)).toMatchObject({ reports: [{ outcome: "succeeded" }] });
  });

  test("cards of dollars are for everybody, and other currencies bring what their countries have", () => {
    const all = stage.open({
      currencies: ["USD", "NGN", "KES", "UGX", "XOF"],
      methods: ["card", "bank", "mobile_money"],
    });
    const named = (direction: "in" | "out") =>
      all.capabilities
        .filter((one) => one.direction === direction)
        .map(({ currency, method, countries }) => `${currency} ${method} ${countries?.join() ?? "*"}`);
    expect(named("in").filter((one) => one.startsWith("USD"))).toEqual(["USD card *"]);
    expect(named("in")).toEqual(
      expect.arrayContaining([
        "NGN bank NG",
        "KES mobile_money KE",
        "UGX mobile_money UG",
        "XOF mobile_money BF,CI,SN",
      ]),
    );
    expect(named("out")).toEqual(["NGN bank NG", "KES mobile_money KE"]);
    expect(all.capabilities.find(({ currency }) => currency === "UGX")?.decimals).toBe(0);
  });
});

describe("refunds", () => {
  test.each([true, false])(
    "one whose answer was lost is found and not asked for again, whether or not its comment is told (hidden: %s)",
    async (hidesComments) => {
      stage.double.hidesComments = hidesComments;
      const order = await paid();
      const back = refundOf(provider(), order.reference, "5.00");
      stage.double.fault("lost");
      expect(await provider().refund(back)).toMatchObject({ kind: "unreachable" });
      stage.double.fault(null);
      await stage.advance(61);
      expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
      expect(refundsOf(order)).toHaveLength(1);
    },
  );

  test("two of the same amount whose answers were lost are told apart, and each is made once", async () => {
    stage.double.hidesComments = true;
    const order = await paid();
    const both = [1, 2].map(() => refundOf(provider(), order.reference, "5.00"));
    for (const one of both) {
      stage.double.fault("lost");
      expect(await provider().refund(one)).toMatchObject({ kind: "unreachable" });
    }
    stage.double.fault(null);
    await stage.advance(61);
    for (const one of both) expect(await provider().refund(one)).toMatchObject({ kind: "paid" });
    expect(refundsOf(order)).toHaveLength(2);
  });

  test("nobody asks again within the minute in which the first question may still arrive", async () => {
    const order = await paid();
    const back = refundOf(provider(), order.reference, "5.00");
    stage.double.fault("dropped");
    await provider().refund(back);
    stage.double.fault(null);
    await stage.advance(30);
    expect(await provider().refund(back)).toMatchObject({ kind: "unreachable" });
    expect(refundsOf(order)).toHaveLength(0);
    await stage.advance(31);
    expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
  });

  test("`completed` says that it was begun; one that fails without having been paid is refused", async () => {
    const order = await paid();
    books().fates.refunds = "later";
    expect(await provider().refund(refundOf(provider(), order.reference, "5.00"))).toMatchObject({ kind: "pending" });
    expect(refundsOf(order)[0]?.status).toBe("completed");
    books().fates.refunds = "unpaid";
    expect(await provider().refund(refundOf(provider(), order.reference, "6.00"))).toMatchObject({ kind: "refused" });
  });
});

describe("payouts", () => {
  test("a bank is known by its name or its code; one that is not there, or is there twice, is paid nothing", async () => {
    expect(await provider().payout(naira())).toMatchObject({ kind: "paid" });
    const bank = (name: string) => naira({ payee: { kind: "bank", name: "Ada", bank: name, number: "0690000040" } });
    expect(await provider().payout(bank("057"))).toMatchObject({ kind: "paid" });
    for (const [name, reason] of [
      ["Bank of Atlantis", /no bank called/],
      ["Twin Bank", /several banks/],
    ] as const) {
      const order = bank(name);
      expect(await provider().payout(order)).toMatchObject({ kind: "refused", reason: expect.stringMatching(reason) });
      expect(books().transfers.some(({ reference }) => reference === order.reference)).toBe(false);
    }
  });

  test("M-Pesa in Kenya is paid by the number alone", async () => {
    const kenya = stage.open({ currencies: ["KES"], methods: ["mobile_money"] });
    const order = naira({
      currency: "KES",
      payee: { kind: "mobile_money", name: "Ada Byron", number: "+254712345678" },
    });
    expect(await kenya.payout(order)).toMatchObject({ kind: "paid", money: { amount: 70_000n, currency: "KES" } });
    expect(books().transfers.at(-1)).toMatchObject({ bank: "MPS", number: "254712345678" });
  });

  test("one that Flutterwave takes, and then fails for want of our balance, waits and is made anew under the next name", async () => {
    books().setFloat(100, true);
    const order = naira();
    for (const _ of [1, 2]) expect(await provider().payout(order)).toMatchObject({ kind: "short" });
    books().setFloat(null);
    expect(await provider().payout(order)).toMatchObject({ kind: "paid" });
    const made = books().transfers.filter(({ reference }) => reference.startsWith(order.reference));
    expect(made.filter(({ status }) => status === "SUCCESSFUL")).toHaveLength(1);
    expect(made[0]).toMatchObject({ reference: order.reference, status: "FAILED" });
  });

  test("one that its bank does not take is refused; in dollars nobody is paid; no reason bears a number", async () => {
    books().fates.payouts = "failed";
    const failed = await provider().payout(naira());
    expect(failed).toMatchObject({ kind: "refused" });
    const wrong = await provider().payout(
      naira({ payee: { kind: "bank", name: "Ada", bank: "Zenith Bank", number: "12345" } }),
    );
    expect(wrong).toMatchObject({ kind: "refused" });
    expect(JSON.stringify([failed, wrong])).not.toMatch(/12345|0690000040/);
    expect(await provider().payout(naira({ currency: "USD" }))).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("USD"),
    });
  });

  test("in Nigeria the bank tells whose account it is", async () => {
    const { payee } = naira();
    expect(await provider().checkPayee(payee)).toEqual({ kind: "known", name: "Ada Byron" });
    expect(await provider().checkPayee({ ...payee, number: "1111111111" })).toEqual({ kind: "unknown" });
    expect(await provider().checkPayee({ kind: "mobile_money", name: "Ada", number: "+254712345678" })).toEqual({
      kind: "unsupported",
    });
  });
});

describe("notices", () => {
  const last = (event: string) => {
    const found = books().events.findLast((one) => one.event === event);
    if (found === undefined) throw new Error(`nothing was told of ${event}`);
    return stage.double.signed(found);
  };

  test("one names what is to be looked up, and nothing of it is believed", async () => {
    const order = await paid();
    const hint = (about: object) => ({ kind: "hint", id: null, about: [about] });
    expect(await provider().verifyCallback(last("charge.completed"))).toEqual(
      hint({ about: "payment", reference: order.reference }),
    );
    await provider().refund(refundOf(provider(), order.reference, "5.00"));
    expect(await provider().verifyCallback(last("refund.completed"))).toEqual(
      hint({ about: "refund", reference: { kind: "refund", theirId: String(refundsOf(order)[0]?.id) } }),
    );
    books().setFloat(100, true);
    const out = naira();
    await provider().payout(out);
    books().setFloat(null);
    await provider().payout(out);
    expect(await provider().verifyCallback(last("transfer.completed"))).toEqual(
      hint({ about: "payout", reference: out.reference }),
    );
  });

  test("either word is taken while one takes the other's place, and what names nothing asks for nothing", async () => {
    const rolled = stage.open({ secretHashes: [stage.double.word, "the-word-of-yesterday-0123456789"] });
    const old = stage.double.signed({ event: "x", data: {} }, { word: "the-word-of-yesterday-0123456789" });
    expect(await rolled.verifyCallback(old)).toEqual({ kind: "hint", id: null, about: [] });
    expect(await provider().verifyCallback(old)).toMatchObject({ kind: "forged" });
    for (const data of [{}, { tx_ref: 7 }, { tx_ref: "a b" }, { tx_ref: "x".repeat(81) }, null]) {
      const notice = stage.double.signed({ event: "charge.completed", data });
      expect(await provider().verifyCallback(notice)).toEqual({ kind: "hint", id: null, about: [] });
    }
    const plain = { ...last("charge.completed"), body: Buffer.from("no JSON") };
    expect(await provider().verifyCallback(plain)).toEqual({ kind: "hint", id: null, about: [] });
  });
});

test("a chargeback is told and looked up alike, takes the money once it is lost, and its evidence goes elsewhere", async () => {
  const order = await ordered();
  const { reference } = order;
  books().pay(pageOf(order));
  const opened = books().dispute(books().of(reference)[0] as Transaction);
  const notice = stage.double.signed({ event: "chargeback.initiated", about: opened });
  // Of a payment that we have not seen it is nobody's.
  expect(await provider().verifyCallback(notice)).toMatchObject({ kind: "genuine", reports: [] });
  await provider().lookUp(reference);
  const theirId = opened.transaction.flwRef;
  for (const [status, told, isTaken] of [
    ["initiated", "opened", false],
    ["declined", "answered", false],
    ["won", "won", false],
    ["lost", "lost", true],
  ] as const) {
    opened.status = status;
    const report = { about: "dispute", payment: reference, theirId, stage: told, isTaken, amount: 2_500n };
    expect(await provider().disputes?.lookUp(theirId)).toMatchObject({ kind: "known", report });
    expect(await provider().verifyCallback(notice)).toMatchObject({ kind: "genuine", reports: [report] });
  }
  stage.double.fault("down");
  expect(await provider().verifyCallback(notice)).toMatchObject({ kind: "unchecked" });
  stage.double.fault(null);
  for (const nobody of ["FLW-NOBODY", "no reference", ""])
    expect(await provider().disputes?.lookUp(nobody)).toEqual({ kind: "unknown" });
  const evidence = { theirId, product: "", buyer: { name: null, email: "" }, deliveredOn: null, story: "", files: [] };
  expect(await provider().disputes?.answer(evidence)).toMatchObject({ kind: "refused" });
});

test("the statement goes on from where it was, and tells again what may still have changed", async () => {
  const whole = async (from: string | null) => {
    const ids: string[] = [];
    for (let cursor = from, hasMore = true; ; ) {
      const page = await provider().statement(0, cursor);
      if (page.kind !== "page") throw new Error(page.reason);
      ids.push(...page.lines.map(({ id }) => id));
      ({ cursor, hasMore } = page);
      if (!hasMore) return { ids, cursor };
    }
  };
  const first = await whole(null);
  expect(new Set(first.ids).size).toBe(first.ids.length);
  books().fates.payouts = "returned";
  const order = naira();
  await provider().payout(order);
  const then = await whole(first.cursor);
  const out = then.ids.find((id) => !first.ids.includes(id));
  expect(out).toMatch(/^payout \d+$/);
  await stage.advance(3_601);
  expect(await provider().payout(order)).toMatchObject({ kind: "returned" });
  const later = await whole(then.cursor);
  expect(later.ids.filter((id) => !then.ids.includes(id))).toEqual([out?.replace("payout", "payout_returned")]);
});

test("the account is asked what it holds, and what it lacks is said", async () => {
  expect(await provider().check()).toEqual({
    kind: "checked",
    account: expect.stringContaining("USD, NGN"),
    isLive: false,
    problems: [],
  });
  expect(await stage.open({ currencies: ["USD", "ZMW"] }).check()).toMatchObject({
    problems: [expect.stringContaining("ZMW")],
  });
});
