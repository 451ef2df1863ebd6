/** What a buyer who pays in shillings reads, on pages, papers and in mails: what the bank shows, and what it is in US dollars. */
import { expect, test } from "vitest";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, confirmedBy, escrowNow, fundedBy, orderPath } from "../pages/orders-area.js";
import { asAda, read, shop, world } from "../pages/orders-reader.js";
import { ok } from "../stories.js";
import { payAbroad } from "./abroad.js";
import { until } from "./desk.js";

asAda();

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

/** Texts of the mails to Ada, the newest first. */
const mails = async (): Promise<readonly { subject: string; text: string }[]> =>
  (await ok(shop.get(`/test_helpers/mailbox?to=${ADA}&limit=10`)))["data"];

test("two payments in shillings, and half of it goes back: the order's page, the receipt and the mails say both amounts", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  // 129.35 and two percent on top are 131.937.
  await payAbroad(world, shop, escrow, { usd: "100.00" });
  const [partly] = await mails();
  expect(plain(partly!.text)).toContain("Your payment   KES 13,193.70 ($100.00)");
  await payAbroad(world, shop, escrow, { usd: "156.45" });
  const [funded] = await mails();
  expect(plain(funded!.text)).toMatch(/Your payment +KES 20,641\.55 \(\$156\.45\)/);

  const page = plain(await read(orderPath(shop, escrow)));
  expect(page).toContain("KES 20,641.55");
  expect(page).toContain("$156.45 · $1 = KES 131.937");
  expect(page).toContain("KES 13,193.70 ($100.00)");

  const refund = await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "200.00", reason: "damaged" }), 201);
  const [onItsWay] = await mails();
  expect(plain(onItsWay!.subject)).toBe("Refund on its way: KES 27,078.76");
  expect(plain(onItsWay!.text)).toContain("gives you back KES 27,078.76 ($205.24)");
  const paid = await until(async () => (await mails()).find(({ subject }) => subject.startsWith("Refund paid")));
  expect(plain(paid.subject)).toBe("Refund paid: KES 27,078.76");

  const after = plain(await read(orderPath(shop, escrow)));
  expect(after).toContain("−KES 27,078.76");
  expect(after).toContain(`credit-notes/${refund["id"]}`);
  const receipt = plain(await read(`${orderPath(shop, escrow)}/receipt`));
  expect(receipt).toContain("Mobile money · KES 13,193.70 ($1 = KES 131.937)");
  expect(receipt).toContain("Refunded · It was damaged · KES 27,078.76");
  expect(receipt).toContain("$256.45");
});

test("of two currencies each gets its own back, and an order that ends says so", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  await payAbroad(world, shop, escrow, { usd: "100.00" });
  await payAbroad(world, shop, escrow, { usd: "156.45", currency: "XOF" });
  await ok(shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {}));
  const [cancelled] = await mails();
  expect(plain(cancelled!.text)).toContain("KES 13,193.70 + F CFA 97,727 ($256.45) goes back to you");
  expect(plain(await read(orderPath(shop, escrow)))).toContain("−KES 13,193.70 + F CFA 97,727");
  expect((await escrowNow(shop, escrow))["status"]).toBe("CANCELLED");
});

test("who pays in US dollars reads of no other currency", async () => {
  const escrow = await fundedBy(shop, ADA, DINNER_SET);
  const [funded] = await mails();
  expect(funded!.text).not.toContain("Your payment");
  expect(await read(orderPath(shop, escrow))).not.toMatch(/KES|\$1 =/);
});
