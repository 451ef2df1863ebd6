/** Two things at once about one payment: whichever comes first, money is booked once and nobody pays twice unasked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordPayment } from "../../src/commands/record-payment.js";
import type { AccountId, EscrowId } from "../../src/domain/ids.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { confirmed } from "../stories.js";
import { cents, type Desk, openDesk, until } from "./desk.js";

let world: World;
let shop: Merchant;
let here: Desk;
let there: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  here = await openDesk(world, shop);
  there = await openDesk(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await here.close();
  await there.close();
  await world.close();
});

/** What a provider says of a card payment, by callback or when asked. */
const report = (desk: Desk, escrow: Json, reference: string, outcome: "succeeded" | "failed" = "succeeded") => {
  const about = { provider: "sandbox-card", reference, method: "card" } as const;
  return recordPayment(
    { executor: desk.executor, rates: NO_RATES },
    {
      account: shop.account as AccountId,
      escrow: escrow["id"] as EscrowId,
      report:
        outcome === "succeeded"
          ? { ...about, outcome, amount: cents("256.45"), at: null }
          : { ...about, outcome, failure: "declined" },
    },
  );
};

const rounds = <Value>(count: number, round: () => Promise<Value>): Promise<readonly Value[]> =>
  Promise.all(Array.from({ length: count }, round));

test("two tabs, each clicked twice, in two processes: one payment", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    const told = await Promise.all([here, there, here, there].map((desk) => desk.start(escrow, "card")));
    const ids = new Set(told.map((one) => (one.ok ? one.value.payment : one.reason)));
    expect(ids.size).toBe(1);
    expect(await here.payments(escrow)).toHaveLength(1);
  });
});

test("two tabs that choose different methods: one payment waits, and the other is given up", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    await Promise.all([here.start(escrow, "card"), there.start(escrow, "bank")]);
    const payments = await here.payments(escrow);
    expect(payments.filter(({ status }) => status === "CREATED")).toHaveLength(1);
    expect(payments.filter(({ failure }) => failure === "cancelled")).toHaveLength(1);
  });
});

test("callback against look-up, five times over: booked once", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    const { reference } = await here.begun(escrow);
    await Promise.all([here, there, here, there, here].map((desk) => report(desk, escrow, reference)));
    expect(await here.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", received: 25645n }]);
    expect(await here.refunds(escrow)).toEqual([]);
  });
});

test("success against failure: the money counts", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    const { reference } = await here.begun(escrow);
    await Promise.all([report(here, escrow, reference, "failed"), report(there, escrow, reference)]);
    expect(await here.status(escrow)).toBe("IN_ESCROW");
  });
});

test("cancel against success: the buyer hears that it is paid, or the money is booked all the same", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    const { id, reference } = await here.begun(escrow);
    const [cancelled] = await Promise.all([here.cancel(escrow, id), report(there, escrow, reference)]);
    if (!cancelled.ok) expect(cancelled.reason).toBe("already_paid");
    expect(await here.status(escrow)).toBe("IN_ESCROW");
    expect(await here.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", failure: null }]);
  });
});

test("success against the seller's cancellation: the order is over, and all of it goes back once", async () => {
  await rounds(12, async () => {
    const escrow = await confirmed(shop);
    const { reference } = await here.begun(escrow, "card");
    await here.typeCard(reference);
    await Promise.all([
      shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {}),
      report(there, escrow, reference),
      here.post(),
    ]);
    expect(await here.status(escrow)).toBe("CANCELLED");
    const [refund] = await until(async () => {
      const refunds = await here.refunds(escrow);
      return refunds[0]?.status === "SUCCEEDED" && refunds;
    });
    expect(refund?.amount).toBe("256.45");
  });
});

test("a callback in the second of the deadline: paid in time or paid back, and never both", async () => {
  const escrows = await rounds(12, () => confirmed(shop));
  const begun = await Promise.all(escrows.map((escrow) => here.begun(escrow, "bank")));
  await Promise.all(begun.map(({ reference }) => here.transfer(reference, "256.45")));
  await world.advance(259_190);
  const tick = world.advance(15);
  await Promise.all([tick, here.post(), there.post()]);
  for (const escrow of escrows) {
    await until(async () => (await here.payments(escrow))[0]?.status === "SUCCEEDED");
    const status = await here.status(escrow);
    const refunds = await until(async () => {
      const all = await here.refunds(escrow);
      return all.every((one) => one.status === "SUCCEEDED") && all;
    });
    expect(refunds.map(({ amount }) => amount)).toEqual(status === "IN_ESCROW" ? [] : ["256.45"]);
    expect(["IN_ESCROW", "DEADLINE_EXPIRED"]).toContain(status);
  }
});
