/** An operator refunds an order for its seller: as the seller would, once, with a line in the log, and in pairs above the limit. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cents } from "../../src/domain/money.js";
import { readAfter, readPage } from "../console/orders.js";
import { newPerson, type Person } from "../console/seller.js";
import { linesOf, newOperator, sqlOf } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { fundedBy } from "../pages/orders-area.js";
import { asBuyer, confirmed, funded, submit, TWO_PARTS } from "../stories.js";
import { openPurse } from "../wallet/wallet.js";
import { fieldsOf } from "./form.js";

let world: World;
let shop: Merchant;
let grace: Person;
let ada: Person;
beforeAll(async () => {
  world = await startWorld({ secondOperatorFrom: 20_000n as Cents });
});
beforeEach(async () => {
  shop = await world.merchant();
  [grace, ada] = await Promise.all([newOperator(world, "Grace"), newOperator(world, "Ada")]);
  // Forms that are sent at once need the cookie that goes with their token.
  for (const one of [grace, ada]) await one.get("/desk");
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const order = (escrow: Json): string => `/desk/orders/${shop.sellerCode}/${escrow["id"]}`;
const page = (escrow: Json, query = ""): string => `${order(escrow)}/refund${query}`;
const said = (answer: { headers: Headers }): string | null =>
  new URL(answer.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const NOTE = { note: "The buyer wrote that a bowl is cracked." };
async function form(operator: Person, escrow: Json, query: string): Promise<Record<string, string>> {
  const { csrf: _own, ...fields } = fieldsOf((await operator.get(page(escrow, `?review=1&${query}`))).html);
  return { ...fields, ...NOTE };
}
const refundsOf = async (escrow: Json): Promise<Json[]> =>
  (await shop.get(`/escrows/${escrow["id"]}/refunds`)).body["data"];
const lines = async (action = "refund_order") => (await linesOf(world, shop)).filter((line) => line.action === action);
const mailsAbout = async (escrow: Json): Promise<readonly Json[]> =>
  sqlOf(world)(
    `select template, params ->> 'by' as by from mails where template in ('refund_made', 'seller_refund_made', 'order_cancelled', 'seller_order_cancelled')
       and params ->> 'escrow' = $1 order by template`,
    [escrow["id"]],
  );

/** The button that confirms what waits last. */
async function confirmOf(operator: Person): Promise<string> {
  const { html } = await operator.get("/desk/approvals");
  return [...html.matchAll(/action="(\/desk\/approvals\/[^"]+\/confirm)"/g)].at(-1)?.[1] ?? "";
}

describe("a refund at the desk", () => {
  test("is three presses with all that comes of it before the last: once, in the log, and told to both sides", async () => {
    await newPerson(world, shop);
    const escrow = await funded(shop, TWO_PARTS);
    expect((await grace.get(order(escrow))).html).toContain(`href="${page(escrow)}"`);
    expect(await readPage(grace, page(escrow))).toContain("all that can go back now: $249.90");
    expect(await readPage(grace, page(escrow, "?review=1&amount=24&reason=damaged"))).toMatch(
      /Out of what is held ?\$24\.00.*fees for it ?\$0\.62.*Goes back to the buyer ?\$24\.62.*email the buyer and the seller/s,
    );
    const milestone = escrow["milestones"][0].id;
    const sent = await form(grace, escrow, `amount=24&reason=damaged&milestone=${milestone}`);
    const answers = await Promise.all([1, 2, 3].map(() => grace.post(page(escrow), sent)));
    expect(answers.map(said)).toEqual(["refunded", "refunded", "refunded"]);
    expect(await readAfter(grace, answers[0]!)).toContain("the seller, who reads that you did it");
    expect(await refundsOf(escrow)).toMatchObject([
      { amount: "24.00", fee_refunded: "0.62", reason: "damaged", milestone_id: milestone },
    ]);
    const [refund] = await refundsOf(escrow);
    expect(await lines()).toEqual([
      {
        operator: grace.email,
        action: "refund_order",
        subject: escrow["reference_code"],
        before: { status: "IN_ESCROW", held: "256.45", refunded: "0.00" },
        after: {
          ...{ refund: refund?.["id"], "to the buyer": "24.62", because: "damaged" },
          ...{ status: "IN_ESCROW", held: "231.83", refunded: "24.00" },
        },
        reason: NOTE.note,
      },
    ]);
    expect(await mailsAbout(escrow)).toEqual([
      { template: "refund_made", by: null },
      { template: "seller_refund_made", by: "operator" },
    ]);
    const shown = await readPage(grace, order(escrow));
    expect(shown).toContain(`By an operator · ${refund?.["id"]}`);
    expect(shown).toMatch(/\$0\.62 in fees/);
  });

  test("of all of an order cancels it, and neither side reads that the seller did", async () => {
    await newPerson(world, shop);
    const escrow = await fundedBy(shop, "lin@example.com", { title: "Bowl", amount: "100.00" });
    expect(await readPage(grace, page(escrow, "?review=1"))).toContain("so it is cancelled");
    expect(said(await grace.post(page(escrow), await form(grace, escrow, "")))).toBe("refunded");
    expect((await shop.get(`/escrows/${escrow["id"]}`)).body["status"]).toBe("CANCELLED");
    expect(await mailsAbout(escrow)).toEqual([
      { template: "order_cancelled", by: "operator" },
      { template: "seller_order_cancelled", by: "operator" },
    ]);
    expect((await grace.get(order(escrow))).html).not.toContain(`href="${page(escrow)}"`);
    expect(await readPage(grace, page(escrow))).toContain("Nothing more can go back now.");
  });

  test("of what was released comes out of the seller's wallet, as the page says", async () => {
    const purse = openPurse(world, shop);
    const escrow = await purse.earn("80.00");
    expect(await readPage(grace, page(escrow, "?review=1&amount=30"))).toMatch(/Out of the seller’s wallet ?\$30\.00/);
    expect(said(await grace.post(page(escrow), await form(grace, escrow, "amount=30")))).toBe("refunded");
    expect(await purse.view()).toMatchObject({ available: 5_000n });
    expect(await readPage(grace, order(escrow))).toContain("$30.00 out of the seller’s wallet");
    await purse.requested(await purse.destination(), "50.00");
    expect(await readPage(grace, page(escrow, "?review=1&amount=10"))).toContain(
      "paid to the seller, whose wallet doesn’t hold that much now",
    );
  });

  test("takes a reason for the log, and what has changed is asked again", async () => {
    const escrow = await funded(shop, TWO_PARTS);
    const sent = await form(grace, escrow, "");
    const without = await grace.post(page(escrow), { ...sent, note: " " });
    expect([without.status, without.html.includes("Give a reason, in a sentence.")]).toEqual([422, true]);
    expect(fieldsOf(without.html)).toMatchObject({ once: sent["once"], gets: sent["gets"] });
    await shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "100.00" });
    const answer = await grace.post(page(escrow), sent);
    expect([answer.status, answer.html.includes("Nothing was done: the order has changed")]).toEqual([409, true]);
    for (const broken of [{ once: "x" }, { gets: "-1" }, { amount: "1,234" }]) {
      expect((await grace.post(page(escrow), { ...sent, ...broken })).status, JSON.stringify(broken)).toBe(422);
    }
    expect(await refundsOf(escrow)).toHaveLength(1);
    expect(await lines()).toEqual([]);
  });

  test("is refused as the seller's is, in the operator's words", async () => {
    const escrow = await funded(shop, TWO_PARTS);
    expect(await readPage(grace, page(escrow, "?review=1&amount=999"))).toContain("at most $249.90 can go back");
    await submit(shop, escrow);
    await asBuyer(shop, escrow, "dispute", 0, { reason: "Chipped." });
    const of = `?milestone=${escrow["milestones"][0].id}`;
    expect(await readPage(grace, page(escrow, of))).toContain("decide the dispute instead");
    const unpaid = await confirmed(shop);
    expect(await readPage(grace, page(unpaid))).toContain("The seller can cancel the order");
  });
});

describe("who may", () => {
  test("operators alone, of neither the seller's team nor the buyer's side", async () => {
    const escrow = await fundedBy(shop, grace.email, TWO_PARTS);
    const seller = await newPerson(world, shop);
    for (const answer of [await seller.get(page(escrow)), await seller.post(page(escrow), NOTE)])
      expect(answer.status).toBe(404);
    const sent = await form(ada, escrow, "amount=10");
    const insider = await newPerson(world, shop, { isOperator: true, role: "support" });
    await insider.get("/desk");
    for (const [operator, code, sentence] of [
      [grace, "own-order", "You bought this order yourself"],
      [insider, "own", "You belong to this account"],
    ] as const) {
      const shown = await operator.get(page(escrow, "?review=1"));
      expect([shown.html.includes(sentence), shown.html.includes('name="once"')]).toEqual([true, false]);
      expect((await operator.get(order(escrow))).html).not.toContain(`href="${page(escrow)}"`);
      expect(said(await operator.post(page(escrow), sent))).toBe(code);
    }
    const other = await world.merchant();
    const elsewhere = page(escrow).replace(shop.sellerCode, other.sellerCode);
    expect((await ada.get(elsewhere)).status).toBe(404);
    expect((await ada.post(elsewhere, sent)).status).toBe(404);
    expect(await refundsOf(escrow)).toEqual([]);
    expect(said(await ada.post(page(escrow), sent))).toBe("refunded");
  });

  test("two above the limit: the first asks, the second reads what happens and confirms it, once", async () => {
    const escrow = await funded(shop, TWO_PARTS);
    const review = await readPage(grace, page(escrow, "?review=1&reason=duplicate"));
    expect(review).toContain("Another operator has to confirm this: it moves $256.45.");
    expect(review).toContain("Ask another operator");
    const sent = await form(grace, escrow, "reason=duplicate");
    expect(said(await grace.post(page(escrow), sent))).toBe("second");
    expect(said(await grace.post(page(escrow), sent))).toBe("asked-already");
    expect(await refundsOf(escrow)).toEqual([]);
    const confirm = await confirmOf(ada);
    const waiting = await readPage(ada, "/desk/approvals");
    for (const part of ["Refund an order", escrow["reference_code"], "$256.45", "Ordered twice", NOTE.note])
      expect(waiting).toContain(part);
    expect(said(await grace.post(confirm))).toBe("own-request");
    const answers = await Promise.all([ada.post(confirm), ada.post(confirm)]);
    expect(answers.map(said).sort()).toEqual(["confirmed", "stale"]);
    expect(await refundsOf(escrow)).toMatchObject([{ amount: "249.90", fee_refunded: "6.55", reason: "duplicate" }]);
    expect(await lines()).toHaveLength(1);
    expect(await confirmOf(ada)).toBe("");
  });

  test("no more than the limit alone, in whatever small amounts, at once", async () => {
    const orders = await Promise.all([0, 1, 2].map(() => funded(shop, TWO_PARTS)));
    const sent = await Promise.all(orders.map((escrow) => form(grace, escrow, "amount=80")));
    const answers = await Promise.all(orders.map((escrow, at) => grace.post(page(escrow), sent[at] ?? {})));
    expect(answers.map(said).sort()).toEqual(["refunded", "refunded", "second"]);
    const escrow = orders[answers.findIndex((answer) => said(answer) === "second")] ?? {};
    expect(await refundsOf(escrow)).toEqual([]);
    // The seller was faster with all of it: then nothing is confirmed, and it waits to be declined.
    await shop.post(`/escrows/${escrow["id"]}/refunds`, {});
    const confirm = await confirmOf(ada);
    expect(said(await ada.post(confirm))).toBe("stale");
    expect(said(await ada.post(confirm.replace("/confirm", "/decline")))).toBe("declined");
    expect(await refundsOf(escrow)).toHaveLength(1);
  });

  test("what was asked for and was done alone since is not confirmed a second time", async () => {
    const escrow = await funded(shop, TWO_PARTS);
    const sent = await form(grace, escrow, "");
    expect(said(await grace.post(page(escrow), sent))).toBe("second");
    const confirm = await confirmOf(ada);
    const [kept] = await sqlOf(world)(
      "select request -> 'ask' as ask from operator_approvals where status = 'PENDING'",
    );
    expect(kept?.["ask"]).toMatchObject({ key: `desk ${sent["once"]}`, amount: null, milestone: null });
    expect(said(await ada.post(confirm))).toBe("confirmed");
    expect(said(await grace.post(page(escrow), sent))).toBe("refunded");
    expect(await refundsOf(escrow)).toHaveLength(1);
    expect(await lines()).toHaveLength(1);
  });

  test("and nothing goes back where the line can't be written", async () => {
    const escrow = await funded(shop, TWO_PARTS);
    const sent = await form(grace, escrow, "amount=5");
    const sql = sqlOf(world);
    await sql("alter table operator_actions add constraint refused check (reason <> 'unspeakable') not valid");
    expect((await grace.post(page(escrow), { ...sent, note: "unspeakable" })).status).toBe(500);
    await sql("alter table operator_actions drop constraint refused");
    expect(await refundsOf(escrow)).toEqual([]);
    expect(said(await grace.post(page(escrow), sent))).toBe("refunded");
  });
});
