/** Bank transfers through Stripe: a Customer a payment, receipts in the order of their arrival, and refunds of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import type { RefundOrder } from "../../../src/providers/port.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import type { Shape } from "./shapes.js";
import { openStripeStage, type StripeStage } from "./stage.js";

let db: Database;
let stage: StripeStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
  stage = await openStripeStage(db);
});
afterAll(async () => {
  await stage.close();
  await db.close();
});

const BANK = { method: "bank" } as const;
const madeOf = (kind: string, reference: string): readonly Shape[] =>
  stage.stripe.all(kind).filter(({ metadata }) => (metadata as Shape)["reference"] === reference);
const receipts = async (reference: string): Promise<readonly (readonly [number, string])[]> => {
  const found = await stage.provider.lookUp(reference);
  if (found.kind !== "known") throw new Error(found.kind);
  return found.reports.map((report) => [
    report.receipt,
    report.outcome === "succeeded" ? `${report.amount} ${report.currency}` : report.outcome,
  ]);
};
/** Asks for a refund of which only the half from the payment gets through, and hands back that half. */
async function halfAsked(refund: RefundOrder): Promise<Shape> {
  const of = /^POST \/refunds/;
  stage.stripe.fault({ kind: "slow", afterMs: 0, times: 1, of }, { kind: "dropped", of });
  expect(await stage.provider.refund(refund)).toMatchObject({ kind: "unreachable" });
  stage.stripe.fault();
  const made = madeOf("refunds", refund.reference);
  expect(made.length).toBe(1);
  return made[0] as Shape;
}

describe("a payment by bank", () => {
  test("has an account number of its own, and is told to the payer as Stripe has it", async () => {
    const [one, other] = [stage.order(BANK), stage.order(BANK)];
    const created = await Promise.all([one, other].map((order) => stage.provider.createPayment(order)));
    const shown = created.map((answer) => (answer.kind === "created" ? answer.instructions : null));
    expect(shown[0]).toMatchObject({
      kind: "transfer",
      bank: "US Test Bank, ABA 999999999",
      accountName: "Holdfast Test",
      accountNumber: expect.stringMatching(/^\d+$/),
      reference: expect.stringMatching(/^[A-Z0-9]{6}$/),
      amount: one.amount,
    });
    const numbers = shown.map((one) => (one?.kind === "transfer" ? one.accountNumber : ""));
    expect(new Set(numbers).size).toBe(2);
    expect(stage.customerOf(one)).not.toBe(stage.customerOf(other));
    expect(await receipts(one.reference)).toEqual([]);
  });

  test("is looked up when Stripe tells that money came, for only the list tells which receipt it is", async () => {
    const order = await stage.paid(BANK);
    const [event] = stage.events("customer_cash_balance_transaction.created").filter(({ data }) => {
      const { object } = data as { object: Shape };
      return object["customer"] === stage.customerOf(order) && object["type"] === "funded";
    });
    expect(await stage.told(event as Shape)).toEqual({
      kind: "hint",
      id: event?.["id"],
      about: [{ about: "payment", reference: { kind: "payment", theirId: stage.customerOf(order) } }],
    });
    expect(await receipts(order.reference)).toEqual([[1, "2500 USD"]]);
    expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "too_late" });
  });

  test("that brings less, then more, and then again is so many receipts", async () => {
    const order = await stage.ordered(BANK);
    const customer = stage.customerOf(order);
    for (const amount of [2000, 700, 2500]) stage.stripe.fund(customer, amount);
    expect(await receipts(order.reference)).toEqual([
      [1, "2000 USD"],
      [2, "700 USD"],
      [3, "2500 USD"],
    ]);
  });

  test("in another currency is told as such", async () => {
    const order = await stage.ordered(BANK);
    stage.stripe.fund(stage.customerOf(order), 2500, "eur");
    expect(await receipts(order.reference)).toEqual([[1, "2500 EUR"]]);
  });

  test("that was called off is found by look-up alone when its money comes late", async () => {
    const order = await stage.ordered(BANK);
    for (const _ of [1, 2]) expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
    expect(await receipts(order.reference)).toEqual([[1, "failed"]]);
    await stage.advance(30 * 86_400);
    stage.stripe.fund(stage.customerOf(order), 2500);
    expect(await receipts(order.reference)).toEqual([[1, "2500 USD"]]);
    const back = stage.refundOf(order, "25.00");
    expect(await stage.provider.refund(back)).toMatchObject({ kind: "paid" });
    expect(madeOf("refunds", back.reference)).toMatchObject([{ amount: 2500, customer: stage.customerOf(order) }]);
  });

  test("that had brought a part when it was called off says so, and the part goes back", async () => {
    const order = await stage.ordered(BANK);
    stage.stripe.fund(stage.customerOf(order), 1000);
    expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "too_late" });
    expect(await receipts(order.reference)).toEqual([[1, "1000 USD"]]);
    const back = stage.refundOf(order, "10.00");
    expect(await stage.provider.refund(back)).toMatchObject({ kind: "paid" });
    expect(stage.stripe.cashOf(stage.customerOf(order))).toBe(0);
  });

  test("whose bank takes it back is as good as a dispute that is lost", async () => {
    const order = await stage.paid(BANK);
    stage.stripe.reverse(stage.customerOf(order), 2500);
    const [event] = stage.events("customer_cash_balance_transaction.created").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({
      kind: "genuine",
      reports: [
        {
          about: "dispute",
          payment: { kind: "payment", theirId: stage.customerOf(order) },
          stage: "lost",
          isTaken: true,
          amount: cents("25.00"),
          currency: "USD",
        },
      ],
    });
  });

  test.each(["lost", "dropped", "stored", "broken", "busy"] as const)(
    "is one Customer and one payment although an answer was %s, at once and a day later",
    async (kind) => {
      for (const of of [/^POST \/customers/, /^POST \/payment_intents/]) {
        for (const seconds of [11, 90_000]) {
          const order = stage.order(BANK);
          stage.stripe.fault({ kind, times: 1, of });
          expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "unreachable" });
          await stage.advance(seconds);
          expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
          expect(madeOf("customers", order.reference).length).toBe(1);
          expect(madeOf("intents", order.reference).length).toBe(1);
        }
      }
      stage.stripe.fault();
    },
  );

  test("is called off before its answer was heard", async () => {
    const order = stage.order(BANK);
    stage.stripe.fault({ kind: "lost", times: 1, of: /^POST \/payment_intents/ });
    await stage.provider.createPayment(order);
    expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
    expect(madeOf("intents", order.reference)).toMatchObject([{ status: "canceled" }]);
  });
});

describe("a refund of transfers", () => {
  test("comes from the payment, and from what lies beside it, and counts as one", async () => {
    const order = await stage.ordered(BANK);
    const customer = stage.customerOf(order);
    for (const amount of [2000, 1000]) stage.stripe.fund(customer, amount);
    const second = stage.refundOf(order, "10.00", `${order.reference}.2`);
    expect(await stage.provider.refund(second)).toMatchObject({ kind: "paid" });
    const first = stage.refundOf(order, "20.00");
    for (const _ of [1, 2]) expect(await stage.provider.refund(first)).toMatchObject({ kind: "paid" });
    expect(madeOf("refunds", first.reference).map(({ amount }) => amount)).toEqual([1500, 500]);
    expect(await stage.provider.refund(stage.refundOf(order, "0.01"))).toMatchObject({ kind: "refused" });
    expect(stage.stripe.cashOf(customer)).toBe(0);
  });

  test.each([/^POST \/refunds/])("is whole, and no more, although the answer to either half was lost", async (of) => {
    for (const fault of ["lost", "dropped"] as const) {
      for (const nth of [1, 2]) {
        const order = await stage.ordered(BANK);
        for (const amount of [2500, 700]) stage.stripe.fund(stage.customerOf(order), amount);
        const refund = stage.refundOf(order, "32.00");
        // The first of two gets through, or not.
        stage.stripe.fault(
          ...(nth === 1
            ? [{ kind: fault, times: 1, of }]
            : [
                { kind: "slow" as const, afterMs: 0, times: 1, of },
                { kind: fault, times: 1, of },
              ]),
        );
        expect(await stage.provider.refund(refund)).toMatchObject({ kind: "unreachable" });
        stage.stripe.fault();
        await stage.advance(90_000);
        expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
        expect(
          madeOf("refunds", refund.reference)
            .map(({ amount }) => amount)
            .toSorted(),
        ).toEqual([2500, 700]);
      }
    }
  });

  test("is not told as a whole by what Stripe reports of its half from the payment, so that the other half follows", async () => {
    for (const fails of [false, true]) {
      const order = await stage.ordered(BANK);
      for (const amount of [2_500, 700]) stage.stripe.fund(stage.customerOf(order), amount);
      const refund = stage.refundOf(order, "32.00");
      const half = await halfAsked(refund);
      expect(half).toMatchObject({ amount: 2_500, status: "succeeded" });
      if (fails) stage.stripe.failRefund(half);
      const [event] = stage.events(fails ? "refund.failed" : "refund.created").slice(-1);
      expect(await stage.told(event as Shape)).toMatchObject({
        kind: "hint",
        about: [{ about: "refund", reference: refund.reference }],
      });
      await stage.advance(60);
      expect(await stage.provider.refund(refund)).toMatchObject({ kind: fails ? "refused" : "paid" });
      // What failed is paid as a whole under another reference: nothing of it may go under this one any more.
      expect(madeOf("refunds", refund.reference).map(({ amount }) => amount)).toEqual(fails ? [2_500] : [2_500, 700]);
    }
  });

  test("whose half from the payment is made takes the rest from the cash balance, although another came back to the payment", async () => {
    for (const seconds of [60, 90_000]) {
      const order = await stage.ordered(BANK);
      for (const amount of [2_500, 700]) stage.stripe.fund(stage.customerOf(order), amount);
      const before = stage.refundOf(order, "5.00");
      expect(await stage.provider.refund(before)).toMatchObject({ kind: "paid" });
      const refund = stage.refundOf(order, "27.00");
      await halfAsked(refund);
      stage.stripe.failRefund(madeOf("refunds", before.reference)[0] as Shape);
      await stage.advance(seconds);
      expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
      expect(madeOf("refunds", refund.reference)).toMatchObject([
        { amount: 2_000, charge: expect.any(String) },
        { amount: 700, charge: null },
      ]);
    }
  });

  test("of which a half fails has come back in part: the payer keeps the other, and the failed half goes under a reference of its own", async () => {
    const order = await stage.ordered(BANK);
    for (const amount of [2_500, 700]) stage.stripe.fund(stage.customerOf(order), amount);
    const refund = stage.refundOf(order, "32.00");
    stage.stripe.setFate("pending");
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    const [half, rest] = madeOf("refunds", refund.reference) as [Shape, Shape];
    stage.stripe.failRefund(rest);
    // The other half may fail too.
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    stage.stripe.succeedRefund(half);
    stage.stripe.setFate("succeeded");
    const back = { kind: "returned", amount: cents("7.00") };
    expect(await stage.provider.refund(refund)).toMatchObject(back);
    await stage.advance(3 * 86_400);
    expect(await stage.provider.refund(refund)).toMatchObject(back);
    expect(await stage.provider.refund(stage.refundOf(order, "7.00"))).toMatchObject({ kind: "paid" });
    expect(stage.stripe.cashOf(stage.customerOf(order))).toBe(0);
  });

  test("waits while another of the same transfer is asked for, and is then made: neither is refused", async () => {
    const order = await stage.paid(BANK);
    stage.stripe.fund(stage.customerOf(order), 2_500);
    const refunds = [order.reference, `${order.reference}.2`].map((receipt) => stage.refundOf(order, "25.00", receipt));
    const [one, other] = refunds as [RefundOrder, RefundOrder];
    const meanwhile = Promise.withResolvers<unknown>();
    const of = /^POST \/refunds/;
    const asked = () => stage.stripe.exchanges.filter(({ method, path }) => of.test(`${method} ${path}`)).length;
    const before = asked();
    stage.stripe.fault({ kind: "slow", until: meanwhile.promise, times: 1, of });
    const first = stage.provider.refund(one);
    await expect.poll(asked).toBe(before + 1);
    expect(await stage.provider.refund(other)).toMatchObject({ kind: "busy" });
    meanwhile.resolve(null);
    expect(await first).toMatchObject({ kind: "paid" });
    stage.stripe.fault();
    expect(await stage.provider.refund(other)).toMatchObject({ kind: "paid" });
    expect(stage.stripe.cashOf(stage.customerOf(order))).toBe(0);
  });

  test("is made once, and never refused, although another try of it gets through between any two questions of ours", async () => {
    for (const nth of [0, 1, 2]) {
      const order = await stage.ordered(BANK);
      for (const amount of [2_500, 2_500]) stage.stripe.fund(stage.customerOf(order), amount);
      // The first comes from the payment, the second from the cash balance.
      for (const receipt of [order.reference, `${order.reference}.2`]) {
        const refund = stage.refundOf(order, "25.00", receipt);
        const at = Math.floor(Date.now() / 1000);
        const ask = () => stage.adapter.refund(refund, { at, lastAt: at, now: at, theirId: null, data: {} });
        const other = Promise.withResolvers<unknown>();
        const of = /^GET \/refunds/;
        const asked = () => stage.stripe.exchanges.filter(({ method, path }) => of.test(`${method} ${path}`)).length;
        const before = asked();
        stage.stripe.fault(
          { kind: "slow", afterMs: 0, times: nth, of },
          { kind: "slow", until: other.promise, times: 1, of },
        );
        const first = ask();
        await expect.poll(asked).toBe(before + nth + 1);
        other.resolve(await ask());
        expect(await other.promise).toMatchObject({ kind: "paid" });
        expect(await first).toMatchObject({ kind: "paid" });
        expect(madeOf("refunds", refund.reference).map(({ amount }) => amount)).toEqual([2_500]);
      }
    }
    stage.stripe.fault();
  });

  test("whose rest is not there any more is for a person, and not paid again as a whole", async () => {
    const order = await stage.ordered(BANK);
    const customer = stage.customerOf(order);
    for (const amount of [2_500, 700]) stage.stripe.fund(customer, amount);
    const refund = stage.refundOf(order, "32.00");
    await halfAsked(refund);
    stage.stripe.reverse(customer, 700);
    await stage.advance(60);
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "unreachable" });
  });

  test("of what came in part calls the payment off first, which else holds it", async () => {
    const order = await stage.ordered(BANK);
    const customer = stage.customerOf(order);
    stage.stripe.fund(customer, 1_000);
    expect(stage.stripe.cashOf(customer)).toBe(0);
    expect(await stage.provider.refund(stage.refundOf(order, "10.00"))).toMatchObject({ kind: "paid" });
    expect(stage.stripe.all("intents").find((one) => one["customer"] === customer)).toMatchObject({
      status: "canceled",
    });
    stage.stripe.fund(customer, 1_500);
    expect(await stage.provider.refund(stage.refundOf(order, "15.00", `${order.reference}.2`))).toMatchObject({
      kind: "paid",
    });
  });

  test("whose order got no answer is found by the look-up that found its money", async () => {
    const order = stage.order(BANK);
    stage.stripe.fault({ kind: "lost", of: /^POST \/payment_intents/ });
    expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "unreachable" });
    stage.stripe.fault();
    stage.stripe.fund(stage.customerOf(order), 2_500);
    await stage.advance(60);
    expect(await stage.provider.lookUp(order.reference)).toMatchObject({ reports: [{ outcome: "succeeded" }] });
    expect(await stage.provider.refund(stage.refundOf(order, "25.00"))).toMatchObject({ kind: "paid" });
  });

  test("is looked up when Stripe reports it, and is pending until all of it is there", async () => {
    const order = await stage.paid(BANK);
    stage.stripe.setFate("pending");
    stage.stripe.fund(stage.customerOf(order), 500);
    const refund = stage.refundOf(order, "30.00");
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    const [one, other] = madeOf("refunds", refund.reference) as [Shape, Shape];
    stage.stripe.succeedRefund(one);
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    stage.stripe.succeedRefund(other);
    const [event] = stage.events("refund.updated").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({
      kind: "hint",
      about: [{ about: "refund", reference: refund.reference }],
    });
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
    stage.stripe.failRefund(other, "declined");
    expect(await stage.provider.refund(refund)).toMatchObject({
      kind: "returned",
      amount: other["amount"] === 500 ? 500n : 2_500n,
    });
  });
});
