/** A payment in shillings in a real browser, at both widths and in both colours: pages of its buyer, its seller and the desk. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { orderPath as deskOrderPath, disputePath } from "../../src/pages/desk/links.js";
import { wide } from "../bounds.js";
import { openBank } from "../chargebacks/dispute.js";
import { disputedOf, voices } from "../console/dispute-stories.js";
import { escrowPath } from "../console/orders.js";
import { consoleOf, newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, confirmedBy, orderPath, signedIn } from "../pages/orders-area.js";
import { ok, pay } from "../stories.js";
import { until } from "./desk.js";

let world: World;
let shop: Merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  const rates = { file: null, margins: new Map([["KES", 200]]), ageMaxSeconds: 86_400, quoteGraceSeconds: 3_600 };
  world = await startWorld({ rates });
  await world.rates({ KES: "129.35", XOF: "612.4" });
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const opened = async (wear: (context: BrowserContext) => Promise<void>): Promise<Page> => {
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await wear(context);
  return page;
};
const asPerson = ({ token }: Person): Promise<Page> =>
  opened((context) => context.addCookies([{ name: SELLER_COOKIE, value: token, url: world.url }]));

test("an order that was paid in two currencies, partly refunded, disputed by a bank, and by its buyer", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  await pay(shop, escrow, { presented_currency: "XOF", amount: "100.00", method: "mobile_money" });
  await pay(shop, escrow, { presented_currency: "KES", method: "mobile_money" });
  const refund = await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "200.00", reason: "damaged" }), 201);
  await until(async () => (await shop.get(`/refunds/${refund["id"]}`)).body["status"] === "SUCCEEDED");
  await ok(shop.post(`/test_helpers/refunds/${refund["id"]}/return`, {}));
  const other = await confirmedBy(shop, ADA, DINNER_SET);
  await pay(shop, other, { presented_currency: "KES" });
  const bank = openBank(world, { shop, executor: openExecutor(world.db) });
  await bank.says(other, "opened", { amount: 3_383_525n, currency: "KES" });
  const split = await confirmedBy(shop, ADA, DINNER_SET);
  await pay(shop, split, { presented_currency: "XOF", amount: "100.00", method: "mobile_money" });
  const unpaid = await confirmedBy(shop, ADA, DINNER_SET);
  await pay(shop, unpaid, { presented_currency: "KES", amount: "100.00" });
  await pay(shop, split, { presented_currency: "KES", method: "mobile_money" });
  const said = voices(world, shop);
  const disputed = await disputedOf(shop, split);
  await said.offers(disputed, "merchant", [4_990n, 20_000n], "Four of the six bowls are whole.");
  await said.offers(disputed, "buyer", [0n, 24_990n]);
  const dispute = `${escrowPath(consoleOf(shop), disputed)}/dispute`;

  const visitor = await signedIn(world, ADA);
  const [ada, owner, grace] = await Promise.all([
    opened((context) =>
      context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: world.url }))),
    ),
    newPerson(world, shop).then(asPerson),
    newOperator(world).then(asPerson),
  ]);
  const refundForm = `${escrowPath(consoleOf(shop), escrow)}/refund?review=1&amount=40`;
  for (const [page, name, path] of [
    [ada, "order", orderPath(shop, escrow)],
    [ada, "order-ar", `${orderPath(shop, escrow)}?lang=ar`],
    [ada, "receipt", `${orderPath(shop, escrow)}/receipt?lang=en`],
    [owner, "console-order", escrowPath(consoleOf(shop), escrow)],
    [owner, "console-refund", refundForm],
    [owner, "console-disputed", escrowPath(consoleOf(shop), other)],
    [ada, "cancel", `${orderPath(shop, unpaid)}/decline`],
    [ada, "offered", orderPath(shop, disputed)],
    [ada, "offered-ar", `${orderPath(shop, disputed)}?lang=ar`],
    [ada, "accept", `${orderPath(shop, disputed)}/dispute/offers/1/accept?lang=en`],
    [owner, "console-cancel", `${escrowPath(consoleOf(shop), unpaid)}/cancel`],
    [owner, "console-offered", dispute],
    [owner, "console-accept", `${dispute}/offers/2/accept`],
    [grace, "desk-dispute", disputePath(shop.sellerCode, disputed["id"])],
    [grace, "desk-order", deskOrderPath(shop.sellerCode, escrow["id"])],
    [grace, "desk-stuck", "/desk/stuck"],
    [grace, "desk-chargebacks", "/desk/chargebacks"],
  ] as const) {
    expect((await page.goto(world.url + path))?.status(), path).toBe(200);
    await expectGood(page, TWO_LOOKS, `abroad-${name}`);
  }
  await grace.getByRole("link", { name: "Hand-thrown dinner set" }).click();
  await expectGood(grace, TWO_LOOKS, "abroad-desk-chargeback");
});
