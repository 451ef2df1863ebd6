/** Buyers in a browser: from the cart over the shop's checkout and Holdfast's page back to the shop. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { METHODS, signIn } from "../../medusa/test/browser.mjs";
import { checkoutOf, DESKTOP, fillCart, openPage, PHONE, picture, placeOrder, press } from "./browser.mjs";
import { look, untilOrder } from "./buying.mjs";
import { world } from "./setup.mjs";

const GOODS = { plate: 2, bowl: 1 };
const newest = async (site) => (await site.rest("GET", "/wc/v3/orders?per_page=1"))[0];

async function inBrowser(viewport, story) {
  const { page, close } = await openPage(viewport);
  try {
    await story(page);
  } catch (error) {
    await picture(page, "failed");
    throw new Error(`at ${page.url()}: ${error.message}`, { cause: error });
  } finally {
    await close();
  }
}

/** On Holdfast's page, and back in the shop. */
async function payThere(site, page, email, { confirm, pay }) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await signIn(site, page, email);
  await confirm(page);
  await pay(page);
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  await page.getByRole("link", { name: /Continue to/ }).click();
  await page.waitForURL((url) => url.href.startsWith(site.url));
}

for (const site of world.sites)
  describe(`${site.name} checkout in a browser`, () => {
    for (const [method, viewport] of [
      ["card", PHONE],
      ["mobile money", DESKTOP],
    ])
      test(`a guest with a coupon orders, pays by ${method} at Holdfast, and comes back to the order`, () =>
        inBrowser(viewport, async (page) => {
          const email = `guest-${site.name}-${method.replace(" ", "-")}@example.com`;
          await fillCart(site, page, GOODS);
          await page.goto(checkoutOf(site));
          await applyCoupon(site, page);
          await placeOrder(site, page, { email });
          await page.waitForURL((url) => url.href.startsWith(world.service.origin));
          const order = await newest(site);
          assert.deepEqual(
            [order.billing.email, order.payment_method, order.discount_total, order.shipping_total, order.customer_id],
            [email, "holdfast", "9.38", "10.00", 0],
          );
          assert.ok(Number(order.total_tax) > 0);
          await page.getByText(`$${order.total}`).first().waitFor({ state: "attached" });
          await payThere(site, page, email, METHODS[method]);
          await page.getByText("Order received").or(page.getByText("Your order has been received")).first().waitFor();
          await picture(page, `${site.name}-received-${viewport.width}`);
          const done = await untilOrder(site, order.id, { status: "processing", stage: "funded" });
          assert.equal(done.date_paid !== null, true);
        }));

    test("a buyer who makes an account orders, leaves, and pays later from it", () =>
      inBrowser(DESKTOP, async (page) => {
        const email = `account-${site.name}@example.com`;
        await fillCart(site, page, GOODS);
        await page.goto(checkoutOf(site));
        await placeOrder(site, page, { email, account: true });
        await page.waitForURL((url) => url.href.startsWith(world.service.origin));
        const order = await newest(site);
        assert.notEqual(order.customer_id, 0);
        await page.goto(`${site.url}/?page_id=${site.pages.account}`);
        const { payment_url: again } = await look(site, order.id);
        await page.goto(again);
        await page.locator('label[for="payment_method_holdfast"]').click();
        await picture(page, `${site.name}-pay-again-${DESKTOP.width}`);
        await page.getByRole("button", { name: /Pay for order/ }).click();
        await page.waitForURL((url) => url.href.startsWith(world.service.origin));
        assert.equal(page.url(), order.meta_data.find(({ key }) => key === "_holdfast_url").value);
        await payThere(site, page, email, METHODS.card);
        await untilOrder(site, order.id, { status: "processing", stage: "funded" });
      }));

    test("a buyer reads that Holdfast can't be reached while it can't, and that it can't take the payment where the key is wrong", () =>
      inBrowser(PHONE, async (page) => {
        await fillCart(site, page, GOODS);
        try {
          await site.set({ base_url: "http://127.0.0.1:9/api/v1" });
          await page.goto(checkoutOf(site));
          await placeOrder(site, page, { email: "ada@example.com" });
          await page
            .getByText("This way to pay can’t be reached at the moment. Please try again, or choose another one.")
            .first()
            .waitFor();
          await picture(page, `${site.name}-unreached-${PHONE.width}`);
          await site.set({}, { api_key: "hf_of_nobody_at_all" });
          await press(page);
          await page.getByText("This payment can’t be taken here. Please choose another way to pay.").first().waitFor();
          const order = await newest(site);
          const { notes } = await look(site, order.id);
          assert.ok(
            notes.some((note) => note.startsWith("The buyer could not pay by Holdfast:")),
            notes.join("\n"),
          );
        } finally {
          await site.set();
        }
        await press(page);
        await page.waitForURL((url) => url.href.startsWith(world.service.origin));
      }));

    test("a shop that sells in another currency does not offer it", () =>
      inBrowser(PHONE, async (page) => {
        await fillCart(site, page, GOODS);
        try {
          await site.run("update_option('woocommerce_currency', 'EUR'); return 1;");
          await page.goto(checkoutOf(site));
          await page.getByRole("button", { name: "Place order" }).waitFor();
          assert.equal(await page.getByLabel(/escrow protection/).count(), 0);
        } finally {
          await site.run("update_option('woocommerce_currency', 'USD'); return 1;");
        }
      }));
  });

async function applyCoupon(site, page) {
  if (site.blocks) {
    await page.getByRole("button", { name: "Place order" }).waitFor();
    const summary = page.getByRole("button", { name: /Order summary/ });
    if (await summary.first().isVisible()) await summary.first().click();
    await page
      .getByRole("button", { name: /Add coupons?/ })
      .first()
      .click();
    await page.getByLabel("Enter code").first().fill("spring");
    await page.getByRole("button", { name: "Apply" }).first().click();
  } else {
    await page
      .getByRole("button", { name: /enter your code|Click here/i })
      .or(page.locator("a.showcoupon"))
      .first()
      .click();
    await page.locator("#coupon_code").fill("spring");
    await page.getByRole("button", { name: "Apply coupon" }).click();
  }
  await page.getByText("spring", { exact: false }).first().waitFor();
}
