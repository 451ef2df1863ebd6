/** Buyers are told what happens to their orders: one mail for each step, with the events of the step or not at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  asBuyer,
  buyerPath,
  confirmed,
  eventTypes,
  expectRefusal,
  funded,
  ORDER,
  openSession,
  pay,
  resolve,
  submit,
  submitPath,
  TWO_PARTS,
} from "../stories.js";
import { plain } from "./samples.js";

const BUYER = "ada@example.com";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  // No worker: nothing happens between one look and the next but what the test does.
  world = await startWorld({ role: "web" });
});
beforeEach(async () => {
  await world.db.query({ name: "empty outbox", text: "delete from mails" });
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

type Row = { readonly recipient: string; readonly template: string; readonly params: Json };

/** What was written to buyers about the orders of these shops since the last look, oldest first. */
async function told(shops: readonly Merchant[] = [shop]): Promise<readonly Row[]> {
  return world.db.query<Row>({
    name: "told",
    text: `with taken as (
             delete from mails where params->>'seller_code' = any($1::text[]) and template not like 'seller_%'
             returning id, recipient, template, params)
           select recipient, template, params from taken order by id`,
    values: [shops.map(({ sellerCode }) => sellerCode)],
  });
}
const toldTemplates = async (): Promise<readonly string[]> => (await told()).map(({ template }) => template);

/** Switches on the timers of the account for sessions that are created from now on. */
const setTimers = (reviewSeconds: number | null, deliverySeconds: number | null): Promise<unknown> =>
  world.db.query({
    name: "set timers",
    text: "update accounts set review_window_seconds = $2, delivery_deadline_seconds = $3 where id = $1",
    values: [shop.account, reviewSeconds, deliverySeconds],
  });

const order = { ...ORDER, customer_email: BUYER };
const twoParts = { ...TWO_PARTS, customer_email: BUYER };

describe("a walk through an order", () => {
  test("tells of the order, of missing money, of the receipt, of each delivery, and of the end", async () => {
    const escrow = await confirmed(shop, twoParts);
    expect(await told()).toEqual([
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
        },
      },
    ]);

    await pay(shop, escrow, { amount: "100.00" });
    const [part] = await told();
    expect(part).toMatchObject({
      template: "order_part_funded",
      params: { funded: "10000", missing: "15645", total: "25645" },
    });

    await pay(shop, escrow);
    const [receipt, ...more] = await told();
    expect(receipt).toMatchObject({
      template: "order_funded",
      params: { total: "25645", deliver_until: null, review_seconds: null, paid_at: expect.any(Number) },
    });
    expect(more).toEqual([]);

    // The first submission emits two events, and is one step.
    await submit(shop, escrow, 0, "DHL 4410 8823 7712");
    expect(await told()).toMatchObject([
      {
        template: "delivery_submitted",
        params: { part: "Dispatched with tracking", amount: "9990", note: "DHL 4410 8823 7712", approve_at: null },
      },
    ]);
    await asBuyer(shop, escrow, "approve", 0);
    expect(await told()).toEqual([]);
    await submit(shop, escrow, 1);
    expect(await toldTemplates()).toEqual(["delivery_submitted"]);
    await asBuyer(shop, escrow, "request_revision", 1, { reason: "the blue one, please" });
    expect(await told()).toEqual([]);
    await submit(shop, escrow, 1, "the blue one");
    expect(await toldTemplates()).toEqual(["delivery_submitted"]);
    await asBuyer(shop, escrow, "approve", 1);
    expect(await told()).toMatchObject([{ template: "order_completed", params: { after_dispute: false } }]);
  });

  test("a part is not named where an order has but one", async () => {
    const escrow = await funded(shop, order);
    await submit(shop, escrow);
    expect((await told()).at(-1)?.params["part"]).toBeNull();
  });

  test("a note as long as it may be is quoted in part", async () => {
    const escrow = await funded(shop, order);
    await submit(shop, escrow, 0, `\u{1f4e6}${"x".repeat(4_999)}`);
    const note = (await told()).at(-1)?.params["note"] as string;
    expect([[...note].length, note.slice(0, 3), note.at(-1)]).toEqual([300, "\u{1f4e6}x", "…"]);
  });

  test("steps of a payment that the buyer is in the middle of are no mail", async () => {
    const escrow = await confirmed(shop, order);
    await told();
    await pay(shop, escrow, { method: "bank", outcome: "pending" });
    await pay(shop, escrow, { outcome: "failed" });
    expect(await eventTypes(shop)).toEqual([
      "checkout.session.completed",
      "escrow.created",
      "escrow.updated",
      "escrow.updated",
    ]);
    expect(await told()).toEqual([]);
  });

  test("a session that expires tells nobody: it has no buyer yet", async () => {
    const session = await openSession(shop, order);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
    expect(await told()).toEqual([]);
  });
});

describe("clocks", () => {
  const DAY = 86_400;

  test("are told where the merchant has switched them on", async () => {
    await setTimers(3 * DAY, 10 * DAY);
    const escrow = await funded(shop, order);
    const receipt = (await told()).at(-1)?.params as Json;
    expect(receipt).toMatchObject({ review_seconds: 3 * DAY, deliver_until: receipt["paid_at"] + 10 * DAY });

    await submit(shop, escrow);
    const [{ params }] = (await told()) as [Row];
    const since = await shop.get("/test_helpers/clock");
    expect(params["approve_at"] - 3 * DAY).toBeGreaterThan(since.body["now"] - 60);
    expect(params["approve_at"] - 3 * DAY).toBeLessThanOrEqual(since.body["now"]);

    await world.advance(3 * DAY);
    expect(await toldTemplates()).toEqual(["order_completed"]);
  });

  test("an order that is not paid in time ends, and says what becomes of the money", async () => {
    await confirmed(shop, order);
    const begun = await confirmed(shop, order);
    await pay(shop, begun, { amount: "100.00" });
    await told();
    await world.advance(3 * DAY);
    const ends = await told();
    expect(ends.map(({ template, params }) => [template, params["because"], params["refunded"]]).sort()).toEqual([
      ["order_expired", "unpaid", "0"],
      ["order_expired", "unpaid", "10000"],
    ]);
  });

  test("an order that is not delivered in time ends, once, however many notice it", async () => {
    await setTimers(null, DAY);
    const escrow = await funded(shop, order);
    await told();
    const other = await world.another({ role: "web" });
    const there = world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
    await world.db.query({ name: "pass a day", text: "update test_clock set offset_seconds = offset_seconds + 86400" });
    const reads = [shop, there].flatMap((who) => [1, 2, 3].map(() => who.get(`/escrows/${escrow["id"]}`)));
    for (const read of await Promise.all(reads)) expect(read.body["status"]).toBe("DEADLINE_EXPIRED");
    expect(await told()).toMatchObject([
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
    await told();
    await shop.post(`/test_helpers/escrows/${declined["id"]}/decline`, {});
    expect(await told()).toMatchObject([
      { template: "order_cancelled", params: { by: "buyer", released: "0", refunded: "0" } },
    ]);
    await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {});
    const [mail] = await told();
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
    await told();
  });
  const dispute = (index: number): Promise<Json> => asBuyer(shop, escrow, "dispute", index, { reason: "in pieces" });

  test("each one is confirmed, with the number of the case", async () => {
    const disputed = await dispute(0);
    expect(await told()).toMatchObject([
      {
        template: "dispute_opened",
        params: { part: "Dispatched with tracking", dispute: disputed["dispute_reference"] },
      },
    ]);
    await dispute(1);
    expect(await told()).toMatchObject([
      { template: "dispute_opened", params: { part: "Delivered and checked", dispute: disputed["dispute_reference"] } },
    ]);
  });

  test("resumed: what the part went back to, and that another one is still open", async () => {
    await dispute(0);
    await dispute(1);
    await told();
    await resolve(shop, escrow, { outcome: "resume" });
    expect(await told()).toMatchObject([
      { template: "dispute_resolved", params: { outcome: "to_review", other_disputes: true, approve_at: null } },
    ]);
    await resolve(shop, escrow, { outcome: "resume" });
    expect(await told()).toMatchObject([
      {
        template: "dispute_resolved",
        params: { part: "Delivered and checked", outcome: "to_deliver", other_disputes: false },
      },
    ]);
  });

  test("released: how much, and the end of the order where it was the last part", async () => {
    await dispute(0);
    await told();
    await resolve(shop, escrow, { outcome: "release" });
    expect(await told()).toMatchObject([
      { template: "dispute_resolved", params: { outcome: "released", amount: "9990", other_disputes: false } },
    ]);
    await dispute(1);
    await told();
    await resolve(shop, escrow, { outcome: "release" });
    expect(await told()).toMatchObject([{ template: "order_completed", params: { after_dispute: true } }]);
  });

  test("settled: one mail with the split, however many parts it ends", async () => {
    await dispute(0);
    await told();
    await resolve(shop, escrow, { outcome: "settle", release: "100.00", refund: "149.90" });
    const [mail, ...more] = await told();
    expect(mail).toMatchObject({ template: "order_settled", params: { released: "10000" } });
    expect(Number(mail?.params["refunded"])).toBeGreaterThan(14_990);
    expect(more).toEqual([]);
  });

  test("settled without a refund: completed", async () => {
    await dispute(1);
    await told();
    await resolve(shop, escrow, { outcome: "settle", release: "249.90", refund: "0.00" });
    expect(await told()).toMatchObject([{ template: "order_completed", params: { after_dispute: true } }]);
  });

  test("resumed under a review window: until when the delivery waits again", async () => {
    await setTimers(3 * 86_400, null);
    escrow = await funded(shop, twoParts);
    await submit(shop, escrow, 0);
    await dispute(0);
    await told();
    await resolve(shop, escrow, { outcome: "resume" });
    const [mail] = await told();
    const { body: clock } = await shop.get("/test_helpers/clock");
    expect(mail?.params["approve_at"]).toBeGreaterThan(clock["now"] + 3 * 86_400 - 60);
  });
});

describe("one step, one mail", () => {
  test("of ten submissions at once, in two processes, one is a step", async () => {
    const escrow = await funded(shop, order);
    await told();
    const other = await world.another({ role: "web" });
    const there = world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
    const body = { submission_details: "DHL 4410 8823 7712" };
    const replies = await Promise.all(
      [shop, there].flatMap((who) => [1, 2, 3, 4, 5].map(() => who.post(submitPath(escrow), body))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await toldTemplates()).toEqual(["delivery_submitted"]);
  });

  test("ten confirmations at once are one order and one mail", async () => {
    const session = await openSession(shop, order);
    const path = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.post(path, {})));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await toldTemplates()).toEqual(["order_created"]);
  });

  test("what is refused tells nobody", async () => {
    const escrow = await confirmed(shop, order);
    await told();
    expectRefusal(await shop.post(submitPath(escrow), { submission_details: "x" }), 409, "escrow_not_funded");
    expectRefusal(await shop.post(buyerPath(escrow, "dispute"), { reason: "x" }), 409, "invalid_state");
    expectRefusal(await shop.post(buyerPath(escrow, "approve"), {}), 409, "invalid_state");
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/decline`, {});
    await told();
    expectRefusal(await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {}), 409, "invalid_state");
    expect(await told()).toEqual([]);
  });

  test("a step that can't be written leaves neither event nor mail; tried again it leaves one of each", async () => {
    const escrow = await funded(shop, order);
    await told();
    const before = await eventTypes(shop);
    await world.db.query({
      name: "refuse mails",
      text: "alter table mails add constraint no_mail_today check (template <> 'delivery_submitted') not valid",
    });
    const refused = await shop.post(submitPath(escrow), { submission_details: "x" });
    expectRefusal(refused, 500, "internal_error");
    expect(await eventTypes(shop)).toEqual(before);
    expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("IN_ESCROW");
    await world.db.query({ name: "allow mails", text: "alter table mails drop constraint no_mail_today" });
    await submit(shop, escrow);
    expect(await toldTemplates()).toEqual(["delivery_submitted"]);
  });
});

describe("who is told, and how", () => {
  test("the language is the one that the buyer reads at that moment", async () => {
    const speak = (email: string, locale: string): Promise<unknown> =>
      world.db.query({
        name: "speak",
        text: `insert into buyers (email, locale, created) values ($1, $2, 1)
               on conflict (email) do update set locale = excluded.locale`,
        values: [email, locale],
      });
    await speak("amina@example.com", "sw");
    const session = await openSession(shop, ORDER);
    const path = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
    const { body: escrow } = await shop.post(path, { buyer_email: "Amina@Example.com" });
    await speak("amina@example.com", "pt");
    await pay(shop, escrow);
    expect((await told()).map(({ recipient, params }) => [recipient, params["locale"]])).toEqual([
      ["Amina@Example.com", "sw"],
      ["Amina@Example.com", "pt"],
    ]);
  });

  test("buyers of two shops in one batch are told of their own orders, by the right name", async () => {
    const other = await world.merchant("Tom & Jerry's");
    const escrows = await Promise.all(
      [shop, other, shop, other].map((who, index) =>
        confirmed(who, { ...ORDER, title: `Order ${index}`, customer_email: `buyer${index}@example.com` }),
      ),
    );
    const mails = await told([shop, other]);
    const facts = mails.map(({ recipient, params }) => [
      recipient,
      params["title"],
      params["seller"],
      params["seller_code"],
      params["escrow"],
    ]);
    expect(facts.sort()).toEqual([
      ["buyer0@example.com", "Order 0", "Northwind Ceramics", shop.sellerCode, escrows[0]?.["id"]],
      ["buyer1@example.com", "Order 1", "Tom & Jerry's", other.sellerCode, escrows[1]?.["id"]],
      ["buyer2@example.com", "Order 2", "Northwind Ceramics", shop.sellerCode, escrows[2]?.["id"]],
      ["buyer3@example.com", "Order 3", "Tom & Jerry's", other.sellerCode, escrows[3]?.["id"]],
    ]);
  });

  test("the mailbox has the words, and a link to the order's page", async () => {
    const escrow = await funded(shop, order);
    const { body } = await shop.get(`/test_helpers/mailbox?to=${BUYER}`);
    expect(body["data"].map((mail: Json) => mail["subject"])).toEqual([
      "Payment received: Hand-thrown dinner set",
      "Your order: Hand-thrown dinner set",
    ]);
    const url = `${world.service.publicUrl}/orders/${shop.sellerCode}/${escrow["id"]}`;
    for (const mail of body["data"]) {
      expect(mail["html"]).toContain(`href="${url}"`);
      expect(mail["text"].split("\n")).toContain(url);
    }
    expect(plain(body["data"][0]["text"])).toContain("We have received your payment of $256.45");
  });

  test("everything that a title may hold is told: quotes, signs of JSON, and what PostgreSQL might misread", async () => {
    const title = `"}'); drop table mails; -- \\u0000 {"a":[1,2]} \u{10ffff} %s $1`;
    const escrow = await confirmed(shop, { ...order, title });
    const [mail] = await told();
    expect(mail?.params["title"]).toBe(title);
    expect(escrow["title"]).toBe(title);
  });
});
