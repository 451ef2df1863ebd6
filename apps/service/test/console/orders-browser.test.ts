/** Sessions and escrows in the console as a person sees them: on a phone and a desk, by day and by night. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, ownComplaints, TWO_LOOKS } from "../pages/browser.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { DINNER_SET } from "../pages/orders.js";
import { asBuyer, confirmed, funded, openSession, pay, submit } from "../stories.js";
import { consoleOf, newPerson, type Person, SELLER_COOKIE } from "./seller.js";

let world: World;
let shop: Merchant;
let home: string;
let owner: Person;
let browser: Browser;
let escrow: Json;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  home = consoleOf(shop);
  owner = await newPerson(world, shop);
  await world.db.query({
    name: "test: endpoint and timers",
    text: `with timers as (update accounts set review_window_seconds = 259200, delivery_deadline_seconds = 1209600 where id = $1)
      insert into webhook_endpoints (slot, account_id, id, url, status, secret, since_number, created)
      values (1, $1, gen_random_uuid(), 'https://shop.northwind.example/hooks/escrow', 'DISABLED', 'x', 0, service_now())`,
    values: [shop.account],
  });
  await openSession(shop, { ...DINNER_SET, customer_email: "grace@example.com", metadata: { cart: "7731" } });
  for (const text of HOSTILE_TEXTS.filter((_, index) => index % 16 === 2)) {
    await confirmed(shop, { ...DINNER_SET, title: text, external_reference: text, milestones: [] });
  }
  await asBuyer(shop, await submit(shop, await funded(shop, DINNER_SET)), "approve");
  await asBuyer(shop, await funded(shop, DINNER_SET), "dispute", 1, { reason: "Two plates are broken." });
  const ours = await confirmed(shop, { ...DINNER_SET, metadata: { cart: "7731" } });
  await pay(shop, ours, { amount: "100.00" });
  escrow = await submit(shop, await pay(shop, ours), 0, "DHL 4410 8823 7712, two parcels.");
  escrow = await asBuyer(shop, escrow, "request_revision", 0, {
    reason: "The lid of the pot is missing.\nPlease send it.",
  });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** By the name under which a picture of it is kept. */
const pages = (): Readonly<Record<string, string>> => ({
  sessions: `${home}/sessions`,
  session: `${home}/sessions/${escrow["checkout_session"]}`,
  newSession: `${home}/sessions/new`,
  escrows: `${home}/escrows`,
  nothing: `${home}/escrows?q=nothing+that+is&status=to_deliver&from=2026-01-01`,
  escrow: `${home}/escrows/${escrow["id"]}`,
  submit: `${home}/escrows/${escrow["id"]}/milestones/${escrow["milestones"][0].id}/submit`,
  cancel: `${home}/escrows/${escrow["id"]}/cancel`,
});

test("every page is whole and accessible, at both widths, light and dark", { ...wide(), ...LONG }, async () => {
  const watched = await openPage(browser, TWO_LOOKS[0]);
  const { page, context, requests } = watched;
  await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
  for (const [name, path] of Object.entries(pages())) {
    await page.goto(world.url + path);
    await expectGood(page, TWO_LOOKS, name);
    expect(await page.getByRole("heading", { level: 1 }).count(), name).toBe(1);
  }
  expect(ownComplaints(watched)).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  await context.close();
});

test(
  "a link is made and copied, and the page of the escrow learns of the delivery's approval by itself",
  wide(),
  async () => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
    await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
    await page.goto(`${world.url}${home}/sessions`);
    await page.getByRole("link", { name: "New payment link" }).click();
    await page.getByLabel("Item or service").fill("A teapot");
    await page.getByLabel("Amount in US dollars").fill("80");
    await page.getByLabel("Amount in US dollars").press("Enter");
    await page.getByText("The payment link is ready").waitFor();
    await expect.poll(() => page.getByRole("main").innerText()).toContain(`/pay/${shop.sellerCode}/cs_`);
    // The script of the page shows it.
    await page.getByRole("button", { name: "Copy" }).waitFor();

    const one = await funded(shop);
    await page.goto(`${world.url}${home}/escrows/${one["id"]}`);
    await page.getByRole("link", { name: "Mark as shipped: " }).click();
    await page.getByLabel("What was shipped").fill("On your doorstep.");
    await page.getByRole("button", { name: "Mark as shipped" }).click();
    await page.getByText("Waiting for the buyer to review").waitFor();
    // News wait for what somebody is writing.
    await page.getByLabel("Add a note").fill("Ask about the glaze");
    await asBuyer(shop, one, "approve");
    for (let look = 0; look < 2; look += 1) await page.waitForResponse((answer) => answer.url().endsWith("/status"));
    expect(await page.getByLabel("Add a note").inputValue()).toBe("Ask about the glaze");
    await page.getByLabel("Add a note").fill("");
    await page.getByText("The order ended: Completed.").waitFor();
    await context.close();
  },
);
