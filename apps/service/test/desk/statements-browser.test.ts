/** Statements at the desk in a real browser: the form, what a file would do, what stands in its way, and what came of it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Person, SELLER_COOKIE } from "../console/seller.js";
import type { World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { CSV, csvOf, type Sheet } from "../providers/manual/files.js";
import { askedByBank, KCB, newOperatorOf, startRailWorld } from "../rails-fixture.js";
import { ORDER } from "../stories.js";

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startRailWorld([{ ...KCB, statements: CSV }]);
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

const fileOf = (sheet: Sheet, name = "KCB-statement-2026-05-12.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(csvOf(sheet)),
});

test("a statement from its upload to its import, and one that is declined", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  const [asked, near] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
  const [grace, ada] = [await newOperatorOf(world, "Grace"), await newOperatorOf(world, "Lovelace")];
  const sheet: Sheet = {
    opening: "12500.00",
    lines: [
      { day: "2026-05-11", amount: "256.45", text: `TRANSFER FROM ADA BYRON ${asked.reference}` },
      { day: "2026-05-11", amount: "250.00", text: `Rent May ${near.reference.slice(0, 9)}` },
      { day: "2026-05-12", amount: "41.17", text: "JOAN CLARKE, a gift" },
      { day: "2026-05-12", amount: "-3.00", text: "Charges" },
    ],
  };

  const page = await pageOf(grace);
  await page.goto(`${world.url}/desk/statements`);
  await expectGood(page, TWO_LOOKS, "desk-statements-none");
  const choose = async (file: ReturnType<typeof fileOf>): Promise<void> => {
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Upload and check" }).click();
  };
  const torn = fileOf(sheet);
  await choose({ ...torn, buffer: torn.buffer.subarray(0, -20) });
  await page.getByText("can’t be read as CSV").waitFor();
  await expectGood(page, TWO_LOOKS, "desk-statements-refused");
  await choose(torn);
  await page.getByText("Nothing is booked yet").waitFor();
  await expectGood(page, TWO_LOOKS, "desk-statement-uploaded");
  const path = new URL(page.url()).pathname;

  const second = await pageOf(ada);
  await second.goto(`${world.url}/desk/statements`);
  await expectGood(second, TWO_LOOKS, "desk-statements-waiting");
  await second.getByRole("link", { name: "Open" }).click();
  await second.getByText("Decline", { exact: true }).click();
  await expectGood(second, TWO_LOOKS, "desk-statement-deciding");
  await second.getByRole("button", { name: "Import" }).click();
  await second.getByText("Orders show what was paid").waitFor();
  await expectGood(second, TWO_LOOKS, "desk-statement-imported");

  await page.goto(`${world.url}/desk/statements`);
  await choose(fileOf({ opening: "13044.62", lines: [{ day: "2026-05-13", amount: "9.00", text: "Joan" }] }, "b.csv"));
  await second.goto(page.url());
  await second.getByText("Decline", { exact: true }).click();
  await second.getByLabel("Reason").fill("The account holds another balance by the bank’s own page.");
  await second.getByRole("button", { name: "Decline it" }).click();
  await second.getByText("Nothing of it was booked.").waitFor();
  await page.goto(`${world.url}/desk/statements`);
  await expectGood(page, TWO_LOOKS, "desk-statements");
  expect((await page.goto(world.url + path))?.status()).toBe(200);
});
