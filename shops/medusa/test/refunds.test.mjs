/** Money goes back in a real Medusa and a real service, begun on either side: once each. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { connect, createServer } from "node:net";
import { after, before, test } from "node:test";
import { share } from "../../../apps/service/test/bounds.ts";
import { REFUND_POINTS } from "../../../tools/shops/points.mjs";
import { lookAt, payingPage, placeOrder, Refused, ship } from "./buying.mjs";
import { openWorld, sessionOf, until, untilShop } from "./world.mjs";

let world;
before(async () => {
  world = await openWorld();
});
after(() => world?.close());

/** 42.90 with its shipping. */
async function paid() {
  const order = await placeOrder(world, { Dinner: 1 });
  assert.ok(await payingPage(world, order.id));
  const [session] = await sessionOf(world, order.id);
  const { id: escrow } = await world.buyer.confirm(session.id);
  await world.buyer.pay(escrow);
  await untilShop(world, order.id, { payment: "authorized", holdfast: "IN_ESCROW" });
  return { id: order.id, escrow };
}

async function released() {
  const order = await paid();
  await ship(world, order.id);
  await approve(order);
  return order;
}

async function approve({ id, escrow }) {
  const { milestones } = await until("a submission", async () => {
    const now = await world.holdfast.escrows.get(escrow);
    return now.status === "WORK_IN_PROGRESS" && now;
  });
  await world.buyer.approve(escrow, milestones[0].id);
  await untilShop(world, id, { status: "completed", holdfast: "COMPLETED" });
}

const SHOWN = "*payment_collections.payments,*payment_collections.payments.refunds,*transactions,*summary";

/** The order's payment by Holdfast, with what went back of it, and what the order's books say of that. */
async function paymentOf(id) {
  const { order } = await world.admin("GET", `/admin/orders/${id}?fields=${encodeURIComponent(SHOWN)}`);
  const payments = order.payment_collections.flatMap((collection) => collection.payments);
  const payment = payments.find(({ provider_id: provider }) => provider.startsWith("pp_holdfast"));
  const booked = order.transactions.filter(({ reference }) => reference === "refund");
  return {
    id: payment.id,
    refunds: payment.refunds,
    transactions: [...Map.groupBy(booked, ({ reference_id: refund }) => refund).values()].map((all) => ({
      amount: all.reduce((sum, { amount }) => sum - amount, 0),
    })),
    owed: order.summary.pending_difference,
  };
}
const post = async (id, what, body) => world.admin("POST", `/admin/payments/${(await paymentOf(id)).id}/${what}`, body);
const capture = (id, amount) => post(id, "capture", amount === undefined ? {} : { amount });
const refund = (id, amount) => post(id, "refund", { amount });
const atHoldfast = async (escrow) => (await world.holdfast.refunds.list(escrow)).data;
const amountsOf = (refunds) => refunds.map(({ amount }) => Number(amount)).sort((one, other) => one - other);

/** Holdfast, Medusa's payment and Medusa's order have the very same refunds. */
async function agree({ id, escrow }, amounts) {
  let shown;
  const isShown = async () => {
    const { refunds, transactions } = await paymentOf(id);
    shown = [await atHoldfast(escrow), refunds, transactions].map(amountsOf);
    return shown.every((one) => String(one) === String(amounts));
  };
  await until(`refunds of ${amounts.join(" and ")} on both sides`, isShown).catch((error) => {
    const told = world.medusa
      .printed()
      .split("\n")
      .filter((line) => /holdfast:|error/i.test(line));
    throw new Error(`${error.message}; it shows ${JSON.stringify(shown)}\n${told.slice(-12).join("\n")}`);
  });
}

const isRefused = (words) => (error) => {
  assert.ok(error instanceof Refused, error);
  assert.equal(error.status, 400, error.message);
  assert.match(error.message, words);
  return true;
};

test("parts go back before release, one by the admin's own refund and one begun at Holdfast: the rest is captured in the end", async () => {
  const order = await paid();
  await assert.rejects(refund(order.id, 5), isRefused(/more than (?:the|what is) captured/));
  await capture(order.id, 5);
  await refund(order.id, 5);
  await agree(order, [5]);
  const [made] = await atHoldfast(order.escrow);
  assert.equal(made.external_reference, (await paymentOf(order.id)).refunds[0].id);
  await world.holdfast.refunds.create({ escrow: order.escrow, amount: "10.00" });
  await agree(order, [5, 10]);
  await ship(world, order.id);
  await approve(order);
  const done = await lookAt(world, order.id);
  const [{ captured_amount: captured, refunded_amount: refunded }] = done.payment_collections;
  assert.deepEqual([captured, refunded], [42.9, 15]);
  assert.equal((await paymentOf(order.id)).owed, 0);
});

test("after release, a part by the admin and the rest begun at Holdfast", async () => {
  const order = await released();
  await refund(order.id, 2.9);
  await agree(order, [2.9]);
  await world.holdfast.refunds.create({ escrow: order.escrow });
  await agree(order, [2.9, 40]);
  await untilShop(world, order.id, { status: "completed", payment: "refunded" });
  await assert.rejects(refund(order.id, 1), isRefused(/captured/));
});

test("all of it before release, by the admin or begun at Holdfast: the escrow is over, and so is the order", async () => {
  const [mine, theirs] = [await paid(), await paid()];
  await capture(mine.id);
  await refund(mine.id, 42.9);
  await world.holdfast.refunds.create({ escrow: theirs.escrow });
  for (const order of [mine, theirs]) {
    await untilShop(world, order.id, { status: "canceled", holdfast: "CANCELLED" });
    await agree(order, [42.9]);
  }
});

test("captured by hand, and cancelled in the console: what is captured is booked as refunded, and nothing is asked of Holdfast", async () => {
  const { id, escrow } = await paid();
  await capture(id);
  await world.buyer.cancel(escrow);
  await untilShop(world, id, { status: "canceled", holdfast: "CANCELLED" });
  assert.deepEqual(amountsOf((await paymentOf(id)).refunds), [42.9]);
  assert.deepEqual(await atHoldfast(escrow), []);
});

test("both sides at once: two refunds, on both", async () => {
  const order = await paid();
  await capture(order.id, 5);
  await Promise.all([refund(order.id, 5), world.holdfast.refunds.create({ escrow: order.escrow, amount: "2.00" })]);
  await agree(order, [2, 5]);
  assert.equal((await paymentOf(order.id)).owed, 35.9);
});

test("two in Medusa at once, of which it counts one with the amount of the other: both are made, and its books set right", async () => {
  const order = await paid();
  await capture(order.id, 8);
  await Promise.all([refund(order.id, 5), refund(order.id, 3)]);
  await agree(order, [3, 5]);
  assert.equal((await paymentOf(order.id)).owed, 34.9);
});

test("refused in a dispute: the admin says why and what to do, and Medusa keeps no refund", async () => {
  const { id, escrow } = await paid();
  await ship(world, id);
  await capture(id);
  const { milestones } = await until("a submission", async () => {
    const now = await world.holdfast.escrows.get(escrow);
    return now.status === "WORK_IN_PROGRESS" && now;
  });
  await world.buyer.dispute(escrow, milestones[0].id, { reason: "It is chipped." });
  await assert.rejects(refund(id, 5), isRefused(/more than can go back|in a dispute about this/));
  assert.deepEqual((await paymentOf(id)).refunds, []);
  assert.deepEqual(await atHoldfast(escrow), []);
});

for (const { name } of share(REFUND_POINTS, { nth: 3, of: 4 }))
  test(`Medusa is killed, at: ${name}. Each refund is one`, async () => {
    const order = await paid();
    await capture(order.id, 3);
    fs.writeFileSync(world.fallAt, name);
    await world.holdfast.refunds.create({ escrow: order.escrow, amount: "2.00" });
    const has = async () => amountsOf((await paymentOf(order.id)).refunds).includes(3);
    await refund(order.id, 3).catch(() => undefined);
    // What Medusa has kept is made all the same, though its answer was lost.
    await until("a refund", async () => (await has()) || (await refund(order.id, 3)));
    await until(`the fall at: ${name}`, () => !fs.existsSync(world.fallAt));
    await agree(order, [2, 3]);
  });

test("Holdfast is away: the refund is kept, and made when it is back", async () => {
  const order = await paid();
  await capture(order.id, 5);
  let isAway = false;
  const open = new Set();
  const { hostname, port } = new URL(world.service.baseUrl);
  const line = createServer((socket) => {
    socket.on("error", () => undefined);
    if (isAway) return socket.destroy();
    open.add(socket);
    const onward = connect(Number(port), hostname).on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise((resolve) => void line.listen(0, "127.0.0.1", resolve));
  try {
    await world.kill();
    const url = world.service.baseUrl.replace(`:${port}`, `:${line.address().port}`).replace(hostname, "127.0.0.1");
    await world.start({ HOLDFAST_URL: url });
    isAway = true;
    for (const socket of open) socket.destroy();
    await until("a refund that is kept", async () => refund(order.id, 5));
    assert.deepEqual(await atHoldfast(order.escrow), []);
    isAway = false;
    await agree(order, [5]);
  } finally {
    await world.kill();
    line.close();
    await world.start();
  }
});
