/** What an order in Vendure becomes at each event, as the page of all shops says. */
import { expect, test } from "vitest";
import { messagesOf } from "../../bridge/test/orders-page.js";
import { buyer, escrowStatusOf, holdfast, notesOf, staff, stateOf, visit } from "./people.js";

const HOUR = 3_600;

async function linked() {
  const visitor = visit();
  await visitor.add("bud-vase");
  const { code, session } = await visitor.checkOut();
  return { code, session, before: await stateOf(code) };
}

async function confirmed() {
  const order = await linked();
  return { ...order, escrow: (await buyer.confirm(order.session)).id };
}

async function held() {
  const order = await confirmed();
  await buyer.pay(order.escrow);
  await expect.poll(() => stateOf(order.code)).toBe("PaymentSettled");
  return { ...order, before: "PaymentSettled" };
}

const milestoneOf = async (escrow: string): Promise<string> => (await holdfast.escrows.get(escrow)).milestones[0]!.id;

async function shipped() {
  const order = await held();
  await staff.ship(order.code);
  await expect.poll(async () => (await holdfast.escrows.get(order.escrow)).status).toBe("WORK_IN_PROGRESS");
  return { ...order, before: await stateOf(order.code) };
}

async function disputed() {
  const order = await shipped();
  await buyer.dispute(order.escrow, await milestoneOf(order.escrow), { reason: "It is chipped." });
  await expect.poll(() => escrowStatusOf(order.code)).toBe("DISPUTED");
  return order;
}

/** Once another order's money was told, a whole round has seen what happened before. */
async function aRound(): Promise<void> {
  await held();
}

type Seen = {
  readonly code: string;
  /** Its state before the event. */
  readonly before: string;
  /** What people read of it then. */
  readonly note?: string;
};

const STORIES: Readonly<Record<string, () => Promise<Seen>>> = {
  link: linked,
  "link-expired": async () => {
    const order = await linked();
    await buyer.advanceClock(25 * HOUR);
    await expect
      .poll(async () => (await holdfast.sessions.list({ external_reference: order.code })).data)
      .toHaveLength(2);
    return order;
  },
  confirmed: async () => {
    const order = await confirmed();
    await aRound();
    return order;
  },
  "part-paid": async () => {
    const order = await confirmed();
    await buyer.pay(order.escrow, { amount: "1.00" });
    await aRound();
    return order;
  },
  funded: held,
  submitted: shipped,
  approved: async () => {
    const order = await shipped();
    await buyer.approve(order.escrow, await milestoneOf(order.escrow));
    await expect.poll(() => escrowStatusOf(order.code)).toBe("COMPLETED");
    return order;
  },
  disputed: async () => ({ ...(await disputed()), note: "The buyer disputes this order" }),
  resumed: async () => {
    const order = await disputed();
    await buyer.resolve(order.escrow, { outcome: "resume" });
    await expect.poll(() => escrowStatusOf(order.code)).toBe("WORK_IN_PROGRESS");
    return { ...order, note: "The dispute is over" };
  },
  settled: async () => {
    const order = await disputed();
    const { amount } = await holdfast.escrows.get(order.escrow);
    await buyer.resolve(order.escrow, { outcome: "settle", release: "0.00", refund: amount });
    await expect.poll(() => escrowStatusOf(order.code)).toBe("CLOSED");
    return { ...order, note: "The dispute was settled" };
  },
  "ended-unpaid": async () => {
    const order = await confirmed();
    await buyer.decline(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("DECLINED");
    return order;
  },
  "ended-unpaid-paid-otherwise": async () => {
    const order = await confirmed();
    await staff.book(order.code);
    const before = await stateOf(order.code);
    await buyer.decline(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("DECLINED");
    return { ...order, before, note: "is paid in another way, so it stays as it is" };
  },
  "cancelled-paid": async () => {
    const order = await held();
    await buyer.cancel(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("CANCELLED");
    expect((await staff.order(order.code)).payments).toMatchObject([{ refunds: [{ state: "Settled" }] }]);
    return order;
  },
  "cancelled-paid-twice": async () => {
    const order = await confirmed();
    await staff.book(order.code);
    await aRound();
    const before = await stateOf(order.code);
    await buyer.pay(order.escrow);
    await expect.poll(() => notesOf(order.code)).toContainEqual(expect.stringContaining("The buyer has paid twice"));
    await buyer.cancel(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("CANCELLED");
    return { ...order, before, note: "What the buyer paid by it goes back to them" };
  },
  "taken-back": async () => {
    const order = await linked();
    await staff.book(order.code);
    const before = await stateOf(order.code);
    await expect.poll(async () => (await holdfast.sessions.get(order.session)).status).toBe("EXPIRED");
    return { ...order, before };
  },
  "taken-back-paid": async () => {
    const order = await confirmed();
    await staff.book(order.code);
    await aRound();
    const before = await stateOf(order.code);
    await buyer.pay(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("IN_ESCROW");
    return { ...order, before, note: "Cancel the escrow in the console" };
  },
  "taken-back-ended": async () => {
    const order = await held();
    await staff.cancel(order.code);
    await buyer.cancel(order.escrow);
    await expect.poll(() => escrowStatusOf(order.code)).toBe("CANCELLED");
    return { ...order, before: "Cancelled", note: "This order was cancelled or refunded here" };
  },
};

const told = messagesOf("Vendure");

test("the page has every event, and no other", () => {
  expect([...told.keys()]).toEqual(Object.keys(STORIES));
});

test.each([...told])("%s: %s", async (event, state) => {
  const { code, before, note } = await STORIES[event]!();
  await expect.poll(() => stateOf(code)).toBe(state === "unchanged" ? before : state);
  if (note !== undefined) await expect.poll(() => notesOf(code)).toContainEqual(expect.stringContaining(note));
});
