/** What Stripe keeps no longer than so many days stops the dates of orders before, with a sentence. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";

const { providers } = readConfig({
  PROVIDERS: "stripe",
  STRIPE_SECRET_KEY: "rk_test_00000000",
  STRIPE_WEBHOOK_SECRETS: "whsec_00000000",
  STRIPE_CONNECT: "on",
  STRIPE_HOLD_DAYS: "60",
  STRIPE_API_BASE: "http://127.0.0.1:9",
});

let world: World;
let shop: Merchant;
let owner: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web", providers });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
});
afterAll(() => world?.close());

const save = (delivery: string, review: string) =>
  owner.post(`${consoleOf(shop)}/settings/terms`, { delivery, review });

test("deadlines that add up to more than the holder keeps money are not saved, and the page says how much may be", async () => {
  const refused = await save("30", "own");
  expect(refused.status).toBe(422);
  const own = { delivery: "own", delivery_days: "50", review: "own", review_days: "11" };
  const tooLong = await owner.post(`${consoleOf(shop)}/settings/terms`, own);
  expect(tooLong.status).toBe(422);
  expect(tooLong.html).toContain("A buyer’s payment can be held for 60 days at most.");
  expect(tooLong.html).toContain('value="50"');
  expect((await owner.post(`${consoleOf(shop)}/settings/terms`, { ...own, review_days: "10" })).status).toBe(303);
  expect((await save("off", "30")).status).toBe(303);
});

test("an order that was offered with longer ones can't be paid, and says so", async () => {
  await world.db.query({
    name: "test: longer terms",
    text: "update accounts set delivery_deadline_seconds = 80 * 86400, review_window_seconds = 30 * 86400 where id = $1",
    values: [shop.account],
  });
  const session = await openSession(shop);
  const page = await (await fetch(session["url"])).text();
  expect(page).not.toContain('name="method"');
  expect(page).toContain("60 days");
});
