/** A phone number as a buyer and a seller type it, in a browser: which country it is taken for is seen before anything is asked of it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleOf, newPerson, SELLER_COOKIE } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { newVisitor, type Visitor } from "../visitor.js";
import { expectGood, LONG, openBrowser, openPage } from "./browser.js";
import { DINNER_SET, pagePath } from "./orders.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let ada: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  ada = newVisitor(world);
  await ada.signIn("ada@example.com");
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("a buyer chooses a country, types a number as at home, and is asked for the money there", LONG, async () => {
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await page.goto(`${world.url}${pagePath(shop, await openSession(shop, DINNER_SET))}`);
  await page.getByRole("radio", { name: /Mobile money/ }).check();
  await page.getByLabel("Country", { exact: true }).selectOption("KE");
  await page.getByLabel("Phone number").fill("٠٧١٢ ٣٤٥ ٦٧٨");
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  await page.getByLabel("Phone number").waitFor({ state: "detached" });
  await expectGood(page);
  const [payment] = await world.db.query({ name: "test: phone asked", text: "select phone from payments", values: [] });
  expect(payment).toEqual({ phone: "+254712345678" });
  await context.close();
});

test("a seller sees which number a payout account will have", LONG, async () => {
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  const owner = await newPerson(world, shop);
  await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
  await page.goto(`${world.url}${consoleOf(shop)}/wallet/destinations/new`);
  await expectGood(page);
  await page.getByLabel("Name").fill("Ada Byron");
  await page.getByLabel("Country").selectOption("GH");
  await page.getByLabel("Phone number").fill("244123456");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("+233 24 412 3456 in Ghana?").waitFor();
  await expectGood(page);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("•••• 3456").waitFor();
  await context.close();
});
