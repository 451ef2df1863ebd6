/** An escrow that ends moves an order only while nothing else pays it. */
import { expect, test } from "vitest";
import { buyer, escrowStatusOf, holdfast, notesOf, paidOrder, staff, stateOf, visit } from "./people.js";

const HOUR = 3_600;

/** How an escrow ends that was not paid. The clock is everybody's, so the deadline comes last. */
const ENDS: Readonly<
  Record<string, readonly [status: string, words: string, end: (escrow: string) => Promise<unknown>]>
> = {
  decline: ["DECLINED", "was declined", (escrow) => buyer.decline(escrow)],
  cancel: ["CANCELLED", "was cancelled", (escrow) => buyer.cancel(escrow)],
  deadline: ["DEADLINE_EXPIRED", "was not paid in time", () => buyer.advanceClock(73 * HOUR)],
};

async function confirmed() {
  const visitor = visit();
  await visitor.add("bud-vase");
  const { code, session } = await visitor.checkOut();
  return { code, escrow: (await buyer.confirm(session)).id };
}

test.each(Object.entries(ENDS))(
  "unpaid, and over by %s: cancelled, unless a bank transfer was booked",
  async (_, [status, words, end]) => {
    const [alone, booked] = [await confirmed(), await confirmed()];
    await staff.book(booked.code);
    for (const { escrow } of [alone, booked]) await end(escrow);
    await expect.poll(() => stateOf(alone.code)).toBe("Cancelled");
    await expect.poll(() => escrowStatusOf(booked.code)).toBe(status);
    const order = await staff.order(booked.code);
    expect(order.state).not.toBe("Cancelled");
    expect(order.payments).toMatchObject([{ state: "Settled", transactionId: `slip ${booked.code}`, refunds: [] }]);
    const notes = (await notesOf(booked.code)).filter((note) => note.includes(words));
    expect(notes).toEqual([expect.stringContaining("This order is paid in another way, so it stays as it is.")]);
  },
);

test("staff book a bank transfer in the moment in which the escrow ends: the order is never cancelled with it", async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => confirmed()));
  await Promise.all(
    orders.map(({ code, escrow }) => Promise.all([staff.book(code).catch(() => "too late"), buyer.decline(escrow)])),
  );
  for (const { code } of orders) {
    await expect.poll(() => escrowStatusOf(code)).toBe("DECLINED");
    const { state, payments } = await staff.order(code);
    expect([state === "Cancelled", payments.length]).toEqual([payments.length === 0, payments.length]);
  }
});

test("a link ends once a bank transfer pays the order, and gets no other", async () => {
  const visitor = visit();
  await visitor.add("bud-vase");
  const { code, session } = await visitor.checkOut();
  await staff.book(code);
  await expect.poll(async () => (await holdfast.sessions.get(session)).status).toBe("EXPIRED");
  expect((await holdfast.sessions.list({ external_reference: code })).data).toHaveLength(1);
});

test("the buyer pays twice: the note says so, and what goes back leaves the order alone", async () => {
  const { code, escrow } = await confirmed();
  await staff.book(code);
  const other = await paidOrder("salt-cellar"); // once it is told, a whole round has seen the booking
  await expect.poll(() => stateOf(other.code)).toBe("PaymentSettled");
  await buyer.pay(escrow);
  await expect.poll(() => notesOf(code)).toContainEqual(expect.stringContaining("The buyer has paid twice"));
  const before = await staff.order(code);
  await buyer.cancel(escrow);
  await expect.poll(() => notesOf(code)).toContainEqual(expect.stringContaining("goes back to them"));
  expect(await staff.order(code)).toMatchObject({ state: before.state, payments: before.payments });
});
