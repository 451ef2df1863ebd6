/** A buyer pays inside of a shop's own page, which is of another site; a page that isn't allowed shows a link. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { lastCode } from "../visitor.js";
import { enterCode, LONG, openBrowser } from "./browser.js";
import { DINNER_SET, pagePath } from "./orders.js";

let world: World;
let shop: Merchant;
let browser: Browser;
const servers: Server[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  await world?.close();
});

/** A shop's page with the element on it, as its console says; it keeps what the element and every message tell. */
async function openShop(url: string): Promise<string> {
  const html = `<!DOCTYPE html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Shop</title>
    <script>
      window.told = []; window.heard = [];
      addEventListener("holdfast", ({ detail }) => told.push(detail.session + " " + detail.state));
      addEventListener("message", ({ origin, data }) => heard.push({ origin, ...data }));
    </script>
    <script src="${world.service.publicUrl}/embed/v1.js" async></script></head>
    <body><h1>Checkout</h1><holdfast-checkout url="${url}" theme="light"><a href="${url}">Pay with Holdfast</a></holdfast-checkout></body></html>`;
  const server = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const allow = (origin: string): Promise<unknown> =>
  world.db.query({
    name: "test: allow origin",
    text: "update accounts set frame_origins = array_append(frame_origins, $2) where id = $1",
    values: [shop.account, origin],
  });

async function signIn(frame: FrameLocator, email: string): Promise<void> {
  await frame.getByLabel("Email address").fill(email);
  await frame.getByRole("button", { name: "Send me a code" }).click();
  await frame.getByLabel("Six-digit code").waitFor();
  await enterCode(frame, await lastCode(world, email));
}

const told = (page: Page): Promise<string[]> => page.evaluate<string[]>("told");

test("signs in, pays by mobile money and reads that it is paid, without leaving the shop", {
  ...wide(),
  ...LONG,
}, async () => {
  const session = await openSession(shop, DINNER_SET);
  const shopUrl = await openShop(world.service.publicUrl + pagePath(shop, session));
  await allow(shopUrl);
  const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  await page.goto(shopUrl);
  const frame = page.frameLocator("holdfast-checkout iframe");
  await signIn(frame, "ada@example.com");
  await frame.getByLabel("Mobile money").check();
  await frame.getByLabel("Phone number").fill("+254 712 345 678");
  await frame.getByRole("button", { name: /Confirm and pay/ }).click();
  const [phone] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Sandbox: simulate the phone" }).click(),
  ]);
  await phone.getByLabel("PIN").fill("1234");
  await phone.getByRole("button", { name: "Approve" }).click();
  await frame.getByRole("heading", { name: "Payment received" }).waitFor();
  await expect.poll(() => told(page)).toEqual(["open", "paying", "paid"].map((state) => `${session["id"]} ${state}`));

  // All that ever left the frame: from our origin, a height, or the session and how it stands.
  const heard = await page.evaluate<Record<string, unknown>[]>("heard");
  for (const { origin, ...message } of heard) {
    expect(origin).toBe(world.service.publicUrl);
    const names = Object.keys(message).sort().join();
    expect(["height,holdfast", "holdfast,session,state"]).toContain(names);
  }
  const [around, within] = await Promise.all(
    [page.locator("holdfast-checkout iframe"), frame.locator("body")].map((one) => one.boundingBox()),
  );
  expect(around?.height).toBe(Math.ceil(within?.height ?? 0));
  expect(await page.getByText("Pay with Holdfast").isVisible()).toBe(false);
  // On a page of our own nobody is signed in; it says where the news is.
  const own = await context.newPage();
  await own.goto(world.service.publicUrl + pagePath(shop, session));
  await own.getByText("Did you pay on the shop’s own page?").waitFor();
  await context.close();
});

test("a payment link opens its session in the frame; a card's page opens in a tab, and the frame has the news", {
  ...LONG,
  ...wide(),
}, async () => {
  const code = "Abcdefgh1234";
  await world.db.query({
    name: "test: payment link",
    text: `insert into payment_links (account_id, id, code, content, created)
      values ($1, gen_random_uuid(), $2, $3, service_now())`,
    values: [shop.account, code, JSON.stringify({ title: "A mug", amount: "24.00" })],
  });
  const shopUrl = await openShop(`${world.service.publicUrl}/buy/${shop.sellerCode}/${code}`);
  await allow(shopUrl);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(shopUrl);
  const frame = page.frameLocator("holdfast-checkout iframe");
  await frame.getByRole("button", { name: "Continue to payment" }).click();
  await signIn(frame, "grace@example.com");
  await frame.getByLabel("Card").check();
  await frame.getByRole("button", { name: /Confirm and pay/ }).click();
  const [card] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: "Continue to the card page" }).click(),
  ]);
  await card.getByRole("button", { name: /Pay/ }).first().click();
  await frame.getByRole("heading", { name: "Payment received" }).waitFor();
  expect((await told(page)).at(-1)).toMatch(/^cs_\w+ paid$/);
  await context.close();
});

test("on an origin that isn't allowed there is no checkout and no message, but the link", LONG, async () => {
  const session = await openSession(shop, DINNER_SET);
  const url = world.service.publicUrl + pagePath(shop, session);
  const shopUrl = await openShop(url);
  const page = await browser.newPage();
  const refusals: string[] = [];
  page.on("console", (message) => refusals.push(message.text()));
  await page.goto(shopUrl);
  await expect.poll(() => refusals.join()).toContain("frame-ancestors");
  expect(await page.getByRole("link", { name: "Pay with Holdfast" }).isVisible()).toBe(true);
  expect(await page.evaluate("heard")).toEqual([]);
  expect((await page.locator("holdfast-checkout iframe").boundingBox())?.height).toBe(0);
  await page.close();
});
