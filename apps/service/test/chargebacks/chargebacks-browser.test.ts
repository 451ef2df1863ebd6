/** Pages of chargebacks in a real browser: on a phone and on a desk, in the light and in the dark. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { newPerson, SELLER_COOKIE } from "../console/seller.js";
import { newOperator, sqlOf } from "../desk/operator.js";
import { startWorld, type World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { openPurse } from "../wallet/wallet.js";
import { openBank } from "./dispute.js";

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("what an operator and a seller see of a chargeback", { ...wide(), timeout: LONG.timeout }, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  const purse = openPurse(world, shop);
  const escrow = await purse.earn("100.00");
  await purse.requested(await purse.destination(), "60.00");
  await openBank(world, { shop, executor: purse.executor }).says(escrow, "opened", { fee: 1_500n });
  const [row] = await sqlOf(world)("select id from chargebacks where escrow_id = $1", [escrow["id"]]);
  const [grace, owner] = [await newOperator(world), await newPerson(world, shop)];
  const looks = [
    [grace, "/desk/chargebacks", "desk-chargebacks"],
    [grace, `/desk/chargebacks/${row?.["id"]}`, "desk-chargeback"],
    [owner, `/console/${shop.sellerCode}/escrows/${escrow["id"]}`, "console-chargeback"],
    [owner, `/console/${shop.sellerCode}/wallet`, "console-wallet"],
  ] as const;
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  for (const [person, path, name] of looks) {
    await context.addCookies([{ name: SELLER_COOKIE, value: person.token, url: world.url }]);
    await page.goto(world.url + path);
    await expectGood(page, TWO_LOOKS, name);
  }
  // The evidence is there to be read, and goes where it is sent.
  await context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  await page.goto(`${world.url}/desk/chargebacks/${row?.["id"]}`);
  expect(await page.getByLabel("What happened").inputValue()).toContain("The seller delivered the order");
  await page.getByRole("button", { name: "Send to the bank" }).click();
  expect(await page.getByRole("main").innerText()).toContain("The evidence is with the provider");
  expect(await page.getByRole("main").innerText()).toContain("Answered");
});
