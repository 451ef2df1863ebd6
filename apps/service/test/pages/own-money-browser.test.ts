/** Buyers in six cities pay in their own money, get a part of it back, and dispute the rest, in a browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { some, wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ok, openSession, submit } from "../stories.js";
import { expectGood, expectNoSidewaysScroll, LONG, openBrowser, TWO_LOOKS } from "./browser.js";
import { pagePath } from "./orders.js";
import { escrowNow, orderPath, signedIn } from "./orders-area.js";

const ORDER = {
  title: "Hand-thrown dinner set",
  amount: "249.90",
  milestones: [
    { title: "Plates", amount: "149.90" },
    { title: "Bowls", amount: "100.00" },
  ],
};

type Payer = {
  readonly city: string;
  /** What the browser says of its reader. */
  readonly locale: string;
  readonly currency: string;
  readonly rate: string;
  /** As it is typed; null to pay by card. */
  readonly phone: string | null;
};

const PAYERS: readonly Payer[] = [
  { city: "Nairobi", locale: "en-KE", currency: "KES", rate: "129.35", phone: "0712 345 678" },
  { city: "Tokyo", locale: "ja-JP", currency: "JPY", rate: "156.4", phone: null },
  { city: "Lagos", locale: "en-NG", currency: "NGN", rate: "1543.21", phone: "0803 123 4567" },
  { city: "Kampala", locale: "en-UG", currency: "UGX", rate: "3650.5", phone: "0772 123 456" },
  { city: "Abidjan", locale: "fr-CI", currency: "XOF", rate: "561.7", phone: "07 12 34 56 78" },
  { city: "Berlin", locale: "de-DE", currency: "EUR", rate: "0.8573", phone: null },
];

let world: World;
let shop: Merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  await world.rates(Object.fromEntries(PAYERS.map(({ currency, rate }) => [currency, rate])));
});
afterAll(async () => {
  await browser?.close();
  await world?.checkLedger();
  await world?.close();
});

async function openFor(email: string, locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 900 }, locale, reducedMotion: "reduce" });
  const { cookies } = await signedIn(world, email);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: world.url })));
  return context.newPage();
}

/** The payment as it is kept. */
const paymentOf = async (escrow: Json): Promise<Json> =>
  (
    await world.db.query<Json>({
      name: "test: payment abroad",
      text: `select status, asked, received, presented_currency as currency, presented_asked, presented_received, presented_given_back
        from payments where escrow_id = $1`,
      values: [escrow["id"]],
    })
  )[0] ?? {};

/** The order that the buyer made of it. */
async function escrowOf(session: Json): Promise<Json> {
  const { data } = await ok(shop.get("/escrows?limit=100"));
  return data.find((one: Json) => one["external_reference"] === session["external_reference"]) ?? {};
}

async function payByPhone(page: Page, phone: string): Promise<void> {
  const phoneField = page.locator("#phone");
  await page.locator('input[value="mobile_money"]').check();
  await phoneField.fill(phone);
  await page.locator('button[type="submit"].btn-primary').click();
  await phoneField.waitFor({ state: "detached" });
  const prompt = await page.locator('a[href*="/sandbox/phone/"]').getAttribute("href");
  const theirPhone = await page.context().newPage();
  await theirPhone.goto(`${world.url}${prompt}`);
  await theirPhone.locator("#pin").fill("1234");
  await theirPhone.getByRole("button", { name: "Approve" }).click();
}

async function payByCard(page: Page): Promise<void> {
  await page.locator('input[value="card"]').check();
  await page.locator('button[type="submit"].btn-primary').click();
  await page.getByLabel("Card number").waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

const tell = async ({ city, locale, currency, phone }: Payer): Promise<void> => {
  const email = `${city.toLowerCase()}@example.com`;
  const session = await openSession(shop, { ...ORDER, external_reference: `order of ${city}` });
  const paying = await openFor(email, locale);
  await paying.goto(`${world.url}${pagePath(shop, session)}`);
  await expectGood(paying, TWO_LOOKS, `own-money-${city}-choose`);
  await expect.poll(() => paying.locator("#currency").inputValue()).toBe(currency);
  const shown = await paying.locator("h1").innerText();
  await (phone === null ? payByCard(paying) : payByPhone(paying, phone));
  await expect.poll(async () => (await escrowOf(session))["status"], { timeout: 20_000 }).toBe("IN_ESCROW");

  const escrow = await escrowOf(session);
  const paid = await paymentOf(escrow);
  expect(paid).toMatchObject({ status: "SUCCEEDED", currency, received: paid["asked"] });
  expect(paid["presented_received"]).toBe(paid["presented_asked"]);
  // The page where it was paid goes on by itself, whenever it hears of it.
  const page = await paying.context().newPage();
  await page.goto(`${world.url}${pagePath(shop, session)}`);
  // The amount that was shown is the one that was paid.
  expect(digitsOf(await page.getByRole("main").innerText())).toContain(digitsOf(shown));
  await expectGood(page, TWO_LOOKS, `own-money-${city}-paid`);

  await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, { amount: "50.00" }), 201);
  await expect
    .poll(async () => (await ok(shop.get(`/escrows/${escrow["id"]}/refunds`)))["data"][0].status, { timeout: 20_000 })
    .toBe("SUCCEEDED");
  const given = await paymentOf(escrow);
  const back = BigInt(given["presented_given_back"]) * 1_000n;
  // A fifth of the order and of its fee, to the smallest coin.
  expect(back / BigInt(given["presented_received"])).toBe(BigInt(Math.floor((50 / 249.9) * 1_000)));

  await submit(shop, escrow, 0, "DHL 4410 8823 7712");
  await page.goto(`${world.url}${orderPath(shop, escrow)}`);
  await expectGood(page, TWO_LOOKS, `own-money-${city}-order`);
  await page.locator('a[href*="/dispute"]').first().click();
  await page.locator("textarea").fill("Two plates are broken.");
  await page
    .locator('main form button[type="submit"].btn-error, main form button[type="submit"].btn-primary')
    .last()
    .click();
  await expect.poll(async () => (await escrowNow(shop, escrow))["status"]).toBe("DISPUTED");
  await expectNoSidewaysScroll(page);
  await page.context().close();
};

const digitsOf = (text: string): string => text.replaceAll(/[^\d]/g, "");

const NEAR = some(PAYERS, 2);
test.each(NEAR.map((payer) => [payer.city, payer] as const))("a buyer in %s", LONG, (_city, payer) => tell(payer));
test.each(PAYERS.slice(NEAR.length).map((payer) => [payer.city, payer] as const))(
  "so in %s",
  { ...wide(), ...LONG },
  (_city, payer) => tell(payer),
);

test("who pays in dollars where others don't, and who types another country's number", LONG, async () => {
  const session = await openSession(shop, ORDER);
  const page = await openFor("traveller@example.com", "en-KE");
  await page.goto(`${world.url}${pagePath(shop, session)}`);
  await page.getByText("Pay in another currency").click();
  await page.locator("#currency").selectOption("USD");
  await page.getByRole("button", { name: "Change currency" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toContain("$");
  expect(await page.locator('input[name="quote"]').count()).toBe(0);

  await page.getByText("Pay in another currency").click();
  await page.locator("#currency").selectOption("UGX");
  await page.getByRole("button", { name: "Change currency" }).click();
  await page.locator('input[value="mobile_money"]').check();
  await page.locator("#phone").fill("+254 712 345 678");
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  // Nothing is asked for before the shillings of Kenya were shown.
  await page.getByRole("alert").filter({ hasText: "Phones in Kenya" }).waitFor();
  await expectGood(page, TWO_LOOKS, "own-money-another-country");
  await expect.poll(() => page.locator("#currency").inputValue()).toBe("KES");
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  await page.getByText("Check your phone").waitFor();
  const [payment] = await world.db.query({
    name: "test: payment of traveller",
    text: `select presented_currency, phone from payments p join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
      where e.buyer_email = 'traveller@example.com'`,
    values: [],
  });
  expect(payment).toEqual({ presented_currency: "KES", phone: "+254712345678" });
  await page.context().close();
});

test("an amount that was promised holds whatever the rate becomes, for a quarter of an hour", LONG, async () => {
  const session = await openSession(shop, ORDER);
  const page = await openFor("patient@example.com", "en-KE");
  await page.goto(`${world.url}${pagePath(shop, session)}`);
  const shown = digitsOf(await page.locator("h1").innerText());
  await world.rates({ KES: "140" });
  await page.locator('input[value="mobile_money"]').check();
  await page.locator("#phone").fill("0712 345 678");
  await world.advance(901);
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  await page.getByRole("alert").filter({ hasText: "The exchange rate has changed" }).waitFor();
  const now = digitsOf(await page.locator("h1").innerText());
  expect(now).not.toBe(shown);
  await world.rates({ KES: "129.35" });
  await page.getByRole("button", { name: "Confirm and pay" }).click();
  await page.getByText("Check your phone").waitFor();
  const [payment] = await world.db.query<Json>({
    name: "test: payment of patient",
    text: `select presented_asked from payments p join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
      where e.buyer_email = 'patient@example.com'`,
    values: [],
  });
  expect(payment?.["presented_asked"]).toBe(now);
  await page.context().close();
});

test("a rate that is older than a day is no rate: only dollars are left", LONG, async () => {
  const session = await openSession(shop, { ...ORDER, expires_in: 604_800 });
  const page = await openFor("late@example.com", "en-KE");
  await world.advance(90_000);
  await page.goto(`${world.url}${pagePath(shop, session)}`);
  await expect.poll(() => page.locator("h1").innerText()).toContain("$");
  expect(await page.locator("#currency").count()).toBe(0);
  await page.context().close();
});
