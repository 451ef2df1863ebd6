/** The wallet as a person sees it: every page at both widths, light and dark, and a payout that is followed to its end. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, ownComplaints, TWO_LOOKS } from "../pages/browser.js";
import { WORST } from "../pages/hostile.js";
import { asBuyer, funded, submit, TWO_PARTS } from "../stories.js";
import { openPurse, type Purse } from "../wallet/wallet.js";
import { consoleOf, newPerson, type Person, SELLER_COOKIE } from "./seller.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let owner: Person;
let purse: Purse;
let home = "";
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  purse = openPurse(world, shop);
  home = `${world.url}${consoleOf(shop)}/wallet`;
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});

const wear = (context: BrowserContext): Promise<void> =>
  context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);

/** Everything that a page looks at, in one payout each that is paid, refused and on its way. */
async function fill(): Promise<{ readonly paid: string; readonly failed: string; readonly moving: string }> {
  const escrow = await funded(shop, TWO_PARTS);
  for (const part of [0, 1]) {
    await submit(shop, escrow, part);
    await asBuyer(shop, escrow, "approve", part);
  }
  const phone = await purse.destination({ number: "+255712345678" });
  const bank = await purse.destination({ kind: "bank", number: "DE89370400440532013000" });
  const refusing = await purse.destination({ kind: "bank", number: "1234560002" });
  const hostile = { kind: "bank", name: WORST[1] ?? "", bank: "x".repeat(140), number: "998877665544" };
  await owner.post(`${consoleOf(shop)}/wallet/destinations`, hostile);
  const [paid, failed] = [await purse.requested(phone, "40.00"), await purse.requested(refusing, "15.00")];
  await purse.makeDue();
  await purse.send();
  return { paid, failed, moving: await purse.requested(bank, "60.00") };
}

describe("a wallet with much in it", () => {
  let payouts: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    payouts = await fill();
  });

  test("is accessible and fits, at both widths, light and dark", { ...wide(), ...LONG }, async () => {
    const watched = await openPage(browser, TWO_LOOKS[0]);
    const { page, context } = watched;
    await wear(context);
    const looked = (): Promise<void> => expectGood(page, TWO_LOOKS);
    const each = Object.values(payouts).map((id) => `/payouts/${id}`);
    for (const path of ["/statement", "/destinations?said=added", ...each]) {
      await page.goto(home + path);
      await looked();
    }
    await page.goto(home);
    await page.getByLabel("Amount in US dollars").fill("1000000");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("within your available balance").waitFor();
    await looked();
    await page.getByLabel("Amount in US dollars").fill("12.5");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("heading", { name: "Pay out $12.50?" }).waitFor();
    await looked();
    await page.goto(`${home}/destinations/new?kind=bank`);
    await page.getByLabel("Account holder").fill("Ada");
    await page.getByLabel("Bank", { exact: true }).fill(" ");
    await page.getByLabel("IBAN or account number").fill("DE00");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Enter the name of the bank.").waitFor();
    await looked();
    expect(ownComplaints(watched).filter((text) => !text.includes("422"))).toEqual([]);
    await context.close();
  });

  test("a payout is asked for, and its page tells by itself that it has left", async () => {
    const { page, context } = await openPage(browser, TWO_LOOKS[0]);
    await wear(context);
    await page.goto(home);
    await page.getByLabel("Amount in US dollars").fill("20");
    await page.getByText("Mobile money •••• 5678").first().click();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: "Pay out $20.00" }).click();
    await page.getByText("Being sent").waitFor();
    await purse.makeDue();
    await page.getByText("The money has been sent").waitFor({ timeout: 10_000 });
    await context.close();
  });
});
