/** Refunds, begun by the shop's people, in Holdfast, or on both sides at once: paid once, and in the shop once. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { logIn, openPage, picture } from "./browser.mjs";
import { edit, look, paid, untilOrder } from "./buying.mjs";
import { world } from "./setup.mjs";
import { until } from "./world.mjs";

const follow = (site) => site.run("do_action('holdfast_follow'); return 1;");
const refundsOf = (site, id) => site.rest("GET", `/wc/v3/orders/${id}/refunds`);
const givenOf = async (site, escrow) => (await site.holdfast.refunds.list(escrow.id)).data;
/** By the shop's people, over WooCommerce's REST API: paid by the gateway unless they say otherwise. */
const refund = (site, id, amount, more = {}) =>
  site.rest("POST", `/wc/v3/orders/${id}/refunds`, { amount, reason: "One cup broke", ...more });
const idAt = ({ meta_data: meta }) => meta.find(({ key }) => key === "_holdfast_refund")?.value;

/** Every refund of Holdfast stands in the shop, with its amount, and stays the only one when the shop looks again. */
async function expectOnce(site, id, escrow, amounts) {
  await until(
    `${amounts.join(", ")} of order ${id}`,
    async () => (await refundsOf(site, id)).length === amounts.length,
  );
  await follow(site);
  await follow(site);
  const [here, there] = [await refundsOf(site, id), await givenOf(site, escrow)];
  assert.deepEqual(there.map(({ amount }) => amount).sort(), [...amounts].sort());
  assert.deepEqual(here.map((one) => [idAt(one), one.amount]).sort(), there.map((one) => [one.id, one.amount]).sort());
  assert.ok(here.every((one) => one.refunded_payment));
}

async function released(site) {
  const order = await paid(site);
  await edit(site, order.id, { status: "completed" });
  await untilOrder(site, order.id, { stage: "submitted" });
  await site.buyer.approve(order.escrow.id, order.escrow.milestones[0].id);
  await untilOrder(site, order.id, { status: "completed", stage: "released" });
  return order;
}

for (const site of world.sites)
  describe(`refunds of the ${site.name} shop`, () => {
    test("a part is refunded before release and the order goes on; the rest refunds it", async () => {
      const { id, escrow } = await paid(site);
      const { id: number } = await refund(site, id, "24.00");
      await expectOnce(site, id, escrow, ["24.00"]);
      const [made] = await givenOf(site, escrow);
      assert.deepEqual([made.external_reference, made.metadata.note], [String(number), "One cup broke"]);
      assert.equal((await look(site, id)).status, "processing");
      const rest = (Number(escrow.amount) - 24).toFixed(2);
      await refund(site, id, rest);
      await untilOrder(site, id, { status: "refunded", stage: "cancelled" });
      await expectOnce(site, id, escrow, ["24.00", rest]);
      assert.equal((await site.holdfast.escrows.get(escrow.id)).status, "CANCELLED");
    });

    test("after release the wallet pays it, and what is more than the order is refused", async () => {
      const { id, escrow } = await released(site);
      await refund(site, id, "10.00");
      await expectOnce(site, id, escrow, ["10.00"]);
      const rest = (Number(escrow.amount) - 10).toFixed(2);
      await site.holdfast.refunds.create({ escrow: escrow.id, amount: "1.00" });
      // By Holdfast, or by the shop itself where it has heard of that by then.
      await assert.rejects(
        refund(site, id, rest),
        /That is more than can go back\. At most|Refund amount must be|Invalid refund amount/,
      );
      await expectOnce(site, id, escrow, ["10.00", "1.00"]);
      assert.equal((await look(site, id)).status, "completed");
    });

    test("one that is begun in Holdfast comes by webhook, without lines or stock; the last refunds the order", async () => {
      const { id, escrow } = await paid(site);
      const made = await site.holdfast.refunds.create({ escrow: escrow.id, amount: "12.50", reason: "damaged" });
      await expectOnce(site, id, escrow, ["12.50"]);
      const [one] = await refundsOf(site, id);
      assert.deepEqual([one.reason, one.line_items], [`Damaged (${made.id})`, []]);
      await site.holdfast.refunds.create({ escrow: escrow.id });
      await untilOrder(site, id, { status: "refunded", stage: "cancelled" });
      await expectOnce(site, id, escrow, ["12.50", (Number(escrow.amount) - 12.5).toFixed(2)]);
    });

    test("begun on both sides at once, each is paid once and recorded once", async () => {
      const { id, escrow } = await paid(site);
      await Promise.all([
        refund(site, id, "5.00"),
        site.holdfast.refunds.create({ escrow: escrow.id, amount: "5.00" }),
        site.holdfast.refunds.create({ escrow: escrow.id, amount: "6.00" }),
        follow(site),
      ]);
      await expectOnce(site, id, escrow, ["5.00", "5.00", "6.00"]);
    });

    test("one by hand is the shop's alone, and one that is deleted stays deleted", async () => {
      const { id, escrow } = await paid(site);
      await refund(site, id, "3.00", { api_refund: false });
      await untilOrder(site, id, { note: /recorded in the shop alone/ });
      assert.deepEqual(await givenOf(site, escrow), []);
      const { id: number } = await refund(site, id, "4.00");
      await site.rest("DELETE", `/wc/v3/orders/${id}/refunds/${number}?force=true`);
      await untilOrder(site, id, { note: /refund of 4\.00 USD was deleted here/ });
      await follow(site);
      assert.deepEqual(
        (await refundsOf(site, id)).map(({ amount }) => amount),
        ["3.00"],
      );
    });

    test("the order's page refunds a line via Holdfast, and stock goes back as the shop says", async () => {
      const { id, escrow } = await paid(site);
      const { page, close } = await openPage({ width: 1280, height: 1400 });
      try {
        await logIn(site, page);
        await page.goto(
          site.tables
            ? `${site.url}/wp-admin/admin.php?page=wc-orders&action=edit&id=${id}`
            : `${site.url}/wp-admin/post.php?post=${id}&action=edit`,
        );
        await page.getByRole("button", { name: "Refund", exact: true }).click();
        await page.locator("input.refund_order_item_qty").first().fill("1");
        await page.locator("input.refund_order_item_qty").first().press("Tab");
        await page.locator("#refund_reason").fill("One plate broke");
        await picture(page, `${site.name}-refund-1280`);
        page.once("dialog", (dialog) => void dialog.accept());
        await page.getByRole("button", { name: /via Holdfast/ }).click();
        await until("the refund", async () => (await givenOf(site, escrow)).length === 1);
        await page.waitForLoadState("networkidle");
        await picture(page, `${site.name}-refunded-1280`);
      } finally {
        await close();
      }
      const [made] = await givenOf(site, escrow);
      await expectOnce(site, id, escrow, [made.amount]);
      assert.equal((await refundsOf(site, id))[0].line_items.length, 1);
    });
  });
