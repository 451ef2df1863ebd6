/** A provider of the operator's own in a real browser: its label and its icon where buyers choose it, and where sellers are paid. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { wide } from "../bounds.js";
import { newPerson, SELLER_COOKIE } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { startWorld, type World } from "../harness.js";
import { expectGood, LONG, LOOKS, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { type Example, startNodeAdapter } from "../providers/http/examples.js";
import { ADAPTER_SECRET } from "../providers/http/stage.js";
import { openSession } from "../stories.js";
import { newVisitor } from "../visitor.js";

let adapter: Example;
let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  adapter = await startNodeAdapter();
  const settings = { PROVIDER_MYBANK_URL: adapter.url, PROVIDER_MYBANK_SECRETS: ADAPTER_SECRET };
  world = await startWorld({ providers: readConfig({ PROVIDERS: "http:mybank,sandbox", ...settings }).providers });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await adapter?.stop();
});

test("it is chosen beside others, and an account that it pays to stands among a seller's", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  const session = await openSession(shop);
  const pay = `${world.url}/pay/${shop.sellerCode}/${session["id"]}`;
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await page.goto(pay);
  await page.getByText("First Bank transfer").waitFor();
  await expectGood(page, TWO_LOOKS, "ways-seen");
  const buyer = newVisitor(world);
  await buyer.signIn("ada@buyer.example");
  await context.addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await page.goto(pay);
  await page.getByText("First Bank transfer").click();
  await expectGood(page, LOOKS, "ways");

  const owner = await newPerson(world, shop);
  const home = `/console/${shop.sellerCode}/wallet/destinations`;
  await owner.post(home, { kind: "bank", name: "Ada Byron", bank: "Second Bank", number: "DE02120300000000202051" });
  await context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
  await page.goto(`${world.url}${home}`);
  await page.getByText("Account at any bank").waitFor();
  await expectGood(page, TWO_LOOKS, "destinations");
  await page.goto(`${world.url}${home}/new`);
  await expectGood(page, TWO_LOOKS, "new-destination");

  const grace = await newOperator(world, "Grace");
  await context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  await page.goto(`${world.url}/desk/books`);
  await page.getByText("Shown as “First Bank transfer”").waitFor();
  await expectGood(page, TWO_LOOKS, "offers");
});
