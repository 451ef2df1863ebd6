/** A refund that waits for the payer's bank: what the buyer, the seller and the receipt are told of it, with sums that add up. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { billOf } from "../../src/papers/receipt.js";
import { listPayments, listRefunds } from "../../src/store/read/money/payments.js";
import { findOrder } from "../../src/store/read/orders/orders.js";
import { type Bank, openBank } from "../chargebacks/dispute.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ISSUER } from "../papers/papers.js";
import { ORDER } from "../stories.js";
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
  const how = { kind: "receipt", locale: "en", at: 4_000_000_000, isSandbox: true } as const;
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
  });
  const story = textOf((await seller.get(`${consoleOf(shop)}/escrows/${escrow["id"]}`)).html);
  expect(story).toContain("A refund of $256.45 is held until the payer’s bank decides.");
  expect(story).not.toContain("on its way to the buyer");
});

test.each([
  ["won", { "Refunds to you": "256.45" }, "Refund on its way", { "Refunds to you": "$256.45" }],
  [
    "lost",
    { "Refunds to you": "0.00", "Taken back by your bank": "256.45" },
    "Taken back by your bank – done",
    { "Refunds to you": "$0.00", "Taken back by your bank": "$256.45" },
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
