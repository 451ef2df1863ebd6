/** Cards on Stripe's page: what is asked, what comes of it, and that no failure makes two of one. */
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

const sessionsOf = (reference: string): readonly Shape[] =>
  stage.stripe.all("sessions").filter((one) => one["client_reference_id"] === reference);

describe("a payment by card", () => {
  test("is a page at Stripe with the order's amount, words and end, and is asked for once", async () => {
    const order = stage.order();
    const created = await stage.provider.createPayment(order);
    const [session] = sessionsOf(order.reference);
    expect(created).toMatchObject({ kind: "created", instructions: { kind: "redirect", url: session?.["url"] } });
    expect(session).toMatchObject({
      amount_total: 2500,
      currency: "usd",
      customer_email: order.email,
      locale: "fr",
      success_url: order.returnUrl,
      cancel_url: order.cancelUrl,
      metadata: { reference: order.reference },
    });
    expect(Number(session?.["expires_at"]) - Number(session?.["created"])).toBeLessThanOrEqual(86_400);
    const before = stage.stripe.exchanges.length;
    expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
    expect(stage.stripe.exchanges.length).toBe(before);
  });

  test("of an address that Stripe may take for none names none: its page asks", async () => {
    const order = await stage.ordered({ email: "ada..b.@docomo.ne.jp" });
    expect(sessionsOf(order.reference)).toMatchObject([{ customer_email: null }]);
  });

  test("whose order ends before Stripe lets a page end gets the shortest one", async () => {
    const order = await stage.ordered({ expiresAt: stage.order().expiresAt - 3 * 86_400 + 60 });
    const [session] = sessionsOf(order.reference);
    expect(Number(session?.["expires_at"]) - Number(session?.["created"])).toBeGreaterThanOrEqual(1_800);
    expect(Number(session?.["expires_at"]) - Number(session?.["created"])).toBeLessThan(2_000);
  });

  test("is reported paid with its fee when asked, and without when told", async () => {
    const order = await stage.paid();
    const { reference, amount } = order;
    const [session] = sessionsOf(reference);
    const theirs = { payment: session?.["id"], intent: session?.["payment_intent"] };
    const about = { about: "payment", reference, receipt: 1, theirs, outcome: "succeeded", amount, currency: "USD" };
    expect(await stage.provider.lookUp(reference)).toEqual({
      kind: "known",
      reports: [{ ...about, fee: cents("1.03"), at: expect.any(Number) }],
    });
    const [event] = stage.events("checkout.session.completed").slice(-1);
    expect(await stage.told(event as Shape)).toEqual({ kind: "genuine", id: event?.["id"], reports: [about] });
    expect(await stage.provider.cancelPayment(reference)).toEqual({ kind: "too_late" });
  });

  test("goes on after a card was declined", async () => {
    const { reference } = await stage.ordered();
    stage.stripe.decline(reference, "insufficient_funds");
    expect(await stage.provider.lookUp(reference)).toEqual({ kind: "known", reports: [] });
    const [event] = stage.events("payment_intent.payment_failed").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({ kind: "genuine", reports: [] });
    expect(stage.stripe.pay(reference)).toBe(true);
    expect(await stage.provider.lookUp(reference)).toMatchObject({ reports: [{ outcome: "succeeded" }] });
  });

  test("that takes days is pending until the money is there, or is not", async () => {
    for (const isPaid of [true, false]) {
      const { reference } = await stage.ordered();
      stage.stripe.pay(reference, { later: true });
      const [completed] = stage.events("checkout.session.completed").slice(-1);
      expect(await stage.told(completed as Shape)).toMatchObject({ reports: [{ outcome: "pending" }] });
      expect(await stage.provider.lookUp(reference)).toMatchObject({ reports: [{ outcome: "pending" }] });
      stage.stripe.settle(reference, isPaid);
      const outcome = isPaid ? "succeeded" : "failed";
      const [event] = stage.events(`checkout.session.async_payment_${outcome}`).slice(-1);
      expect(await stage.told(event as Shape)).toMatchObject({ reports: [{ reference, outcome }] });
      expect(await stage.provider.lookUp(reference)).toMatchObject({ reports: [{ reference, outcome }] });
      expect(await stage.provider.cancelPayment(reference)).toEqual({ kind: isPaid ? "too_late" : "cancelled" });
    }
  });

  test("that is called off, or runs out, takes no money", async () => {
    const calledOff = await stage.ordered();
    for (const _ of [1, 2])
      expect(await stage.provider.cancelPayment(calledOff.reference)).toEqual({ kind: "cancelled" });
    const ranOut = await stage.ordered();
    await stage.advance(86_400);
    for (const { reference } of [calledOff, ranOut]) {
      expect(stage.stripe.pay(reference)).toBe(false);
      expect(await stage.provider.lookUp(reference)).toMatchObject({
        reports: [{ outcome: "failed", failure: "expired" }],
      });
    }
    const [event] = stage.events("checkout.session.expired").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({
      reports: [{ reference: ranOut.reference, outcome: "failed" }],
    });
    expect(await stage.provider.createPayment(calledOff)).toEqual({ kind: "refused", failure: "cancelled" });
  });

  test("of less or more than Stripe takes is refused", async () => {
    for (const amount of ["0.49", "1000000.00"]) {
      const order = stage.order({ amount: cents(amount) });
      expect(await stage.provider.createPayment(order)).toEqual({ kind: "refused", failure: "unavailable" });
      expect(sessionsOf(order.reference)).toEqual([]);
    }
  });
});

const LOST = ["lost", "slow", "cut", "html", "huge", "nonsense"] as const;
const UNDONE = ["dropped", "stored", "broken", "busy", "conflict", "key"] as const;

describe("one page for one order, although", () => {
  test.each([...LOST, ...UNDONE])("the first answer was %s", async (kind) => {
    const order = stage.order();
    stage.stripe.fault({ kind, times: 1, of: /^POST \/checkout/, afterMs: 2_000 });
    const ask = () => stage.provider.createPayment(order);
    const answer = await (kind === "slow" ? stage.hurried(ask) : ask());
    expect(answer).toMatchObject({ kind: "unreachable", reason: expect.stringMatching(/\S/) });
    expect(sessionsOf(order.reference).length).toBe(LOST.some((one) => one === kind) ? 1 : 0);
    stage.stripe.fault();
    await stage.advance(11);
    expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
    expect(sessionsOf(order.reference).length).toBe(1);
  });

  test.each(["lost", "dropped"] as const)(
    "the first answer was %s, and it is asked again after 25 hours",
    async (kind) => {
      const order = stage.order();
      stage.stripe.fault({ kind, times: 1, of: /^POST \/checkout/ });
      await stage.provider.createPayment(order);
      await stage.advance(25 * 3600);
      expect(await stage.provider.createPayment(order)).toMatchObject({ kind: "created" });
      expect(sessionsOf(order.reference).length).toBe(1);
      // The page has run out meanwhile, where there was one: nobody can pay there, and so it is told.
      const found = await stage.provider.lookUp(order.reference);
      const expired = { reports: [{ outcome: "failed", failure: "expired" }] };
      expect(found).toMatchObject(kind === "lost" ? expired : { reports: [] });
    },
  );

  test("it is called off before its answer was heard", async () => {
    const order = stage.order();
    stage.stripe.fault({ kind: "lost", times: 1 });
    await stage.provider.createPayment(order);
    expect(await stage.provider.cancelPayment(order.reference)).toEqual({ kind: "cancelled" });
    expect(stage.stripe.pay(order.reference)).toBe(false);
    expect(await stage.provider.lookUp(order.reference)).toMatchObject({ reports: [{ outcome: "failed" }] });
  });

  test("money came to a page whose answer was never heard: the look-up finds it, and refunds reach it", async () => {
    const order = stage.order();
    stage.stripe.fault({ kind: "lost", times: 1 });
    await stage.provider.createPayment(order);
    stage.stripe.pay(order.reference);
    await stage.advance(11);
    expect(await stage.provider.lookUp(order.reference)).toMatchObject({ reports: [{ outcome: "succeeded" }] });
    expect(await stage.provider.refund(stage.refundOf(order, "25.00"))).toMatchObject({ kind: "paid" });
  });
});

test("an answer of the other mode is believed in nothing, and raises the alarm of a wrong key", async () => {
  stage.stripe.fault({ kind: "mode" });
  expect(await stage.provider.createPayment(stage.order())).toMatchObject({ kind: "unreachable", cause: "key" });
  stage.stripe.fault();
});

test("nothing of a buyer or of a key is in what is said of failures", async () => {
  const said: string[] = [];
  for (const kind of [...LOST, ...UNDONE, "mode"] as const) {
    stage.stripe.fault({ kind, of: /^POST/, afterMs: 2_000 });
    said.push(JSON.stringify(await stage.hurried(() => stage.provider.createPayment(stage.order()))));
  }
  stage.stripe.fault();
  for (const text of said) expect(text).not.toMatch(/ada@|rk_test|whsec|Bearer|chairs/);
});
