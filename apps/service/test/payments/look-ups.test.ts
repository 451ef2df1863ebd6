/** Payments whose notices never came: their providers are asked, at moments that the clock tells, until all is clear. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { orderOf } from "../providers/stage.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, until } from "./desk.js";

let world: World;
let shop: Merchant;
let desk: Desk;
const PROVIDERS = ["sandbox-card", "sandbox-mobile-money", "sandbox-bank"];
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
  for (const provider of PROVIDERS) await desk.mood(provider, { notices: "never" });
});
afterEach(async () => {
  for (const provider of PROVIDERS) await desk.mood(provider, { notices: "never" });
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const calls = (escrow: Json, kind: string): Promise<readonly Json[]> =>
  desk.sql(
    "select status, tries, error, said from provider_calls where escrow_id = $1 and kind = $2 and leased_until is null order by created",
    [escrow["id"], kind],
  );

const lookedUp = (escrow: Json, times: number): Promise<unknown> =>
  until(async () => (await calls(escrow, "look_up"))[0]?.["tries"] === times);

test("a payment that nobody told of is found after two minutes", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  await world.advance(110);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  await world.advance(11);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  // Booked first, and settled after it.
  await expect.poll(() => calls(escrow, "look_up")).toMatchObject([{ status: "DONE", tries: 1 }]);
});

test("one that failed unheard is found too", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  await desk.typeCard(reference, "4000000000009995");
  await world.advance(121);
  await until(async () => (await desk.status(escrow)) === "PENDING_FUNDING");
  expect(await desk.payments(escrow)).toMatchObject([{ failure: "insufficient_funds" }]);
});

test("one that waits is asked for with growing gaps, and given up at its own deadline; its provider is told", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow);
  for (const [times, seconds] of [121, 181, 601, 1_801].entries()) {
    await world.advance(seconds);
    await lookedUp(escrow, times + 1);
    expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  }
  await world.advance(900);
  await until(async () => (await desk.status(escrow)) === "PENDING_FUNDING");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "FAILED", failure: "expired" }]);
  await until(async () => (await calls(escrow, "cancel"))[0]?.["status"] === "DONE");
  expect(await desk.typeCard(reference)).toBe("too_late");
});

test("a provider that is down at the deadline is asked on: money that had arrived is not given up", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "mobile_money");
  await desk.approve(reference);
  await desk.mood("sandbox-mobile-money", { notices: "never", down: true });
  await world.advance(700);
  await lookedUp(escrow, 1);
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  await desk.mood("sandbox-mobile-money", { notices: "never" });
  await world.advance(200);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("a bank transfer is looked up as long as the order may be funded; what comes in parts is booked in parts", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await world.advance(100_000);
  await lookedUp(escrow, 1);
  await desk.transfer(reference, "100.00");
  await desk.transfer(reference, "156.45");
  await world.advance(1_000);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ received: 10000n }, { received: 15645n }]);
});

test("money that comes to the account of an order that is paid long since is found within a day, and goes back", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await desk.transfer(reference, "256.45");
  await world.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  await desk.transfer(reference, "256.45");
  await world.advance(86_401);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await desk.refunds(escrow)).toEqual([{ amount: "256.45", reason: "overpaid", status: "SUCCEEDED" }]);
  await world.advance(40 * 86_400);
  await until(async () => (await calls(escrow, "look_up"))[0]?.["status"] === "DONE");
});

test("however late somebody looks at last, what had come to the account by then is booked and goes back", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await desk.transfer(reference, "256.45");
  await world.advance(121);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  await desk.transfer(reference, "10.00");
  await world.advance(70 * 86_400);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  expect(await desk.refunds(escrow)).toEqual([{ amount: "10.00", reason: "overpaid", status: "SUCCEEDED" }]);
  await until(async () => (await calls(escrow, "look_up"))[0]?.["status"] === "DONE");
});

test("cancelled while the money arrived, and nobody told: the provider says so when it is told to give it up", async () => {
  const escrow = await confirmed(shop);
  const { id, reference } = await desk.begun(escrow);
  await desk.typeCard(reference);
  expect(await desk.cancel(escrow, id)).toMatchObject({ ok: true });
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ status: "SUCCEEDED", failure: null }]);
});

test("a provider that can't be reached when a buyer wants to pay: after half a minute the payment is given up", async () => {
  await desk.mood("sandbox-card", { down: true });
  const escrow = await confirmed(shop);
  expect(await desk.start(escrow)).toMatchObject({ ok: true });
  await until(async () => {
    await world.advance(20);
    return (await desk.status(escrow)) === "PENDING_FUNDING";
  });
  expect(await desk.payments(escrow)).toMatchObject([{ status: "FAILED", failure: "unavailable", instructions: null }]);
  // The worker lets go of the call a moment after the payment is given up.
  await until(async () => (await calls(escrow, "create")).length === 1);
  expect(await calls(escrow, "create")).toMatchObject([{ status: "DONE", tries: 6, error: "it does not answer" }]);
  const [{ reference } = { reference: "" }] = await desk.rows(escrow);
  await desk.mood("sandbox-card", {});
  await until(async () => {
    await world.advance(601);
    return (await calls(escrow, "cancel"))[0]?.["status"] === "DONE";
  });
  // Whatever of the order was still on its way is not taken any more.
  const card = desk.providers.byName("sandbox-card");
  if (card === null || card === undefined) throw new Error("there is no such provider");
  expect(await card.createPayment({ ...orderOf(card), reference })).toEqual({ kind: "refused", failure: "cancelled" });
});

test("a worker dies between asking and writing down: the call is made again, and done once", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  await desk.transfer(reference, "300.00");
  await world.advance(121);
  await until(async () => (await desk.refunds(escrow))[0]?.status === "SUCCEEDED");
  // As it would be left: asked, answered, and neither booked nor settled.
  await desk.sql(
    `update provider_calls set status = 'OPEN', due_at = 0, tries = 1, leased_until = clock_timestamp() - interval '1 second'
     where escrow_id = $1 and kind in ('refund', 'create')`,
    [escrow["id"]],
  );
  await until(async () => (await calls(escrow, "refund"))[0]?.["said"] === "paid");
  await until(async () => (await calls(escrow, "create"))[0]?.["status"] === "DONE");
  const out = await desk.sql("select count(*)::int as count from sandbox_bank.outgoing where receipt = $1", [
    reference,
  ]);
  expect(out).toEqual([{ count: 1 }]);
});

test("metrics tell what waits", async () => {
  await desk.mood("sandbox-card", { down: true });
  await desk.start(await confirmed(shop));
  const text = await (await fetch(`${world.url}/metrics`)).text();
  expect(Number(/holdfast_provider_calls_open (\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).toMatch(/holdfast_provider_calls_parked \d/);
  expect(text).toMatch(/holdfast_provider_calls_total\{provider="sandbox-card",outcome="(answered|failed)"\} \d/);
});
