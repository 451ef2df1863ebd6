/** One step of an order, one mail to its buyer; in their language, by the right names. */
import { describe, expect, test } from "vitest";
import type { Json } from "../harness.js";
import {
  buyerPath,
  confirmed,
  eventTypes,
  expectRefusal,
  funded,
  ORDER,
  openSession,
  pay,
  submit,
  submitPath,
} from "../stories.js";
import { plain } from "./samples.js";
import { BUYER, inAShop, order, sentMails, sentTemplates, shop, world } from "./sent-mails.js";

inAShop();

describe("one step, one mail", () => {
  test("of ten submissions at once, in two processes, one is a step", async () => {
    const escrow = await funded(shop, order);
    await sentMails();
    const other = await world.another({ role: "web" });
    const there = world.speakAs(shop.apiKey, `http://127.0.0.1:${other.port}`);
    const body = { submission_details: "DHL 4410 8823 7712" };
    const replies = await Promise.all(
      [shop, there].flatMap((who) => [1, 2, 3, 4, 5].map(() => who.post(submitPath(escrow), body))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sentTemplates()).toEqual(["delivery_submitted"]);
  });

  test("ten confirmations at once are one order and one mail", async () => {
    const session = await openSession(shop, order);
    const path = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => shop.post(path, {})));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sentTemplates()).toEqual(["order_created"]);
  });

  test("what is refused tells nobody", async () => {
    const escrow = await confirmed(shop, order);
    await sentMails();
    expectRefusal(await shop.post(submitPath(escrow), { submission_details: "x" }), 409, "escrow_not_funded");
    expectRefusal(await shop.post(buyerPath(escrow, "dispute"), { reason: "x" }), 409, "invalid_state");
    expectRefusal(await shop.post(buyerPath(escrow, "approve"), {}), 409, "invalid_state");
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/decline`, {});
    await sentMails();
    expectRefusal(await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {}), 409, "invalid_state");
    expect(await sentMails()).toEqual([]);
  });

  test("a step that can't be written leaves neither event nor mail; tried again it leaves one of each", async () => {
    const escrow = await funded(shop, order);
    await sentMails();
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
    expect(await sentTemplates()).toEqual(["delivery_submitted"]);
  });
});

describe("who is sentMails, and how", () => {
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
    expect((await sentMails()).map(({ recipient, params }) => [recipient, params["locale"]])).toEqual([
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
    const mails = await sentMails([shop, other]);
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
    const [mail] = await sentMails();
    expect(mail?.params["title"]).toBe(title);
    expect(escrow["title"]).toBe(title);
  });
});
