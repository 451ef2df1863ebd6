/** What an order in Medusa becomes at each event, as the page of all shops says. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { messagesOf } from "../../../packages/bridge/test/orders-page.ts";
import { book, lookAt, payingPage, placeOrder, ship } from "./buying.mjs";
import { openWorld, sessionOf, until, untilShop } from "./world.mjs";

const HOUR = 3_600;

let world;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

async function linked() {
  const { id } = await placeOrder(world, { Dinner: 1 });
  assert.ok(await payingPage(world, id));
  const [session] = await sessionOf(world, id);
  return { id, session, before: "pending" };
}

async function confirmed() {
  const order = await linked();
  return { ...order, escrow: await world.buyer.confirm(order.session.id) };
}

async function held() {
  const order = await confirmed();
  await world.buyer.pay(order.escrow.id);
  await untilShop(world, order.id, { payment: "authorized", holdfast: "IN_ESCROW" });
  return order;
}

async function shipped() {
  const order = await held();
  await ship(world, order.id);
  await until("a submission", async () => {
    const { status } = await world.holdfast.escrows.get(order.escrow.id);
    return status === "WORK_IN_PROGRESS";
  });
  return order;
}

async function disputed() {
  const order = await shipped();
  await world.buyer.dispute(order.escrow.id, order.escrow.milestones[0].id, { reason: "It is chipped." });
  await untilShop(world, order.id, { holdfast: "DISPUTED" });
  return { ...order, before: "requires_action" };
}

/** Once another order's money was told, a whole round has seen what happened before. */
async function aRound(order) {
  await held();
  return order;
}

async function ended(order, end, status) {
  await world.buyer[end](order.escrow.id);
  await untilShop(world, order.id, { holdfast: status });
  return order;
}

/** Each leads to an order: its state before, and `note` where people read of it. */
const STORIES = {
  link: linked,
  "link-expired": async () => {
    const order = await linked();
    await world.buyer.advanceClock(25 * HOUR);
    assert.notEqual(await payingPage(world, order.id), order.session.url);
    return order;
  },
  confirmed: async () => aRound(await confirmed()),
  "part-paid": async () => {
    const order = await confirmed();
    await world.buyer.pay(order.escrow.id, { amount: "1.00" });
    return aRound(order);
  },
  funded: held,
  submitted: shipped,
  approved: async () => {
    const order = await shipped();
    await world.buyer.approve(order.escrow.id, order.escrow.milestones[0].id);
    await untilShop(world, order.id, { payment: "captured", holdfast: "COMPLETED" });
    return order;
  },
  disputed,
  resumed: async () => {
    const order = await disputed();
    await world.buyer.resolve(order.escrow.id, { outcome: "resume" });
    await untilShop(world, order.id, { holdfast: "WORK_IN_PROGRESS" });
    return order;
  },
  settled: async () => {
    const order = await disputed();
    const { amount } = await world.holdfast.escrows.get(order.escrow.id);
    await world.buyer.resolve(order.escrow.id, { outcome: "settle", release: "0.00", refund: amount });
    await untilShop(world, order.id, { holdfast: "CLOSED" });
    return order;
  },
  "ended-unpaid": async () => ended(await confirmed(), "decline", "DECLINED"),
  "ended-unpaid-paid-otherwise": async () => {
    const order = await confirmed();
    await book(world, order.id);
    return { ...(await ended(order, "decline", "DECLINED")), note: /is paid in another way, so it stays as it is/ };
  },
  "cancelled-paid": async () => {
    const order = await ended(await held(), "cancel", "CANCELLED");
    assert.ok((await lookAt(world, order.id)).payment_collections[0].payments[0].canceled_at);
    return order;
  },
  "cancelled-paid-twice": async () => {
    const order = await held();
    await book(world, order.id);
    await ended(order, "cancel", "CANCELLED");
    const { payments } = (await lookAt(world, order.id)).payment_collections[0];
    const isOurs = ({ provider_id: provider }) => provider.startsWith("pp_holdfast");
    for (const payment of payments) assert.equal(payment.canceled_at !== null, isOurs(payment));
    return { ...order, note: /What the buyer paid by it goes back to them/ };
  },
  "taken-back": async () => {
    const order = await linked();
    await book(world, order.id);
    await until(
      "the link's end",
      async () => (await world.holdfast.sessions.get(order.session.id)).status === "EXPIRED",
    );
    return order;
  },
  "taken-back-paid": async () => {
    const order = await aRound(await confirmed());
    await book(world, order.id);
    await world.buyer.pay(order.escrow.id);
    await untilShop(world, order.id, { payment: "captured", holdfast: "IN_ESCROW" });
    return { ...order, note: /Cancel the escrow in the console/ };
  },
  "taken-back-ended": async () => {
    const order = await held();
    await world.admin("POST", `/admin/orders/${order.id}/cancel`);
    await ended(order, "cancel", "CANCELLED");
    return { ...order, before: "canceled", note: /This order was cancelled or refunded here/ };
  },
};

const told = messagesOf("Medusa");

test("the page has every event, and no other", () => {
  assert.deepEqual([...told.keys()], Object.keys(STORIES));
});

for (const [event, status] of told)
  test(`${event}: ${status}`, async () => {
    const { id, before: known, note } = await STORIES[event]();
    const order = await untilShop(world, id, { status: status === "unchanged" ? known : status });
    if (note !== undefined) assert.match(order.metadata.holdfast_note ?? "", note);
  });
