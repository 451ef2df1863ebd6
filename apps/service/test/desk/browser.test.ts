/** An operator's day, as a person sees it: with a browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { share, wide } from "../bounds.js";
import { newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  expectAccessible,
  expectGood,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
  turnTo,
  type Watched,
} from "../pages/browser.js";
import { WORST } from "../pages/hostile.js";
import { actionPath, fundedBy, PNG, sendDispute, signedIn } from "../pages/orders-area.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { ORDER, submit } from "../stories.js";
import { handIn, linesOf, newOperator, refundRefused, sqlOf } from "./operator.js";
import { troubles } from "./troubles.js";

let world: World;
let shop: Merchant;
let provider: Desk;
let browser: Browser;
let grace: Person;
let watched: Watched;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant("Northwind Ceramics");
  provider = await openDesk(world, shop);
  grace = await newOperator(world);
  watched = await openPage(browser, { width: 1280, colorScheme: "light" });
  await watched.context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  page = watched.page;
  newcomer = await world.merchant("Ines Pottery");
  await handIn(world, newcomer);
  escrow = await disputed();
  owed = await refundRefused(shop, provider);
  await troubles(world, { shop, escrow, grace });
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await world?.checkLedger();
  await world?.close();
});

const main = (): Promise<string> => page.getByRole("main").innerText();
const goTo = (entry: string): Promise<void> =>
  page
    .getByRole("navigation", { name: "Desk" })
    .getByRole("link", { name: new RegExp(`^${entry}`) })
    .click();

/** A dispute with words and files of both sides. */
async function disputed(): Promise<Json> {
  const escrow = await submitted();
  const buyer = await signedIn(world, "ada@example.com");
  await sendDispute(world, buyer, {
    path: actionPath(shop, escrow, "dispute"),
    reason: "Two of the bowls arrived cracked.\nI would keep the rest.",
    files: [{ name: "crack.png", content: PNG }],
  });
  return escrow;
}

async function submitted(): Promise<Json> {
  return submit(shop, await fundedBy(shop, "ada@example.com", ORDER));
}

/** Without what the browser says of forms that came back with something to put right. */
const complaints = (): readonly string[] => ownComplaints(watched).filter((text) => !text.includes("a status of 422"));

let newcomer: Merchant;
let escrow: Json;
let owed: Json;

test("an operator's day", wide(), async () => {
  await turnTo(page, { width: 1280, colorScheme: "light" });
  await page.goto(`${world.url}/desk`);
  for (const tile of ["Verifications 1", "Open disputes 1", "Failed refunds 1", "Ledger findings 1"]) {
    expect((await main()).replaceAll(/\s+/g, " ")).toContain(tile);
  }

  // A new seller.
  await page.getByRole("link", { name: /^Verifications/ }).click();
  await page.getByRole("link", { name: "Review the submission of Ines Pottery" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "passport.png" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("passport.png");
  await page.getByRole("button", { name: "Verify account" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The account is verified");

  // What a buyer quotes leads to the order, and from there to its dispute.
  await page.keyboard.press("Control+k");
  await page.keyboard.type(String(escrow["reference_code"]).replaceAll("-", " ").toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: ORDER.title }).waitFor();
  await expectGood(page, TWO_LOOKS, "desk-order");
  await turnTo(page, { width: 1280, colorScheme: "light" });
  await page.getByRole("link", { name: "Decide the dispute" }).click();

  // A dispute, settled after a mistake in the sum.
  await goTo("Disputes");
  await page.getByRole("link", { name: ORDER.title }).click();
  await expect.poll(() => main()).toContain("Two of the bowls arrived cracked.");
  expect(await page.getByLabel("To the seller, $").isVisible()).toBe(false);
  await page.getByLabel("Split $249.90").check();
  await page.getByLabel("To the seller, $").fill("200");
  await page.getByLabel("To the buyer, $").fill("50");
  await page.getByLabel("Reason").fill("Both agree that four bowls are whole.");
  await page.getByRole("button", { name: "Review decision" }).click();
  await expect.poll(() => main()).toContain("The two amounts add up to $250.00 instead of $249.90.");
  await page.getByLabel("To the buyer, $").fill("49.90");
  await page.getByRole("button", { name: "Review decision" }).click();
  await expect.poll(() => main()).toContain("$200.00 goes to the wallet of the seller");
  await page.getByRole("button", { name: "Decide" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The dispute is resolved");
  expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("CLOSED");

  // A refund that the bank refused.
  await goTo("Stuck money");
  await expect.poll(() => main()).toContain(owed["reference_code"]);
  await page.getByRole("button", { name: "Retry with a new reference" }).click();
  await until(async () => (await provider.refunds(owed))[0]?.status === "SUCCEEDED");

  // Money in another currency, which was sent back by hand.
  const told = page.getByRole("row", { name: /Money arrived in EUR/ });
  await told.getByText("Close", { exact: true }).click();
  await expectGood(page, TWO_LOOKS, "desk-stuck-closing");
  await turnTo(page, { width: 1280, colorScheme: "light" });
  await told.getByLabel("Reason").fill("Sent back to the payer in the dashboard.");
  await told.getByRole("button", { name: "Close this notice" }).click();
  await expect.poll(() => page.getByRole("status").innerText()).toContain("The notice is closed");
  expect(await main()).not.toContain("Money arrived in EUR");

  // An account that was reported.
  await goTo("Accounts");
  await page.getByRole("main").getByRole("searchbox").fill("northwind");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: "Northwind Ceramics" }).click();
  await page.getByLabel("Reason").fill("Three buyers report the same broken bowls.");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect.poll(() => main()).toContain("The account is suspended.");
  await page.getByLabel("Share of the order, %").fill("two");
  await page.getByRole("button", { name: "Save custom fees" }).click();
  await expect.poll(() => main()).toContain("Enter a percentage from 0 to 100");

  // The books; the page shows the end of the audit by itself.
  await goTo("Ledger audit");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("The books balance").first().waitFor();
  await goTo("Webhooks");

  await goTo("Audit log");
  for (const line of [
    "Searched",
    "Opened an order",
    "Verified",
    "Resolved a dispute",
    "Retried a refund",
    "Suspended",
    "Requested an audit",
  ]) {
    await expect.poll(main).toContain(line);
  }
  expect((await linesOf(world, shop)).map(({ action }) => action)).toEqual([
    "open_order",
    "resolve_dispute",
    "retry_refund",
    "suspend",
  ]);
  expect(complaints()).toEqual([]);
});

test("what sellers and buyers write runs nowhere and breaks no page", wide(), async () => {
  for (const [index, text] of share(WORST, { nth: 2, of: 3 }).entries()) {
    const seller = await world.merchant(text.slice(0, 200));
    await newPerson(world, seller, { name: text.slice(0, 100) });
    await handIn(world, seller);
    await sqlOf(world)("update accounts set legal_name = left($2, 200), address = left($2, 500) where id = $1", [
      seller.account,
      text,
    ]);
    for (const path of [`/accounts/${seller.sellerCode}`, `/verifications/${seller.sellerCode}`, "/verifications"]) {
      await page.goto(`${world.url}/desk${path}`);
      await page.setViewportSize({ width: 390, height: 900 });
      await expectNoSidewaysScroll(page);
      if (index === 0) await expectAccessible(page);
    }
  }
  expect(complaints()).toEqual([]);
});
