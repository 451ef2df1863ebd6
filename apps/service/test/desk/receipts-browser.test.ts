/** Payments by rails of the operator's own in a real browser: what the buyer reads and says, and what operators do about it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importStatement } from "../../src/commands/import-statement.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { wide } from "../bounds.js";
import { newPerson, type Person, SELLER_COOKIE } from "../console/seller.js";
import type { World } from "../harness.js";
import { expectGood, LONG, openBrowser, openPage, TWO_LOOKS } from "../pages/browser.js";
import { PNG } from "../pages/orders-area.js";
import { until } from "../payments/desk.js";
import { CSV, csvOf, fileOf } from "../providers/manual/files.js";
import {
  type Asked,
  askedByBank,
  KCB_QR,
  newOperatorOf,
  PAIN_RAIL,
  startRailWorld,
  tellPaid,
} from "../rails-fixture.js";
import { ORDER } from "../stories.js";
import { sqlOf } from "./operator.js";

const RAIL = { ...PAIN_RAIL, qr: KCB_QR.qr, statements: CSV };

let world: World;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startRailWorld([RAIL]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("a buyer says that it was paid, and an operator does not find it", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Ceramics");
  const asked = await askedByBank(world, shop, ORDER);
  const grace = await newOperatorOf(world, "Grace");
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([...asked.buyer.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await page.goto(world.url + asked.path);
  await expectGood(page, TWO_LOOKS, "rail-account");
  await page.getByLabel("Receipt (optional)").setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: PNG });
  await page.getByRole("button", { name: "I’ve paid" }).click();
  await page.getByText("We’re looking for your payment").waitFor();
  await expectGood(page, TWO_LOOKS, "rail-claimed");

  const home = `/desk/receipts/${shop.sellerCode}/${asked.escrow["id"]}/${asked.payment}`;
  const desk = await openPage(browser, { width: 1280, colorScheme: "light" });
  await desk.context.addCookies([{ name: SELLER_COOKIE, value: grace.token, url: world.url }]);
  await desk.page.goto(`${world.url}/desk/receipts`);
  await expectGood(desk.page, TWO_LOOKS, "desk-receipts");
  await desk.page.goto(world.url + home);
  await desk.page.getByRole("button", { name: "Book the receipt" }).click();
  await expectGood(desk.page, TWO_LOOKS, "desk-receipt");
  await desk.page
    .getByLabel("Reason")
    .fill("There is nothing with this reference yet. Send us the bank’s own receipt.");
  await desk.page.getByRole("button", { name: "Tell the buyer" }).click();
  expect(await desk.page.getByRole("main").innerText()).toContain("The buyer reads your reason");

  // Nobody reloads it: the page says it by itself.
  await page.getByRole("alert").filter({ hasText: "There is nothing with this reference yet." }).waitFor();
  await expectGood(page, TWO_LOOKS, "rail-not-found");
  expect((await tellPaid(world, asked)).status).toBe(303);
});

async function pageOf(cookies: Iterable<readonly [string, string]>): Promise<Page> {
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.url })));
  return page;
}
const deskOf = ({ token }: Person): Promise<Page> => pageOf([[SELLER_COOKIE, token]]);
const receiptOf = ({ shop, escrow, payment }: Asked): string =>
  `${world.url}/desk/receipts/${shop.sellerCode}/${escrow["id"]}/${payment}`;
const isFunded = ({ escrow }: Asked, cents: string): Promise<unknown> =>
  until(async () => {
    const [row] = await sqlOf(world)("select funded from escrows where id = $1", [escrow["id"]]);
    return row?.["funded"] === cents;
  });

let banks = 0;
async function book(page: Page, asked: Asked, amount: string): Promise<void> {
  banks += 1;
  await page.goto(receiptOf(asked));
  const [now] = await sqlOf(world)(
    "select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as day",
  );
  await page.getByLabel("Amount, $").fill(amount);
  await page.getByLabel("Day").fill(String(now?.["day"]));
  await page.getByLabel("Bank’s reference").last().fill(`FT26000${banks}`);
  await page.getByRole("button", { name: "Book the receipt" }).click();
  await page.getByRole("status").first().waitFor();
}

test("a booking that another operator confirms, and one that was a mistake", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Looms");
  const [grace, ada] = [await newOperatorOf(world, "Joan"), await newOperatorOf(world, "Lovelace")];
  const [page, second] = [await deskOf(grace), await deskOf(ada)];
  const large = await askedByBank(world, shop, { title: "A floor loom with eight shafts", amount: "1900.00" });
  await book(page, large, "1947.80");
  await expectGood(page, TWO_LOOKS, "desk-receipt-second");
  await second.goto(`${world.url}/desk/approvals`);
  await expectGood(second, TWO_LOOKS, "desk-approvals-receipt");
  await second.getByRole("button", { name: "Confirm" }).first().click();
  await isFunded(large, "194780");

  const [whole, part] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
  await book(page, whole, "256.45");
  await book(page, part, "156.45");
  await book(page, part, "100.00");
  await Promise.all([isFunded(whole, "25645"), isFunded(part, "25645")]);
  for (const [asked, name] of [
    [whole, "whole"],
    [part, "part"],
  ] as const) {
    await page.goto(receiptOf(asked));
    await page.getByText("Booked by mistake").last().click();
    await page.getByLabel("Reason").last().fill("The money was for an invoice of ours.");
    await expectGood(page, TWO_LOOKS, `desk-receipt-reversing-${name}`);
    await page.getByRole("button", { name: "Ask to take it back" }).last().click();
    await second.goto(`${world.url}/desk/approvals`);
    await expectGood(second, TWO_LOOKS, `desk-approvals-reversal-${name}`);
    await second.getByRole("button", { name: "Confirm" }).first().click();
    await second.getByText("Confirmed and done").waitFor();
    await page.goto(receiptOf(asked));
    await expectGood(page, TWO_LOOKS, `desk-receipt-reversed-${name}`);
    const buyer = await pageOf(asked.buyer.cookies);
    await buyer.goto(`${world.url}/orders/${shop.sellerCode}/${asked.escrow["id"]}`);
    await expectGood(buyer, TWO_LOOKS, `order-mistaken-${name}`);
    await buyer.goto(`${world.url}/orders`);
    await expectGood(buyer, TWO_LOOKS, `orders-mistaken-${name}`);
  }
  const owner = await deskOf(await newPerson(world, shop));
  await owner.goto(`${world.url}/console/${shop.sellerCode}/escrows/${whole.escrow["id"]}`);
  await expectGood(owner, TWO_LOOKS, "escrow-mistaken");
  await owner.goto(`${world.url}/console/${shop.sellerCode}/escrows`);
  await expectGood(owner, TWO_LOOKS, "escrows-mistaken");
  expect(await owner.getByRole("main").innerText()).not.toContain("Disputed by a bank");
});

test("money that a person finds the payment of, and a refund that waits to be sent", {
  ...wide(),
  timeout: LONG.timeout,
}, async () => {
  const shop = await world.merchant("Northwind Refunds");
  const page = await deskOf(await newOperatorOf(world, "Hedy"));
  const [near, over] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
  await book(page, over, "300.00");
  const sheet = {
    opening: "1000.00",
    lines: [
      { day: "2026-05-11", amount: "256.45", text: `TRANSFER FROM ADA BYRON, ORDER ${near.reference.slice(0, 9)}` },
      { day: "2026-05-11", amount: "19.00", text: "JOAN CLARKE" },
    ],
  };
  const file = { path: fileOf(csvOf(sheet)), name: "KCB-2026-05-11.csv", operator: COMMAND_LINE, isDry: false };
  await importStatement(world.db, RAIL, file);
  await until(async () => (await sqlOf(world)("select 1 from rail_outgoing where status = 'OPEN'")).length > 0);
  await page.goto(`${world.url}/desk/receipts`);
  await page.getByText("It can’t be sent").first().click();
  await expectGood(page, TWO_LOOKS, "desk-receipts-near");
  await page.getByRole("link", { name: "Near its reference" }).first().click();
  await expectGood(page, TWO_LOOKS, "desk-receipt-proposed");
  await page.goto(`${world.url}/desk/receipts`);
  await page.getByRole("link", { name: "Send by a batch" }).first().click();
  await page.getByLabel("Account holder").fill("Ada Byron");
  await page.getByLabel("IBAN").fill("GB33 BUKB 2020 1555 5555 56");
  await page.getByRole("main").getByRole("button").last().click();
  await expectGood(page, TWO_LOOKS, "desk-payee");
  await page.goto(`${world.url}/desk/books`);
  await expectGood(page, TWO_LOOKS, "desk-books-rails");
});
