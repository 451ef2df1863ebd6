/** Payments by rails of the operator's own in a real browser: what the buyer reads and says, and what operators do about it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { SELLER_COOKIE } from "../console/seller.js";
import type { World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { PNG } from "../pages/orders-area.js";
import { askedByBank, KCB_QR, newOperatorOf, startRailWorld, tellPaid } from "../rails-fixture.js";
import { ORDER } from "../stories.js";

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startRailWorld([KCB_QR]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("a buyer says that it was paid, and an operator does not find it", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  const asked = await askedByBank(world, shop, ORDER);
  const grace = await newOperatorOf(world, "Grace");
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([...asked.buyer.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await page.goto(world.url + asked.path);
  await expectGood(page, TWO_LOOKS, "rail-account");
  await page.getByLabel("Receipt (optional)").setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: PNG });
  await page.getByRole("button", { name: "I’ve paid" }).click();
  await page.getByText("We’re looking for your payment").waitFor();
  await expectGood(page, TWO_LOOKS, "rail-claimed");

  const home = `/desk/receipts/${shop.sellerCode}/${asked.escrow["id"]}/${asked.payment}`;
  const desk = await openPage(browser, { width: 1280, colorScheme: "light" });
  await desk.context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  await desk.page.goto(`${world.url}/desk/receipts`);
  await expectGood(desk.page, TWO_LOOKS, "desk-receipts");
  await desk.page.goto(world.url + home);
  await desk.page.getByRole("button", { name: "Book the receipt" }).click();
  await expectGood(desk.page, TWO_LOOKS, "desk-receipt");
  await desk.page
    .getByLabel("Reason")
    .fill("There is nothing with this reference yet. Send us the bank’s own receipt.");
  await desk.page.getByRole("button", { name: "Tell the buyer" }).click();
  expect(await desk.page.getByRole("main").innerText()).toContain("The buyer reads your reason");

  // Nobody reloads it: the page says it by itself.
  await page.getByRole("alert").filter({ hasText: "There is nothing with this reference yet." }).waitFor();
  await expectGood(page, TWO_LOOKS, "rail-not-found");
  expect((await tellPaid(world, asked)).status).toBe(303);
});
