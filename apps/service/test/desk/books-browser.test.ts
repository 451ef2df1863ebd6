/** The books in a real browser, with money in several currencies, one of them without a rate. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Provider } from "../../src/providers/port.js";
import { type BooksStage, openBooksStage } from "../books/stage.js";
import { SELLER_COOKIE } from "../console/seller.js";
import { expectGood, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { newOperator } from "./operator.js";

let stage: BooksStage;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openBooksStage();
});
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

test("an operator sees what each currency counts as, what exchange brought, and which currency has no rate", async () => {
  const { world, desk, card } = stage;
  const mobile = desk.providers.byName("sandbox-mobile-money") as Provider;
  stage.rates({ KES: "129.35", JPY: "156.4", KWD: "0.3074" });
  await stage.paid("1249.90", { currency: "KES", method: "mobile_money", phone: "+254712345678" });
  await stage.paid("250.00", { currency: "JPY" });
  await stage.paid("99.90", { currency: "KWD" });
  await stage.paid("20.00");
  await stage.told();
  for (const provider of [mobile, card]) await stage.rested({}, provider);
  stage.rates({ KES: "131.2", JPY: "151.05" });
  await world.advance(86_400);
  await stage.read({}, mobile);

  const grace = await newOperator(world, "Grace");
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  await page.goto(`${world.url}/desk/books`);
  const rows = page.getByRole("region", { name: "Money by currency" }).getByRole("row");
  expect(await rows.filter({ hasText: "KWD" }).innerText()).toContain("No rate");
  await page.getByText("KWD has no current rate").waitFor();
  await page.getByText("Without KWD: no rate").first().waitFor();
  await expectGood(page, TWO_LOOKS, "desk-books-currencies");
  await context.close();
});
