/** What happens to orders between a real Vendure and a real service, when all does not go as planned. */
import { expect, test } from "vitest";
import { changeLine, readCart } from "../shop/storefront/shop.js";
import { buyer, escrowStatusOf, given, holdfast, paidOrder, staff, stateOf, visit } from "./people.js";

const sessionsOf = async (code: string) => (await holdfast.sessions.list({ external_reference: code })).data;

test("a link that expired is replaced while the order still waits, and the order is paid by the new one", async () => {
  const visitor = visit();
  await visitor.add("teapot");
  const first = await visitor.checkOut();
  await holdfast.sessions.expire(first.session);
  await expect
    .poll(async () => (await sessionsOf(first.code)).map(({ status }) => status))
    .toEqual(["OPEN", "EXPIRED"]);
  await expect
    .poll(async () => (await visitor.order(first.code)).customFields.escrowUrl)
    .toBe((await sessionsOf(first.code))[0]!.url);
  const { session } = await visitor.checkOut();
  expect(session).not.toBe(first.session);
  await buyer.pay((await buyer.confirm(session)).id);
  await expect.poll(() => stateOf(first.code)).toBe("PaymentSettled");
  expect((await staff.order(first.code)).payments).toHaveLength(1);
});

test("a visitor who goes back to the cart can't be charged the old total by the old link", async () => {
  const visitor = visit();
  await visitor.add("teapot");
  const first = await visitor.checkOut();
  await visitor.add("bud-vase");
  expect((await holdfast.sessions.get(first.session)).status).toBe("EXPIRED");
  const second = await visitor.checkOut();
  expect(second.code).toBe(first.code);
  const session = await holdfast.sessions.get(second.session);
  expect(session).toMatchObject({ status: "OPEN", amount: "121.00" });
  expect(session.milestones.map(({ amount }) => amount)).toEqual(["93.00", "28.00"]);
});

test("a cart stays as it is once the buyer has confirmed: nobody edits what is being paid", async () => {
  const visitor = visit();
  await visitor.add("salt-cellar");
  const { code, session } = await visitor.checkOut();
  const escrow = await buyer.confirm(session);
  await expect(visitor.add("bud-vase")).rejects.toThrow("This order is being paid");
  const cart = await readCart(visitor.caller);
  await expect(changeLine(visitor.caller, cart!.lines[0]!.id, 3)).rejects.toThrow("This order is being paid");
  await buyer.pay(escrow.id);
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  expect((await staff.order(code)).payments).toMatchObject([{ amount: 2_700, transactionId: escrow.id }]);
});

test("a visitor can't say of an order that it is paid", async () => {
  const visitor = visit();
  await visitor.add("teapot");
  const { code } = await visitor.checkOut();
  const metadata = { escrow: "made-up", reference: "TR-1" };
  const claim = visitor.caller.call(
    "mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { __typename ... on ErrorResult { errorCode message } } }",
    { input: { method: "escrow", metadata } },
  );
  await expect(claim).rejects.toThrow();
  expect(await stateOf(code)).toBe("ArrangingPayment");
});

test("an order that the buyer cancels before paying is cancelled in the shop", async () => {
  const visitor = visit();
  await visitor.add("oil-bottle");
  const { code, session } = await visitor.checkOut();
  const { id } = await buyer.confirm(session);
  await buyer.decline(id);
  await expect.poll(() => stateOf(code)).toBe("Cancelled");
  expect((await staff.order(code)).payments).toEqual([]);
});

test("an order that was paid and is cancelled in the console is cancelled and refunded in the shop", async () => {
  const { code, escrow } = await paidOrder("tall-vase");
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await buyer.cancel(escrow);
  await expect.poll(() => stateOf(code)).toBe("Cancelled");
  const { payments, customFields } = await staff.order(code);
  const { reference_code } = await holdfast.escrows.get(escrow);
  expect(payments[0]!.refunds).toEqual([{ state: "Settled", total: 10_500, transactionId: reference_code }]);
  expect(customFields.escrowStatus).toBe("CANCELLED");
});

test("an order cancelled in the shop while the money is held: nothing is submitted, and the console ends it", async () => {
  const { code, escrow } = await paidOrder("candle-holder");
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await staff.cancel(code);
  expect((await holdfast.escrows.get(escrow)).status).toBe("IN_ESCROW");
  await buyer.cancel(escrow);
  await expect
    .poll(async () => (await staff.order(code)).payments[0]!.refunds)
    .toMatchObject([{ state: "Settled", total: 3_500 }]);
  expect(await stateOf(code)).toBe("Cancelled");
});

test("a dispute shows in the shop, stops parcels, and its end lets them go again", async () => {
  const { code, escrow } = await paidOrder("teapot", "bud-vase");
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await staff.ship(code, { only: 0 });
  await expect.poll(async () => (await holdfast.escrows.get(escrow)).milestones[0]!.status).toBe("AWAITING_REVIEW");
  const { milestones } = await holdfast.escrows.get(escrow);
  await buyer.dispute(escrow, milestones[0]!.id, { reason: "The spout is chipped" });
  await expect.poll(() => escrowStatusOf(code)).toBe("DISPUTED");
  await expect(staff.ship(code, { only: 1 })).rejects.toThrow("The buyer disputes order");
  const { dispute_reference } = await holdfast.escrows.get(escrow);
  const notes = (await staff.order(code)).history.items.map(({ data }) => data["note"]);
  expect(notes).toContainEqual(expect.stringContaining(dispute_reference!));

  await buyer.resolve(escrow, { outcome: "resume" });
  await expect.poll(() => escrowStatusOf(code)).toBe("WORK_IN_PROGRESS");
  const { fulfillments } = await staff.order(code);
  await staff.send(fulfillments.find(({ state }) => state === "Pending")!.id);
  await expect.poll(() => stateOf(code)).toBe("Shipped");
  await expect.poll(async () => (await holdfast.escrows.get(escrow)).milestones[1]!.status).toBe("AWAITING_REVIEW");
});

test("a dispute that is settled ends the order; what the shop refunded meanwhile was refused", async () => {
  const { code, escrow } = await paidOrder("stoneware-mug");
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await staff.ship(code);
  await expect.poll(async () => (await holdfast.escrows.get(escrow)).status).toBe("WORK_IN_PROGRESS");
  const { milestones, amount } = await holdfast.escrows.get(escrow);
  await buyer.dispute(escrow, milestones[0]!.id, { reason: "Cracked" });
  await expect.poll(() => escrowStatusOf(code)).toBe("DISPUTED");
  await staff.refund(code);
  const refunds = async () => (await staff.order(code)).payments[0]!.refunds;
  await expect.poll(refunds).toMatchObject([{ state: "Failed" }]);
  await buyer.resolve(escrow, { outcome: "settle", release: "0.00", refund: amount });
  await expect.poll(() => escrowStatusOf(code)).toBe("CLOSED");
  expect(await refunds()).toMatchObject([{ state: "Failed" }]);
});

test("lines are shipped, approved and paid one by one", async () => {
  const { code, escrow } = await paidOrder("teapot", "bud-vase");
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await staff.ship(code, { only: 1 });
  const milestones = async () => (await holdfast.escrows.get(escrow)).milestones.map(({ status }) => status);
  await expect.poll(milestones).toEqual(["PENDING", "AWAITING_REVIEW"]);
  expect(await stateOf(code)).toBe("PartiallyShipped");
  const second = (await holdfast.escrows.get(escrow)).milestones[1]!;
  expect(second).toMatchObject({ title: "Bud vase", submission_details: "DHL 4410 8823 7712" });
  await buyer.approve(escrow, second.id);
  await staff.ship(code, { only: 0 });
  await expect.poll(milestones).toEqual(["AWAITING_REVIEW", "COMPLETED"]);
  await buyer.approve(escrow, (await holdfast.escrows.get(escrow)).milestones[0]!.id);
  await expect.poll(() => stateOf(code)).toBe("Delivered");
});

test("a line in two parcels is submitted with the second", async () => {
  const visitor = visit();
  await visitor.add("breakfast-bowl", 2);
  const { code, session } = await visitor.checkOut();
  const { id: escrow } = await buyer.confirm(session);
  await buyer.pay(escrow);
  await expect.poll(() => stateOf(code)).toBe("PaymentSettled");
  await staff.ship(code, { pieces: 1 });
  const third = await paidOrder("salt-cellar"); // once its money was told, a whole round has seen the first parcel
  await expect.poll(() => stateOf(third.code)).toBe("PaymentSettled");
  expect((await holdfast.escrows.get(escrow)).status).toBe("IN_ESCROW");
  await staff.ship(code, { pieces: 1 });
  await expect.poll(async () => (await holdfast.escrows.get(escrow)).status).toBe("WORK_IN_PROGRESS");
  expect(await stateOf(code)).toBe("Shipped");
});

test("anybody may knock at the webhook, and nobody learns or moves anything by it", async () => {
  const answer = await fetch(`${given.shopUrl}/holdfast/webhook`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
});
