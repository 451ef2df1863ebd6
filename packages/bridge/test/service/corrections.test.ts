/** An order that was refused can be mended, whatever was wrong; what is for display is no reason to refuse one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { openLine } from "../../../sdk/test/proxy.js";
import type { Order } from "../../src/index.js";
import { ORDER } from "../shop.js";
import { openTrade, sell, type Trade } from "../trade.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const SET = "1001";

describe.each(
  Object.entries({
    amount: { amount: "249.9" },
    currency: { currency: "EUR" },
    success_url: { success_url: "shop.example/thanks" },
    cancel_url: { cancel_url: "mailto:shop@example.com" },
    expires_in: { expires_in: 1 },
    milestones: { milestones: [{ title: "Plates", amount: "1.00" }] },
  }),
)("with a bad %s", (field, fault) => {
  test("an order is refused by name, and goes through once that is mended, under the same key", async () => {
    const trade = await openTrade(world);
    const order = trade.shop.place({ ...ORDER, ...fault } as Order);
    await trade.bridge.round();
    expect(await trade.reason(SET)).toMatch(new RegExp(`^${field}`));
    order.order = { ...ORDER, description: "Six plates, six bowls" };
    await trade.bridge.round();
    const [session, ...others] = await trade.sessionsOf(SET);
    expect([session, others]).toEqual([
      expect.objectContaining({ description: "Six plates, six bowls", url: order.url }),
      [],
    ]);
    await expect(
      trade.holdfast.sessions.create({ title: "Else", amount: "1.00" }, { idempotencyKey: SET }),
    ).rejects.toMatchObject({ code: "idempotency_conflict" });
  });
});

test("a shop's page mends an order: the next call gives a link at once", async () => {
  const trade = await openTrade(world);
  const wrong = { ...ORDER, success_url: "thanks" };
  await expect(trade.bridge.checkout(wrong)).rejects.toMatchObject({ code: "validation_failed" });
  const { url } = await trade.bridge.checkout({ ...ORDER, success_url: "https://shop.example/thanks" });
  expect(url).toContain("/pay/");
  expect(await trade.sessionsOf(SET)).toMatchObject([{ success_url: "https://shop.example/thanks" }]);
});

test("nobody was there to ask, and the order is mended meanwhile: it is offered once, as it is now", async () => {
  const line = await openLine(world.url, () => false);
  const trade = await openTrade(world, { url: line.baseUrl });
  line.target = null;
  for (const address of ["https://shop.example/1", "https://shop.example/2"])
    await expect(trade.bridge.checkout({ ...ORDER, success_url: address })).rejects.toThrow();
  line.target = world.url;
  await trade.bridge.checkout({ ...ORDER, success_url: "https://shop.example/3" });
  expect(await trade.sessionsOf(SET)).toMatchObject([{ success_url: "https://shop.example/3", status: "OPEN" }]);
  await line.close();
});

test("the first answer is lost, and the order is mended meanwhile: what was made ends, and the buyer gets the new one", async () => {
  const line = await openLine(world.url, (_, path) => path.endsWith("/checkout/sessions") && line.cuts === 0);
  const trade = await openTrade(world, { url: line.baseUrl });
  await expect(trade.bridge.checkout({ ...ORDER, success_url: "https://shop.example/1" })).rejects.toThrow();
  const { url } = await trade.bridge.checkout({ ...ORDER, success_url: "https://shop.example/2" });
  const sessions = await trade.sessionsOf(SET);
  expect(sessions.map(({ status, success_url: address }) => [status, address])).toEqual([
    ["EXPIRED", "https://shop.example/1"],
    ["OPEN", "https://shop.example/2"],
  ]);
  expect(sessions[1]?.url).toBe(url);
  await line.close();
});

test("a shop full of odd orders: each is offered, and the page's lines make sense", async () => {
  const trade = await openTrade(world);
  const odd = {
    ...ORDER,
    title: "Dinner set &ndash; \u0007for &quot;six&quot;\n\ud83c",
    customer_email: "n/a",
    line_items: [
      { name: "Clay &amp; glaze\r\nin a bag", unit_amount: "12.30", quantity: 1.5, sku: "CLAY\n1" },
      { name: "", unit_amount: "1.00", quantity: 1 },
      { name: "Bead", unit_amount: "0.005", quantity: 1000 },
      { name: "Voucher", unit_amount: "-5.50", quantity: 1 },
      { name: "🏺".repeat(300), unit_amount: "1.00", quantity: 1 },
    ],
    metadata: { cart: 7731, note: "x".repeat(501) },
  } as unknown as Order;
  const order = trade.shop.place(odd);
  await trade.bridge.round();
  expect(order.url).not.toBeNull();
  const [session] = await trade.sessionsOf(SET);
  expect(session).toMatchObject({
    title: 'Dinner set – for "six"',
    customer_email: "",
    metadata: { cart: "7731", note: "x".repeat(500) },
    line_items: [
      { name: "1.5 × Clay & glaze in a bag", unit_amount: "18.45", quantity: 1, sku: "CLAY 1" },
      { name: "Item", unit_amount: "1.00" },
      { name: "1000 × Bead", unit_amount: "5.00", quantity: 1 },
      { name: "🏺".repeat(255) },
    ],
  });
  // Read again, it is the same order.
  await trade.bridge.round();
  expect(await trade.sessionsOf(SET)).toHaveLength(1);
});

const unread = ({ log }: Trade): number => log.filter(({ step }) => step === "order not read").length;

test("an order that can't be read is told, and holds up no other", async () => {
  const trade = await openTrade(world);
  const { shop, bridge } = trade;
  shop.place({ ...ORDER, id: "paid" });
  const escrow = await sell(trade, "paid");
  shop.place({ ...ORDER, id: "broken" });
  const whole = shop.place({ ...ORDER, id: "whole" });
  shop.unreadable.set("broken", "its customer is gone");
  await trade.buyer.cancel(escrow.id);
  for (let round = 0; round < 3; round += 1) await bridge.round();
  expect(whole.url).not.toBeNull();
  expect(shop.book.get("paid")?.state).toBe("cancelled");
  expect(unread(trade)).toBe(1);
  expect(trade.log).toContainEqual({
    level: "warn",
    step: "order not read",
    order: "broken",
    reason: "its customer is gone",
  });
  shop.unreadable.clear();
  await bridge.round();
  expect(shop.book.get("broken")?.url).not.toBeNull();
});

test("a shop that breaks off in the middle of its orders: what it said until then counts, and what is owed is told", async () => {
  const trade = await openTrade(world);
  const { shop, bridge } = trade;
  const paid = shop.place({ ...ORDER, id: "paid" });
  await bridge.round();
  await trade.buy("paid");
  const first = shop.place({ ...ORDER, id: "first" });
  Object.assign(shop.orders, {
    toPay: async () =>
      (function* () {
        yield first.order;
        throw new Error("its third page is broken");
      })(),
  });
  await bridge.round();
  expect([paid.state, first.state]).toEqual(["paid", "offered"]);
  expect(unread(trade)).toBe(1);
});
