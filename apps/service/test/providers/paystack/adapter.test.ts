/** What is Paystack's own: pages whose address is lost, refunds that nothing protects, notices without a time, banks. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { uuidv7 } from "../../../src/platform/random.js";
import type { PaymentOrder, PayoutOrder, Provider } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import { orderOf, refundOf } from "../stage.js";
import type { Transaction } from "./books.js";
import { openPaystackStage, type PaystackStage } from "./stage.js";

let db: Database;
let stage: PaystackStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openPaystackStage(db);
});
afterEach(() => {
  const { double } = stage;
  double.fault(null);
  double.books.fates.refunds = "paid";
  double.books.fates.payouts = "paid";
  double.timeout = 3_600;
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

/** Of a notice that is none of ours. */
const NOTHING = { kind: "genuine", id: expect.any(String), reports: [] };
const provider = (): Provider => stage.provider;
const books = () => stage.double.books;
const transactions = (reference: string): readonly Transaction[] => books().of(reference);

async function ordered(): Promise<PaymentOrder> {
  const order = orderOf(provider());
  expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
  return order;
}
async function paid(): Promise<PaymentOrder> {
  const order = await ordered();
  expect(books().pay(transactions(order.reference)[0] as Transaction)).toBe(true);
  return order;
}
/** What comes of the last event, as Paystack sends it. */
const told = (event: string) => {
  const found = books().events.findLast((one) => one.event === event);
  if (found === undefined) throw new Error(`nothing was told of ${event}`);
  return provider().verifyCallback(stage.double.signed(found));
};
const naira = (given: Partial<PayoutOrder> = {}): PayoutOrder => ({
  reference: uuidv7(),
  amount: cents("700.00"),
  currency: "NGN",
  payee: { kind: "bank", name: "Ada Byron", bank: "zenith bank", number: "0000000000" },
  ...given,
});

describe("payments", () => {
  test("Paystack is told the buyer's address, or one of ours that no other payment has", async () => {
    const sent = async (payerEmail: "buyer" | "ours"): Promise<unknown> => {
      const order = orderOf(provider());
      expect(await stage.open({ payerEmail }).createPayment(order)).toMatchObject({ kind: "created" });
      const { email } = transactions(order.reference)[0] as Transaction;
      return email.replace(order.reference.toLowerCase(), "reference");
    };
    expect(await sent("buyer")).toBe("ada@buyer.example");
    expect(await sent("ours")).toBe("reference@pay.example");
  });

  test("a page whose address was lost is begun anew under another name, and money is found on whichever was paid", async () => {
    const order = orderOf(provider());
    const { reference } = order;
    stage.double.fault("lost");
    expect(await provider().createPayment(order)).toMatchObject({ kind: "unreachable" });
    stage.double.fault(null);
    await stage.advance(11);
    const created = await provider().createPayment(order);
    expect(created).toMatchObject({ kind: "created", instructions: { kind: "redirect" } });
    expect(transactions(reference).map(({ name }) => name)).toEqual([reference, `${reference}-2`]);
    const [lost, shown] = transactions(reference) as [Transaction, Transaction];
    books().pay(shown);
    expect(await provider().lookUp(reference)).toMatchObject({
      kind: "known",
      reports: [{ receipt: 1, outcome: "succeeded", amount: 2_500n, theirs: { payment: `${reference}-2` } }],
    });
    // Somebody paid on a page that we never showed anybody: it is money of its own, and goes back as such.
    books().pay(lost);
    expect(await provider().lookUp(reference)).toMatchObject({
      reports: [
        { receipt: 2, outcome: "succeeded" },
        { receipt: 1, outcome: "succeeded" },
      ],
    });
    const back = refundOf(provider(), `${reference}.2`, "5.00");
    expect(await provider().refund(back)).toMatchObject({ kind: "paid" });
    expect(books().refundsOf(lost)).toHaveLength(1);
  });

  test("of a name that somebody else took nothing is shown to the payer: the next one is", async () => {
    const order = orderOf(provider());
    const { reference } = order;
    books().begin({
      name: reference,
      amount: 200,
      currency: "USD",
      email: "eve@x.example",
      metadata: {},
      channels: [],
    });
    expect(await provider().createPayment(order)).toMatchObject({ kind: "unreachable", isUndone: true });
    expect(await provider().createPayment(order)).toMatchObject({ kind: "created" });
    expect(transactions(reference).map(({ amount }) => amount)).toEqual([200, 2_500]);
  });

  test("a try that fails is no end, and what a bank has not done yet is on its way", async () => {
    const { reference } = await ordered();
    const [transaction] = transactions(reference) as [Transaction];
    transaction.status = "failed";
    expect(await provider().lookUp(reference)).toEqual({ kind: "known", reports: [] });
    transaction.status = "pending";
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ outcome: "pending" }] });
    transaction.status = "abandoned";
    books().pay(transaction);
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded", fee: 98n }] });
  });

  test("less than was asked for is told as what came", async () => {
    const { reference } = await ordered();
    const [transaction] = transactions(reference) as [Transaction];
    transaction.received = 1_000;
    books().pay(transaction);
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded", amount: 1_000n }] });
  });

  test("what was refunded as a whole is still told as paid; what went back before we saw it waits for a person", async () => {
    const { reference } = await paid();
    await provider().lookUp(reference);
    await provider().refund(refundOf(provider(), reference, "25.00"));
    expect(transactions(reference)[0]?.status).toBe("reversed");
    expect(await provider().lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded", amount: 2_500n }] });
    const unseen = await paid();
    const [transaction] = transactions(unseen.reference) as [Transaction];
    transaction.status = "reversed";
    expect(await provider().lookUp(unseen.reference)).toMatchObject({ kind: "unreachable", cause: "unreadable" });
  });

  test("an answer in the other mode is none, and the key is looked at", async () => {
    const { reference } = await paid();
    stage.double.fault("mode");
    expect(await provider().lookUp(reference)).toMatchObject({ kind: "unreachable", cause: "key" });
  });

  test("cards of dollars are for everybody, and other currencies bring what their countries have", () => {
    const all = stage.open({
      currencies: ["USD", "NGN", "GHS", "KES", "ZAR", "XOF"],
      methods: ["card", "bank", "mobile_money"],
    });
    const named = (direction: "in" | "out") =>
      all.capabilities
        .filter((one) => one.direction === direction)
        .map(({ currency, method, countries }) => `${currency} ${method} ${countries?.join() ?? "*"}`);
    expect(named("in").filter((one) => one.startsWith("USD"))).toEqual(["USD card *"]);
    expect(named("out").filter((one) => one.startsWith("USD"))).toEqual([]);
    expect(named("in")).toEqual(
      expect.arrayContaining(["NGN bank NG", "GHS mobile_money GH", "KES mobile_money KE", "XOF mobile_money CI"]),
    );
    expect(named("out")).toEqual(["NGN bank NG", "GHS bank GH", "KES bank KE", "KES mobile_money KE", "ZAR bank ZA"]);
  });
});

describe("refunds", () => {
  test("one whose answer was lost is found by its note, and not asked for within the minute", async () => {
    const { reference } = await paid();
    const order = refundOf(provider(), reference, "5.00");
    stage.double.fault("dropped");
    expect(await provider().refund(order)).toMatchObject({ kind: "unreachable" });
    stage.double.fault(null);
    await stage.advance(30);
    expect(await provider().refund(order)).toMatchObject({ kind: "unreachable" });
    expect(books().refunds.filter(({ note }) => note === order.reference)).toHaveLength(0);
    await stage.advance(31);
    expect(await provider().refund(order)).toMatchObject({ kind: "paid" });
    expect(books().refunds.filter(({ note }) => note === order.reference)).toHaveLength(1);
  });

  test("one that wants the payer's bank account waits, and a notice reports all of the payment's", async () => {
    const { reference } = await paid();
    books().fates.refunds = "needs-attention";
    const waiting = refundOf(provider(), reference, "5.00");
    expect(await provider().refund(waiting)).toMatchObject({ kind: "pending" });
    books().fates.refunds = "paid";
    const done = refundOf(provider(), reference, "6.00");
    expect(await provider().refund(done)).toMatchObject({ kind: "paid" });
    const verified = await told("refund.processed");
    expect(verified.kind === "genuine" && verified.reports).toEqual(
      expect.arrayContaining([
        { about: "refund", reference: waiting.reference, outcome: "pending" },
        {
          about: "refund",
          reference: done.reference,
          outcome: "paid",
          money: { amount: 600n, currency: "USD" },
        },
      ]),
    );
  });

  test("one that was told as paid by notice, and fails afterwards, came back", async () => {
    const { reference } = await paid();
    books().fates.refunds = "later";
    const order = refundOf(provider(), reference, "5.00");
    expect(await provider().refund(order)).toMatchObject({ kind: "pending" });
    await stage.advance(601);
    books().live();
    expect(await told("refund.processed")).toMatchObject({ reports: [{ outcome: "paid" }] });
    const made = books().refunds.find(({ note }) => note === order.reference);
    if (made === undefined) throw new Error("there is no refund");
    books().fail(made);
    expect(await told("refund.failed")).toMatchObject({ reports: [{ outcome: "returned" }] });
    expect(await provider().refund(order)).toMatchObject({ kind: "returned" });
  });

  test("one made by hand on the dashboard is none of ours", async () => {
    const { reference } = await paid();
    books().giveBack(transactions(reference)[0] as Transaction, { amount: 100, note: "a customer asked" });
    expect(await told("refund.processed")).toEqual(NOTHING);
  });
});

describe("payouts", () => {
  test("a bank is known by its name or its code; one that is not there, or is there twice, is paid nothing", async () => {
    expect(await provider().payout(naira())).toMatchObject({ kind: "paid" });
    const bank = (name: string) => naira({ payee: { kind: "bank", name: "Ada", bank: name, number: "0000000000" } });
    expect(await provider().payout(bank("057"))).toMatchObject({ kind: "paid" });
    for (const [name, reason] of [
      ["Bank of Atlantis", /no bank called/],
      ["Access Bank", /several banks/],
    ] as const) {
      const order = bank(name);
      expect(await provider().payout(order)).toMatchObject({ kind: "refused", reason: expect.stringMatching(reason) });
      expect(books().transfers.has(order.reference)).toBe(false);
    }
  });

  test("an account that Paystack does not know is refused, without its number", async () => {
    const order = naira({ payee: { kind: "bank", name: "Ada", bank: "Zenith Bank", number: "12345" } });
    const refused = await provider().payout(order);
    expect(refused).toMatchObject({ kind: "refused" });
    expect(JSON.stringify(refused)).not.toContain("12345");
  });

  test("in dollars nobody is paid", async () => {
    const order = naira({ currency: "USD" });
    expect(await provider().payout(order)).toMatchObject({ kind: "refused", reason: expect.stringContaining("USD") });
  });

  test("one that ends badly is refused, and one that waits for a code is on its way", async () => {
    books().fates.payouts = "failed";
    expect(await provider().payout(naira())).toMatchObject({ kind: "refused" });
    books().fates.payouts = "otp";
    expect(await provider().payout(naira())).toMatchObject({ kind: "pending" });
  });

  test("a notice reports one as it is now, also when it is an old one that somebody sends again", async () => {
    const order = naira();
    await provider().payout(order);
    const [old] = books().events.filter(({ about }) => "reference" in about && about.reference === order.reference);
    if (old === undefined) throw new Error("nothing was told");
    const notice = stage.double.signed(old);
    const first = await provider().verifyCallback(notice);
    expect(first).toMatchObject({
      reports: [{ about: "payout", outcome: "paid", money: { amount: 70_000n, currency: "NGN" } }],
    });
    // Told the same twice, it is the same; told something new, it is another.
    expect(await provider().verifyCallback(notice)).toEqual(first);
    const made = books().transfers.get(order.reference);
    if (made === undefined) throw new Error("there is no transfer");
    books().reverse(made);
    const later = await provider().verifyCallback(notice);
    expect(later).toMatchObject({ reports: [{ outcome: "returned" }] });
    expect("id" in later && later.id).not.toBe("id" in first && first.id);
  });

  test("in Nigeria the bank tells whose account it is", async () => {
    const { payee } = naira();
    expect(await provider().checkPayee(payee)).toEqual({ kind: "known", name: "ADA BYRON" });
    expect(await provider().checkPayee({ ...payee, number: "1111111111" })).toEqual({ kind: "unknown" });
    expect(await provider().checkPayee({ kind: "mobile_money", name: "Ada", number: "+254712345678" })).toEqual({
      kind: "unsupported",
    });
  });
});

describe("notices", () => {
  test("either key signs while one is rolled; one of the other mode is forged", async () => {
    const { reference } = await paid();
    const { double } = stage;
    const rolled = stage.open({ secretKeys: [double.key, "sk_test_theoldone0123456"] });
    const event = books().events.at(-1);
    if (event === undefined) throw new Error("nothing was told");
    const old = double.signed(event, { key: "sk_test_theoldone0123456" });
    expect(await rolled.verifyCallback(old)).toMatchObject({ kind: "genuine", reports: [{ reference }] });
    expect(await provider().verifyCallback(old)).toMatchObject({ kind: "forged" });
    const other = double.signed({ event: "charge.success", data: { reference, domain: "live" } });
    expect(await provider().verifyCallback(other)).toMatchObject({ kind: "forged" });
  });

  test("what a signed notice says of money is not believed: it is looked up, and nobody's is nobody's", async () => {
    const { reference } = await ordered();
    const lie = stage.double.signed({
      event: "charge.success",
      data: { reference, status: "success", amount: 999_999 },
    });
    expect(await provider().verifyCallback(lie)).toEqual(NOTHING);
    for (const data of [{ reference: "ORDER-7" }, { reference: uuidv7() }]) {
      for (const event of ["charge.success", "transfer.success"]) {
        const notice = stage.double.signed({ event, data });
        expect(await provider().verifyCallback(notice)).toEqual(NOTHING);
      }
    }
    const unknown = stage.double.signed({ event: "subscription.create", data: {} });
    expect(await provider().verifyCallback(unknown)).toEqual(NOTHING);
  });

  test("what names nothing is kept for a person, and what can't be looked up now is looked up later", async () => {
    const empty = stage.double.signed({ event: "charge.success", data: {} });
    expect(await provider().verifyCallback(empty)).toMatchObject({ kind: "unreadable" });
    const { reference } = await paid();
    const notice = stage.double.signed(books().events.at(-1) as never);
    stage.double.fault("down");
    expect(await provider().verifyCallback(notice)).toEqual({
      kind: "hint",
      id: null,
      about: [{ about: "payment", reference }],
    });
    await expect(told("charge.success")).resolves.toMatchObject({ kind: "hint" });
  });
});

describe("the account", () => {
  test("what has to be put right is said: a currency that is not there, and pages that stay open too long", async () => {
    expect(await provider().check()).toMatchObject({
      kind: "checked",
      account: "an account in USD, NGN",
      isLive: false,
      problems: [],
    });
    stage.double.timeout = 0;
    const checked = await stage.open({ currencies: ["USD", "KES"] }).check();
    expect(checked).toMatchObject({
      problems: [expect.stringMatching(/takes no KES/), expect.stringMatching(/stay open for longer than 3 days/)],
    });
  });

  test("an account that nothing is known of, or whose words are old, is told apart from one that is down", async () => {
    const { double } = stage;
    double.fault("key");
    expect(await provider().check()).toMatchObject({ kind: "unreachable", cause: "key" });
    double.fault(null);
    expect(await provider().lookUp("HFNOBODY000001")).toEqual({ kind: "unknown" });
  });
});
