/** Notices of disputes and of strangers, and Stripe's own books as we read them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import type { StatementLine } from "../../../src/providers/port.js";
import { eventsOf } from "../../../src/providers/stripe/notices.js";
import { newDatabase } from "../../harness.js";
import { cents } from "../../payments/desk.js";
import type { Shape } from "./shapes.js";
import { CALLBACK_URL, callbackOf, openStripeStage, type StripeStage } from "./stage.js";

let db: Database;
let stage: StripeStage;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const staged = async (): Promise<StripeStage> => {
  stage = await openStripeStage(db);
  return stage;
};

async function wholeStatement(
  from = 0,
): Promise<{ readonly lines: readonly StatementLine[]; readonly cursor: string | null }> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = await stage.provider.statement(from, cursor);
    if (page.kind !== "page") throw new Error(page.reason);
    lines.push(...page.lines);
    cursor = page.cursor;
    if (!page.hasMore) return { lines, cursor };
  }
}

describe("notices of Stripe", () => {
  beforeAll(staged);
  afterAll(() => stage.close());

  test("of a dispute tell its stage, what was taken, and until when to answer", async () => {
    const order = await stage.paid();
    await stage.provider.lookUp(order.reference);
    const [session] = stage.stripe.all("sessions").filter((one) => one["client_reference_id"] === order.reference);
    const dispute = stage.stripe.openDispute(session?.["payment_intent"]);
    const about = {
      about: "dispute",
      payment: order.reference,
      theirId: dispute["id"],
      amount: order.amount,
      currency: "USD",
      reason: "fraudulent",
    };
    const told = async (type: string): Promise<unknown> => {
      const [event] = stage.events(type).slice(-1);
      const verified = await stage.told(event as Shape);
      return verified.kind === "genuine" ? verified.reports[0] : verified;
    };
    expect(await told("charge.dispute.created")).toMatchObject({
      ...about,
      stage: "opened",
      isTaken: false,
      fee: 0n,
      answerBy: expect.any(Number),
    });
    expect(await told("charge.dispute.funds_withdrawn")).toMatchObject({
      ...about,
      stage: "opened",
      isTaken: true,
      fee: cents("15.00"),
    });
    stage.stripe.closeDispute(dispute, "won");
    expect(await told("charge.dispute.closed")).toMatchObject({ ...about, stage: "won", isTaken: false });
  });

  test("of an inquiry take no money, and of a payment not kept name it by Stripe's id", async () => {
    const order = await stage.paid();
    const [session] = stage.stripe.all("sessions").filter((one) => one["client_reference_id"] === order.reference);
    const intent = session?.["payment_intent"];
    stage.stripe.openDispute(intent, "warning_needs_response");
    const [event] = stage.events("charge.dispute.created").slice(-1);
    expect(await stage.told(event as Shape)).toMatchObject({
      reports: [{ stage: "inquiry", isTaken: false, payment: { kind: "intent", theirId: intent } }],
    });
  });

  test("are taken with nothing to say of types and objects that are not ours", async () => {
    const [charged] = stage.events("charge.succeeded").slice(-1);
    const { reports } = (await stage.told(charged as Shape)) as { reports: unknown };
    expect(reports).toEqual([]);
    const event = structuredClone(stage.events("checkout.session.completed").at(-1)) as Shape;
    Object.assign((event["data"] as { object: Shape }).object, { client_reference_id: null, metadata: {} });
    expect(await stage.told(event)).toMatchObject({ kind: "genuine", reports: [] });
  });

  test("are forged when changed, signed by another, kept for long, or of the other mode", async () => {
    const [event] = stage.events("checkout.session.completed").slice(-1) as [Shape];
    const sent = stage.stripe.signed(event);
    const verdict = async (given: Partial<typeof sent>): Promise<string> =>
      (await stage.provider.verifyCallback(callbackOf({ ...sent, ...given }))).kind;
    expect(await verdict({})).toBe("genuine");
    expect(await verdict({ body: Buffer.concat([sent.body, Buffer.from(" ")]) })).toBe("forged");
    expect(await verdict({ headers: {} })).toBe("forged");
    expect((await stage.told(event, { ago: 301 })).kind).toBe("forged");
    expect((await stage.told(event, { ago: -301 })).kind).toBe("forged");
    expect((await stage.told(event, { secret: "whsec_of_another" })).kind).toBe("forged");
    expect((await stage.told({ ...event, livemode: true })).kind).toBe("forged");
    const rolled = stage.open({ webhookSecrets: ["whsec_new", stage.stripe.secret] });
    expect((await rolled.verifyCallback(callbackOf(sent))).kind).toBe("genuine");
  });
});

describe("a line of the statement", () => {
  beforeAll(staged);
  afterAll(() => stage.close());

  test("of a charge in yen is in dollars, and names the yen of payment, refund and dispute", async () => {
    const yen = { currency: "JPY", amount: cents("4000.00") };
    const order = await stage.paid(yen);
    await stage.provider.refund({ ...stage.refundOf(order, "1000.00"), currency: "JPY" });
    const session = stage.stripe.all("sessions").find((one) => one["client_reference_id"] === order.reference);
    const dispute = stage.stripe.openDispute(session?.["payment_intent"]);
    const { lines } = await wholeStatement();
    expect(lines.map(({ type, amount, currency, of }) => [type, amount, currency, of])).toEqual([
      ["payment", cents("20.00"), "USD", yen],
      ["refund", -cents("5.00"), "USD", { currency: "JPY", amount: -cents("1000.00") }],
      ["chargeback", -cents("20.00"), "USD", { currency: "JPY", amount: -cents("4000.00") }],
    ]);
    const report = await stage.provider.disputes?.lookUp(String(dispute["id"]));
    // Fifteen dollars, at the rate of what was taken.
    expect(report).toMatchObject({ kind: "known", report: { ...yen, fee: cents("3000.00") } });

    // Half a cent is none; that the yen went out is told all the same.
    stage.stripe.setExchangeRate(0.005);
    const another = await stage.paid(yen);
    await stage.provider.refund({ ...stage.refundOf(another, "1.00"), currency: "JPY" });
    expect((await wholeStatement()).lines.findLast(({ type }) => type === "refund")).toMatchObject({
      amount: 0n,
      of: { currency: "JPY", amount: -cents("1.00") },
    });
  });
});

describe("the statement", () => {
  beforeAll(staged);
  afterAll(() => stage.close());

  test("of an account where nothing happened is empty", async () => {
    expect(await stage.provider.statement(0, null)).toEqual({ kind: "page", lines: [], cursor: null, hasMore: false });
  });

  test("has every movement once, the oldest first, with fees; its sum is the balance", async () => {
    const order = await stage.paid({ amount: cents("100.00") });
    const refund = stage.refundOf(order, "40.00");
    await stage.provider.refund(refund);
    const returned = stage.refundOf(order, "1.00");
    await stage.provider.refund(returned);
    stage.stripe.failRefund(stage.stripe.all("refunds").at(-1) as Shape);
    const [session] = stage.stripe.all("sessions");
    stage.stripe.closeDispute(stage.stripe.openDispute(session?.["payment_intent"]), "won");
    stage.stripe.move("payout", { amount: -500, currency: "usd", source: "po_1" });
    stage.stripe.move("stripe_fee", { amount: -10, currency: "usd", source: null });
    stage.stripe.move("reserve_hold", { amount: -20, currency: "usd", source: null });
    const { lines, cursor } = await wholeStatement();
    expect(lines.map(({ type, reference, net }) => [type, reference, net])).toEqual([
      ["payment", order.reference, cents("96.80")],
      ["refund", refund.reference, -cents("40.00")],
      ["refund", returned.reference, -cents("1.00")],
      ["refund_returned", returned.reference, cents("1.00")],
      ["chargeback", order.reference, -cents("115.00")],
      ["chargeback_returned", order.reference, cents("100.00")],
      ["settlement", null, -cents("5.00")],
      ["fee", null, -cents("0.10")],
      ["other", null, -cents("0.20")],
    ]);
    expect(lines.every(({ amount, fee, net }) => amount - fee === net)).toBe(true);
    const balance = await stage.provider.balance();
    const all = balance.kind === "balance" ? [...balance.available, ...balance.pending] : [];
    expect(all.reduce((sum, { amount }) => sum + amount, 0n)).toBe(lines.reduce((sum, { net }) => sum + net, 0n));
    expect(await stage.provider.statement(0, cursor)).toEqual({ kind: "page", lines: [], cursor, hasMore: false });
  });

  test("of many pages is read from where it was left, and grows", async () => {
    const before = (await wholeStatement()).lines.length;
    for (let nth = 0; nth < 345; nth += 1)
      stage.stripe.move("topup", { amount: nth + 1, currency: "usd", source: null });
    const { lines, cursor } = await wholeStatement();
    expect(lines.length).toBe(before + 345);
    expect(lines.slice(before).map(({ amount }) => Number(amount))).toEqual(
      Array.from({ length: 345 }, (_, nth) => nth + 1),
    );
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    const late = stage.stripe.move("topup", { amount: 9_999, currency: "usd", source: null });
    expect(await stage.provider.statement(0, cursor)).toMatchObject({ lines: [{ id: late["id"] }], hasMore: false });
  });
});

describe("looking at the account", () => {
  beforeAll(staged);
  afterAll(() => stage.close());

  const problems = async (): Promise<readonly string[]> => {
    const checked = await stage.provider.check();
    return checked.kind === "checked" ? checked.problems : [checked.reason];
  };

  test("says what its webhook endpoint lacks, until nothing does", async () => {
    expect(await stage.provider.check()).toMatchObject({
      kind: "checked",
      account: "Holdfast Test (acct_00000001)",
      isLive: false,
    });
    expect(await problems()).toEqual([`There is no webhook endpoint for ${CALLBACK_URL}.`]);
    const endpoint = stage.stripe.keep("endpoints", {
      ...stage.stripe.made("we"),
      object: "webhook_endpoint",
      url: CALLBACK_URL,
      status: "disabled",
      enabled_events: eventsOf(false).filter((type) => type !== "refund.failed"),
      api_version: "2024-01-01",
      metadata: {},
    });
    expect(await problems()).toEqual([
      "The webhook endpoint is disabled.",
      "The webhook endpoint is not told of refund.failed.",
      "The webhook endpoint has API version 2024-01-01, not 2026-08-26.dahlia.",
    ]);
    Object.assign(endpoint, { status: "enabled", enabled_events: ["*"], api_version: "2026-08-26.dahlia" });
    expect(await problems()).toEqual([]);
  });

  test("says that a key is wrong", async () => {
    const provider = stage.open({ secretKey: "rk_test_of_another" });
    expect(await provider.check()).toMatchObject({ kind: "unreachable", cause: "key" });
  });
});
