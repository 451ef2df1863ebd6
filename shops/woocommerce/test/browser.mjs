/** A buyer's and an owner's browser in front of a shop: what they fill, press and read there. */
import fs from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { openBrowser } from "../../../tools/browser/browser.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
const PRESSES_MAX = 8;
const SENT_WITHIN_MS = 5_000;
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

const ADDRESS = {
  first_name: "Ada",
  last_name: "Okafor",
  address_1: "12 Harbour Street",
  city: "Portland",
  postcode: "97201",
  phone: "+15035550142",
};

let browser;
/** One browser for all stories; a page each, with cookies of its own. */
export async function openPage(viewport = PHONE) {
  const { executablePath, env } = await openBrowser();
  browser ??= await chromium.launch({ executablePath, env, args: FLAGS });
  const context = await browser.newContext({ viewport, locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { page, close: () => context.close() };
}
export const closeBrowser = () => browser?.close();

/** Keeps a picture where SCREENSHOTS names a folder. */
export async function picture(page, name) {
  const { SCREENSHOTS: folder = "" } = process.env;
  if (folder === "") return;
  fs.mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `woocommerce-${name}.png`), fullPage: true });
}

export async function fillCart({ url, products }, page, goods) {
  for (const [name, quantity] of Object.entries(goods))
    await page.goto(`${url}/?add-to-cart=${products[name]}&quantity=${quantity}`, { waitUntil: "networkidle" });
}

export const checkoutOf = ({ url, pages }) => `${url}/?page_id=${pages.checkout}`;

/** Fills the form of the checkout, of blocks or not, chooses Holdfast, and orders. */
export async function placeOrder(site, page, { email, account = false } = {}) {
  await (site.blocks ? fillBlocks : fillClassic)(page, { email, account });
  await picture(page, `${site.name}-checkout-${page.viewportSize().width}`);
  await press(page);
}

const isOrder = (request) =>
  request.method() === "POST" &&
  /store\/v1\/checkout(?!.*calc_totals)|wc-ajax=checkout/.test(decodeURIComponent(request.url()));

/** WooCommerce takes no order while it reckons; who was told nothing presses again. */
export async function press(page) {
  for (let time = 0; time < PRESSES_MAX; time += 1) {
    await page.waitForLoadState("networkidle");
    const sent = page.waitForRequest(isOrder, { timeout: SENT_WITHIN_MS }).catch(() => null);
    await page.getByRole("button", { name: "Place order" }).click();
    if ((await sent) !== null) return;
  }
  throw new Error("the checkout takes no order");
}

async function fillBlocks(page, { email, account }) {
  const field = (name) => page.getByLabel(name, { exact: true }).first();
  await page.getByRole("button", { name: "Place order" }).waitFor();
  if (email !== undefined) await page.locator("#email").fill(email);
  if (account) await page.getByLabel("Create an account").check();
  if (await field("First name").isVisible()) {
    await field("First name").fill(ADDRESS.first_name);
    await field("Last name").fill(ADDRESS.last_name);
    await field("Address").fill(ADDRESS.address_1);
    await field("City").fill(ADDRESS.city);
    await field("ZIP Code").fill(ADDRESS.postcode);
  }
  await page.getByLabel(/escrow protection/).check();
  await page.getByText("$", { exact: false }).first().waitFor();
}

async function fillClassic(page, { email, account }) {
  for (const [name, value] of Object.entries({ ...ADDRESS, ...(email === undefined ? {} : { email }) }))
    await page.locator(`#billing_${name}`).fill(value);
  if (account) await page.locator("#createaccount").check();
  await page.locator(".blockOverlay").first().waitFor({ state: "detached" });
  // The button itself is hidden where the shop has one method alone.
  await page.locator('label[for="payment_method_holdfast"]').click();
}

/** Signs in at WordPress's own form. */
export async function logIn({ url, owner }, page, { name = owner.name, password = owner.password } = {}) {
  await page.goto(`${url}/wp-login.php`);
  await page.getByLabel("Username or Email Address").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(/wp-admin|my-account/);
}

export const settingsOf = ({ url }) => `${url}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=holdfast`;
