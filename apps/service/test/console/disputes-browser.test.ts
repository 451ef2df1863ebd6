/** A dispute as both sides see it: without scripts, at both widths, and with words that want to run. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
} from "../pages/browser.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, escrowNow, fundedBy, orderPath, PNG, signedIn } from "../pages/orders-area.js";
import { asBuyer, submit } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { consolePath, voices } from "./dispute-stories.js";
import { newPerson } from "./seller.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let ada: Visitor;
let seller: Visitor;
let said: ReturnType<typeof voices>;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  seller = await newPerson(world, shop);
  said = voices(world, shop);
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});

const wear = (context: BrowserContext, { cookies }: Visitor): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.url })));

async function disputed(order: Json = DINNER_SET): Promise<Json> {
  const escrow = await fundedBy(shop, ADA, order);
  await submit(shop, escrow);
  return asBuyer(shop, escrow, "dispute", 0, { reason: "Two of the bowls arrived cracked." });
}

const list = (): string => `/console/${shop.sellerCode}/disputes`;
const saysMain = (page: Page): Promise<string> => page.getByRole("main").innerText();

test("without scripts: the seller writes and hands in, the buyer offers, the seller accepts", wide(), async () => {
  const escrow = await disputed();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  await wear(context, seller);
  await page.goto(world.url + list());
  await page.getByRole("link", { name: DINNER_SET.title }).click();
  await page.getByLabel("Statement").fill("It was whole when it left us.");
  await page.getByLabel("Files").setInputFiles([{ name: "crate.png", mimeType: "image/png", buffer: PNG }]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("Your message was sent");

  const buyer = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
  const order = await buyer.newPage();
  await wear(buyer, ada);
  await order.goto(world.url + orderPath(shop, escrow));
  const [file] = await Promise.all([
    order.waitForEvent("download"),
    order.getByRole("link", { name: "crate.png" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("crate.png");
  await order.getByRole("link", { name: "Offer a split" }).click();
  await order.getByLabel("Back to you").fill("300");
  await order.getByRole("button", { name: "Send offer" }).click();
  await expect
    .poll(() => order.getByRole("alert").innerText())
    .toBe("Enter at most $249.90, which is all there is to split.");
  await order.getByLabel("Back to you").fill("49.90");
  await order.getByRole("button", { name: "Send offer" }).click();
  await expect.poll(() => order.getByRole("status").innerText()).toContain("Your offer is pending");

  await page.reload();
  await page.getByRole("link", { name: "Review offer" }).click();
  await expect.poll(() => saysMain(page)).toContain("$200.00 goes to your wallet.");
  await page.getByRole("button", { name: "Accept and settle" }).dblclick();
  await page.getByRole("status").or(page.getByRole("alert")).waitFor();
  expect((await escrowNow(shop, escrow))["status"]).toBe("CLOSED");
  await order.reload();
  await expect.poll(() => saysMain(order)).toContain("This dispute is over.");
  await Promise.all([context.close(), buyer.close()]);
});

describe("every page is accessible and fits", () => {
  let visits: readonly (readonly [Visitor, string])[];
  beforeAll(async () => {
    const open = await disputed();
    const over = await disputed();
    await said.writes(open, "merchant", "The parcel was whole when it left us.\nThe courier has signed for it.");
    await said.offers(open, "buyer", [4_990n, 20_000n]);
    await said.offers(open, "merchant", [20_000n, 4_990n], "Keep the set, take a fifth back.");
    await said.offers(over, "merchant", [20_000n, 4_990n]);
    await said.accepts(over, "buyer", 1);
    const order = orderPath(shop, open);
    visits = [
      [ada, order],
      [ada, `${order}/dispute/write`],
      [ada, `${order}/dispute/offer`],
      [ada, `${order}/dispute/offers/2/accept`],
      [seller, list()],
      [seller, consolePath(shop, open)],
      [seller, `${consolePath(shop, open)}/offers/1/accept`],
      [seller, consolePath(shop, over)],
    ];
  });

  test("at both widths, light and dark", { ...wide(), ...LONG }, async () => {
    const watched = await openPage(browser, TWO_LOOKS[0]);
    for (const [visitor, path] of visits) {
      await wear(watched.context, visitor);
      expect((await watched.page.goto(world.url + path))?.status(), path).toBe(200);
      await expectGood(watched.page, TWO_LOOKS);
    }
    expect(ownComplaints(watched)).toEqual([]);
    await watched.context.close();
  });
});

test("words that want to run are words, in every field of both sides", wide(), async () => {
  const [title = ""] = HOSTILE_TEXTS;
  const escrow = await disputed({ ...DINNER_SET, title, external_reference: title });
  const half = Math.ceil(HOSTILE_TEXTS.length / 2);
  for (const [at, text] of HOSTILE_TEXTS.entries()) await said.writes(escrow, at < half ? "buyer" : "merchant", text);
  for (const text of HOSTILE_TEXTS.slice(0, 20)) await said.offers(escrow, "buyer", [0n, 24_990n], text);
  for (const text of HOSTILE_TEXTS.slice(20, 40)) await said.offers(escrow, "merchant", [0n, 24_990n], text);
  const order = orderPath(shop, escrow);
  const visits: readonly (readonly [Visitor, readonly string[]])[] = [
    [ada, [order, `${order}/dispute/offers/40/accept`]],
    [seller, [list(), consolePath(shop, escrow), `${consolePath(shop, escrow)}/offers/20/accept`]],
  ];
  for (const [visitor, paths] of visits) {
    const watched = await openPage(browser, { width: 390, colorScheme: "light" });
    await wear(watched.context, visitor);
    for (const path of paths) {
      expect((await watched.page.goto(world.url + path))?.status(), path).toBe(200);
      expect(await watched.page.evaluate("globalThis.__owned"), path).toBeUndefined();
      await expectNoSidewaysScroll(watched.page);
    }
    expect(ownComplaints(watched)).toEqual([]);
    expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
    await watched.context.close();
  }
});
