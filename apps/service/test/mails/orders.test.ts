/** Buyers are told what happens to their orders: one mail for each step, with the events of the step or not at all. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../harness.js";
import { asBuyer, confirmed, eventTypes, funded, ORDER, openSession, pay, resolve, submit } from "../stories.js";
import {
  BUYER,
  inAShop,
  order,
  type Row,
  sentMails,
  sentTemplates,
  setTimers,
  shop,
  twoParts,
  world,
} from "./sent-mails.js";

inAShop();

describe("a walk through an order", () => {
  test("are sent for the order, for missing money, the receipt, each delivery, and the end", async () => {
    const escrow = await confirmed(shop, twoParts);
    expect(await sentMails()).toEqual([
      {
        recipient: BUYER,
        template: "order_created",
        params: {
          escrow: escrow["id"],
          title: ORDER.title,
          reference: escrow["reference_code"],
          amount: "24990",
          fees: "655",
          total: "25645",
          pay_until: escrow["created"] + 259_200,
          locale: "en",
          seller: "Northwind Ceramics",
          seller_code: shop.sellerCode,
          brand: "",
          logo: null,
          colour: null,
          support_email: "",
        },
      },
    ]);

    await pay(shop, escrow, { amount: "100.00" });
    const [part] = await sentMails();
    expect(part).toMatchObject({
      template: "order_part_funded",
      params: { funded: "10000", missing: "15645", total: "25645" },
    });

    await pay(shop, escrow);
    const [receipt, ...more] = await sentMails();
    expect(receipt).toMatchObject({
      template: "order_funded",
      params: { total: "25645", deliver_until: null, review_seconds: null, paid_at: expect.any(Number) },
    });
    expect(more).toEqual([]);

    // The first submission emits two events, and is one step.
    await submit(shop, escrow, 0, "DHL 4410 8823 7712");
    expect(await sentMails()).toMatchObject([
      {
        template: "delivery_submitted",
        params: { part: "Dispatched with tracking", amount: "9990", note: "DHL 4410 8823 7712", approve_at: null },
      },
    ]);
    await asBuyer(shop, escrow, "approve", 0);
    expect(await sentMails()).toEqual([]);
    await submit(shop, escrow, 1);
    expect(await sentTemplates()).toEqual(["delivery_submitted"]);
    await asBuyer(shop, escrow, "request_revision", 1, { reason: "the blue one, please" });
    expect(await sentMails()).toEqual([]);
    await submit(shop, escrow, 1, "the blue one");
    expect(await sentTemplates()).toEqual(["delivery_submitted"]);
    await asBuyer(shop, escrow, "approve", 1);
    expect(await sentMails()).toMatchObject([{ template: "order_completed", params: { after_dispute: false } }]);
  });

  test("a part is not named where an order has but one", async () => {
    const escrow = await funded(shop, order);
    await submit(shop, escrow);
    expect((await sentMails()).at(-1)?.params["part"]).toBeNull();
  });

  test("a note as long as it may be is quoted in part", async () => {
    const escrow = await funded(shop, order);
    await submit(shop, escrow, 0, `\u{1f4e6}${"x".repeat(4_999)}`);
    const note = (await sentMails()).at(-1)?.params["note"] as string;
    expect([[...note].length, note.slice(0, 3), note.at(-1)]).toEqual([300, "\u{1f4e6}x", "…"]);
  });

  test("steps of a payment that the buyer is in the middle of are no mail", async () => {
    const escrow = await confirmed(shop, order);
    await sentMails();
    await pay(shop, escrow, { method: "bank", outcome: "pending" });
    await pay(shop, escrow, { outcome: "failed" });
    expect(await eventTypes(shop)).toEqual([
      "checkout.session.completed",
      "escrow.created",
      "escrow.updated",
      "escrow.updated",
    ]);
    expect(await sentMails()).toEqual([]);
  });

  test("a session that expires tells nobody: it has no buyer yet", async () => {
    const session = await openSession(shop, order);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    expect(await sentMails()).toEqual([]);
  });
});

describe("clocks", () => {
  const DAY = 86_400;

  test("are told where the merchant has switched them on", async () => {
    await setTimers(3 * DAY, 10 * DAY);
    const escrow = await funded(shop, order);
    const receipt = (await sentMails()).at(-1)?.params as Json;
    expect(receipt).toMatchObject({ review_seconds: 3 * DAY, deliver_until: receipt["paid_at"] + 10 * DAY });

    await submit(shop, escrow);
    const [{ params }] = (await sentMails()) as [Row];
    const since = await shop.get("/test_helpers/clock");
    expect(params["approve_at"] - 3 * DAY).toBeGreaterThan(since.body["now"] - 60);
    expect(params["approve_at"] - 3 * DAY).toBeLessThanOrEqual(since.body["now"]);

    await world.advance(3 * DAY);
    expect(await sentTemplates()).toEqual(["order_completed"]);
  });

  test("an order that is not paid in time ends, and says what becomes of the money", async () => {
    await confirmed(shop, order);
    const begun = await confirmed(shop, order);
    await pay(shop, begun, { amount: "100.00" });
    await sentMails();
    await world.advance(3 * DAY);
    const ends = await sentMails();
    expect(ends.map(({ template, params }) => [template, params["because"], params["refunded"]]).sort()).toEqual([
      ["order_expired", "unpaid", "0"],
      ["order_expired", "unpaid", "10000"],
    ]);
  });

  test("an order that is not delivered in time ends, once, however many notice it", async () => {
    await setTimers(null, DAY);
    const escrow = await funded(shop, order);
    await sentMails();
    const other = await world.another({ role: "web" });
    const there = world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
    await world.db.query({ name: "pass a day", text: "update test_clock set offset_seconds = offset_seconds + 86400" });
    const reads = [shop, there].flatMap((who) => [1, 2, 3].map(() => who.get(`/escrows/${escrow["id"]}`)));
    for (const read of await Promise.all(reads)) expect(read.body["status"]).toBe("DEADLINE_EXPIRED");
    expect(await sentMails()).toMatchObject([
      { template: "order_expired", params: { because: "undelivered", refunded: "25645" } },
    ]);
  });
});

describe("ends", () => {
  test("declined by the buyer, cancelled by the seller: who, and what goes back", async () => {
    const declined = await confirmed(shop, order);
    const cancelled = await funded(shop, twoParts);
    await submit(shop, cancelled, 0);
    await asBuyer(shop, cancelled, "approve", 0);
    await sentMails();
    await shop.post(`/test_helpers/escrows/${declined["id"]}/decline`, {});
    expect(await sentMails()).toMatchObject([
      { template: "order_cancelled", params: { by: "buyer", released: "0", refunded: "0" } },
    ]);
    await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {});
    const [mail] = await sentMails();
    const escrow = await shop.get(`/escrows/${cancelled["id"]}`);
    expect(mail).toMatchObject({ template: "order_cancelled", params: { by: "seller", released: "9990" } });
    // All but the released part and the fees that it has earned.
    expect(Number(mail?.params["refunded"])).toBeGreaterThan(15_000);
    expect(Number(mail?.params["refunded"])).toBeLessThan(25_645 - 9_990);
    expect(escrow.body["status"]).toBe("CANCELLED");
  });
});

describe("disputes", () => {
  let escrow: Json;
  beforeEach(async () => {
    escrow = await funded(shop, twoParts);
    await submit(shop, escrow, 0);
    await sentMails();
  });
  const dispute = (index: number): Promise<Json> => asBuyer(shop, escrow, "dispute", index, { reason: "in pieces" });

  test("each one is confirmed, with the number of the case", async () => {
    const disputed = await dispute(0);
    expect(await sentMails()).toMatchObject([
      {
        template: "dispute_opened",
        params: { part: "Dispatched with tracking", dispute: disputed["dispute_reference"] },
      },
    ]);
    await dispute(1);
    expect(await sentMails()).toMatchObject([
      { template: "dispute_opened", params: { part: "Delivered and checked", dispute: disputed["dispute_reference"] } },
    ]);
  });

  test("resumed: what the part went back to, and that another one is still open", async () => {
    await dispute(0);
    await dispute(1);
    await sentMails();
    await resolve(shop, escrow, { outcome: "resume" });
    expect(await sentMails()).toMatchObject([
      { template: "dispute_resolved", params: { outcome: "to_review", other_disputes: true, approve_at: null } },
    ]);
    await resolve(shop, escrow, { outcome: "resume" });
    expect(await sentMails()).toMatchObject([
      {
        template: "dispute_resolved",
        params: { part: "Delivered and checked", outcome: "to_deliver", other_disputes: false },
      },
    ]);
  });

  test("released: how much, and the end of the order where it was the last part", async () => {
    await dispute(0);
    await sentMails();
    await resolve(shop, escrow, { outcome: "release" });
    expect(await sentMails()).toMatchObject([
      { template: "dispute_resolved", params: { outcome: "released", amount: "9990", other_disputes: false } },
    ]);
    await dispute(1);
    await sentMails();
    await resolve(shop, escrow, { outcome: "release" });
    expect(await sentMails()).toMatchObject([{ template: "order_completed", params: { after_dispute: true } }]);
  });

  test("settled: one mail with the split, however many parts it ends", async () => {
    await dispute(0);
    await sentMails();
    await resolve(shop, escrow, { outcome: "settle", release: "100.00", refund: "149.90" });
    const [mail, ...more] = await sentMails();
    expect(mail).toMatchObject({ template: "order_settled", params: { released: "10000" } });
    expect(Number(mail?.params["refunded"])).toBeGreaterThan(14_990);
    expect(more).toEqual([]);
  });

  test("settled without a refund: completed", async () => {
    await dispute(1);
    await sentMails();
    await resolve(shop, escrow, { outcome: "settle", release: "249.90", refund: "0.00" });
    expect(await sentMails()).toMatchObject([{ template: "order_completed", params: { after_dispute: true } }]);
  });

  test("resumed under a review window: until when the delivery waits again", async () => {
    await setTimers(3 * 86_400, null);
    escrow = await funded(shop, twoParts);
    await submit(shop, escrow, 0);
    await dispute(0);
    await sentMails();
    await resolve(shop, escrow, { outcome: "resume" });
    const [mail] = await sentMails();
    const { body: clock } = await shop.get("/test_helpers/clock");
    expect(mail?.params["approve_at"]).toBeGreaterThan(clock["now"] + 3 * 86_400 - 60);
  });
});
