/** What sellers see of the holder of their money: each standing, and the page that stands in for its desk. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { consoleOf, SELLER_COOKIE } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import type { World } from "../harness.js";
import { expectGood, LONG, LOOKS, openBrowser, openPage, ownComplaints } from "../pages/browser.js";
import { openSeller, startHolderWorld } from "./stage.js";

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startHolderWorld();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("how a seller stands is accessible and fits, at both widths, light and dark", { ...wide(), ...LONG }, async () => {
  const seller = await openSeller(world);
  const watched = await openPage(browser, LOOKS[0] as (typeof LOOKS)[number]);
  const { page, context } = watched;
  await context.addCookies([{ name: SELLER_COOKIE, value: seller.owner.token, url: world.url }]);
  const home = `${world.url}${consoleOf(seller.shop)}`;
  const look = async (name: string, url: string): Promise<void> => {
    await page.goto(url);
    await expectGood(page, LOOKS, name);
  };
  await look("holder-none", `${home}/wallet/destinations`);
  await look("holder-notice", home);
  // Led to the holder's page by the button, which no policy of the page keeps back.
  await page.goto(`${home}/wallet/destinations`);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.waitForURL(/\/sandbox\/connect\/seller_/);
  await look("holder-desk", page.url());
  await seller.look();
  await look("holder-wanted", `${home}/wallet/destinations?said=asked`);
  await seller.decide("verify");
  await seller.look();
  await look("holder-ready", `${home}/wallet/destinations`);
  await seller.sleep(86_400);
  const order = await seller.sell("180.00");
  await seller.purse.earn("60.00");
  await seller.work();
  await seller.decide("pay");
  await seller.decide("return");
  await seller.sleep(3_600);
  await seller.decide("pay");
  await seller.look();
  await look("holder-wallet", `${home}/wallet`);
  await seller.decide("return");
  await seller.look();
  await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount: "25.00" });
  await seller.work();
  await look("holder-wallet-failed", `${home}/wallet`);
  const [sent] = await seller.payouts();
  await look("holder-payout", `${home}/wallet/payouts/${sent?.["id"]}`);
  await look("holder-desk-money", `${world.url}/sandbox/connect/${(await seller.state())?.theirId}`);
  await seller.decide("restrict");
  await seller.look();
  await seller.purse.earn("30.00");
  await seller.shop.post(`/escrows/${order["id"]}/refunds`, { amount: "50.00" });
  await seller.work();
  await seller.sleep(7_200);
  await seller.purse.earn("75.00");
  const operator = await newOperator(world, "Grace");
  await context.addCookies([{ name: SELLER_COOKIE, value: operator.token, url: world.url }]);
  await look("holder-desk-stuck", `${world.url}/desk/stuck`);
  await look("holder-desk-books", `${world.url}/desk/books`);
  await look("holder-desk-home", `${world.url}/desk`);
  await context.addCookies([{ name: SELLER_COOKIE, value: seller.owner.token, url: world.url }]);
  await look("holder-stopped", `${home}/wallet/destinations`);
  await look("holder-stopped-notice", home);
  expect(ownComplaints(watched)).toEqual([]);
  await context.close();
});
