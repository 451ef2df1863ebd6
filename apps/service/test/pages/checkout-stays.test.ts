/** How long money may stay at a provider, beside how long an order may take: the method is not offered, or the buyer is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { type Doubles, openDoubles } from "../providers/doubles.js";
import { openSession } from "../stories.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { DINNER_SET, pagePath } from "./orders.js";

const DAY = 86_400;

let doubles: Doubles;
let world: World;
let shop: Merchant;
let ada: Visitor;
beforeAll(async () => {
  doubles = await openDoubles({ PROVIDERS: "stripe", STRIPE_METHODS: "card", STRIPE_HOLD_DAYS: "30" });
  world = await startWorld({ providers: doubles.providers });
  shop = await world.merchant();
  ada = newVisitor(world);
  await ada.signIn("ada@example.com");
});
afterAll(async () => {
  await world?.close();
  await doubles?.close();
});

/** The page of a new order that may take so many days, and how many payments a click on it begins. */
async function order(days: number | null): Promise<{ readonly html: string; readonly begun: number }> {
  await world.db.query({
    name: "test: set terms",
    text: "update accounts set review_window_seconds = $2, delivery_deadline_seconds = $3 where id = $1",
    values: [shop.account, 7 * DAY, days === null ? null : (days - 7) * DAY],
  });
  const path = pagePath(shop, await openSession(shop, DINNER_SET));
  const { html } = await ada.get(path);
  const count = async (): Promise<number> =>
    (await world.db.query({ name: "test: payments", text: "select 1 from payments" })).length;
  const before = await count();
  await ada.post(`${path}/confirm`, { method: "card" });
  return { html, begun: (await count()) - before };
}

const TOLD = "We can refund a payment made this way for 30 days.";

test("an order that ends in time is paid without a word", async () => {
  const { html, begun } = await order(30);
  expect(html).not.toContain(TOLD);
  expect(begun).toBe(1);
});

test("an order that may take longer is not paid this way", async () => {
  const { html, begun } = await order(31);
  expect(html).not.toContain('value="card"');
  expect(begun).toBe(0);
});

test("the buyer of an order without an end is told before paying", async () => {
  const { html, begun } = await order(null);
  expect(html).toContain(TOLD);
  expect(begun).toBe(1);
});
