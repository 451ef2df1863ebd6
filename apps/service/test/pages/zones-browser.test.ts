/** Where a browser is: its script says it once, and from then on the service writes what the script wrote. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson, SELLER_COOKIE } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { funded } from "../stories.js";
import { openBrowser } from "./browser.js";

let world: World;
let browser: Browser;
let shop: Merchant;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("the page's script says where the browser is, once, and what it writes is what the service writes then", async () => {
  const escrow = await funded(shop);
  const grace = await newPerson(world, shop);
  const context = await browser.newContext({ timezoneId: "America/St_Johns", locale: "en-GB" });
  await context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  const page = await context.newPage();
  const moments = async (): Promise<readonly string[]> => {
    await page.goto(`${world.url}/console/${shop.sellerCode}/escrows/${escrow["id"]}`);
    return page.locator("time").allTextContents();
  };
  const [byScript, byService] = [await moments(), await moments()];
  expect(byScript.some((text) => / UTC-[23]:30$/.test(text))).toBe(true);
  expect(byService).toEqual(byScript);
  expect(await page.locator("[data-moment]").count()).toBe(0);
  expect(await page.locator("[data-zone]").textContent()).toMatch(/^America\/St Johns \(UTC-[23]:30\)$/);
});
