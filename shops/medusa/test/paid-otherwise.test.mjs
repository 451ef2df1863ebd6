/** An escrow that ends moves an order only while nothing else pays it, and gives back nobody else's money. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { book, change, lookAt, payingPage, placeOrder } from "./buying.mjs";
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
  return { id, session };
}

async function confirmed() {
  const order = await linked();
  return { ...order, escrow: await world.buyer.confirm(order.session.id) };
}

/** One after the other: Medusa makes no customer twice. */
async function several(count) {
  const orders = [];
  while (orders.length < count) orders.push(await confirmed());
  return orders;
}

/** How an escrow ends that was not paid. The clock is everybody's, so the deadline comes last. */
const ENDS = {
  decline: ["DECLINED", "was declined", ({ id }) => world.buyer.decline(id)],
  cancel: ["CANCELLED", "was cancelled", ({ id }) => world.buyer.cancel(id)],
  deadline: ["DEADLINE_EXPIRED", "was not paid in time", () => world.buyer.advanceClock(73 * HOUR)],
};

for (const [name, [status, words, end]] of Object.entries(ENDS))
  test(`unpaid, and over by ${name}: cancelled, unless it is paid in another way`, async () => {
    const [alone, booked, changed, authorized] = await several(4);
    await book(world, booked.id);
    await book(world, authorized.id, false);
    await change(world, changed.id);
    for (const { escrow } of [alone, booked, changed, authorized]) await end(escrow);
    await untilShop(world, alone.id, { status: "canceled", holdfast: status });
    const order = await untilShop(world, booked.id, { status: "pending", payment: "captured", holdfast: status });
    const [payment] = order.payment_collections[0].payments;
    assert.deepEqual([payment.provider_id, payment.canceled_at], ["pp_system_default", null]);
    assert.equal(order.payment_collections[0].refunded_amount ?? 0, 0);
    assert.ok(order.metadata.holdfast_note.includes(`${words}. This order is paid in another way`));
    const waiting = await untilShop(world, authorized.id, {
      status: "pending",
      payment: "authorized",
      holdfast: status,
    });
    assert.equal(waiting.payment_collections[0].payments[0].canceled_at, null);
    const switched = await untilShop(world, changed.id, { status: "pending", holdfast: status });
    assert.ok(switched.metadata.holdfast_note.includes("This order has another payment method now"));
  });

test("staff book the money in the moment in which the escrow ends: it is never given back", async () => {
  const orders = await several(3);
  await Promise.all(
    orders.flatMap(({ id, escrow }) => [book(world, id).catch(() => undefined), world.buyer.decline(escrow.id)]),
  );
  for (const { id } of orders) {
    const order = await untilShop(world, id, { holdfast: "DECLINED" });
    const payments = order.payment_collections.flatMap((collection) => collection.payments);
    assert.equal(order.status, payments.length === 0 ? order.status : "pending");
    for (const payment of payments) assert.equal(payment.canceled_at, null);
    for (const collection of order.payment_collections) assert.equal(collection.refunded_amount ?? 0, 0);
  }
});

test("an order that nobody paid in time is not cancelled by the job once it is paid in another way", async () => {
  const { id, session } = await linked();
  await book(world, id);
  await until("the link's end", async () => (await world.holdfast.sessions.get(session.id)).status === "EXPIRED");
  assert.equal((await sessionOf(world, id)).length, 1);
  await untilShop(world, id, { status: "pending", payment: "captured" });
});

test("the buyer pays twice: the order says so, and what goes back leaves it alone", async () => {
  const { id, escrow } = await confirmed();
  await book(world, id);
  await world.buyer.pay(escrow.id);
  const twice = await untilShop(world, id, { status: "pending", payment: "captured", holdfast: "IN_ESCROW" });
  assert.match(twice.metadata.holdfast_note, /^The buyer has paid twice/);
  await world.buyer.cancel(escrow.id);
  const after = await untilShop(world, id, { status: "pending", payment: "captured", holdfast: "CANCELLED" });
  assert.match(after.metadata.holdfast_note, /What the buyer paid by it goes back to them/);
});

test("another payment that was authorised comes to nothing: the order gets another link", async () => {
  const { id } = await linked();
  const payment = await book(world, id, false);
  const sessions = () => sessionOf(world, id);
  await until("the link's end", async () => (await sessions())[0].status === "EXPIRED");
  await world.medusa.say("give back", payment);
  await until("another link", async () => (await sessions()).map(({ status }) => status).join() === "OPEN,EXPIRED");
});

test("the order's method is Holdfast again: it gets another link", async () => {
  const { id } = await linked();
  await change(world, id);
  const sessions = () => sessionOf(world, id);
  await until("the link's end", async () => (await sessions())[0].status === "EXPIRED");
  const [{ id: collection }] = (await lookAt(world, id)).payment_collections;
  await world.store("POST", `/store/payment-collections/${collection}/payment-sessions`, {
    provider_id: "pp_holdfast_holdfast",
  });
  const [second] = await until("another link", async () => {
    const found = await sessions();
    return found.length === 2 && found;
  });
  assert.equal(second.status, "OPEN");
});
