/** What becomes of an order at each event, in both shops, held to the table of the guide. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { describe, test } from "node:test";
import { confirmed, edit, look, order, paid, payAgain, untilOrder } from "./buying.mjs";
import { world } from "./setup.mjs";
import { until } from "./world.mjs";

const BANK = { payment_method: "bacs", payment_method_title: "Direct bank transfer" };
const DEADLINE_SECONDS = 72 * 3_600 + 1;
const DAY_SECONDS = 86_401;

/** The column of WooCommerce: the status by event, where `unchanged` is what it was before. */
const TABLE = (() => {
  const rows = fs
    .readFileSync(new URL("../../../docs/guides/shops/orders.md", import.meta.url), "utf8")
    .split("\n## ")[0]
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
  const column = rows[0].indexOf("WooCommerce");
  return new Map(rows.slice(2).map((cells) => [/`([\w-]+)`/.exec(cells[0])[1], /`([\w-]+)`/.exec(cells[column])[1]]));
})();
const told = new Set();

/** The order after an event of the table. `before`: its status when the event came. */
function standsAfter(site, id, event, { before, stage, note } = {}) {
  told.add(event);
  const listed = TABLE.get(event);
  assert.ok(listed !== undefined, `${event} stands in the table`);
  const status = listed === "unchanged" ? before : listed;
  return untilOrder(site, id, { status, stage, note });
}

const statusOf = async (site, session) => (await site.holdfast.sessions.get(session)).status;
const milestonesOf = async (site, escrow) =>
  (await site.holdfast.escrows.get(escrow.id)).milestones.map(({ status }) => status);

/** Ways in which an escrow ends before it is paid. Time is moved for the whole world, so that one comes last. */
const ENDS = {
  "the buyer declines": (site, escrow) => site.buyer.decline(escrow.id),
  "it is cancelled": (site, escrow) => site.buyer.cancel(escrow.id),
  "its time runs out": (site) => site.buyer.advanceClock(DEADLINE_SECONDS),
};

for (const site of world.sites)
  describe(`${site.name} checkout, ${site.tables ? "custom order tables, pretty" : "orders as posts, in a subdirectory, plain"} permalinks`, () => {
    test("an order is confirmed, paid in parts, delivered and approved", async () => {
      const { id, url } = await order(site, { coupon: "spring" });
      const { holdfast, total, number } = await standsAfter(site, id, "link", { stage: "open" });
      assert.equal(url, holdfast.url);
      const session = await site.holdfast.sessions.get(holdfast.session);
      assert.equal(session.external_reference, String(id));
      assert.equal(session.title, `Order ${number} at Northwind & Daughters`);
      assert.equal(session.customer_email, "ada@example.com");
      assert.equal(session.amount, total);
      assert.deepEqual(
        session.line_items.map(({ name, quantity, sku }) => [name, quantity, sku]),
        [
          ["Dinner plate & saucer", 2, "PLATE-1"],
          ["Soup bowl", 1, "BOWL-1"],
          ["Parcel", 1, ""],
        ],
      );
      const sum = session.line_items.reduce(
        (cents, line) => cents + Math.round(Number(line.unit_amount) * 100) * line.quantity,
        0,
      );
      assert.equal(sum, Math.round(Number(total) * 100));
      const escrow = await site.buyer.confirm(holdfast.session);
      await standsAfter(site, id, "confirmed", { stage: "confirmed" });
      await site.buyer.pay(escrow.id, { amount: "10.00" });
      await standsAfter(site, id, "part-paid", { note: /10\.00 of .* has arrived at Holdfast\. Don’t ship yet/ });
      await site.buyer.pay(escrow.id);
      const held = await standsAfter(site, id, "funded", { stage: "funded", note: /Holdfast holds the payment/ });
      assert.equal(held.transaction_id, escrow.reference_code);
      await edit(site, id, { status: "completed" });
      await standsAfter(site, id, "submitted", { stage: "submitted" });
      assert.deepEqual(await milestonesOf(site, escrow), ["AWAITING_REVIEW"]);
      await site.buyer.approve(escrow.id, escrow.milestones[0].id);
      await standsAfter(site, id, "approved", { stage: "released", note: /in your Holdfast wallet/ });
    });

    test("a dispute puts it on hold, and its end lets it go on or stay", async () => {
      const { id, escrow } = await paid(site);
      await site.buyer.dispute(escrow.id, escrow.milestones[0].id, { reason: "Broken." });
      await standsAfter(site, id, "disputed", { stage: "disputed", note: /dispute DS-\d{8}/ });
      await site.buyer.resolve(escrow.id, { outcome: "resume" });
      await standsAfter(site, id, "resumed", { stage: "funded" });
      await site.buyer.dispute(escrow.id, escrow.milestones[0].id, { reason: "Broken again." });
      await untilOrder(site, id, { status: "on-hold", stage: "disputed" });
      const [release, refund] = ["40.00", (Number(escrow.amount) - 40).toFixed(2)];
      await site.buyer.resolve(escrow.id, { outcome: "settle", release, refund });
      await standsAfter(site, id, "settled", { stage: "settled", note: /record the buyer’s part as a refund/ });
    });

    test("one that is cancelled after it was paid is refunded", async () => {
      const { id, escrow } = await paid(site);
      await site.rest("POST", `/wc/v3/orders/${id}/refunds`, { amount: "5.00", api_refund: false });
      await untilOrder(site, id, { note: /recorded in the shop alone/ });
      await site.buyer.cancel(escrow.id);
      await standsAfter(site, id, "cancelled-paid", { stage: "cancelled" });
    });

    for (const [name, end] of Object.entries(ENDS)) {
      test(`${name} before it is paid: cancelled; with another method, or paid in another way, it stays`, async () => {
        const plain = await confirmed(site);
        const switched = await confirmed(site);
        await edit(site, switched.id, { ...BANK });
        await untilOrder(site, switched.id, {
          note: /to be paid by Direct bank transfer now.*Cancel it in the Holdfast console, or the buyer may pay twice/,
        });
        const settled = await confirmed(site);
        await edit(site, settled.id, { ...BANK, status: "processing" });
        const marked = await confirmed(site);
        await edit(site, marked.id, { status: "processing" });
        await untilOrder(site, marked.id, { note: /marked as paid here.*may pay twice/ });
        for (const { escrow } of name === "its time runs out" ? [plain] : [plain, switched, settled, marked])
          await end(site, escrow);
        if (name === "its time runs out") await follow(site);
        await standsAfter(site, plain.id, "ended-unpaid", { stage: "cancelled" });
        const note = /Ended at Holdfast.*stays as it is/;
        await standsAfter(site, switched.id, "ended-unpaid-paid-otherwise", {
          before: "on-hold",
          stage: "cancelled",
          note,
        });
        await standsAfter(site, settled.id, "ended-unpaid-paid-otherwise", {
          before: "processing",
          stage: "cancelled",
          note,
        });
        await standsAfter(site, marked.id, "ended-unpaid-paid-otherwise", {
          before: "processing",
          stage: "cancelled",
          note,
        });
        const bank = await look(site, switched.id);
        assert.equal(bank.payment_method, "bacs");
      });
    }

    test("one that is switched to another way before the buyer confirms can't be paid at Holdfast, nor one that is cancelled or marked as paid", async () => {
      for (const [change, before] of [
        [BANK, "pending"],
        [{ status: "cancelled" }, "cancelled"],
        [{ status: "processing" }, "processing"],
      ]) {
        const { id } = await order(site);
        const { holdfast } = await look(site, id);
        await edit(site, id, change);
        await until("the link's end", async () => (await statusOf(site, holdfast.session)) === "EXPIRED");
        await standsAfter(site, id, "taken-back", { before, stage: "expired" });
      }
    });

    test("one that was marked as paid by mistake, and is not any more, can be paid at Holdfast again", async () => {
      const { id, url } = await order(site);
      await edit(site, id, { status: "processing" });
      await untilOrder(site, id, { stage: "expired" });
      await edit(site, id, { status: "pending" });
      assert.notEqual(await payAgain(site, id), url);
      await follow(site);
      const { holdfast } = await look(site, id);
      assert.equal(await statusOf(site, holdfast.session), "OPEN");
      const escrow = await site.buyer.confirm(holdfast.session);
      await site.buyer.pay(escrow.id);
      const held = await untilOrder(site, id, { status: "processing", stage: "funded" });
      assert.equal(held.transaction_id, escrow.reference_code);
    });

    test("one that is paid by bank and at Holdfast as well is paid twice, and says so; nothing is submitted for it", async () => {
      const { id, escrow } = await confirmed(site);
      await edit(site, id, { ...BANK, status: "processing" });
      await site.buyer.pay(escrow.id);
      const note = /paid twice: the order is paid by Direct bank transfer.*Cancel the order in the Holdfast console/;
      await standsAfter(site, id, "taken-back-paid", { before: "processing", stage: "funded", note });
      await edit(site, id, { status: "completed" });
      await follow(site);
      assert.deepEqual(await milestonesOf(site, escrow), ["PENDING"]);
      await site.buyer.cancel(escrow.id);
      await standsAfter(site, id, "cancelled-paid-twice", {
        before: "completed",
        stage: "cancelled",
        note: /stays as it is/,
      });
    });

    test("one that is switched after it was confirmed, paid at Holdfast, and switched back goes on as paid", async () => {
      const { id, escrow } = await confirmed(site);
      await edit(site, id, BANK);
      await site.buyer.pay(escrow.id);
      await standsAfter(site, id, "taken-back-paid", {
        before: "on-hold",
        stage: "funded",
        note: /If that payment has come or comes as well, the buyer has paid twice/,
      });
      await edit(site, id, { payment_method: "holdfast", payment_method_title: "Holdfast" });
      await untilOrder(site, id, { status: "processing", note: /It is paid out to you when the buyer approves/ });
    });

    test("one that is cancelled here after the buyer confirmed tells what to do, and stays when its escrow ends", async () => {
      const { id, escrow } = await confirmed(site);
      await edit(site, id, { status: "cancelled" });
      await untilOrder(site, id, { note: /had confirmed already\. Cancel the order in the Holdfast console/ });
      await site.buyer.decline(escrow.id);
      await standsAfter(site, id, "taken-back-ended", {
        before: "cancelled",
        stage: "cancelled",
        note: /Cancelled at Holdfast/,
      });
    });

    test("one whose method is changed after it was paid at Holdfast goes on, with a note", async () => {
      const { id, escrow } = await paid(site);
      await edit(site, id, BANK);
      await untilOrder(site, id, {
        status: "processing",
        note: /payment method is Direct bank transfer now, but Holdfast holds the payment/,
      });
      await edit(site, id, { status: "completed" });
      await untilOrder(site, id, { stage: "submitted" });
      await site.buyer.approve(escrow.id, escrow.milestones[0].id);
      await untilOrder(site, id, { status: "completed", stage: "released" });
    });

    test("one that is edited: its link ends before, and a note says so after the buyer confirmed", async () => {
      const { id } = await order(site);
      const { holdfast, line_items: lines } = await look(site, id);
      const dearer = { line_items: [{ id: lines[0].id, quantity: 3, subtotal: "72.00", total: "72.00" }] };
      await edit(site, id, dearer);
      await until("the link's end", async () => (await statusOf(site, holdfast.session)) === "EXPIRED");
      const url = await payAgain(site, id);
      const now = await look(site, id);
      assert.notEqual(url, holdfast.url);
      assert.equal((await site.holdfast.sessions.get(now.holdfast.session)).amount, now.total);
      const escrow = await site.buyer.confirm(now.holdfast.session);
      await site.buyer.pay(escrow.id);
      await untilOrder(site, id, { status: "processing", stage: "funded" });
      await edit(site, id, { fee_lines: [{ name: "Gift wrap", total: "7.00", tax_status: "none" }] });
      await untilOrder(site, id, { note: /The order is now .*, and the buyer has agreed to .* at Holdfast/ });
    });

    test("one that was shipped before it was paid is submitted when the money is there", async () => {
      const { id, escrow } = await confirmed(site);
      await edit(site, id, { status: "completed" });
      await untilOrder(site, id, { note: /Shipped before it was paid/ });
      await site.buyer.pay(escrow.id);
      const done = await untilOrder(site, id, { status: "completed", stage: "submitted" });
      assert.equal(done.transaction_id, escrow.reference_code);
    });

    test("one that goes to the trash loses its link; one whose link expired gets a new one", async () => {
      const trashed = await order(site);
      const { holdfast } = await look(site, trashed.id);
      await site.rest("DELETE", `/wc/v3/orders/${trashed.id}`);
      await until("the link's end", async () => (await statusOf(site, holdfast.session)) === "EXPIRED");
      const { id, url } = await order(site);
      await site.buyer.advanceClock(DAY_SECONDS);
      await follow(site);
      await standsAfter(site, id, "link-expired", {
        before: "pending",
        stage: "expired",
        note: /payment link has ended/,
      });
      assert.notEqual(await payAgain(site, id), url);
    });

    test("WooCommerce gives up an unpaid order for its age, unless its buyer was faster", async () => {
      const [idle, busy] = [await order(site), await order(site)];
      const { holdfast } = await look(site, busy.id);
      const escrow = await site.buyer.confirm(holdfast.session);
      await site.buyer.pay(escrow.id);
      await site.run(`update_option('woocommerce_hold_stock_minutes', 60);
        foreach ([${idle.id}, ${busy.id}] as $id) {
          $order = wc_get_order($id); $order->set_date_created(time() - 7200); $order->set_created_via('checkout'); $order->save();
          global $wpdb;
          $wpdb->update($wpdb->posts, ['post_modified' => '2020-01-01 00:00:00', 'post_modified_gmt' => '2020-01-01 00:00:00'], ['ID' => $id]);
          $wpdb->update("{$wpdb->prefix}wc_orders", ['date_updated_gmt' => '2020-01-01 00:00:00'], ['id' => $id]);
        }
        wc_cancel_unpaid_orders(); return 1;`);
      await untilOrder(site, idle.id, { status: "cancelled", stage: "expired" });
      await untilOrder(site, busy.id, { status: "processing", stage: "funded" });
    });
  });

/** What WP-Cron does every five minutes. */
const follow = (site) => site.run("do_action('holdfast_follow'); return 1;");

test("every event of the table was told", () =>
  assert.deepEqual(
    [...TABLE.keys()].filter((event) => !told.has(event)),
    [],
  ));
