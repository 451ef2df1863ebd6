/** A buyer pays on the pages of a real provider, which its double plays: every way this goes, in a browser. */
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { customerOf, type Doubles, openDoubles, postEvent } from "../providers/doubles.js";
import { openSession } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { expectGood, openBrowser, TWO_LOOKS } from "./browser.js";
import { DINNER_SET, pagePath } from "./orders.js";
import { signedIn } from "./orders-area.js";

const DAY = 86_400;
const EMAIL = "ada@example.com";
const TOTAL = 25_645;

let doubles: Doubles;
let world: World;
let shop: Merchant;
let browser: Browser;
let ada: Visitor;
let context: BrowserContext;
let page: Page;
let origin: string;
/** Events that Stripe has sent so far. */
let sent = 0;

beforeAll(async () => {
  browser = await openBrowser();
  doubles = await openDoubles({ PROVIDERS: "stripe" });
  world = await startWorld({ providers: doubles.providers });
  shop = await world.merchant();
  origin = world.service.publicUrl;
  ada = await signedIn(world, EMAIL);
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: origin })));
  await context.route("https://checkout.stripe.com/**", pageAtStripe);
  await context.route(/\/confirm$/, ledOn);
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
  await doubles?.close();
});

/** Stripe's own page, as far as a payer needs it: it ends when the session does, and not with a card that is declined. */
async function pageAtStripe(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const session = doubles.stripe.all("sessions").find(({ id }) => url.pathname.endsWith(String(id))) as Json;
  const reference = String(session["client_reference_id"]);
  const card = url.searchParams.get("card");
  if (card === "declined") doubles.stripe.decline(reference);
  const isPaid = card === "good" && doubles.stripe.pay(reference);
  const isOpen = doubles.stripe.sessionOf(reference)["status"] === "open";
  const link = (name: string, href: string): string => `<p><a href="${href}">${name}</a></p>`;
  const body = isPaid
    ? `<meta http-equiv="refresh" content="0;url=${session["success_url"]}">`
    : isOpen
      ? `<h1>Pay</h1>${card === "declined" ? "Your card was declined." : ""}${link("Good card", "?card=good")}
         ${link("Bad card", "?card=declined")}${link("Back", session["cancel_url"])}`
      : "<h1>This session has expired</h1>";
  await route.fulfill({ contentType: "text/html", body });
}

/** A redirect can't be played on the way, so its target is gone to by the page that answers in its place. */
async function ledOn(route: Route): Promise<void> {
  const answer = await route.fetch({ maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  const target = new URL(answer.headers()["location"] ?? "", origin);
  await route.fulfill({ contentType: "text/html", body: `<meta http-equiv="refresh" content="0;url=${target.href}">` });
}

/** Stripe tells what has happened since it last told. */
async function tell(): Promise<void> {
  for (const event of doubles.stripe.events.slice(sent)) {
    sent += 1;
    expect(await postEvent(doubles, { origin: world.url, event })).toBe(200);
  }
}
async function advance(seconds: number): Promise<void> {
  doubles.advance(seconds);
  await world.advance(seconds);
}

const main = (): Promise<string> => page.getByRole("main").innerText();
/** As it stands now, whether or not the page has news by itself. */
async function mainNow(): Promise<string> {
  await page.reload();
  return main();
}
const heading = (name: string | RegExp): Promise<void> =>
  page
    .getByRole("heading", { level: 1, name })
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`${page.url()} says: ${await page.locator("body").innerText()}`, { cause: error });
    });
/** Of whatever has happened by now. */
async function again(name: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole("heading", { level: 1 }).innerText();
    })
    .toBe(name);
}
/** The click that confirms leads straight there. */
const atStripe = (): Promise<void> => page.waitForURL("https://checkout.stripe.com/**");
const follow = (name: string): Promise<void> => page.getByRole("link", { name }).click();

type Order = { readonly session: Json; readonly link: string };

async function confirmed(method: "Card" | "Bank transfer"): Promise<Order> {
  const session = await openSession(shop, { ...DINNER_SET, customer_email: EMAIL });
  const link = origin + pagePath(shop, session);
  await page.goto(link);
  await page.getByLabel(method).check();
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  return { session, link };
}
async function escrowOf({ session }: Order): Promise<Json> {
  const { body } = await shop.get(`/checkout/sessions/${session["id"]}`);
  return (await shop.get(`/escrows/${body["escrow"]}`)).body;
}
async function lastReference(): Promise<string> {
  const [row] = await world.db.query<{ reference: string }>({
    name: "test: last reference",
    text: "select reference from payments order by id desc limit 1",
  });
  return row!.reference;
}
const sessionsAtStripe = (): number => doubles.stripe.all("sessions").length;

/** The page in every language, as it stands now: nothing on it is play money. */
async function expectRealWords({ link }: Order): Promise<void> {
  for (const language of ["fr", "sw", "pt", "ar", "en"]) {
    await page.goto(`${link}?lang=${language}`);
    expect(await page.getByRole("main").innerText(), language).not.toMatch(/sandbox|flask/i);
    expect(await page.locator("main a[href*='/sandbox/']").count(), language).toBe(0);
  }
}

test(
  "a card is declined, the buyer leaves, comes back, pays on the same page at Stripe, and is refunded",
  wide(),
  async () => {
    const order = await confirmed("Card");
    await atStripe();
    await page.goto(order.link);
    await heading("Enter your card");
    await expectGood(page, TWO_LOOKS, "stripe-card");
    await expectRealWords(order);
    await follow("Continue to the card page");
    await follow("Bad card");
    await page.getByText("Your card was declined.").waitFor();
    await follow("Back");
    await tell();
    await heading("Enter your card");
    expect(await escrowOf(order)).toMatchObject({ status: "AWAITING_PAYMENT" });
    const before = sessionsAtStripe();
    await follow("Continue to the card page");
    await follow("Good card");
    // Stripe has sent the buyer back before it told us: the page waits, and turns by itself.
    await page.waitForURL(`${order.link}**`);
    await tell();
    await heading("Payment received");
    expect(sessionsAtStripe()).toBe(before);
    expect(await escrowOf(order)).toMatchObject({ status: "IN_ESCROW", funded_amount: "256.45" });

    doubles.stripe.setFate("later");
    const escrow = await escrowOf(order);
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
    await again("This order was cancelled");
    expect(await main()).toContain("$256.45 goes back to you");
    await expectRealWords(order);
    doubles.stripe.setFate("succeeded");
    await expect.poll(() => doubles.stripe.all("refunds").length).toBe(1);
    doubles.stripe.succeedRefund(doubles.stripe.all("refunds")[0] as Json);
    await tell();
    await expect.poll(mainNow).toContain("$256.45 was sent back to you");
  },
);

test(
  "the buyer never comes back and Stripe tells nothing: the payment is found, and the link shows it",
  wide(),
  async () => {
    const order = await confirmed("Card");
    await atStripe();
    doubles.stripe.pay(await lastReference());
    sent = doubles.stripe.events.length;
    await page.goto("about:blank");
    await advance(121);
    await page.goto(order.link);
    await again("Payment received");
  },
);

test("given up for another way: Stripe's page has expired, and brings no money", wide(), async () => {
  const order = await confirmed("Card");
  await atStripe();
  const expired = page.url();
  await page.goto(order.link);
  await page.getByRole("button", { name: "Pay another way" }).click();
  await heading("Your order is confirmed");
  const reference = await lastReference();
  await expect.poll(() => doubles.stripe.sessionOf(reference)["status"]).toBe("expired");
  await page.goto(expired);
  await heading("This session has expired");
  expect(doubles.stripe.pay(reference)).toBe(false);
});

test("a transfer arrives in part, and the rest when the time is over: all of it goes back", wide(), async () => {
  const order = await confirmed("Bank transfer");
  await heading("Transfer $256.45");
  await expectGood(page, TWO_LOOKS, "stripe-bank");
  expect(await main()).toMatch(/ABA \d+/);
  await expectRealWords(order);
  const customer = customerOf(doubles, await lastReference());
  doubles.stripe.fund(customer, 10_000);
  await tell();
  await again("$100.00 has arrived");
  await advance(4 * DAY);
  await again("This order wasn’t paid in time");
  expect(await main()).toMatch(/\$100\.00 (goes back|was sent back) to you/); // The way back may be over by now.
  doubles.stripe.fund(customer, TOTAL - 10_000);
  await tell();
  await expect.poll(mainNow).toContain("$156.45");
  await expectRealWords(order);
  await expect
    .poll(async () => {
      await advance(3_600);
      await page.goto(order.link);
      return main();
    })
    .toMatch(/\$100\.00 was sent back to you[\s\S]*\$156\.45 was sent back to you/);
  expect(doubles.stripe.cashOf(customer)).toBe(0);
});
