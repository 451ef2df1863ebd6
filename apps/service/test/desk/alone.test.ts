/** What one operator can't do alone: decide about an order of their own, and move a large amount in small ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendEvidence } from "../../src/commands/send-evidence.js";
import type { AccountId, ChargebackId, EscrowId, PaymentId } from "../../src/domain/ids.js";
import type { Cents } from "../../src/domain/money.js";
import type { Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { fundedBy } from "../pages/orders-area.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { asBuyer, confirmed, funded } from "../stories.js";
import { linesOf, newOperator, refundRefused, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let provider: Desk;
let grace: Person;
let ada: Person;
beforeAll(async () => {
  world = await startWorld({ secondOperatorFrom: 100_000n as Cents });
});
beforeEach(async () => {
  shop = await world.merchant();
  await provider?.close();
  provider = await openDesk(world, shop);
  [grace, ada] = await Promise.all([newOperator(world, "Grace"), newOperator(world, "Ada")]);
  // Forms that are sent at once need the cookie that goes with their token.
  for (const one of [grace, ada]) await one.get("/desk");
});
afterAll(async () => {
  await provider?.close();
  await world?.checkLedger();
  await world?.close();
});

const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const pathOf = (escrow: Json): string => `/desk/disputes/${shop.sellerCode}/${escrow["id"]}`;
const REASON = "As the courier says";
const releaseOf = (escrow: Json, index = 0): Record<string, string> => ({
  outcome: `release:${escrow["milestones"][index].id}`,
  reason: REASON,
});
/** An order of so many parts, all of them disputed. */
async function disputed(count: number, amount: string, buyer = "ada@buyers.example"): Promise<Json> {
  const parts = Array.from({ length: count }, (_, index) => ({ title: `Part ${index + 1}`, amount }));
  const total = (Number(amount) * count).toFixed(2);
  const escrow = await fundedBy(shop, buyer, { title: "Kitchen", amount: total, milestones: parts });
  for (let index = 0; index < count; index += 1) await asBuyer(shop, escrow, "dispute", index, { reason: "cracked" });
  return escrow;
}

const resolve = async (operator: Person, escrow: Json, form: Record<string, string>): Promise<string | null> =>
  said(await operator.post(`${pathOf(escrow)}/resolve`, form));

/** The button that confirms what waits. */
async function confirmOf(operator: Person): Promise<string> {
  const { html } = await operator.get("/desk/approvals");
  const found = [...html.matchAll(/action="(\/desk\/approvals\/[^"]+\/confirm)"/g)].at(-1);
  return found?.[1] ?? "";
}

describe("what one operator moves alone adds up", () => {
  test("over the parts of an order: the page says so beforehand, and the second one confirms it", async () => {
    const escrow = await disputed(5, "600.00");
    const first = await grace.post(`${pathOf(escrow)}/check`, releaseOf(escrow, 0));
    expect(first.html).not.toContain("Another operator has to confirm");
    expect(await resolve(grace, escrow, releaseOf(escrow, 0))).toBe("resolved");
    const again = await grace.post(`${pathOf(escrow)}/check`, releaseOf(escrow, 1));
    expect(again.html).toContain("you have already moved $600.00 of this order, and this makes it $1,200.00");
    expect(again.html).toContain("One operator alone may move up to $1,000.00.");
    expect(again.html).toContain("Ask another operator");
    expect(await resolve(grace, escrow, releaseOf(escrow, 1))).toBe("second");
    expect(said(await ada.post(await confirmOf(ada)))).toBe("confirmed");
    // What two did counts for neither.
    expect(await resolve(ada, escrow, releaseOf(escrow, 2))).toBe("resolved");
    expect(await resolve(ada, escrow, releaseOf(escrow, 3))).toBe("second");
    // A settlement is no way round it, nor is a day.
    await world.advance(86_401);
    const settle = { outcome: "settle", release: "1200.00", refund: "0.00", reason: REASON };
    expect(await resolve(ada, escrow, settle)).toBe("asked-already");
    expect(await resolve(grace, escrow, releaseOf(escrow, 4))).toBe("asked-already");
    expect((await linesOf(world, shop)).filter(({ action }) => action === "resolve_dispute")).toHaveLength(3);
  });

  test("over the orders of an account within a day, whichever side gets it; resuming moves nothing", async () => {
    const [one, two, three] = [await disputed(1, "600.00"), await disputed(1, "300.00"), await disputed(1, "200.00")];
    expect(await resolve(grace, one, releaseOf(one))).toBe("resolved");
    const refund = { outcome: "settle", release: "0.00", refund: "300.00", reason: REASON };
    expect(await resolve(grace, two, refund)).toBe("resolved");
    const asked = await grace.post(`${pathOf(three)}/check`, releaseOf(three));
    expect(asked.html).toMatch(/you have moved \$90\d\.\d\d for this seller in the last 24 hours/);
    expect(await resolve(grace, three, releaseOf(three))).toBe("second");
    await world.advance(86_401);
    const decline = (await confirmOf(ada)).replace("/confirm", "/decline");
    expect(said(await ada.post(decline))).toBe("declined");
    expect(await resolve(grace, three, releaseOf(three))).toBe("resolved");
  });

  test("of another account it is another sum, and the command line needs nobody", async () => {
    const one = await disputed(1, "900.00");
    expect(await resolve(grace, one, releaseOf(one))).toBe("resolved");
    shop = await world.merchant();
    const two = await disputed(1, "900.00");
    expect(await resolve(grace, two, releaseOf(two))).toBe("resolved");
  });

  test("however many are sent at once: neither the parts of an order nor several orders slip through", async () => {
    const parts = await disputed(5, "400.00");
    const told = await Promise.all([0, 1, 2, 3, 4].map((index) => resolve(grace, parts, releaseOf(parts, index))));
    expect(told.filter((one) => one === "resolved")).toHaveLength(2);
    expect(told.filter((one) => one === "second" || one === "asked-already")).toHaveLength(3);
    expect(await moved(parts)).toBe(80_000);
    const orders = await Promise.all(Array.from({ length: 6 }, () => disputed(1, "400.00")));
    const answers = await Promise.all(orders.map((order) => resolve(ada, order, releaseOf(order))));
    expect(answers.filter((one) => one === "resolved")).toHaveLength(2);
    expect(answers.filter((one) => one === "second")).toHaveLength(4);
  });

  test("a refund that is sent again counts, and waits for a second one when it is too much", async () => {
    const order = await disputed(1, "800.00");
    expect(await resolve(grace, order, releaseOf(order))).toBe("resolved");
    const escrow = await refundRefused(shop, provider);
    const [{ id } = { id: "" }] = await provider.sql("select id from refunds where escrow_id = $1", [escrow["id"]]);
    const { html } = await grace.get("/desk/stuck");
    expect(html).toContain("you have moved $800.00 for this seller in the last 24 hours, and this makes it $1,056.45");
    const fields = { account: shop.sellerCode, escrow: escrow["id"], refund: id };
    expect(said(await grace.post("/desk/stuck/refunds", fields))).toBe("second");
    expect((await provider.refunds(escrow))[0]?.status).toBe("FAILED");
    expect((await ada.get("/desk/approvals")).html).toContain("Retry a refund");
    expect(said(await ada.post(await confirmOf(ada)))).toBe("confirmed");
    await until(async () => (await provider.refunds(escrow))[0]?.status === "SUCCEEDED");
  });

  const moved = async (escrow: Json): Promise<number> => {
    const [row] = await provider.sql(
      "select coalesce(sum(amount), 0)::int as moved from ledger_transfers where escrow_id = $1 and kind = 'release'",
      [escrow["id"]],
    );
    return row?.["moved"];
  };
});

describe("an order that an operator bought", () => {
  const shouted = (email: string): string => email.replace(/^\w/, (letter) => letter.toUpperCase());

  test("is decided by another one, whatever letters its address was typed in", async () => {
    const escrow = await disputed(1, "900.00", shouted(grace.email));
    const refund = { outcome: "settle", release: "0.00", refund: "900.00", reason: REASON };
    for (const form of [
      refund,
      releaseOf(escrow),
      { ...releaseOf(escrow), outcome: `resume:${escrow["milestones"][0].id}` },
    ])
      expect(await resolve(grace, escrow, form)).toBe("own-order");
    const { html } = await grace.get(pathOf(escrow));
    expect(html).toContain("You bought this order yourself, so another operator has to decide.");
    expect(html).not.toContain("Review decision");
    expect(await linesOf(world, shop)).toEqual([]);
    expect(await resolve(ada, escrow, refund)).toBe("resolved");
  });

  test("is neither confirmed nor declined by the buyer", async () => {
    const escrow = await disputed(1, "2000.00", grace.email);
    expect(await resolve(ada, escrow, releaseOf(escrow))).toBe("second");
    const confirm = await confirmOf(await newOperator(world, "Edsger"));
    const page = (await grace.get("/desk/approvals")).html;
    expect(page).toContain("You bought this order yourself, so another operator has to decide.");
    expect(page).not.toContain(confirm);
    for (const to of [confirm, confirm.replace("/confirm", "/decline")])
      expect(said(await grace.post(to))).toBe("own-order");
    const edsger = await newOperator(world, "Edsger");
    expect(said(await edsger.post(confirm))).toBe("confirmed");
  });

  test("has its refund, and calls about its payment, sent again by somebody else", async () => {
    const escrow = await refundRefused(shop, provider);
    await provider.sql("update escrows set buyer_email = $2 where id = $1", [escrow["id"], shouted(grace.email)]);
    const [{ id } = { id: "" }] = await provider.sql("select id from refunds where escrow_id = $1", [escrow["id"]]);
    const fields = { account: shop.sellerCode, escrow: escrow["id"], refund: id };
    expect(said(await grace.post("/desk/stuck/refunds", fields))).toBe("own-order");
    const paid = await confirmed(shop);
    const begun = await provider.begun(paid, "card");
    await provider.sql("update escrows set buyer_email = $2 where id = $1", [paid["id"], grace.email]);
    await provider.sql("update provider_calls set status = 'PARKED' where escrow_id = $1 and kind = 'look_up'", [
      paid["id"],
    ]);
    const call = { account: shop.sellerCode, escrow: paid["id"], payment: begun.id, kind: "look_up" };
    expect(said(await grace.post("/desk/stuck/calls", call))).toBe("own-order");
    expect(said(await ada.post("/desk/stuck/calls", call))).toBe("retried");
    expect(said(await ada.post("/desk/stuck/refunds", fields))).toBe("retried");
  });

  test("is not spoken for at the bank by its buyer", async () => {
    const sent: unknown[] = [];
    const disputes = { files: { most: 0, types: [] }, answer: async (one: unknown) => sent.push(one) };
    const providers = { byName: () => ({ disputes }) as never };
    const escrow = await funded(shop);
    const named = {
      account: shop.account as AccountId,
      escrow: escrow["id"] as EscrowId,
      payment: "none" as PaymentId,
      id: "none" as ChargebackId,
      provider: "sandbox",
    };
    const evidence = {
      theirId: "dp",
      product: "",
      buyer: { name: null, email: shouted(grace.email) },
      deliveredOn: null,
      story: "",
      files: [],
    };
    const operator = { id: grace.sellerId, name: grace.email, accounts: [], second: null };
    expect(await sendEvidence({ executor: provider.executor, providers }, named, { operator, evidence })).toEqual({
      ok: false,
      reason: "own_order",
    });
    expect(sent).toEqual([]);
  });

  test("is refused by the database too, and one of a plus-address is somebody else's", async () => {
    const escrow = await disputed(1, "10.00", shouted(grace.email));
    const line = (operator: Person, second: Person | null) =>
      sqlOf(world)(
        `insert into operator_actions (operator_id, operator, action, account_id, escrow_id, subject, reason, created, second_id)
         values ($1, 'x', 'resolve_dispute', $2, $3, '', 'x', 0, $4)`,
        [operator.sellerId, shop.account, escrow["id"], second?.sellerId ?? null],
      );
    for (const [operator, second] of [
      [grace, null],
      [ada, grace],
    ] as const)
      await expect(line(operator, second)).rejects.toThrow("operators do not decide about an order of their own");
    const other = await disputed(1, "10.00", grace.email.replace("@", "+home@"));
    expect(await resolve(grace, other, releaseOf(other))).toBe("resolved");
  });
});

test("each of two operators has sums of their own", async () => {
  const escrow = await disputed(4, "500.00");
  const told = await Promise.all(
    [grace, ada, grace, ada].map((operator, index) => resolve(operator, escrow, releaseOf(escrow, index))),
  );
  expect(told).toEqual(["resolved", "resolved", "resolved", "resolved"]);
});
