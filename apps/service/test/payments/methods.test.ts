/** Each way to pay, from the click to the money, by the real worker and real callbacks; and what the payer does wrong. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPayment } from "../../src/commands/start-payment.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { confirmed, eventTypes, pay } from "../stories.js";
import { type Desk, openDesk, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const TOTAL = "256.45";

test("a card that is good: the buyer is sent to the issuer's page, and the order is funded", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  expect(await desk.payments(escrow)).toMatchObject([
    {
      method: "card",
      status: "CREATED",
      asked: 25645n,
      received: 0n,
      failure: null,
      instructions: { kind: "redirect", url: `${world.service.publicUrl}/sandbox/card/${reference}` },
    },
  ]);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  expect(await desk.typeCard(reference)).toBe("approved");
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", received: 25645n }]);
  expect(await eventTypes(shop)).toEqual([
    "checkout.session.completed",
    "escrow.created",
    "escrow.updated",
    "escrow.funded",
  ]);
});

test.each([
  ["4000 0000 0000 0002", "declined"],
  ["4000-0000-0000-9995", "insufficient_funds"],
])("a card that is not: %s, %s; and then another try", async (number, failure) => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  expect(await desk.typeCard(reference, "1234")).toBe("invalid");
  expect(await desk.typeCard(reference, number)).toBe("declined");
  await until(async () => (await desk.status(escrow)) === "PENDING_FUNDING");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "FAILED", failure }]);
  expect(await desk.typeCard(reference)).toBe("too_late");
  const again = await desk.begun(escrow, "card");
  expect(again.reference).not.toBe(reference);
  await desk.typeCard(again.reference);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("a card that asks for a challenge: passed, and failed", async () => {
  const [passed, failed] = [await confirmed(shop), await confirmed(shop)];
  const [first, second] = [await desk.begun(passed, "card"), await desk.begun(failed, "card")];
  for (const { reference } of [first, second]) {
    expect(await desk.typeCard(reference, "4000000000003220")).toBe("challenged");
  }
  expect(await desk.status(passed)).toBe("AWAITING_PAYMENT");
  expect(await desk.answerChallenge(first.reference, true)).toBe("approved");
  expect(await desk.answerChallenge(second.reference, false)).toBe("declined");
  await until(async () => (await desk.status(passed)) === "IN_ESCROW");
  await until(async () => (await desk.status(failed)) === "PENDING_FUNDING");
  expect(await desk.payments(failed)).toMatchObject([{ failure: "challenge_failed" }]);
});

test("a phone that approves, after a wrong PIN", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "mobile_money");
  const [{ instructions } = { instructions: null }] = await desk.payments(escrow);
  expect(instructions).toMatchObject({
    kind: "prompt",
    phone: "+255712345678",
    playPath: `/sandbox/phone/${reference}`,
  });
  expect(await desk.approve(reference, "0000")).toBe("wrong_pin");
  expect(await desk.approve(reference)).toBe("approved");
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("a phone that declines, and one whose PIN is wrong three times", async () => {
  const [declined, mistyped] = [await confirmed(shop), await confirmed(shop)];
  const first = await desk.begun(declined, "mobile_money");
  const second = await desk.begun(mistyped, "mobile_money");
  await desk.declinePrompt(first.reference);
  for (const _ of [1, 2, 3]) expect(await desk.approve(second.reference, "0000")).toBe("wrong_pin");
  expect(await desk.approve(second.reference)).toBe("too_late");
  await until(async () => (await desk.status(declined)) === "PENDING_FUNDING");
  await until(async () => (await desk.status(mistyped)) === "PENDING_FUNDING");
  expect(await desk.payments(declined)).toMatchObject([{ status: "FAILED", failure: "declined" }]);
  expect(await desk.payments(mistyped)).toMatchObject([{ status: "FAILED", failure: "wrong_pin" }]);
});

test("a prompt that nobody answers is gone after two minutes", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "mobile_money");
  await world.advance(121);
  expect(await desk.approve(reference)).toBe("too_late");
  await until(async () => (await desk.status(escrow)) === "PENDING_FUNDING");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "FAILED", failure: "timed_out" }]);
});

test("a transfer of a part, of the rest, and of too much: each is booked, and what is too much goes back", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  const [{ instructions } = { instructions: null }] = await desk.payments(escrow);
  expect(instructions).toMatchObject({ kind: "transfer", reference, amount: 25645n });
  expect(await desk.transfer(reference, "56.45")).toBe("received");
  await until(async () => (await desk.status(escrow)) === "PARTIALLY_FUNDED");
  // The same reference again, as people do: money of its own.
  await desk.transfer(reference, "150.00");
  await until(async () => (await desk.payments(escrow)).length === 2);
  const rest = await desk.begun(escrow, "bank");
  expect((await desk.payments(escrow)).map(({ asked, received }) => [asked, received])).toEqual([
    [25645n, 5645n],
    [15000n, 15000n],
    [5000n, 0n],
  ]);
  await desk.transfer(rest.reference, "60.00");
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await desk.refunds(escrow)).toEqual([{ amount: "10.00", reason: "overpaid", status: "SUCCEEDED" }]);
});

test("money that arrives when the order is over goes back to its payer", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await world.advance(259_201);
  expect(await desk.status(escrow)).toBe("DEADLINE_EXPIRED");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "FAILED", failure: "cancelled" }]);
  await desk.transfer(reference, TOTAL);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", received: 25645n, failure: null }]);
  expect(await desk.refunds(escrow)).toEqual([{ amount: TOTAL, reason: "overpaid", status: "SUCCEEDED" }]);
  expect(await desk.status(escrow)).toBe("DEADLINE_EXPIRED");
});

test("a second click gets the payment that waits; another method takes its place", async () => {
  const escrow = await confirmed(shop);
  const first = await desk.begun(escrow, "card");
  expect(await desk.start(escrow, "card")).toEqual({ ok: true, value: { payment: first.id } });
  const second = await desk.begun(escrow, "bank");
  expect(await desk.payments(escrow)).toMatchObject([
    { status: "FAILED", failure: "cancelled" },
    { status: "CREATED", method: "bank" },
  ]);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  // The issuer was told.
  await until(async () => (await desk.typeCard(first.reference)) === "too_late");
  expect(await desk.cancel(escrow, second.id)).toEqual({ ok: true, value: null });
  expect(await desk.cancel(escrow, second.id)).toEqual({ ok: true, value: null });
  expect(await desk.status(escrow)).toBe("PENDING_FUNDING");
});

test("what is asked is what is missing: a payment that asks for more than that is replaced", async () => {
  const escrow = await confirmed(shop);
  const first = await desk.begun(escrow, "card");
  await pay(shop, escrow, { amount: "100.00" });
  const second = await desk.begun(escrow, "card");
  expect(second.id).not.toBe(first.id);
  expect((await desk.payments(escrow)).find(({ id }) => id === second.id)?.asked).toBe(15645n);
});

test("why a payment is not begun, or not called back", async () => {
  const escrow = await confirmed(shop);
  const { providers, executor } = desk;
  const wanted = { account: shop.account as never, escrow: escrow["id"] as never, method: "mobile_money" as const };
  expect(await startPayment({ executor, providers }, { ...wanted, phone: "12" })).toEqual({
    ok: false,
    reason: "bad_phone",
  });
  const nobody = { ...providers, forPayment: () => null };
  expect(await startPayment({ executor, providers: nobody }, { ...wanted, method: "card" })).toEqual({
    ok: false,
    reason: "not_offered",
  });
  const nowhere = { id: "00000000-0000-7000-8000-000000000000" };
  expect(await desk.start(nowhere)).toEqual({ ok: false, reason: "not_found" });
  expect(await desk.cancel(escrow, nowhere.id as never)).toEqual({ ok: false, reason: "not_found" });
  await pay(shop, escrow, { outcome: "pending" });
  expect(await desk.start(escrow, "bank")).toEqual({ ok: false, reason: "on_its_way" });
  const [{ id } = { id: "" as never }] = await desk.payments(escrow);
  expect(await desk.cancel(escrow, id)).toEqual({ ok: false, reason: "on_its_way" });
  await pay(shop, escrow);
  expect(await desk.cancel(escrow, id)).toEqual({ ok: false, reason: "already_paid" });
  expect(await desk.start(escrow, "bank")).toEqual({ ok: false, reason: "already_paid" });
  const over = await confirmed(shop);
  await shop.post(`/test_helpers/escrows/${over["id"]}/decline`, {});
  expect(await desk.start(over)).toEqual({ ok: false, reason: "ended" });
});
