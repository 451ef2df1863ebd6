/** Refunds at Stripe: each reference at most once in its books, whatever happens to the answers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
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

const madeOf = (reference: string): readonly Shape[] =>
  stage.stripe.all("refunds").filter(({ metadata }) => (metadata as Shape)["reference"] === reference);
const amountsOf = (reference: string): readonly unknown[] => madeOf(reference).map(({ amount }) => amount);
const DAY = 86_400;

describe("a refund of a card", () => {
  test("is paid once, in parts, and never more than came in", async () => {
    const order = await stage.paid();
    const first = stage.refundOf(order, "10.00");
    for (const _ of [1, 2]) expect(await stage.provider.refund(first)).toMatchObject({ kind: "paid" });
    expect(amountsOf(first.reference)).toEqual([1000]);
    const tooMuch = stage.refundOf(order, "15.01");
    for (const _ of [1, 2]) {
      expect(await stage.provider.refund(tooMuch)).toEqual({
        kind: "refused",
        reason: "Stripe holds less than that of the payment.",
      });
    }
    const rest = stage.refundOf(order, "15.00");
    expect(await stage.provider.refund(rest)).toMatchObject({ kind: "paid" });
    const more = stage.refundOf(order, "0.01");
    expect(await stage.provider.refund(more)).toEqual({
      kind: "refused",
      reason: "Stripe has paid back all of the payment before.",
    });
  });

  test("of what was never paid, or never ordered, is refused", async () => {
    const order = await stage.ordered();
    for (const nothing of [order, stage.order()]) {
      expect(await stage.provider.refund(stage.refundOf(nothing, "1.00"))).toEqual({
        kind: "refused",
        reason: "Stripe has no such payment.",
      });
    }
  });

  test.each(["lost", "slow", "cut", "html", "dropped", "stored", "broken", "busy", "conflict", "key"] as const)(
    "is in Stripe's books once although the first answer was %s, and it is asked again at once and a day later",
    async (kind) => {
      for (const seconds of [11, DAY + 3600]) {
        const order = await stage.paid();
        const refund = stage.refundOf(order, "25.00");
        stage.stripe.fault({ kind, times: 1, of: /^POST \/refunds/, afterMs: 2_000 });
        const ask = () => stage.provider.refund(refund);
        expect(await (kind === "slow" ? stage.hurried(ask) : ask())).toMatchObject({ kind: "unreachable" });
        await stage.advance(seconds);
        expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
        expect(amountsOf(refund.reference)).toEqual([2500]);
      }
      stage.stripe.fault();
    },
  );

  test("is not asked for while nobody can say whether it was made", async () => {
    const order = await stage.paid();
    const refund = stage.refundOf(order, "25.00");
    stage.stripe.fault({ kind: "lost", times: 1, of: /^POST/ }, { kind: "broken", of: /^GET/ });
    for (const _ of [1, 2, 3]) {
      expect(await stage.provider.refund(refund)).toMatchObject({ kind: "unreachable" });
      await stage.advance(DAY);
    }
    stage.stripe.fault();
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
    expect(amountsOf(refund.reference)).toEqual([2500]);
  });

  test("stays pending for as long as Stripe needs", async () => {
    const order = await stage.paid();
    const refund = stage.refundOf(order, "25.00");
    stage.stripe.setFate("pending");
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    stage.stripe.setFate("succeeded");
    for (let days = 0; days < 14; days += 1) {
      await stage.advance(DAY);
      expect(await stage.provider.refund(refund)).toMatchObject({ kind: "pending" });
    }
    stage.stripe.succeedRefund(madeOf(refund.reference)[0] as Shape);
    const [event] = stage.events("refund.updated").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({
      reports: [{ about: "refund", reference: refund.reference, outcome: "paid" }],
    });
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "paid" });
    expect(amountsOf(refund.reference)).toEqual([2500]);
  });

  test("that fails at once is refused; that fails after it was paid has returned", async () => {
    const order = await stage.paid();
    const reason = "Stripe could not pay it back: expired or canceled card.";
    const refused = stage.refundOf(order, "5.00");
    stage.stripe.setFate("pending");
    expect(await stage.provider.refund(refused)).toMatchObject({ kind: "pending" });
    stage.stripe.failRefund(madeOf(refused.reference)[0] as Shape);
    const [failed] = stage.events("refund.failed").slice(-1);
    expect(await stage.told(failed as Shape)).toMatchObject({ reports: [{ outcome: "refused", reason }] });
    expect(await stage.provider.refund(refused)).toMatchObject({ kind: "refused", reason });

    stage.stripe.setFate("succeeded");
    for (const isTold of [true, false]) {
      const returned = stage.refundOf(order, "5.00");
      expect(await stage.provider.refund(returned)).toMatchObject({ kind: "paid" });
      stage.stripe.failRefund(madeOf(returned.reference)[0] as Shape);
      if (isTold) {
        const [event] = stage.events("refund.failed").slice(-1);
        expect(await stage.told(event as Shape)).toMatchObject({ reports: [{ outcome: "returned", reason }] });
      }
      expect(await stage.provider.refund(returned)).toMatchObject({ kind: "returned", reason });
      expect(amountsOf(returned.reference)).toEqual([500]);
    }
  });

  test("that fails while it waits for our balance stays failed when that reaches, and is paid once under another reference", async () => {
    for (const method of ["card", "bank"] as const) {
      const order = await stage.paid({ method });
      stage.stripe.setFloat(1_000);
      stage.stripe.setFate("returned");
      const failed = stage.refundOf(order, "25.00");
      expect(await stage.provider.refund(failed)).toMatchObject({ kind: "pending" });
      await stage.advance(3_601);
      expect(await stage.provider.refund(failed)).toMatchObject({ kind: "refused" });
      stage.stripe.setFate("succeeded");
      stage.stripe.setFloat(null);
      const again = stage.refundOf(order, "25.00");
      expect(await stage.provider.refund(again)).toMatchObject({ kind: "paid" });
      expect([failed, again].map(({ reference }) => madeOf(reference).map(({ status }) => status))).toEqual([
        ["failed"],
        ["succeeded"],
      ]);
      expect(await stage.provider.refund(failed)).toMatchObject({ kind: "refused" });
    }
  });

  test("of a payment that its bank disputes is refused", async () => {
    const order = await stage.paid();
    const [session] = stage.stripe.all("sessions").filter((one) => one["client_reference_id"] === order.reference);
    stage.stripe.openDispute(session?.["payment_intent"]);
    expect(await stage.provider.refund(stage.refundOf(order, "25.00"))).toEqual({
      kind: "refused",
      reason: "The payer's bank disputes the payment.",
    });
  });

  test("of an amount that Stripe does not take is refused before it is asked", async () => {
    const order = await stage.paid();
    const asked = stage.stripe.exchanges.length;
    const refund = { ...stage.refundOf(order, "1.00"), amount: cents("0.00") };
    expect(await stage.provider.refund(refund)).toMatchObject({ kind: "refused" });
    expect(stage.stripe.exchanges.length).toBe(asked);
  });
});
