/** A refund that waits for the payer's bank: what the buyer, the seller and the receipt are told of it, with sums that add up. */

import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { billOf } from "../../src/papers/receipt.js";
import { readBadges } from "../../src/store/read/console/attention.js";
import { listPayments, listRefunds } from "../../src/store/read/money/payments.js";
import { findOrder } from "../../src/store/read/orders/orders.js";
import { UTC } from "../../src/words/zone.js";
import { type Bank, openBank } from "../chargebacks/dispute.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ISSUER } from "../papers/papers.js";
import { asBuyer, ORDER, submit, TWO_PARTS } from "../stories.js";
import { textOf, type Visitor } from "../visitor.js";
import { openPurse } from "../wallet/wallet.js";
import { ADA, fundedBy, orderPath, signedIn } from "./orders-area.js";

let world: World;
let shop: Merchant;
let bank: Bank;
let ada: Visitor;
let seller: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  bank = openBank(world, { shop, executor: openPurse(world, shop).executor });
  [ada, seller] = await Promise.all([signedIn(world, ADA), newPerson(world, shop)]);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

/** Cancelled, and disputed by the buyer's bank before the refund was sent. */
async function heldBack(): Promise<Json> {
  const escrow = await fundedBy(shop, ADA, ORDER);
  expect((await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {})).status).toBe(200);
  await bank.says(escrow, "opened");
  expect(await bank.parts(escrow)).toMatchObject([{ status: "HELD" }]);
  return escrow;
}

const page = async (escrow: Json): Promise<string> => textOf((await ada.get(orderPath(shop, escrow))).html);

/** What stands behind each label of "Where your money is". */
function sumsOf(text: string): Readonly<Record<string, string>> {
  const labels = [
    "Held in escrow",
    "Refunds to you",
    "Held while your bank decides",
    "Taken back by your bank",
    "Received from you",
  ];
  return Object.fromEntries(
    labels.flatMap((label) => {
      const found = new RegExp(`${label} \\$([\\d.,]+)`).exec(text);
      return found === null ? [] : [[label, found[1] ?? ""]];
    }),
  );
}

async function receiptOf(escrow: Json): Promise<Readonly<Record<string, string>>> {
  const [account, id] = [shop.account as AccountId, escrow["id"] as EscrowId];
  const order = await findOrder(world.db, { sellerCode: shop.sellerCode, escrow: id }, ADA);
  const [payments, refunds] = await Promise.all([
    listPayments(world.db, account, id),
    listRefunds(world.db, account, id),
  ]);
  const how = { kind: "receipt", locale: "en", zone: UTC, at: 4_000_000_000, isSandbox: true } as const;
  const { sections } = billOf({ order: order!, payments, refunds, issuer: ISSUER }, how);
  return Object.fromEntries(sections.at(-1)!.sums.map(({ name, amount }) => [name, amount]));
}

test("while the bank decides, nothing of it is on its way, and every page says why", async () => {
  const escrow = await heldBack();
  const text = await page(escrow);
  expect(sumsOf(text)).toEqual({
    "Held in escrow": "0.00",
    "Refunds to you": "0.00",
    "Held while your bank decides": "256.45",
    "Received from you": "256.45",
  });
  expect(text).toContain("Held while your bank decides – current step");
  expect(text).toContain("$256.45 is held while your bank decides");
  expect(text).toContain("your refund is held until the bank decides");
  expect(text).not.toMatch(/Refund on its way|goes back to you|went back to you/);
  expect(await receiptOf(escrow)).toEqual({
    "Refunds to you": "$0.00",
    "Held while your bank decides": "$256.45",
    "Paid after refunds": "$0.00",
  });
  const story = textOf((await seller.get(`${consoleOf(shop)}/escrows/${escrow["id"]}`)).html);
  expect(story).toContain("A refund of $256.45 is held until the payer’s bank decides.");
  expect(story).not.toContain("on its way to the buyer");
});

test.each([
  [
    "won",
    { "Refunds to you": "256.45" },
    "Refund on its way",
    { "Refunds to you": "$256.45", "Paid after refunds": "$0.00" },
  ],
  [
    "lost",
    { "Refunds to you": "0.00", "Taken back by your bank": "256.45" },
    "Taken back by your bank – done",
    { "Refunds to you": "$0.00", "Taken back by your bank": "$256.45", "Paid after refunds": "$0.00" },
  ],
] as const)("once it has decided (%s), the pages say where the money is", async (outcome, sums, said, billed) => {
  const escrow = await heldBack();
  await bank.says(escrow, outcome);
  const text = await page(escrow);
  expect(sumsOf(text)).toEqual({ "Held in escrow": "0.00", ...sums, "Received from you": "256.45" });
  expect(text).toContain(said);
  expect(text).not.toContain("Held while your bank decides");
  expect(await receiptOf(escrow)).toEqual(billed);
});

test("what a bank takes of an order in parts is said to be taken, and nobody else's turn comes", async () => {
  const escrow = await fundedBy(shop, ADA, TWO_PARTS);
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "approve");
  await bank.says(escrow, "opened");
  const path = orderPath(shop, escrow);
  const text = await page(escrow);
  const sums = sumsOf(text);
  expect(sums).toMatchObject({ "Held in escrow": "0.00", "Received from you": "256.45" });
  expect(Number(sums["Taken back by your bank"])).toBeGreaterThan(0);
  expect(text).toContain("Your bank took back $256.45 in total.");
  // In the history, and among the payments.
  expect(text).toContain("$256.45 was taken back by your bank");
  expect(text).toContain("−$256.45");
  expect(text).toContain("The bank decides. You don’t need to do anything here.");
  expect(text).not.toMatch(/Offer a split|Waiting for the seller|can both write/);
  expect((await ada.get(`${path}/dispute/offer`)).headers.get("location")).toContain(path);
  expect(await receiptOf(escrow)).toEqual({
    "Received from you": "$256.45",
    "Taken back by your bank": "$256.45",
  });

  const disputes = async (): Promise<string> => {
    const { html } = await seller.get(`${consoleOf(shop)}/disputes`);
    return textOf(html.slice(html.indexOf("<tbody"), html.indexOf("</tbody")));
  };
  expect(await disputes()).toMatch(/The bank decides.* \$0\.00 /);
  const { disputes: due } = await readBadges(world.db, { account: shop.account as AccountId, seller: seller.sellerId });
  expect(due).toBe(0);
  const dispute = textOf((await seller.get(`${consoleOf(shop)}/escrows/${escrow["id"]}/dispute`)).html);
  expect(dispute).toContain("The bank decides");
  expect(dispute).not.toMatch(/Your turn|Propose a split|Send offer/);

  await bank.says(escrow, "lost");
  const closed = await page(escrow);
  expect(closed).toContain("Your bank took its payment back, so this order is closed.");
  expect(closed).toContain("Taken back by your bank – the order ended here");
  expect(closed).toContain("Money taken back: the order is closed");
  expect(closed).not.toMatch(/Offer accepted|What was agreed|The dispute was settled/);
  const checkout = textOf((await ada.get(`/pay/${shop.sellerCode}/${escrow["checkout_session"]}`)).html);
  expect(checkout).toContain("The payer’s bank took the money back.");
});

test("a bank's dispute about an order in which nothing was done yet is among the seller's, with when it began", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  await bank.says(escrow, "opened", { amount: 10_000n });
  const row = async (): Promise<string> => {
    const { html } = await seller.get(`${consoleOf(shop)}/disputes?which=open`);
    const at = html.indexOf(`/escrows/${escrow["id"]}/dispute`);
    return textOf(html.slice(at, html.indexOf("</tr>", at)));
  };
  expect(await row()).toContain("The bank decides");
  await bank.says(escrow, "lost", { amount: 10_000n });
  // What it left is split by the operator.
  expect(await row()).toContain("Holdfast decides");
  expect(await row()).not.toContain("1970");
});
