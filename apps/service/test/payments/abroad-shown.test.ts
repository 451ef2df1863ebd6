/**
 * A payment in shillings as everybody reads it: its buyer on pages, papers and in mails, its seller, the operators, and the API. The
 * order stays in US dollars, and who pays in those reads of nothing else.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { owedRefunds } from "../../src/admin/refunds.js";
import { openExecutor } from "../../src/commands/execute.js";
import type { Cents } from "../../src/domain/money.js";
import { disputePath as deskDisputePath, orderPath as deskOrderPath } from "../../src/pages/desk/links.js";
import { openBank } from "../chargebacks/dispute.js";
import { disputedOf, voices } from "../console/dispute-stories.js";
import { escrowPath, listedBy, readPage } from "../console/orders.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { DINNER_SET } from "../pages/orders.js";
import { ADA, confirmedBy, orderPath, signedIn } from "../pages/orders-area.js";
import { fieldsOf } from "../refunds/form.js";
import { allEvents, expectRefusal, ok, pay } from "../stories.js";
import { textOf, type Visitor } from "../visitor.js";
import { openPurse } from "../wallet/wallet.js";
import { until } from "./desk.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let owner: Person;
let grace: Person;
beforeAll(async () => {
  const rates = { file: null, margins: new Map([["KES", 200]]), ageMaxSeconds: 86_400, quoteGraceSeconds: 3_600 };
  world = await startWorld({ rates, secondOperatorFrom: 20_000n as Cents });
  // With two percent on top a dollar is 131.937 shillings.
  await world.rates({ KES: "129.35", XOF: "612.4" });
  [ada, grace] = await Promise.all([signedIn(world, ADA), newOperator(world)]);
});
beforeEach(async () => {
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  await listedBy(owner, `${consoleOf(shop)}/sessions`);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");
const read = async (path: string): Promise<string> => {
  const page = await ada.get(path);
  expect(page.status, path).toBe(200);
  return plain(textOf(page.html));
};
const seen = async (person: Person, path: string): Promise<string> => plain(await readPage(person, path));
const deskPath = (escrow: Json): string => deskOrderPath(shop.sellerCode, escrow["id"]);

/** To Ada, the newest first. */
async function mails(): Promise<readonly { readonly subject: string; readonly text: string }[]> {
  const list = await ok(shop.get(`/test_helpers/mailbox?to=${ADA}&limit=10`));
  return (list["data"] as Json[]).map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }));
}
/** The newest. */
async function toOwner(): Promise<string> {
  const list = await ok(shop.get(`/test_helpers/mailbox?to=${owner.email}&limit=1`));
  return plain((list["data"] as Json[])[0]!["text"]);
}
const payIn = (escrow: Json, presented_currency: string, amount?: string): Promise<Json> =>
  pay(shop, escrow, { presented_currency, method: "mobile_money", ...(amount === undefined ? {} : { amount }) });

test("two payments in shillings, of which a part goes back: buyer, seller, desk, files and API say both amounts", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  await payIn(escrow, "KES", "100.00");
  expect((await mails())[0]!.text).toMatch(/Your payment +KES 13,193\.70 \(\$100\.00\)/);
  await payIn(escrow, "KES");
  expect((await mails())[0]!.text).toMatch(/Your payment +KES 20,641\.55 \(\$156\.45\)/);

  const order = await read(orderPath(shop, escrow));
  expect(order).toContain("KES 20,641.55");
  expect(order).toContain("$156.45 · $1 = KES 131.937");
  expect(order).toContain("KES 13,193.70 ($100.00)");
  const form = `${escrowPath(consoleOf(shop), escrow)}/refund?review=1&amount=200&reason=damaged`;
  expect(await seen(owner, form)).toContain("get KES 27,078.76, at the rate they paid");
  const review = `${deskPath(escrow)}/refund?review=1&amount=200`;
  expect(await seen(grace, review)).toContain("get KES 27,078.76");
  const { csrf: _own, ...sent } = fieldsOf((await grace.get(review)).html);
  await grace.post(`${deskPath(escrow)}/refund`, { ...sent, note: "A bowl is cracked." });
  expect(await seen(grace, "/desk/approvals")).toContain("KES 27,078.76");

  const refunded = await ok(
    shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "200.00", reason: "damaged" }),
    201,
  );
  expect(refunded).toMatchObject({ amount: "200.00", presented_currency: "KES", presented_amount: "27078.76" });
  expect((await mails())[0]).toMatchObject({
    subject: "Refund on its way: KES 27,078.76",
    text: expect.stringContaining("gives you back KES 27,078.76 ($205.24)"),
  });
  await until(async () => (await mails()).find(({ subject }) => subject === "Refund paid: KES 27,078.76"));
  const told = (await allEvents(shop)).filter(({ type }) => type.startsWith("refund."));
  expect(told.map(({ data }) => data.object.presented_amount)).toEqual(["27078.76", "27078.76"]);

  expect(await read(orderPath(shop, escrow))).toContain("−KES 27,078.76");
  const receipt = await read(`${orderPath(shop, escrow)}/receipt`);
  expect(receipt).toContain("Mobile money · KES 13,193.70 ($1 = KES 131.937)");
  expect(receipt).toContain("Refunded · It was damaged · KES 27,078.76");
  for (const paper of ["receipt.pdf", "invoice.pdf", `credit-notes/${refunded["id"]}`]) {
    expect((await ada.get(`${orderPath(shop, escrow)}/${paper}`)).status).toBe(200);
  }

  const sold = await seen(owner, escrowPath(consoleOf(shop), escrow));
  expect(sold).toContain("KES 20,641.55 · $1 = KES 131.937");
  expect(sold).toContain("$205.24 (KES 27,078.76)");
  const desk = await seen(grace, deskPath(escrow));
  expect(desk).toContain("$1 = KES 129.35, plus 2% · Central Bank");
  expect(desk).toContain("−KES 27,078.76");
  const files = await Promise.all(
    ["escrows", "refunds"].map(async (list) => (await owner.get(`${consoleOf(shop)}/exports/${list}/download`)).html),
  );
  expect(files[0]).toContain('"KES 33835.25"');
  expect(files[1]).toContain('"KES 27078.76"');
});

test("of two currencies each gets its own back; what comes back is stuck at the provider in its own", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  await payIn(escrow, "KES", "100.00");
  await payIn(escrow, "XOF");
  const made = await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "10.00" }), 201);
  expect(made).toMatchObject({ presented_currency: "XOF", presented_amount: "6283" });
  await ok(shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {}));
  const cancelled = (await mails()).find(({ subject }) => subject.startsWith("Order cancelled"));
  expect(cancelled!.text).toContain("goes back to you");
  expect(await read(orderPath(shop, escrow))).toContain("−KES 13,193.70 − F CFA 89,527");
  await until(async () => (await shop.get(`/refunds/${made["id"]}`)).body["status"] === "SUCCEEDED");
  await ok(shop.post(`/test_helpers/refunds/${made["id"]}/return`, {}));
  await until(async () => (await seen(grace, "/desk/stuck")).includes("F CFA 6,283"));
  expect(await owedRefunds(world.db)).toMatchObject([{ amount: "10.26", presented: "XOF 6283" }]);
});

test("a bank disputes shillings: all that read of it read what the bank says", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  await payIn(escrow, "KES");
  const bank = openBank(world, { shop, executor: openExecutor(world.db) });
  await bank.says(escrow, "opened", { amount: 3_383_525n, currency: "KES" });
  expect((await mails())[0]!.text).toContain("paid KES 33,835.25 ($256.45) for your order");
  expect(await seen(owner, escrowPath(consoleOf(shop), escrow))).toContain("$256.45 (KES 33,835.25)");
  const list = await grace.get("/desk/chargebacks");
  expect(plain(textOf(list.html))).toContain("KES 33,835.25");
  const [, path = ""] = /href="(\/desk\/chargebacks\/[0-9a-f-]+)"/.exec(list.html) ?? [];
  const evidence = await seen(grace, path);
  expect(evidence).toContain("The payment arrived: KES 33,835.25 for $256.45, at $1 = KES 131.937.");
  await bank.says(escrow, "lost", { amount: 3_383_525n, currency: "KES" });
  expect(await read(orderPath(shop, escrow))).toContain("−KES 33,835.25");
});

test("before anything goes back, buyer, seller and desk read what it will be to the payer, and so it comes", async () => {
  const unpaid = await confirmedBy(shop, ADA, DINNER_SET);
  await payIn(unpaid, "KES", "100.00");
  expect(await read(`${orderPath(shop, unpaid)}/decline`)).toContain("paid KES 13,193.70 ($100.00) so far");
  expect(await seen(owner, `${escrowPath(consoleOf(shop), unpaid)}/cancel`)).toContain(
    "get KES 13,193.70, at the rate",
  );
  await ada.post(`${orderPath(shop, unpaid)}/decline`);
  expect(await toOwner()).toContain("$100.00 (KES 13,193.70) goes back to the buyer.");

  const said = voices(world, shop);
  const paid = await confirmedBy(shop, ADA, DINNER_SET);
  await payIn(paid, "KES");
  const escrow = await disputedOf(shop, paid);
  const [order, dispute] = [orderPath(shop, escrow), `${orderPath(shop, escrow)}/dispute`];
  // With a share of the fee, 200 dollars are 205.25.
  await said.offers(escrow, "merchant", [4_990n, 20_000n]);
  expect((await mails())[0]!.text).toMatch(/You get +KES 27,080\.07 \(\$205\.25\)/);
  expect(await read(order)).toContain("KES 27,080.07 ($205.25) comes back to you, and $49.90 goes to the seller");
  const asks = await read(`${dispute}/offers/1/accept`);
  expect(asks).toContain("You get KES 27,080.07");
  expect(asks).toContain("KES 27,080.07 ($205.25) goes back to you");

  await said.offers(escrow, "buyer", [0n, 24_990n]);
  expect(await toOwner()).toMatch(/The buyer gets +\$256\.45 \(KES 33,835\.25\)/);
  const place = `${escrowPath(consoleOf(shop), escrow)}/dispute`;
  expect(await seen(owner, place)).toContain("The buyer gets KES 33,835.25");
  expect(await seen(owner, `${place}/offers/2/accept`)).toContain("$256.45 (KES 33,835.25)");
  const desk = deskDisputePath(shop.sellerCode, escrow["id"]);
  expect(await seen(grace, desk)).toContain("Refund the buyer $256.45 (KES 33,835.25)");
  const decides = { outcome: "settle", release: "49.90", refund: "200.00", reason: "Two of six bowls." };
  const check = await grace.post(`${desk}/check`, decides);
  expect(plain(textOf(check.html))).toContain("$205.25 (KES 27,080.07) goes back to the buyer");

  expect(await said.accepts(escrow, "buyer", 1)).toBeNull();
  expect(await toOwner()).toMatch(/To the buyer +\$205\.25 \(KES 27,080\.07\)/);
  expect(await read(order)).toContain("−KES 27,080.07");
});

test("in the sandbox a phone in Kenya is paid in shillings while they have a rate, and in dollars without one", async () => {
  const purse = openPurse(world, shop);
  await purse.earn("200.00");
  const [kenya, tanzania] = [
    await purse.destination({ number: "+254712345678" }),
    await purse.destination({ number: "+255712345678" }),
  ];
  const home = `${consoleOf(shop)}/wallet`;
  const review = (destination: string) => owner.post(`${home}/review`, { amount: "100.00", destination });
  // 100 × 129.35, less two percent.
  const shown = await review(kenya);
  expect(plain(textOf(shown.html))).toContain("KES 12,676.30");
  expect(plain(textOf((await review(tanzania)).html))).not.toMatch(/KES|TZS/);
  const made = await owner.post(`${home}/payouts`, fieldsOf(shown.html));
  expect(made.status).toBe(303);
  await purse.makeDue();
  const paid = await until(async () => {
    const [row] = await purse.sql("select * from payouts where account_id = $1 and status = 'PAID'", [shop.account]);
    return row;
  });
  expect(paid).toMatchObject({ amount: "10000", presented_currency: "KES", presented_amount: "1267630" });
  const sent = "select currency, amount from sandbox_bank.outgoing where reference = $1";
  expect(await purse.sql(sent, [paid["reference"]])).toEqual([{ currency: "KES", amount: "1267630" }]);
  expect(await seen(owner, made.headers.get("location") ?? "")).toContain("KES 12,676.30");

  await world.advance(86_401);
  expect(plain(textOf((await review(kenya)).html))).not.toContain("KES");
  await world.rates({ KES: "129.35", XOF: "612.4" });
});

test("who pays in US dollars reads of nothing else, and there is no payment in a currency without a rate", async () => {
  const escrow = await confirmedBy(shop, ADA, DINNER_SET);
  expectRefusal(
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, { presented_currency: "NGN" }),
    400,
    "validation_failed",
  );
  await pay(shop, escrow);
  expect((await mails())[0]!.text).not.toContain("Your payment");
  const made = await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "10.00" }), 201);
  expect(Object.keys(made).filter((name) => name.startsWith("presented"))).toEqual([]);
  expect(await read(orderPath(shop, escrow))).not.toMatch(/KES|\$1 =/);
  expect(await seen(owner, escrowPath(consoleOf(shop), escrow))).not.toMatch(/KES|\$1 =/);
});
