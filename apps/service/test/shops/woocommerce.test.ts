/**
 * Orders of a WooCommerce shop, from checkout to their end. The service is real; WordPress and WooCommerce are stubs, so that every
 * machine with PHP tells these stories in seconds. The real ones tell them, and more, in shops/woocommerce.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { has, needs } from "../programs.js";
import { allEvents, asBuyer, eventTypes, pay, resolve } from "../stories.js";
import { listen, until } from "../webhooks/shop.js";
import { type Host, newPort, openHost, PLATES, type Shop, type ShopOptions } from "./woocommerce.js";

let world: World;
let host: Host;
beforeAll(async () => {
  const port = await newPort();
  world = await startWorld({ webhookAllowedOrigins: [`http://127.0.0.1:${port}`] });
  if (has("php")) host = await openHost(port, world.url);
});
afterAll(async () => {
  await host?.close();
  await world.checkLedger();
  await world.close();
});
beforeEach((context) => needs(context, "php"));

async function open(options: ShopOptions = {}): Promise<{ seller: Merchant; shop: Shop }> {
  const seller = await world.merchant();
  return { seller, shop: await host.openShop(seller.apiKey, options) };
}

async function checkout(shop: Shop, order: Json = PLATES): Promise<{ id: number; session: string }> {
  const id = (await shop.ask("order", order)) as number;
  const paid = await shop.ask("pay", id);
  expect(paid).toMatchObject({ result: "success", redirect: expect.stringContaining("http") });
  return { id, session: (await shop.order(id)).holdfast["session"] };
}

const confirm = async (seller: Merchant, session: string): Promise<Json> =>
  (await seller.post(`/test_helpers/checkout/sessions/${session}/confirm`, {})).body;

/** Paid in full, and the shop has heard of it. */
async function paidOrder(seller: Merchant, shop: Shop, order: Json = PLATES): Promise<{ id: number; escrow: Json }> {
  const { id, session } = await checkout(shop, order);
  const escrow = await confirm(seller, session);
  await pay(seller, escrow);
  await shop.ask("cron", true);
  expect(await shop.order(id)).toMatchObject({ status: "processing", holdfast: { stage: "funded" } });
  return { id, escrow };
}

const read = async (seller: Merchant, escrow: Json): Promise<Json> =>
  (await seller.get(`/escrows/${escrow["id"]}`)).body;
const countOf = async (seller: Merchant, type: string): Promise<number> =>
  (await eventTypes(seller)).filter((one) => one === type).length;
const sessionsOf = async (seller: Merchant): Promise<Json[]> => (await seller.get("/checkout/sessions")).body["data"];
const notesOf = async (shop: Shop, id: number): Promise<string> => (await shop.order(id))["notes"].join("\n");

describe("an order", () => {
  test("goes from checkout to released, woken by webhooks", async () => {
    const seller = await world.merchant();
    const name = "trip";
    const endpoint = await listen({ world, street: host as never }, seller, `/${name}/?wc-api=holdfast`);
    const shop = await host.openShop(seller.apiKey, { name, webhookSecret: endpoint.secret });
    /** Waits for a webhook that asks for the feed, and lets WP-Cron do it. */
    const wakeUntil = (status: string, stage: string): Promise<Json> =>
      until(
        async () => {
          await shop.ask("cron", false);
          return shop.order(id);
        },
        (order) => order["status"] === status && order["holdfast"].stage === stage,
      );
    const { id, session } = await checkout(shop);
    expect(await sessionsOf(seller)).toMatchObject([
      {
        title: `Order ${id} at Northwind & Daughters`,
        amount: "100.00",
        external_reference: String(id),
        platform: "woocommerce",
        customer_email: "ada@example.com",
        success_url: `${shop.address}/checkout/order-received/${id}/?key=wc_order_k${id}`,
        line_items: [
          { name: "Plates", unit_amount: "30.00", quantity: 2, sku: "SKU-1" },
          { name: "Bowl", unit_amount: "30.00", quantity: 1 },
          { name: "Parcel", unit_amount: "10.00", quantity: 1 },
        ],
      },
    ]);

    const escrow = await confirm(seller, session);
    await wakeUntil("on-hold", "confirmed");
    await pay(seller, escrow);
    expect(await wakeUntil("processing", "funded")).toMatchObject({ transaction_id: escrow["reference_code"] });

    await shop.ask("edit", id, { note: "" });
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(0);
    await shop.ask("status", id, "completed");
    expect(await shop.order(id)).toMatchObject({ holdfast: { stage: "submitted" } });
    await asBuyer(seller, escrow, "approve");
    const released = await wakeUntil("completed", "released");
    expect(released["history"]).toEqual(["on-hold", "processing", "completed"]);
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(1);
  });

  test("is not changed by the feed read again from its beginning, wherever it is", async () => {
    const { seller, shop } = await open();
    const { id, escrow } = await paidOrder(seller, shop);
    const [first] = await allEvents(seller);
    const again = async (): Promise<void> => {
      const before = await shop.ask("data");
      await shop.ask("open", { ...before, options: { ...before.options, holdfast_position: first!["id"] } });
      await shop.ask("cron", true);
      const after = await shop.ask("data");
      expect(after.orders).toEqual(before.orders);
      expect(after.options.holdfast_position).toBe((await allEvents(seller)).at(-1)!["id"]);
    };
    await again();
    await shop.ask("status", id, "completed");
    await shop.ask("cron", true);
    await again();
    await asBuyer(seller, escrow, "approve");
    await shop.ask("cron", true);
    await again();
  });

  test("whose link expired gets a new one, and the same order behind it", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    await world.advance(86_401);
    await shop.ask("cron", true);
    expect((await shop.order(id)).holdfast).toMatchObject({ stage: "expired" });
    await shop.ask("pay", id);
    const [newer, older] = await sessionsOf(seller);
    expect([newer!["status"], older!["status"], older!["id"]]).toEqual(["OPEN", "EXPIRED", session]);
    expect(newer!["external_reference"]).toBe(older!["external_reference"]);
    expect((await shop.order(id)).holdfast).toMatchObject({ session: newer!["id"], attempt: 2, stage: "open" });
    await shop.ask("pay", id);
    expect(await sessionsOf(seller)).toHaveLength(2);
  });

  test("whose total was edited can't be paid at the old one", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    await shop.ask("edit", id, { total: "80.00" });
    expect((await seller.get(`/checkout/sessions/${session}`)).body["status"]).toBe("EXPIRED");
    await shop.ask("pay", id);
    const open_ = (await sessionsOf(seller)).filter(({ status }) => status === "OPEN");
    expect(open_).toMatchObject([{ amount: "80.00" }]);

    const escrow = await confirm(seller, open_[0]!["id"]);
    await shop.ask("cron", true);
    await shop.ask("edit", id, { total: "90.00" });
    await shop.ask("pay", id);
    expect(await sessionsOf(seller)).toHaveLength(2);
    expect(await notesOf(shop, id)).toContain("The order is now 90.00, and the buyer has agreed to 80.00");
    expect((await read(seller, escrow))["amount"]).toBe("80.00");
  });

  test("that is cancelled in the shop can't be paid any more, nor can one that is paid another way", async () => {
    const { seller, shop } = await open();
    const cancelled = await checkout(shop);
    await shop.ask("status", cancelled.id, "cancelled");
    const elsewhere = await checkout(shop);
    await shop.ask("edit", elsewhere.id, { payment_method: "bacs" });
    expect((await sessionsOf(seller)).map(({ status }) => status)).toEqual(["EXPIRED", "EXPIRED"]);
  });

  test("that WooCommerce wants to give up for its age stays if the buyer was faster", async () => {
    const { seller, shop } = await open();
    const [idle, busy] = [await checkout(shop), await checkout(shop)];
    await pay(seller, await confirm(seller, busy.session));
    expect(await shop.ask("giveUp", idle.id)).toBe(true);
    expect(await shop.ask("giveUp", busy.id)).toBe(false);
    expect([(await shop.order(idle.id))["status"], (await shop.order(busy.id))["status"]]).toEqual([
      "cancelled",
      "processing",
    ]);
    expect((await seller.get(`/checkout/sessions/${idle.session}`)).body["status"]).toBe("EXPIRED");
  });

  test("that is cancelled at Holdfast is cancelled here: refunded if it was paid", async () => {
    const { seller, shop } = await open();
    const unpaid = await checkout(shop);
    const declined = await confirm(seller, unpaid.session);
    await shop.ask("cron", true);
    await seller.post(`/test_helpers/escrows/${declined["id"]}/decline`, {});
    const { id, escrow } = await paidOrder(seller, shop);
    await seller.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
    await shop.ask("cron", true);
    expect((await shop.order(unpaid.id))["history"]).toEqual(["on-hold", "cancelled"]);
    expect((await shop.order(id))["history"]).toEqual(["processing", "refunded"]);
    expect(await shop.ask("pay", unpaid.id)).toMatchObject({ result: "failure" });
  });

  test.for(["decline", "cancel"])(
    "that something else pays, or is to pay, stays as it is at its end by %s",
    async (end) => {
      const { seller, shop } = await open();
      const ended = async (edit: Json, history: readonly string[]): Promise<void> => {
        const { id, session } = await checkout(shop);
        const escrow = await confirm(seller, session);
        await shop.ask("cron", true);
        await shop.ask("edit", id, edit);
        expect(await notesOf(shop, id)).toContain("may pay twice");
        await seller.post(`/test_helpers/escrows/${escrow["id"]}/${end}`, {});
        await shop.ask("cron", true);
        expect(await shop.order(id)).toMatchObject({
          history: ["on-hold", ...history],
          holdfast: { stage: "cancelled" },
        });
        expect(await notesOf(shop, id)).toContain("The order stays as it is");
      };
      const bank = { payment_method: "bacs", payment_method_title: "Direct bank transfer" };
      await ended(bank, []);
      await ended({ ...bank, status: "processing", date_paid: 1 }, ["processing"]);
      await ended({ date_paid: 1 }, []);
    },
  );

  test("that is switched before the shop hears of the buyer's confirmation is not moved by it", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    await confirm(seller, session);
    await shop.ask("edit", id, { payment_method: "bacs", payment_method_title: "Direct bank transfer" });
    await shop.ask("cron", true);
    expect(await shop.order(id)).toMatchObject({ status: "pending", holdfast: { stage: "confirmed" } });
  });

  test("that is paid twice says so, and nothing is submitted for it", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    const escrow = await confirm(seller, session);
    await shop.ask("cron", true);
    const bank = {
      payment_method: "bacs",
      payment_method_title: "Direct bank transfer",
      status: "processing",
      date_paid: 1,
    };
    await shop.ask("edit", id, bank);
    await pay(seller, escrow);
    await shop.ask("cron", true);
    expect(await notesOf(shop, id)).toContain(
      "The buyer has paid twice: the order is paid by Direct bank transfer, and Holdfast holds 102.80 USD",
    );
    await shop.ask("status", id, "completed");
    await shop.ask("cron", true);
    expect((await read(seller, escrow))["milestones"]).toMatchObject([{ status: "PENDING" }]);
    await seller.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
    await shop.ask("cron", true);
    expect((await shop.order(id))["history"]).toEqual(["on-hold", "processing", "completed"]);
  });

  test("in dispute waits, and goes on as it was when the dispute is over", async () => {
    const { seller, shop } = await open({ settings: { milestones: "line" } });
    const { id, escrow } = await paidOrder(seller, shop);
    await asBuyer(seller, escrow, "dispute", 0, { reason: "Broken." });
    await shop.ask("cron", true);
    expect(await shop.order(id)).toMatchObject({ status: "on-hold", holdfast: { stage: "disputed" } });
    expect(await notesOf(shop, id)).toMatch(/dispute DS-\d{8}/);
    await shop.ask("status", id, "completed");
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(0);
    expect(await notesOf(shop, id)).toContain("submitted to Holdfast when the dispute is over");
    await resolve(seller, escrow, { outcome: "resume" });
    await shop.ask("cron", true);
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(2);

    const settled = await paidOrder(seller, shop);
    await asBuyer(seller, settled.escrow, "dispute", 0, { reason: "Broken." });
    await shop.ask("cron", true);
    await resolve(seller, settled.escrow, { outcome: "settle", release: "60.00", refund: "40.00" });
    await shop.ask("cron", true);
    expect(await shop.order(settled.id)).toMatchObject({ status: "on-hold", holdfast: { stage: "settled" } });
    expect(await notesOf(shop, settled.id)).toContain("record the buyer’s part as a refund");
  });

  test("that was paid and disputed before the shop heard of either is not to be shipped until the dispute is over", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    const escrow = await confirm(seller, session);
    await pay(seller, escrow);
    await asBuyer(seller, escrow, "dispute", 0, { reason: "Wrong order." });
    await shop.ask("cron", true);
    await shop.ask("cron", true);
    expect(await shop.order(id)).toMatchObject({ history: ["on-hold"], date_paid: null });
    await resolve(seller, escrow, { outcome: "resume" });
    await shop.ask("cron", true);
    expect((await shop.order(id))["history"]).toEqual(["on-hold", "processing"]);
    expect((await shop.order(id))["notes"]).toHaveLength(3);
  });

  test("that was shipped before it was paid is submitted when the money is there", async () => {
    const { seller, shop } = await open();
    const { id, session } = await checkout(shop);
    const escrow = await confirm(seller, session);
    await shop.ask("cron", true);
    await shop.ask("status", id, "completed");
    expect(await notesOf(shop, id)).toContain("Shipped before it was paid");
    await pay(seller, escrow);
    await shop.ask("cron", true);
    expect((await read(seller, escrow))["milestones"]).toMatchObject([{ status: "AWAITING_REVIEW" }]);
    expect((await shop.order(id))["history"]).toEqual(["on-hold", "completed"]);
  });
});

describe("parcels", () => {
  test("of an order made by line are submitted as each line has left", async () => {
    const { seller, shop } = await open({ settings: { milestones: "line" } });
    const { id, escrow } = await paidOrder(seller, shop);
    expect(escrow["milestones"]).toMatchObject([
      { title: "Plates", amount: "66.67" },
      { title: "Bowl", amount: "33.33" },
    ]);
    const statuses = async (): Promise<string[]> =>
      (await read(seller, escrow))["milestones"].map((one: Json) => one["status"]);
    await shop.ask("ship", id, { 11: 1 }, { _tracking_number: "4410" });
    expect(await statuses()).toEqual(["PENDING", "PENDING"]);
    await shop.ask("ship", id, { 11: 1 }, { _tracking_number: "4411", _shipping_provider: "dhl" });
    expect(await statuses()).toEqual(["AWAITING_REVIEW", "PENDING"]);
    expect((await read(seller, escrow))["milestones"][0].submission_details).toBe("4410\ndhl 4411");
    await asBuyer(seller, escrow, "approve");
    await shop.ask("cron", true);
    expect(await shop.order(id)).toMatchObject({ status: "processing", holdfast: { stage: "funded", done: [0] } });
    await shop.ask("status", id, "completed");
    expect(await statuses()).toEqual(["COMPLETED", "AWAITING_REVIEW"]);
  });

  test("of any other order are submitted together, when the last has left", async () => {
    const { seller, shop } = await open();
    const { id, escrow } = await paidOrder(seller, shop);
    const [url, told] = ["https://track.example/4410", "dhl 4410 https://track.example/4410"];
    const travels = { _shipping_provider: "dhl", _tracking_number: "4410", _tracking_url: url };
    await shop.ask("ship", id, { 11: 2 }, travels);
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(0);
    await shop.ask("ship", id, { 12: 1 }, travels);
    expect((await read(seller, escrow))["milestones"]).toMatchObject([{ submission_details: told }]);
    // All of it travels in one way, which the buyer's page then shows as such.
    const [kept] = await world.db.query<Json>({
      name: "test: shipping",
      text: "select carrier, tracking_number, tracking_url from milestone_entries where escrow_id = $1 and verb = 'submit'",
      values: [escrow["id"]],
    });
    expect(kept).toEqual({ carrier: "dhl", tracking_number: "4410", tracking_url: url });
  });

  test("are submitted again when the seller says so, after the buyer asked for changes", async () => {
    const { seller, shop } = await open();
    const { id, escrow } = await paidOrder(seller, shop);
    await shop.ask("status", id, "completed");
    await asBuyer(seller, escrow, "request_revision", 0, { reason: "The bowl is missing." });
    await shop.ask("cron", true);
    await shop.ask("cron", true);
    expect((await notesOf(shop, id)).match(/asks for changes/g)).toHaveLength(1);
    expect((await read(seller, escrow))["milestones"][0].status).toBe("REVISION_REQUESTED");
    expect(await shop.ask("actions", id)).toHaveProperty("holdfast_submit");
    await shop.ask("action", id);
    expect((await read(seller, escrow))["milestones"][0].status).toBe("AWAITING_REVIEW");
    expect(await countOf(seller, "escrow.milestone.submitted")).toBe(2);
  });
});
