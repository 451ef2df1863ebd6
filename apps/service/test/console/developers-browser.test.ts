/** The developers' pages as a person sees them: at both widths, light and dark, with scripts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import {
  expectGood,
  LONG,
  type Look,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
  type Watched,
} from "../pages/browser.js";
import { openSession } from "../stories.js";
import {
  answerWith,
  type Listening,
  listen,
  openStreet,
  type Street,
  storeOlderSecret,
  until,
} from "../webhooks/shop.js";
import { consoleOf, newPerson, type Person, SELLER_COOKIE } from "./seller.js";

let world: World;
let street: Street;
let shop: Merchant;
let browser: Browser;
let ada: Person;
let endpoint: Listening;
let delivery: string;
let home: string;

beforeAll(async () => {
  browser = await openBrowser();
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  shop = await world.merchant();
  ada = await newPerson(world, shop);
  home = consoleOf(shop);
  endpoint = await listen({ world, street }, shop, "/hooks/escrow");
  const long = `/hooks/${"a-very-long-path-".repeat(20)}`;
  await storeOlderSecret(world, await listen({ world, street }, shop, long, ["escrow.funded"]));
  for (let count = 0; count < 3; count += 1) await happen();
  street.behave(endpoint.path, answerWith(503, { "content-type": "text/html" }, "<h1>Busy</h1>\n".repeat(20)));
  await happen();
  await street.wait(endpoint.path, 4);
  delivery = street.at(endpoint.path)[3]?.headers["x-escrow-delivery"] as string;
  await shop.post("/checkout/sessions", { title: "x".repeat(300), amount: "12.5" });
  await ada.post(`${home}/keys`, { name: "Web shop", access: "read" });
  const check = `${home}/webhooks/${endpoint.name}/check`;
  await ada.post(check);
  await until(
    async () => (await ada.get(check)).html,
    (html) => html.includes("checks failed."),
  );
  await until(
    async () => (await ada.get(`${home}/requests?status=4`)).html,
    (html) => html.includes("validation_failed"),
  );
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await street?.close();
});

async function happen(): Promise<void> {
  const session = await openSession(shop);
  await shop.post(`/checkout/sessions/${session["id"]}/expire`);
}

async function signedIn(look: Look): Promise<Watched> {
  const watched = await openPage(browser, look);
  await watched.context.addCookies([{ name: SELLER_COOKIE, value: ada.token, url: world.url }]);
  await watched.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: world.url });
  return watched;
}

/** Addresses of the pages that are only looked at. */
async function pages(): Promise<readonly string[]> {
  const [event] = /evt_\w{26}/.exec((await ada.get(`${home}/events`)).html) as RegExpExecArray;
  const [request] = /req_[0-9a-f]{32}/.exec((await ada.get(`${home}/requests?status=4`)).html) as RegExpExecArray;
  const hooks = `${home}/webhooks/${endpoint.name}`;
  return [
    `${home}/keys`,
    `${home}/webhooks`,
    `${home}/webhooks/new`,
    hooks,
    `${hooks}/settings`,
    `${hooks}/check`,
    `${hooks}/deliveries/${delivery}`,
    `${home}/events`,
    `${home}/events/${event}`,
    `${home}/requests`,
    `${home}/requests/${request}`,
    `${home}/signature`,
  ];
}

async function look(page: Page, name: string, looks: readonly Look[] = [TWO_LOOKS[0]]): Promise<void> {
  await expectGood(page, looks, name);
  expect(await page.title(), name).toContain("Holdfast");
}

test("every page, at both widths, light and dark", { ...wide(), ...LONG }, async () => {
  const watched = await signedIn(TWO_LOOKS[0]);
  const { page, context } = watched;
  for (const path of await pages()) {
    await page.goto(world.url + path);
    await look(page, path.replaceAll(/\W+/g, "-"), TWO_LOOKS);
  }
  expect(ownComplaints(watched)).toEqual([]);
  await context.close();
});

test(
  "a key is created and copied, an endpoint's test is seen without loading the page, a signature is checked",
  wide(),
  async () => {
    const watched = await signedIn(TWO_LOOKS[0]);
    const { page, context } = watched;
    await page.goto(`${world.url}${home}/keys`);
    await page.getByLabel("Name").fill("Till");
    await page.getByRole("button", { name: "Create key" }).click();
    await look(page, "created");
    await page.getByRole("button", { name: "Copy API key" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect((await world.speakAs(copied).get("/account")).status).toBe(200);
    street.behave(endpoint.path, null);
    await page.goto(`${world.url}${home}/webhooks/${endpoint.name}`);
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("cell", { name: /^ping/ }).first().waitFor();
    await page.getByRole("link", { name: "ping" }).click();
    await page.getByRole("button", { name: "Check signature" }).click();
    await page.getByLabel("Signing secret").fill(endpoint.secret);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("heading", { name: "The signature is right" }).waitFor();
    await look(page, "checked");
    await page.goto(`${world.url}${home}/webhooks/${endpoint.name}`);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Nothing is sent.").waitFor();
    await look(page, "disabled");
    expect(ownComplaints(watched).filter((text) => !text.includes("422"))).toEqual([]);
    await context.close();
  },
);

test("on a phone deliveries fit the page, and failed ones are resent by the keyboard alone", wide(), async () => {
  const deaf = await listen({ world, street }, shop, "/hooks/deaf", ["escrow.completed"]);
  await world.db.query({
    name: "test: given up",
    text: `
      insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
      select e.account_id, nextval('webhook_delivery_numbers'), w.id, e.number, 'event', 'FAILED', 9, e.created, service_now() - 3600
      from events e join webhook_endpoints w on w.account_id = e.account_id and w.url like '%/hooks/deaf'
      where e.account_id = $1 and e.type = 'checkout.session.expired'`,
    values: [shop.account],
  });
  const { page, context } = await signedIn({ width: 390, colorScheme: "light" });
  const hooks = `${world.url}${home}/webhooks`;
  for (const path of [endpoint.name, `${deaf.name}/failed`]) {
    await page.goto(`${hooks}/${path}`);
    const wider = `[...document.querySelectorAll("main section:has(> table)")].filter((box) => box.scrollWidth > box.clientWidth).length`;
    expect(await page.evaluate(wider), path).toBe(0);
  }
  await page.getByRole("button", { name: "Resend all on this page" }).focus();
  // Past the box of the table to the first row, and past its link to the second.
  for (const key of ["Tab", "Tab", "Space", "Tab", "Tab", "Space", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("status").filter({ hasText: "2 events are being resent, each as a new delivery." }).waitFor();
  await street.wait(deaf.path, 2);
  await context.close();
});
