/** How long money may stay at a provider, beside how long an order may take: the method is not offered, or the buyer is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { gathered } from "../../src/providers/open.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { type Doubles, openDoubles } from "../providers/doubles.js";
import { openStripeStage, type StripeStage } from "../providers/stripe/stage.js";
import { confirmed, openSession } from "../stories.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { DINNER_SET, pagePath } from "./orders.js";

const DAY = 86_400;
const TOLD = "We can refund a payment made this way for 90 days.";

let doubles: Doubles;
let world: World;
let shop: Merchant;
let stripe: StripeStage;
let ada: Visitor;
beforeAll(async () => {
  doubles = await openDoubles({ PROVIDERS: "stripe", STRIPE_METHODS: "card" });
  world = await startWorld({ role: "web", providers: doubles.providers });
  shop = await world.merchant();
  stripe = await openStripeStage(world.db);
  ada = newVisitor(world);
  await ada.signIn("ada@example.com");
});
afterAll(async () => {
  await stripe?.close();
  await world?.close();
  await doubles?.close();
});

type Seen = { readonly isOffered: boolean; readonly isTold: boolean; readonly isBegun: boolean };

/** What the page of a new order says that may take so many days, and whether a payment of another one begins. */
async function order(days: number | null): Promise<Seen> {
  await world.db.query({
    name: "test: set terms",
    text: "update accounts set review_window_seconds = $2, delivery_deadline_seconds = $3 where id = $1",
    values: [shop.account, 7 * DAY, days === null ? null : (days - 7) * DAY],
  });
  const { html } = await ada.get(pagePath(shop, await openSession(shop, DINNER_SET)));
  const { id } = await confirmed(shop, DINNER_SET);
  const providers = gathered([stripe.adapter], { db: world.db });
  const wanted = { account: shop.account as AccountId, escrow: id as EscrowId, method: "card" } as const;
  const { ok: isBegun } = await startPayment({ executor: openExecutor(world.db), providers }, wanted);
  return { isOffered: html.includes('value="card"'), isTold: html.includes(TOLD), isBegun };
}

test("an order that ends in time is paid without a word", async () => {
  expect(await order(90)).toEqual({ isOffered: true, isTold: false, isBegun: true });
});

test("an order that may take longer is not paid this way", async () => {
  expect(await order(91)).toEqual({ isOffered: false, isTold: false, isBegun: false });
});

test("the buyer of an order without an end is told before paying", async () => {
  expect(await order(null)).toEqual({ isOffered: true, isTold: true, isBegun: true });
});
