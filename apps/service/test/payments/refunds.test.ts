/** Money that goes back: split over the payments that brought it, paid out once, tried again, and parked for a person. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { retryRefund } from "../../src/commands/retry-refund.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, confirmed, pay, resolve, submit, TWO_PARTS } from "../stories.js";
import { type Desk, openDesk, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterEach(async () => {
  for (const provider of ["sandbox-card", "sandbox-bank"]) await desk.mood(provider, {});
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const cancel = (escrow: Json): Promise<unknown> => shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});

const parts = (escrow: Json): Promise<readonly Json[]> =>
  desk.sql(
    `select part.amount::int as amount, part.status, p.received::int as brought, part.reference from refund_parts part
     join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
     where part.escrow_id = $1 order by p.created desc, p.id desc`,
    [escrow["id"]],
  );

const allPaid = (escrow: Json): Promise<unknown> =>
  until(async () => {
    const refunds = await desk.refunds(escrow);
    return refunds.length > 0 && refunds.every(({ status }) => status === "SUCCEEDED");
  });

/** What the provider's own books say went out. */
const paidOut = async (escrow: Json): Promise<number> => {
  const rows = await desk.sql(
    `select coalesce(sum(o.amount), 0)::int as sum from sandbox_bank.outgoing o
     where not o.is_refused and split_part(o.receipt, '.', 1) in (select reference from payments where escrow_id = $1)`,
    [escrow["id"]],
  );
  return rows[0]?.["sum"];
};

async function paidByTransfers(amounts: readonly string[], order?: Json): Promise<Json> {
  const escrow = await confirmed(shop, order);
  for (const [index, amount] of amounts.entries()) {
    const { reference } = await desk.begun(escrow, "bank");
    await desk.transfer(reference, amount);
    await until(async () => (await desk.payments(escrow)).filter(({ received }) => received > 0n).length === index + 1);
  }
  return escrow;
}

test("an order paid by two payments is cancelled: the last payer gets the money back first, and none more than they paid", async () => {
  const escrow = await paidByTransfers(["100.00", "156.45"]);
  await cancel(escrow);
  await allPaid(escrow);
  expect(await desk.refunds(escrow)).toEqual([{ amount: "256.45", reason: "cancelled", status: "SUCCEEDED" }]);
  expect(await parts(escrow)).toMatchObject([
    { amount: 15645, status: "SUCCEEDED" },
    { amount: 10000, status: "SUCCEEDED" },
  ]);
  expect(await paidOut(escrow)).toBe(25645);
});

test("an overpayment and then a cancellation: the second payment gives back what was too much and what it brought", async () => {
  const escrow = await paidByTransfers(["200.00", "100.00"]);
  await cancel(escrow);
  await allPaid(escrow);
  expect(await desk.refunds(escrow)).toEqual([
    { amount: "43.55", reason: "overpaid", status: "SUCCEEDED" },
    { amount: "256.45", reason: "cancelled", status: "SUCCEEDED" },
  ]);
  expect((await parts(escrow)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([4355, 5645, 20000]);
  expect(await paidOut(escrow)).toBe(30000);
});

test("a settlement gives a part back: it comes out of the last payment alone", async () => {
  const escrow = await paidByTransfers(["100.00", "156.45"], TWO_PARTS);
  await submit(shop, escrow, 0);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "broken" });
  await resolve(shop, escrow, { outcome: "settle", release: "199.90", refund: "50.00" });
  await allPaid(escrow);
  const made = await parts(escrow);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ status: "SUCCEEDED", brought: 15645 });
  expect(await paidOut(escrow)).toBe(made[0]?.["amount"]);
});

test("payments that the helper made up are paid back too", async () => {
  const escrow = await confirmed(shop);
  await pay(shop, escrow, { amount: "300.00" });
  await allPaid(escrow);
  await cancel(escrow);
  await until(async () => (await desk.refunds(escrow)).filter(({ status }) => status === "SUCCEEDED").length === 2);
  const ledger = await desk.sql(
    "select credits - debits as owed from ledger_accounts where kind = 'refunds_payable' and escrow_id = $1",
    [escrow["id"]],
  );
  expect(ledger).toEqual([{ owed: "0" }]);
});

test("a provider that is down: the refund is tried again with growing gaps, and paid once when it is back", async () => {
  const escrow = await paidByTransfers(["300.00"]);
  await allPaid(escrow);
  await desk.mood("sandbox-bank", { down: true });
  await cancel(escrow);
  const call = async (): Promise<Json | undefined> =>
    (
      await desk.sql(
        "select tries, status, error from provider_calls where escrow_id = $1 and kind = 'refund' and status <> 'DONE' and said is null and leased_until is null",
        [escrow["id"]],
      )
    )[0];
  await until(async () => (await call())?.["tries"] === 1);
  expect((await desk.refunds(escrow)).at(-1)).toMatchObject({ status: "SENT" });
  await world.advance(6);
  await until(async () => (await call())?.["tries"] === 2);
  expect(await call()).toMatchObject({ status: "OPEN", error: "it does not answer" });
  await desk.mood("sandbox-bank", {});
  await world.advance(31);
  await until(async () => (await desk.refunds(escrow)).at(-1)?.status === "SUCCEEDED");
  expect(await paidOut(escrow)).toBe(30000);
});

test(
  "a provider that stays down: after nine tries the refund is parked, and an operator has it tried again",
  wide(),
  async () => {
    const escrow = await paidByTransfers(["256.45"]);
    await desk.mood("sandbox-bank", { down: true });
    await cancel(escrow);
    await until(async () => {
      await world.advance(86_401);
      return (await desk.refunds(escrow))[0]?.status === "FAILED";
    });
    // The call is put aside in a statement of its own, behind the one that fails the refund.
    await expect
      .poll(() =>
        desk.sql("select status, tries from provider_calls where escrow_id = $1 and kind = 'refund'", [escrow["id"]]),
      )
      .toEqual([{ status: "PARKED", tries: 9 }]);
    const [before] = await parts(escrow);
    await desk.mood("sandbox-bank", {});
    const [{ id } = { id: "" }] = await desk.sql("select id from refunds where escrow_id = $1", [escrow["id"]]);
    const by = { operator: COMMAND_LINE, account: shop.account as never, reason: "" };
    const which = { escrow: escrow["id"] as never, refund: id as never, secondFrom: null };
    expect(await retryRefund(desk.executor, by, which)).toEqual({ ok: true, value: null });
    await allPaid(escrow);
    const [after] = await parts(escrow);
    // Nobody knew what had become of it: only under the same reference is it sure to be paid once.
    expect(after?.["reference"]).toBe(before?.["reference"]);
    expect(await retryRefund(desk.executor, by, which)).toEqual({ ok: false, reason: "stale" });
  },
);

test("a refund that is refused for good is parked at once, and tried again under a new reference", async () => {
  const escrow = await paidByTransfers(["256.45"]);
  await desk.mood("sandbox-bank", { refusesRefunds: true });
  await cancel(escrow);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "FAILED");
  const [before] = await parts(escrow);
  expect(await paidOut(escrow)).toBe(0);
  await desk.mood("sandbox-bank", {});
  const [{ id } = { id: "" }] = await desk.sql("select id from refunds where escrow_id = $1", [escrow["id"]]);
  const by = { operator: COMMAND_LINE, account: shop.account as never, reason: "" };
  const which = { escrow: escrow["id"] as never, refund: id as never, secondFrom: null };
  await retryRefund(desk.executor, by, which);
  await allPaid(escrow);
  expect((await parts(escrow))[0]?.["reference"]).not.toBe(before?.["reference"]);
  expect(await paidOut(escrow)).toBe(25645);
});

test("the database pays a part out once, and sets no more aside than came in", async () => {
  const escrow = await paidByTransfers(["256.45"]);
  await cancel(escrow);
  await allPaid(escrow);
  await expect(
    desk.sql(
      `insert into ledger_transfers (account_id, id, kind, debit_kind, credit_kind, escrow_id, amount, payment_id, refund_id, created)
       select account_id, gen_random_uuid(), kind, debit_kind, credit_kind, escrow_id, amount, payment_id, refund_id, created
       from ledger_transfers where kind = 'refund_paid' and escrow_id = $1`,
      [escrow["id"]],
    ),
  ).rejects.toThrow(/duplicate key|violates check/);
  await expect(desk.sql("update refund_parts set amount = amount + 1")).rejects.toThrow(/does not change/);
  await expect(desk.sql("update refund_parts set kept = kept - 1")).rejects.toThrow(/does not change/);
  await expect(desk.sql("update refunds set amount = amount + 1")).rejects.toThrow(/does not change/);
  await expect(desk.sql("update refunds set status = 'SENT'")).rejects.toThrow(/may not go from/);
  await expect(desk.sql("update payments set given_back = 0 where received > 0")).rejects.toThrow(/moves by the parts/);
  await expect(
    desk.sql(
      `insert into refund_parts (account_id, escrow_id, refund_id, payment_id, amount, status, reference)
       select r.account_id, r.escrow_id, r.id, p.id, 1, 'PENDING', gen_random_uuid()
       from refunds r join payments p on p.escrow_id <> r.escrow_id and p.account_id = r.account_id limit 1`,
    ),
  ).rejects.toThrow(/foreign key/);
});
