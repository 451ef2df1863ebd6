/** A buyer's whole way in a browser: from the link to the money, by every method, with and without scripts. */
import type { APIResponse, Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isDeep, wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../process/launch.js";
import { openSession } from "../stories.js";
import { lastCode, type Visitor } from "../visitor.js";
import { enterCode, expectAccessible, openBrowser, tabTo } from "./browser.js";
import { DINNER_SET, pagePath } from "./orders.js";
import { signedIn } from "./orders-area.js";
import { byBank, byCard, byPhone, press } from "./paying.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let ada: Visitor;
/** As the card issuer's page leads back to it: cookies of one name of this machine are not those of another. */
let origin: string;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  origin = world.service.publicUrl;
  ada = await signedIn(world, EMAIL);
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});
beforeEach(() => world.people.query({ name: "test: make room", text: "delete from sign_in_windows" }));

type Visit = { readonly page: Page; readonly context: BrowserContext; readonly link: string; readonly session: Json };

const EMAIL = "ada@example.com";

type Arriving = { readonly javaScriptEnabled?: boolean; readonly cookies?: ReadonlyMap<string, string> };

/** Opens the link of a new order, as somebody who was never here unless there are cookies. */
async function follow(
  order: Json = DINNER_SET,
  { javaScriptEnabled = true, cookies = new Map() }: Arriving = {},
): Promise<Visit> {
  const session = await openSession(shop, order);
  const context = await browser.newContext({
    javaScriptEnabled,
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
  });
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
  const page = await context.newPage();
  const link = origin + pagePath(shop, session);
  await page.goto(link);
  return { page, context, link, session };
}

async function signIn(page: Page, email: string, hasScripts = true): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await enterCode(page, await lastCode(world, email), hasScripts);
  await page.getByText(`Signed in as ${email}`).waitFor();
}

/** As somebody who signed in on another page before. */
async function followSignedIn(javaScriptEnabled = true): Promise<Visit> {
  const visit = await follow(DINNER_SET, { javaScriptEnabled, cookies: ada.cookies });
  await visit.page.getByText(`Signed in as ${EMAIL}`).waitFor();
  return visit;
}

const choose = (page: Page, method: string): Promise<void> => page.getByLabel(method).check();
const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole("heading", { level: 1, name })
    .waitFor({ timeout: 30_000 })
    .catch(async (error: unknown) => {
      throw new Error(`${page.url()} says: ${await page.locator("body").innerText()}`, { cause: error });
    });

async function escrowOf({ session }: Visit): Promise<Json> {
  const { body } = await shop.get(`/checkout/sessions/${session["id"]}`);
  return (await shop.get(`/escrows/${body["escrow"]}`)).body;
}

/** The page comes to the end, of its own accord unless somebody looks again; both links lead where they should. */
async function expectPaid(visit: Visit, { looksAgain = false, email = EMAIL } = {}): Promise<void> {
  const { page, context } = visit;
  await news(page, "Payment received", !looksAgain);
  const escrow = await escrowOf(visit);
  expect(escrow).toMatchObject({ status: "IN_ESCROW", funded_amount: "256.45", buyer: { email } });
  expect(await page.getByRole("link", { name: "See your order" }).getAttribute("href")).toBe(
    `/orders/${shop.sellerCode}/${escrow["id"]}`,
  );
  expect(await page.getByRole("link", { name: "Receipt" }).getAttribute("href")).toMatch(/\/receipt$/);
  expect(await page.getByRole("main").innerText()).toContain(escrow["reference_code"]);
  const seen: { url: string; referer: string | undefined }[] = [];
  await context.route("https://shop.example/**", async (route) => {
    seen.push({ url: route.request().url(), referer: route.request().headers()["referer"] });
    await route.fulfill({ contentType: "text/html", body: "shop" });
  });
  await page.getByRole("link", { name: "Continue to shop.example" }).click();
  await page.waitForURL("https://shop.example/**");
  expect(seen[0]).toEqual({ url: DINNER_SET.success_url, referer: undefined });
  await context.close();
}

// In short a phone and a card pay without scripts.
describe.concurrent.each([true, false])("with scripts: %s", (scripts) => {
  test("mobile money: from the link to the shop", scripts ? wide() : {}, async () => {
    const email = scripts ? "ama@example.com" : "kofi@example.com";
    const visit = await follow({ ...DINNER_SET, customer_email: email }, { javaScriptEnabled: scripts });
    const { page } = visit;
    // The shop's idea of the address fills the field and signs nobody in.
    await heading(page, "Pay $256.45");
    expect(await page.getByLabel("Email address").inputValue()).toBe(email);
    expect(await page.getByRole("button", { name: /pay/i }).count()).toBe(0);
    await signIn(page, email, scripts);
    await heading(page, "Pay $256.45");
    await choose(page, "Mobile money");
    await page.getByLabel("Phone number").fill("0712 345");
    await press(page, "Confirm and pay $256.45");
    await page.getByText("We couldn’t read this as a phone number").waitFor();
    expect(await page.getByLabel("Phone number").inputValue()).toBe("0712 345");
    await page.getByLabel("Phone number").fill("+254 712 345 678");
    await press(page, "Confirm and pay $256.45");
    await heading(page, "Check your phone");
    expect(await page.getByRole("main").innerText()).toContain("We sent a request for $256.45 to +254712345678.");
    await byPhone(visit, "Approve");
    await expectPaid(visit, { email });
  });

  if (isDeep || !scripts)
    test("card: declined, tried again, paid", async () => {
      const visit = await followSignedIn(scripts);
      const { page, link } = visit;
      await choose(page, "Card");
      await press(page, "Confirm and pay $256.45");
      await byCard(visit, "4000 0000 0000 0002");
      await page.waitForURL(`${link}*`);
      await news(page, "Payment declined", scripts);
      expect(await page.getByRole("alert").innerText()).toContain("It wasn’t approved. You weren’t charged.");
      // What was chosen before is chosen again.
      expect(await page.getByLabel("Card").isChecked()).toBe(true);
      await press(page, "Pay $256.45");
      await byCard(visit, "4242 4242 4242 4242");
      await page.waitForURL(`${link}*`);
      await expectPaid(visit, { looksAgain: !scripts });
    });

  if (isDeep || scripts)
    test("bank: a part, then the rest", wide(), async () => {
      const visit = await followSignedIn(scripts);
      const { page } = visit;
      await choose(page, "Bank transfer");
      await press(page, "Confirm and pay $256.45");
      await heading(page, "Transfer $256.45");
      const { reference } = await bankDetails(page);
      expect(reference).toMatch(/^HF/);
      await byBank(visit, "100.00");
      await news(page, "$100.00 has arrived", scripts);
      expect(await page.getByRole("main").innerText()).toMatch(/Still missing\s+\$156\.45/);
      await choose(page, "Bank transfer");
      await press(page, "Pay $156.45");
      await heading(page, "Transfer $156.45");
      await byBank(visit, "156.45");
      await expectPaid(visit, { looksAgain: !scripts });
    });
});

/** Without scripts a page is loaded again after seconds, one that is copied from only twice a minute: its reader is quicker. */
async function news(page: Page, name: string, comesByItself: boolean): Promise<void> {
  const told = page.getByRole("heading", { name });
  if (comesByItself) return told.waitFor({ timeout: 50_000 });
  await until(async () => {
    await page.reload();
    return (await told.count()) === 1;
  }, name);
}

async function bankDetails(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator("main dl.panel > div")
    .evaluateAll<[string, string][], Element>((rows) =>
      rows.map((row) => [row.querySelector("dt")?.textContent ?? "", row.querySelector("dd bdi")?.textContent ?? ""]),
    );
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

test.concurrent(
  "a card's bank that asks back is answered, and one that is not convinced is told of",
  wide(),
  async () => {
    const visit = await followSignedIn();
    const { page } = visit;
    await choose(page, "Card");
    await press(page, /Confirm and pay/);
    await byCard(visit, "4000 0000 0000 3220");
    await press(page, "It is not");
    await page.getByText("Your bank couldn’t confirm that it was you.").waitFor({ timeout: 30_000 });
    await press(page, "Pay $256.45");
    await byCard(visit, "4000 0000 0000 3220");
    await press(page, "Yes, it is me");
    await expectPaid(visit);
  },
);

test.concurrent("a phone that says no, another way, and too much money", wide(), async () => {
  const visit = await followSignedIn();
  const { page } = visit;
  await choose(page, "Mobile money");
  await page.getByLabel("Phone number").fill("+254712345678");
  await press(page, /Confirm and pay/);
  await heading(page, "Check your phone");
  await byPhone(visit, "Decline");
  await page.getByText("It wasn’t approved.").waitFor({ timeout: 30_000 });
  // The number is there again.
  expect(await page.getByLabel("Phone number").inputValue()).toBe("+254712345678");
  await press(page, "Pay $256.45");
  await heading(page, "Check your phone");
  await press(page, "Pay another way");
  await heading(page, "Your order is confirmed");
  await choose(page, "Bank transfer");
  await press(page, "Pay $256.45");
  await heading(page, "Transfer $256.45");
  await byBank(visit, "300.00");
  // The bank may have sent it back before anybody looks.
  await page.getByRole("heading", { name: /\$43\.55 (goes|was sent) back to you/ }).waitFor({ timeout: 30_000 });
  await expectPaid(visit);
});

test.concurrent("account and reference are copied with one press, as a bank's form takes them", wide(), async () => {
  const { page, context } = await followSignedIn();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  await choose(page, "Bank transfer");
  await press(page, /Confirm and pay/);
  await heading(page, /^Transfer/);
  const details = await bankDetails(page);
  for (const [label, value] of [
    ["Reference", details["reference"]],
    ["Amount", "256.45"],
  ] as const) {
    await press(page, new RegExp(`Copy ${label}`));
    await page.getByRole("button", { name: "Copied" }).first().waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(value);
  }
  await context.close();
});

test.concurrent("by keyboard alone, from the link to the phone and to another way", async () => {
  const email = "yaa@example.com";
  const { page, context } = await follow();
  const { keyboard } = page;
  await tabTo(page, "Email address");
  await keyboard.type(email);
  await keyboard.press("Enter");
  await page.getByLabel("Six-digit code").waitFor();
  await tabTo(page, "Six-digit code");
  await keyboard.type(await lastCode(world, email));
  await keyboard.press("Enter");
  await heading(page, "Pay $256.45");
  await tabTo(page, "Card");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowDown");
  expect(await page.getByLabel("Card").isChecked()).toBe(true);
  while (!(await page.getByLabel("Mobile money").isChecked())) await keyboard.press("ArrowDown");
  await tabTo(page, "Phone number");
  await keyboard.type("+254712345678");
  await tabTo(page, "Confirm and pay");
  await keyboard.press("Enter");
  await heading(page, "Check your phone");
  await tabTo(page, "Pay another way");
  await keyboard.press("Enter");
  await heading(page, "Your order is confirmed");
  await context.close();
});

/** By the keyboard alone, as somebody who is signed in. */
async function payByKeyboard(method: string): Promise<Visit> {
  const visit = await followSignedIn();
  const { page } = visit;
  // Whatever paid last has the focus first.
  const isAtMethods = (): Promise<boolean> => page.evaluate("document.activeElement.type === 'radio'");
  for (let presses = 0; presses < 40 && !(await isAtMethods()); presses += 1) await page.keyboard.press("Tab");
  for (let presses = 0; presses < 3 && !(await page.getByLabel(method).isChecked()); presses += 1)
    await page.keyboard.press("ArrowDown");
  await tabTo(page, "Confirm and pay");
  await page.keyboard.press("Enter");
  return visit;
}

test.concurrent("by keyboard alone, somebody who was here before pays by card", wide(), async () => {
  const visit = await payByKeyboard("Card");
  const { page } = visit;
  await page.getByLabel("Card number").waitFor();
  await tabTo(page, "Card number");
  await page.keyboard.press("Enter");
  await expectPaid(visit);
});

test.concurrent("and by bank", wide(), async () => {
  const visit = await payByKeyboard("Bank transfer");
  const { page, context } = visit;
  await heading(page, /^Transfer/);
  await tabTo(page, "Sandbox: simulate the transfer");
  const [bank] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  await tabTo(bank, "Amount in US dollars");
  await tabTo(bank, "Transfer this amount");
  await bank.keyboard.press("Enter");
  await bank.getByRole("status").waitFor();
  await bank.close();
  await expectPaid(visit);
});

test.concurrent("two tabs of one buyer, and the button after going back, come to the same order", wide(), async () => {
  const visit = await followSignedIn();
  const { page, context, link } = visit;
  const second = await context.newPage();
  await second.goto(link);
  await choose(page, "Card");
  await choose(second, "Card");
  await Promise.all([press(page, /Confirm and pay/), press(second, /Confirm and pay/)]);
  await Promise.all([page, second].map((tab) => tab.getByLabel("Card number").waitFor()));
  await page.goBack();
  await heading(page, "Enter your card");
  expect((await shop.get(`/escrows?external_reference=${DINNER_SET.external_reference}&limit=1`)).status).toBe(200);
  const escrow = await escrowOf(visit);
  const payments = await world.db.query({
    name: "test: payments",
    text: "select id from payments where escrow_id = $1",
    values: [escrow["id"]],
  });
  expect(payments).toHaveLength(1);
  await context.close();
});

test.concurrent("who comes second is told so, and can be somebody else again", wide(), async () => {
  const first = await followSignedIn();
  const { link } = first;
  await choose(first.page, "Card");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(link);
  await signIn(page, "grace@example.com");
  await press(first.page, /Confirm and pay/);
  await first.page.getByLabel("Card number").waitFor();
  await choose(page, "Card");
  await press(page, /Confirm and pay/);
  await heading(page, "Someone else has confirmed this order");
  expect(await page.getByRole("main").innerText()).not.toContain(EMAIL);
  await expectAccessible(page);
  await press(page, "Sign out");
  await heading(page, "This order has been confirmed");
  await first.context.close();
  await context.close();
});

test.concurrent(
  "a waiting page asks us every two seconds and nobody else, and is loaded again once there is news",
  wide(),
  async () => {
    const visit = await followSignedIn();
    const { page, context } = visit;
    await choose(page, "Bank transfer");
    await press(page, /Confirm and pay/);
    await heading(page, /^Transfer/);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.waitForResponse((response) => response.url().endsWith("/status"));
    await page.waitForResponse((response) => response.url().endsWith("/status"));
    expect(new Set(asked)).toEqual(new Set([`${visit.link}/status`]));
    const status = page.locator("main [role=status]");
    expect(await status.innerText()).toContain("This page updates automatically.");
    await byBank(visit, "256.45");
    await heading(page, "Payment received");
    // Now that nothing is waited for, nothing is asked.
    expect(await page.locator("[data-status]").count()).toBe(0);
    await context.close();
  },
);

test.concurrent("a page that has waited long stops asking and says so", wide(), async () => {
  const { page, context } = await followSignedIn();
  await page.clock.install();
  await choose(page, "Bank transfer");
  await press(page, /Confirm and pay/);
  await heading(page, /^Transfer/);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  let answer: APIResponse | undefined;
  await page.route("**/status", async (route) => {
    answer ??= await route.fetch(); // one is real, and there is no news after it
    await route.fulfill({ response: answer });
  });
  const said = page.locator("main [role=status]");
  while (asked.length < 300) await page.clock.runFor(2_000);
  await page.getByText("This page has stopped updating").waitFor();
  expect(await said.innerText()).toBe("This page has stopped updating. Reload it to check for news.");
  expect(asked.length).toBe(300);
  await page.clock.runFor(60_000);
  expect(asked.length).toBe(300);
  await context.close();
});
