/**
 * Takes the pictures of docs/pictures: starts a service with a database of its own, gives its demo merchant two months of orders
 * through the API, and shows the pages of README and documents to a browser, as a buyer and as the seller, in light and in dark. Every page
 * there is, in every state, is what `npm run looks` opens.
 *
 *   npm run pictures [FOLDER]          where to put them instead of docs/pictures, such as for a review
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { openBrowser } from "../browser/browser.mjs";
import { ORDERS, SHOWN } from "./shop.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TARGET = process.argv[2] ?? join(ROOT, "docs/pictures");
const DESK = { width: 1280, height: 800 };
const START_MS = 120_000;
const DAY = 86_400;
/** Days from payment to delivery, and from payment to approval. */
const DELIVERED_AFTER = 1;
const APPROVED_AFTER = 3;

/** What the first start prints: where it listens, and the demo merchant's key and sign-in. */
const PRINTED = {
  origin: /^listening on (\S+)$/m,
  email: /^ +e?mail +(\S+)$/m,
  password: /^ +password +(\S+)$/m,
  key: /^KEY=(\S+)$/m,
};

async function main() {
  const folder = fs.mkdtempSync(join(tmpdir(), "holdfast-pictures-"));
  const service = await startService(folder);
  try {
    const api = openApi(service);
    await trade(api);
    fs.mkdirSync(TARGET, { recursive: true });
    await takePictures(service, api);
  } finally {
    await service.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A service on a free port, with a demo merchant. */
async function startService(folder) {
  const env = { PORT: "0", DATA_DIR: join(folder, "data"), RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "error" };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "apps/service/dist/bundle/main.js"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  let printed = "";
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service did not start: ${printed}`)), START_MS);
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      if (!Object.values(PRINTED).every((pattern) => pattern.test(printed))) return;
      clearTimeout(timer);
      resolve();
    });
    void ended.then((code) => reject(new Error(`the service ended with ${code}`)));
  });
  const found = Object.entries(PRINTED).map(([name, pattern]) => [name, pattern.exec(printed)[1]]);
  return { ...Object.fromEntries(found), env, stop };
}

const openApi =
  ({ origin, key }) =>
  async (method, path, body = {}) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

/** Two months go by: on each day new orders come in, and older ones are delivered and approved. */
async function trade(api) {
  const paid = [];
  for (const [day, orders] of ORDERS.entries()) {
    if (day > 0) await api("POST", "/test_helpers/clock/advance", { seconds: DAY });
    for (const order of orders) {
      const { id } = await api("POST", "/checkout/sessions", order.session);
      if (order.ending === "abandoned") continue;
      const escrow = await api("POST", `/test_helpers/checkout/sessions/${id}/confirm`, { buyer_email: order.buyer });
      await api("POST", `/test_helpers/escrows/${escrow.id}/payments`, { method: order.method });
      paid.push({ ...order, day, id: escrow.id, path: `/escrows/${escrow.id}/milestones/${escrow.milestones[0].id}` });
    }
    for (const order of paid) await goOn(api, order, day - order.day);
  }
}

async function goOn(api, { id, path, ending }, age) {
  if (age === DELIVERED_AFTER && ending === "cancelled") await api("POST", `/test_helpers/escrows/${id}/cancel`);
  else if (age === DELIVERED_AFTER) {
    await api("POST", `${path}/submit`, { submission_details: "DHL 4410 8823 7712, two parcels" });
    if (ending === "disputed") {
      await api("POST", `/test_helpers${path}/dispute`, { reason: "Two of the bowls arrived with cracks." });
    }
    if (ending === "changes") {
      await api("POST", `/test_helpers${path}/request_revision`, { reason: "One saucer is missing." });
    }
  }
  if (age === APPROVED_AFTER && ending === "approved") await api("POST", `/test_helpers${path}/approve`);
}

async function takePictures(service, api) {
  const { executablePath, env } = await openBrowser();
  const browser = await chromium.launch({ executablePath, env, args: ["--no-sandbox", "--disable-gpu"] });
  const open = () => browser.newPage({ viewport: DESK, locale: "en-GB" });
  try {
    const [buyer, seller] = [await open(), await open()];
    const order = await takeCheckout(buyer, service, api);
    await takeConsole(seller, service);
    await takeRefund(seller, api);
    await offerHalf(seller, order);
    await buyer.goto(service.origin + order.path);
    await buyer.locator("h1").evaluate((title) => scrollTo(0, scrollY + title.getBoundingClientRect().top - 56));
    await take(buyer, "dispute");
  } finally {
    await browser.close();
  }
}

/** The checkout of a signed-in buyer, who pays, and disputes what comes. Returns the order, with the buyer's page of it. */
async function takeCheckout(page, { origin }, api) {
  const { url, id } = await api("POST", "/checkout/sessions", SHOWN.session);
  await page.goto(url);
  await page.locator("input[name=email]").fill(SHOWN.buyer);
  await page.locator("form[action='/sign-in'] button[type=submit]").click();
  await page.locator("input[name=code]").waitFor();
  const { data } = await api("GET", `/test_helpers/mailbox?to=${encodeURIComponent(SHOWN.buyer)}&limit=1`);
  // The sixth digit sends the form.
  await page.locator("input[name=code]").fill(/\b\d{6}\b/.exec(data[0].text)[0]);
  await page.locator("form[action*='/confirm']").waitFor();
  await page.goto(url);
  await page.locator("input[type=radio][value=card]").check();
  await take(page, "checkout");

  const escrow = await api("POST", `/test_helpers/checkout/sessions/${id}/confirm`, { buyer_email: SHOWN.buyer });
  await api("POST", `/test_helpers/escrows/${escrow.id}/payments`, { method: "card" });
  const [first] = escrow.milestones;
  const milestone = `/escrows/${escrow.id}/milestones/${first.id}`;
  await api("POST", `${milestone}/submit`, {
    submission_details: "Two parcels, packed in straw. They left this morning.",
    shipping: { carrier: "DHL", tracking_number: "4410 8823 7712" },
  });
  await api("POST", `/test_helpers${milestone}/dispute`, { reason: SHOWN.complaint });
  await page.goto(url);
  const path = await page.locator("a[href^='/orders/']").first().getAttribute("href");
  return { id: escrow.id, path: new URL(path, origin).pathname };
}

async function takeConsole(page, { origin, email, password }) {
  await page.goto(`${origin}/console`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.locator("form[action='/console/sign-in'] button[type=submit]").click();
  await page.waitForURL(/\/console\/[0-9A-Z]{8}/);
  await take(page, "console");
}

/** What a refund of a part does, before the seller agrees to it. */
async function takeRefund(page, api) {
  const [home] = /^.*?\/console\/[0-9A-Z]{8}/.exec(page.url());
  const { id } = await api("POST", "/checkout/sessions", SHOWN.session);
  const escrow = await api("POST", `/test_helpers/checkout/sessions/${id}/confirm`, { buyer_email: SHOWN.buyer });
  await api("POST", `/test_helpers/escrows/${escrow.id}/payments`, { method: "card" });
  await page.goto(`${home}/escrows/${escrow.id}/refund?review=1&amount=24&reason=damaged`);
  await page.locator("form[action$='/refund'] button[type=submit]").waitFor();
  await take(page, "refund");
}

/** The seller offers to give back a part of what is in dispute. */
async function offerHalf(page, order) {
  const [home] = /^.*?\/console\/[0-9A-Z]{8}/.exec(page.url());
  await page.goto(`${home}/escrows/${order.id}/dispute`);
  await page.locator("input[name=refund]").fill(SHOWN.offer.refund);
  const form = page.locator("form[action$='/offers']");
  await form.locator("textarea[name=text]").fill(SHOWN.offer.text);
  await form.locator("button[type=submit]").click();
  await page.locator("form[action$='/withdraw']").waitFor();
}

/** Without the mark of the sandbox, which is not what a buyer of a shop would see. */
async function take(page, name) {
  await page.locator("span.badge", { hasText: /^Sandbox/ }).evaluateAll((marks) => {
    for (const mark of marks) mark.remove();
  });
  await page.mouse.move(0, 0);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const path = join(TARGET, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, caret: "hide", animations: "disabled" });
    console.error(`${path}: ${Math.round(fs.statSync(path).size / 1024)} KB`);
  }
}

await main();
