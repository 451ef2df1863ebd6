/** What owners, strangers and mishaps do to a shop: settings, webhooks, outages, other shops, hostile names. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { sign } from "@holdfast/sdk/testing";
import { logIn, openPage, picture, settingsOf } from "./browser.mjs";
import { confirmed, edit, look, order, paid, payAgain, untilOrder } from "./buying.mjs";
import { world } from "./setup.mjs";
import { until } from "./world.mjs";

const follow = (site) => site.run("do_action('holdfast_follow'); return 1;");
/** Another plugin in the shop, while the story is told. */
async function withPlugin({ home }, code, story) {
  const folder = join(home, "wp-content/mu-plugins");
  const file = join(folder, "another.php");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, `<?php ${code}`);
  try {
    await story();
  } finally {
    fs.rmSync(file);
  }
}

async function asOwner(site, viewport, story) {
  const { page, close } = await openPage(viewport);
  try {
    await logIn(site, page);
    await story(page);
  } catch (error) {
    await picture(page, "failed");
    throw new Error(`at ${page.url()}: ${error.message}`, { cause: error });
  } finally {
    await close();
  }
}

for (const site of world.sites)
  describe(`edges of the ${site.name} shop`, () => {
    test("the plugins page leads to the settings, which refuse what can't be right, and say so", async () => {
      for (const width of [1280, 390])
        await asOwner(site, { width, height: 900 }, async (page) => {
          await page.goto(`${site.url}/wp-admin/plugins.php`);
          await page.locator('tr[data-plugin="holdfast/holdfast.php"]').getByRole("link", { name: "Settings" }).click();
          // Before its script is there, nothing that is typed makes the page one that can be saved.
          await page.waitForLoadState("networkidle");
          const field = (name) => page.locator(`#woocommerce_holdfast_${name}`);
          await field("base_url").fill("localhost:3170/api/v1");
          await field("api_key").fill("short");
          await field("webhook_secret").fill("nope");
          await field("prefix").fill("a b");
          await page.getByRole("button", { name: "Save changes" }).click();
          for (const text of [
            "The API address has to begin with https://",
            "That is no API key.",
            "A webhook secret begins with whsec_.",
            "A prefix has up to 100",
          ])
            await page.getByText(text).first().waitFor();
          assert.equal(await page.getByText("Your settings have been saved.").count(), 0);
          assert.equal(await field("base_url").inputValue(), site.settings.base_url);
          await picture(page, `${site.name}-settings-refused-${width}`);
          await page.waitForLoadState("networkidle");
          await field("title").fill(`Pay by Holdfast, set on ${width} pixels`);
          await page.getByRole("button", { name: "Save changes" }).click();
          await page.getByText("Your settings have been saved.").first().waitFor();
          assert.equal(await field("api_key").inputValue(), "");
          await page.getByRole("link", { name: "Check the saved settings" }).click();
          await page.getByText("The API key works").waitFor();
          await picture(page, `${site.name}-settings-${width}`);
          assert.ok(!(await page.content()).includes(site.apiKey));
        });
    });

    test("the check tells an address without /api/v1, a key that nobody knows, and a service that is down; and reads events for the first time", async () => {
      const check = async (page, text) => {
        await page.goto(settingsOf(site));
        await page.getByRole("link", { name: "Check the saved settings" }).click();
        await page.getByText(text).waitFor();
      };
      await asOwner(site, { width: 1280, height: 900 }, async (page) => {
        try {
          await site.run("delete_option('holdfast_followed_at'); return 1;");
          await check(page, "Events were read for the first time just now");
          await check(page, "Events were last read on");
          await site.set({ base_url: world.service.origin });
          await check(page, "Does it end in /api/v1?");
          await site.set({}, { api_key: "hf_of_nobody_at_all" });
          await check(page, "Holdfast doesn’t know this API key");
          await site.set({ base_url: "http://127.0.0.1:9/api/v1" });
          await check(page, "No answer from the API address");
        } finally {
          await site.set();
        }
      });
    });

    test("a key that comes by WooCommerce's REST API is kept apart, where nobody can read it", async () => {
      const path = "/wc/v3/payment_gateways/holdfast";
      await site.rest("PUT", path, { settings: { api_key: "hf_by_the_rest_api", webhook_secret: "nope" } });
      const { settings } = await site.rest("GET", path);
      assert.deepEqual([settings.api_key.value, settings.webhook_secret.value], ["", ""]);
      const secrets = await site.run("return get_option('holdfast_secrets');");
      assert.deepEqual(secrets, { ...site.secrets, api_key: "hf_by_the_rest_api" });
      await site.set();
    });

    test("an order's page in the admin shows how it stands, and submits what was delivered again", async () => {
      const { id, escrow } = await paid(site);
      await edit(site, id, { status: "completed" });
      await untilOrder(site, id, { stage: "submitted" });
      await site.buyer.requestRevision(escrow.id, escrow.milestones[0].id, { reason: "The bowl is missing." });
      await untilOrder(site, id, { note: /asks for changes/ });
      await asOwner(site, { width: 1280, height: 900 }, async (page) => {
        await page.goto(
          site.tables
            ? `${site.url}/wp-admin/admin.php?page=wc-orders&action=edit&id=${id}`
            : `${site.url}/wp-admin/post.php?post=${id}&action=edit`,
        );
        await page.getByText("Payment held").first().waitFor();
        await page.getByRole("link", { name: "Open in the Holdfast console" }).waitFor();
        await picture(page, `${site.name}-order-1280`);
        await page.locator('select[name="wc_order_action"]').selectOption("holdfast_submit");
        await page.locator("button.wc-reload").click();
        await page.waitForLoadState();
      });
      await until(
        "the second submission",
        async () => (await site.holdfast.escrows.get(escrow.id)).milestones[0].status === "AWAITING_REVIEW",
      );
    });

    test("parcels of WooCommerce's fulfilments are submitted line by line, with carrier and tracking number", async () => {
      try {
        await site.set({ milestones: "line" });
        const { id, escrow } = await paid(site);
        const { line_items: lines } = await look(site, id);
        const ship = (index, quantity, tracking) =>
          site.rest("POST", `/wc/v3/orders/${id}/fulfillments`, {
            status: "fulfilled",
            is_fulfilled: true,
            meta_data: [
              { id: 0, key: "_items", value: [{ item_id: lines[index].id, qty: quantity }] },
              { id: 0, key: "_tracking_number", value: tracking },
              { id: 0, key: "_shipping_provider", value: "dhl" },
            ],
          });
        const milestones = async () => (await site.holdfast.escrows.get(escrow.id)).milestones;
        await ship(0, 1, "4410");
        await follow(site);
        assert.deepEqual(
          (await milestones()).map(({ status }) => status),
          ["PENDING", "PENDING"],
        );
        await ship(0, 1, "4411");
        await until("the first line", async () => (await milestones())[0].status === "AWAITING_REVIEW");
        assert.equal((await milestones())[0].submission_details, "dhl 4410\ndhl 4411");
        await ship(1, 1, "4412");
        await untilOrder(site, id, { status: "processing", stage: "submitted" });
      } finally {
        await site.set();
      }
    });

    test("a webhook is taken when it is genuine, and refused when it is not; two at once are both followed", async () => {
      const [event] = (await site.holdfast.events.list({ limit: 1 })).data;
      const post = async (secret, changed = "") => {
        const { headers, body } = await sign(event, { secret });
        return (
          await fetch(site.receiver, { method: "POST", headers, body: Buffer.concat([body, Buffer.from(changed)]) })
        ).status;
      };
      assert.equal(await post("whsec_of_somebody_else"), 400);
      assert.equal(await post(site.secrets.webhook_secret, " "), 400);
      assert.deepEqual(await Promise.all([1, 2, 3].map(() => post(site.secrets.webhook_secret))), [200, 200, 200]);
      assert.equal((await fetch(site.receiver)).status, 405);

      // What comes next comes by webhooks alone.
      await site.run("wp_clear_scheduled_hook('holdfast_follow'); return 1;");
      const orders = [await order(site), await order(site), await order(site)];
      const sessions = await Promise.all(orders.map(async ({ id }) => (await look(site, id)).holdfast.session));
      const escrows = await Promise.all(sessions.map((session) => site.buyer.confirm(session)));
      await Promise.all(escrows.map(({ id }) => site.buyer.pay(id)));
      for (const { id } of orders) {
        const now = await untilOrder(site, id, { status: "processing", stage: "funded" });
        assert.equal(now.notes.filter((note) => note.includes("Holdfast holds the payment")).length, 1);
      }
    });

    test("an outage of the service delays what the shop has to say, and loses nothing; a payment that fails changes nothing", async () => {
      const { id, escrow } = await confirmed(site);
      await site.buyer.pay(escrow.id, { outcome: "failed" });
      await follow(site);
      assert.equal((await look(site, id)).status, "on-hold");
      await site.buyer.pay(escrow.id);
      await untilOrder(site, id, { status: "processing", stage: "funded" });
      try {
        await site.set({ base_url: "http://127.0.0.1:9/api/v1" });
        await edit(site, id, { status: "completed" });
        await follow(site);
        assert.equal((await look(site, id)).holdfast.stage, "funded");
      } finally {
        await site.set();
      }
      await follow(site);
      await untilOrder(site, id, { status: "completed", stage: "submitted" });
    });

    test("an order that failed with another method and is tried again by Holdfast goes on", async () => {
      const { id } = await order(site);
      await edit(site, id, { status: "failed" });
      const { holdfast } = await look(site, id);
      const escrow = await site.buyer.confirm(holdfast.session);
      await untilOrder(site, id, { status: "on-hold", stage: "confirmed" });
      await site.buyer.pay(escrow.id);
      await untilOrder(site, id, { status: "processing", stage: "funded" });
    });

    test("another shop on the account that has the same number is told of, and neither order meets the other", async () => {
      const { id: last } = await order(site);
      // Whatever numbers come next: another shop was there first.
      const taken = [];
      for (let number = last + 1; number < last + 12; number += 1)
        taken.push(
          await site.holdfast.sessions.create(
            { title: "Of another shop", amount: "5.00", external_reference: String(number) },
            { idempotencyKey: String(number) },
          ),
        );
      const { id } = await order(site);
      const { holdfast } = await untilOrder(site, id, {
        status: "pending",
        note: new RegExp(`Another shop on this Holdfast account has an order ${id} too`),
      });
      const foreign = taken.find(({ external_reference: reference }) => reference === String(id));
      assert.notEqual(holdfast.session, foreign.id);
      await site.buyer.pay((await site.buyer.confirm(foreign.id, { buyer_email: "eve@example.com" })).id);
      await follow(site);
      assert.equal((await look(site, id)).status, "pending");
      await edit(site, id, { status: "cancelled" });
      assert.equal((await site.holdfast.sessions.get(foreign.id)).status, "COMPLETED");
    });

    test("orders that began under a prefix keep it; a new one has none", async () => {
      try {
        await site.set({ prefix: "north-" });
        const { id } = await order(site);
        const { holdfast } = await look(site, id);
        assert.equal(holdfast.reference, `north-${id}`);
        await site.set();
        const escrow = await site.buyer.confirm(holdfast.session);
        await site.buyer.pay(escrow.id);
        await untilOrder(site, id, { status: "processing", stage: "funded" });
      } finally {
        await site.set();
      }
    });

    test("names, addresses, quantities and fees that the API would refuse stop no order", async () => {
      const lines = [
        {
          name: "Plate\u0007\r\n <b>ash</b> &amp; salt 👩‍👩‍👧",
          quantity: 1.5,
          total: "36.00",
          subtotal: "36.00",
          product_id: site.products.plate,
        },
        { name: "é".repeat(300), quantity: 3, total: "10.00", subtotal: "10.00", product_id: site.products.bowl },
        { name: "\u200b", quantity: 1, total: "1.00", subtotal: "1.00", product_id: site.products.bowl },
      ];
      // As every plugin for quantities with a point does it.
      const points =
        "remove_filter('woocommerce_stock_amount', 'intval'); add_filter('woocommerce_stock_amount', 'floatval');";
      await withPlugin(site, `add_action('init', function () { ${points} });`, async () => {
        const { id } = await order(site);
        await site.run(`
          $order = wc_get_order(${id}); $order->remove_order_items();
          foreach (json_decode(base64_decode('${Buffer.from(JSON.stringify(lines)).toString("base64")}'), true) as $line) {
            $item = new WC_Order_Item_Product(); $item->set_props($line); $order->add_item($item);
          }
          $fee = new WC_Order_Item_Fee(); $fee->set_name('Loyalty'); $fee->set_total('-2.55'); $order->add_item($fee);
          $order->set_billing_email(''); $order->calculate_totals(false); $order->save(); return $order->get_total();`);
        const { holdfast, total } = await look(site, id);
        assert.equal(holdfast.stage, "expired");
        await payAgain(site, id);
        const now = await look(site, id);
        const session = await site.holdfast.sessions.get(now.holdfast.session);
        assert.deepEqual([session.amount, session.customer_email], [total, ""]);
        assert.deepEqual(
          session.line_items.map((line) => [line.name, line.unit_amount, line.quantity]),
          [
            ["1.5 × Plate ash & salt 👩‍👩‍👧", "36.00", 1],
            [`3 × ${"é".repeat(251)}`, "10.00", 1],
            ["Item", "1.00", 1],
          ],
        );
      });
    });

    test("an order that can't be written stops no other", async () => {
      const { id: broken } = await confirmed(site);
      const { id, escrow } = await confirmed(site);
      const fails = `if ($order->get_id() === ${broken}) throw new TypeError('broken');`;
      await withPlugin(
        site,
        `add_action('woocommerce_before_order_object_save', function ($order) { ${fails} });`,
        async () => {
          const { holdfast } = await look(site, broken);
          await site.buyer.pay(holdfast.escrow);
          await site.buyer.pay(escrow.id);
          await untilOrder(site, id, { status: "processing", stage: "funded" });
          assert.equal((await look(site, broken)).status, "on-hold");
        },
      );
      await follow(site);
      await untilOrder(site, broken, { status: "processing", stage: "funded" });
    });
  });
