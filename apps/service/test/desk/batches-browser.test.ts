/** Batches in a real browser: what operators gather, approve and end, and how sellers name their accounts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import type { Merchant, World } from "../harness.js";
import { startWorld } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { until } from "../payments/desk.js";
import { CSV } from "../providers/manual/files.js";
import { newOperatorOf, PAIN_RAIL, railsAlone } from "../rails-fixture.js";
import { openPurse } from "../wallet/wallet.js";
import { sqlOf } from "./operator.js";

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld(
    railsAlone([
      { ...PAIN_RAIL, statements: CSV },
      {
        ...PAIN_RAIL,
        id: "ach",
        name: "First Bank of New England",
        statements: CSV,
        payouts: { ...PAIN_RAIL.payouts, payees: "us" },
      },
    ]),
  );
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function pageOf({ token }: Person): Promise<Page> {
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([{ name: SELLER_COOKIE, value: token, url: world.url }]);
  return page;
}

/** Payouts that wait for a batch. */
async function wanted(shop: Merchant, amounts: readonly string[]): Promise<void> {
  const sql = sqlOf(world);
  await sql("update accounts set verification_status = 'VERIFIED' where id = $1", [shop.account]);
  const purse = openPurse(world, shop);
  await purse.earn("900.00");
  const [row] = await sql(
    `insert into payout_destinations (account_id, id, kind, name, number, bank, details, slot, created, usable_at)
     values ($1, gen_random_uuid(), 'bank', 'Northwind Ceramics and Stoneware Limited', 'DE89370400440532013000', 'Commerzbank Frankfurt', '{}', 5,
       service_now() - 90000, service_now() - 3600) returning id`,
    [shop.account],
  );
  const owner = await newPerson(world, shop);
  const home = `/console/${shop.sellerCode}/wallet`;
  for (const amount of amounts) {
    const review = await owner.post(`${home}/review`, { amount, destination: String(row?.["id"]) });
    const id = /name="id" value="([^"]+)"/.exec(review.html)?.[1] ?? "";
    await owner.post(`${home}/payouts`, { id, amount, destination: String(row?.["id"]) });
  }
  await sql("update payout_calls set due_at = 0");
  await until(async () => (await sql("select 1 from rail_outgoing")).length === amounts.length);
}

test("a batch from what is due to an order that the bank did not pay", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  await wanted(shop, ["120.00", "75.50", "310.25"]);
  const [grace, ada] = [await newOperatorOf(world, "Grace"), await newOperatorOf(world, "Lovelace")];
  const page = await pageOf(grace);
  await page.goto(`${world.url}/desk/batches`);
  await expectGood(page, TWO_LOOKS, "desk-batches");
  await page.getByRole("button", { name: "Make a batch" }).first().click();
  await page.getByText("The batch is made.").waitFor();
  await expectGood(page, TWO_LOOKS, "desk-batch-draft");
  const path = new URL(page.url()).pathname;

  const second = await pageOf(ada);
  await second.goto(world.url + path);
  await second.getByRole("button", { name: "Approve" }).click();
  await second.getByRole("button", { name: "Write the file" }).click();
  await second.getByText("The file is written.").waitFor();
  await expectGood(second, TWO_LOOKS, "desk-batch-exported");
  const [download] = await Promise.all([
    second.waitForEvent("download"),
    second.getByRole("link", { name: "Download the file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^kcb-.*\.xml$/);
  await second.getByText("It wasn’t paid").first().click();
  await second.getByLabel("The bank’s reason").first().fill("AC01: there is no such account.");
  await second.getByRole("button", { name: "Ask another operator" }).first().click();
  await page.goto(world.url + path);
  await page.getByText("Withdraw the batch").click();
  await expectGood(page, TWO_LOOKS, "desk-batch-ending");
  await page.getByLabel("Reason", { exact: true }).fill("It was never handed to the bank.");
  await page.getByRole("button", { name: "Ask to withdraw it" }).click();
  await second.goto(world.url + path);
  await expectGood(second, TWO_LOOKS, "desk-batch-withdrawal");
  await second.getByRole("button", { name: "Withdraw it" }).click();
  await second.getByText("What was in it is due again.").first().waitFor();
  await expectGood(second, TWO_LOOKS, "desk-batch-withdrawn");
});

test("a seller names an account as its payer wants it", { ...wide(), timeout: LONG.timeout }, async () => {
  const shop = await world.merchant("Ceramics of the Coast");
  const page = await pageOf(await newPerson(world, shop));
  await page.goto(`${world.url}/console/${shop.sellerCode}/wallet/destinations/new`);
  await expectGood(page, TWO_LOOKS, "destination-iban");
  await page.getByRole("link", { name: "US bank account" }).click();
  await page.getByLabel("Account holder").fill("Ada Byron");
  await page.getByLabel("Bank", { exact: true }).fill("Second Bank");
  await page.getByLabel("Routing number").fill("021000012");
  await page.getByLabel("Account type").selectOption("savings");
  await page.getByLabel("Account number").fill("12345678");
  await page.getByRole("button", { name: "Add" }).click();
  await expectGood(page, TWO_LOOKS, "destination-us");
  await page.getByLabel("Routing number").fill("021000021");
  await page.getByRole("button", { name: "Add" }).click();
  expect(await page.getByRole("main").innerText()).toContain("Second Bank");
});
