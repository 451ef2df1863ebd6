/** A seller's day without a mouse: finds an order by the search box, writes a note, delivers it, and refunds another. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openBrowser, openPage, ownComplaints, tabTo, type Watched } from "../pages/browser.js";
import { escrowNow } from "../pages/orders-area.js";
import { funded } from "../stories.js";
import { consoleOf, newPerson, SELLER_COOKIE } from "./seller.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let watched: Watched;
let page: Page;
let bowl: Json;
let vase: Json;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  bowl = await funded(shop, { title: "Celadon bowl", amount: "40.00" });
  vase = await funded(shop, { title: "Tall vase", amount: "95.00" });
  const owner = await newPerson(world, shop);
  watched = await openPage(browser, { width: 1280, colorScheme: "light" });
  await watched.context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
  page = watched.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});

const says = (text: string | RegExp): Promise<void> => page.getByRole("main").getByText(text).first().waitFor();

/** Opens the search box, and goes to the order that it finds first. */
async function find(keys: string, title: string): Promise<void> {
  await page.keyboard.press(keys);
  const box = page.getByRole("dialog");
  await box.getByRole("searchbox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(title.slice(0, 7));
  // Before anything is typed it shows the newest, and counts nothing.
  await expect.poll(() => box.getByRole("status").innerText()).not.toBe("");
  await box.locator("li a").first().filter({ hasText: title }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

test("/ opens the search box; the order that it finds gets a note, and is delivered", wide(), async () => {
  await page.goto(`${world.url}${consoleOf(shop)}`);
  await find("/", "Celadon bowl");
  await tabTo(page, "Add a note");
  // There a slash is a slash.
  await page.keyboard.type("Pack it in straw/paper");
  await tabTo(page, "Save note");
  await page.keyboard.press("Enter");
  await says("Pack it in straw/paper");
  await tabTo(page, "Mark as shipped");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Mark as shipped" }).waitFor();
  await tabTo(page, "What was shipped");
  await page.keyboard.type("On your doorstep.");
  await tabTo(page, "Mark as shipped");
  await page.keyboard.press("Enter");
  await says("Marked as shipped. We emailed the buyer, who can now review it.");
  expect((await escrowNow(shop, bowl))["milestones"][0].status).toBe("AWAITING_REVIEW");
  expect(ownComplaints(watched)).toEqual([]);
});

test("so does Ctrl K, from a field as well; Escape closes it, and an order is refunded", wide(), async () => {
  await page.goto(`${world.url}${consoleOf(shop)}/escrows/${bowl["id"]}`);
  await tabTo(page, "Add a note");
  await page.keyboard.press("Control+K");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await page.evaluate("document.activeElement.labels?.[0]?.textContent")).toContain("Add a note");
  // In a field it is a question mark.
  await page.keyboard.type("?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Ctrl K").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await find("Control+K", "Tall vase");
  await tabTo(page, "Cancel and refund");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Cancel and refund this order?" }).waitFor();
  await tabTo(page, "Cancel and refund $97.68");
  await page.keyboard.press("Enter");
  await says("The order is cancelled. What was held goes back to the buyer.");
  expect((await escrowNow(shop, vase))["status"]).toBe("CANCELLED");
});
