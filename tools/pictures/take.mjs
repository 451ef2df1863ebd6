/**
 * Takes the pictures of docs/pictures: starts a service with a database of its own, gives its demo merchant two months of orders
 * through the API, and shows the checkout and the console to a browser, in light and in dark.
 *
 *   npm run pictures          needs Chromium or Chrome, in its usual place or named in CHROMIUM
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ORDERS, SHOWN } from "./shop.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TARGET = join(ROOT, "docs/pictures");
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Heights at which each picture ends below a whole piece of its page. */
const SIZES = { checkout: { width: 1280, height: 712 }, console: { width: 1280, height: 784 } };
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
    const url = (await api("POST", "/checkout/sessions", SHOWN.session)).url;
    await takePictures(service, api, url);
  } finally {
    await service.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A service on a free port, with a demo merchant. */
async function startService(folder) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "apps/service/dist/bundle/main.js"], {
    cwd: ROOT,
    env: { PORT: "0", DATA_DIR: join(folder, "data"), RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "error" },
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
  return { ...Object.fromEntries(found), stop };
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

async function takePictures(service, api, checkout) {
  const executablePath = [process.env["CHROMIUM"] ?? "", ...BROWSERS].find(
    (path) => path !== "" && fs.existsSync(path),
  );
  if (executablePath === undefined) throw new Error("name a Chromium or Chrome in the variable CHROMIUM");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const buyer = await browser.newPage({ viewport: SIZES.checkout });
    await buyer.goto(checkout);
    await buyer.locator("input[name=email]").fill(SHOWN.buyer);
    await buyer.locator("form[action='/sign-in'] button[type=submit]").click();
    await buyer.locator("input[name=code]").waitFor();
    const { data } = await api("GET", `/test_helpers/mailbox?to=${encodeURIComponent(SHOWN.buyer)}&limit=1`);
    await buyer.locator("input[name=code]").fill(/\b\d{6}\b/.exec(data[0].text)[0]);
    await buyer.locator("form[action='/sign-in/code'] button[type=submit]").click();
    await buyer.locator("form[action*='/confirm']").waitFor();
    // The summary stays beside what is scrolled, so this is the choice of a method next to what is bought.
    await buyer.locator("#pay-title").evaluate((title) => window.scrollTo(0, title.getBoundingClientRect().top - 40));
    await take(buyer, "checkout");

    const seller = await browser.newPage({ viewport: SIZES.console });
    await seller.goto(`${service.origin}/console`);
    await seller.locator("input[name=email]").fill(service.email);
    await seller.locator("input[name=password]").fill(service.password);
    await seller.locator("form[action='/console/sign-in'] button[type=submit]").click();
    await seller.waitForURL(/\/console\/[0-9A-Z]{8}/);
    const home = /^.*?\/console\/[0-9A-Z]{8}/.exec(seller.url())[0];
    await seller.goto(home);
    await take(seller, "console");
  } finally {
    await browser.close();
  }
}

async function take(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const path = join(TARGET, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, caret: "hide", animations: "disabled" });
    console.error(`${path}: ${Math.round(fs.statSync(path).size / 1024)} KB`);
  }
}

await main();
