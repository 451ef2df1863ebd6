/** The overview: what it says, what it leads to, and how it looks. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteEndpoint } from "../../src/commands/delete-endpoint.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import type { AccountId } from "../../src/domain/ids.js";
import { openSeal } from "../../src/platform/seal.js";
import type { EndpointKey } from "../../src/store/read/webhooks/endpoints.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { expectGood, openBrowser, openPage, ownComplaints, TWO_LOOKS } from "../pages/browser.js";
import { asBuyer, confirmed, funded, ORDER, openSession, submit, TWO_PARTS } from "../stories.js";
import type { Page } from "../visitor.js";
import { openPurse } from "../wallet/wallet.js";
import { badgesOf, consoleOf, newPerson, type Person, SELLER_COOKIE } from "./seller.js";

const HOUR = 3_600;
const DAY = 86_400;

let world: World;
let browser: Browser;
let shop: Merchant;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  browser = await openBrowser();
  shop = await world.merchant();
  ada = await newPerson(world, shop);
});
afterAll(async () => {
  await browser.close();
  await world.checkLedger();
  await world.close();
});

/** Name and value of each figure, and the line below it. */
const tiles = ({ html }: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd><dd[^>]*>([^<]*)<\/dd>/g)].map(
      ([, label, value, note]) => [label, `${value} | ${note}`],
    ),
  );

/** What needs attention: the words, and where they lead. */
const attention = ({ html }: Page): readonly (readonly [text: string, href: string])[] => {
  const [, list = ""] = /Needs your attention<\/h2>.*?<ul[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<a href="([^"]*)".*?<span class="given[^>]*>(.*?)<\/span>/gs)].map(
    ([, href = "", text = ""]) => [text.replaceAll(/<[^>]*>/g, ""), href.replaceAll("&amp;", "&")],
  );
};

test("figures, their change and the table agree, over a month and the one before it", async () => {
  const home = consoleOf(shop);
  const bowl = await funded(shop, { title: "A bowl", amount: "100.00" });
  await openSession(shop);
  await world.advance(31 * DAY);
  const sold = await funded(shop, { title: "A cup", amount: "40.00" });
  await asBuyer(shop, await submit(shop, sold), "approve");
  await openSession(shop);
  await openSession(shop);
  const [paid, cup] = [bowl, sold].map((escrow) => Number(escrow["funded_amount"]));
  const page = await ada.get(home);
  expect(tiles(page)).toEqual({
    "Paid in": `${usd(cup!)} | −${Math.round(100 * (1 - cup! / paid!))}% on the 30 days before`,
    Released: "$40.00 | $0.00 in the 30 days before",
    Refunded: "$0.00 | $0.00 in the 30 days before",
    "Held now": `${usd(paid!)} | in escrow, fees included`,
    Conversion: "33% | 1 of 3 payment links; 50% before",
    "Open disputes": "0 | 0 opened; 0 before",
  });
  const week = await ada.get(`${home}?span=7d`);
  expect(tiles(week)["Paid in"]).toBe(`${usd(cup!)} | $0.00 in the 7 days before`);
  expect([...week.html.matchAll(/<th scope="row"/g)]).toHaveLength(7);
  const year = await ada.get(`${home}?span=12m`);
  expect([...year.html.matchAll(/<th scope="row"/g)]).toHaveLength(12);
  const inYear = [...year.html.matchAll(/<tr>.*?<\/tr>/gs)]
    .map(([row]) => row)
    .filter((row) => row.includes('scope="row"'));
  expect(inYear.filter((row) => !row.includes("<td") || !/\$0\.00.*\$0\.00.*\$0\.00/s.test(row))).not.toHaveLength(0);
  // From a cup to a kiln a percentage would tell nothing.
  const kiln = await funded(shop, { title: "A kiln", amount: "4000.00" });
  expect(tiles(await ada.get(home))["Paid in"]).toBe(
    `$${(Number(kiln["funded_amount"]) + cup!).toLocaleString("en", { minimumFractionDigits: 2 })} | ${usd(paid!)} in the 30 days before`,
  );
  // What an address may say, it says to nobody.
  expect((await ada.get(`${home}?span=<b>`)).html).not.toContain("<b>");
});

const usd = (amount: number): string => `$${amount.toFixed(2)}`;

test("of an order in two parts, what is left to deliver is told until the last part is", async () => {
  const seller = await world.merchant("Cedar Cabinets");
  const ann = await newPerson(world, seller);
  const told = async () => attention(await ann.get(consoleOf(seller))).map(([text]) => text);
  const order = await funded(seller, TWO_PARTS);
  expect(await told()).toEqual(["2 milestones to deliver"]);
  await submit(seller, order, 0);
  expect(await told()).toEqual([`1 milestone to deliver: ${ORDER.title}`]);
  await asBuyer(seller, order, "dispute", 1, { reason: "it never came" });
  expect((await told())[0]).toContain("dispute");
  await asBuyer(seller, await funded(seller, TWO_PARTS), "dispute", 0, { reason: "nor did this" });
  const whole = await submit(seller, await submit(seller, await funded(seller, TWO_PARTS), 0), 1);
  await asBuyer(seller, whole, "request_revision", 1, { reason: "a plate is chipped" });
  const { rows } = await world.db.pool.query(
    `select e.id from escrows e where e.all_delivered = exists
       (select 1 from milestones m where m.account_id = e.account_id and m.escrow_id = e.id and m.status = 'PENDING')`,
  );
  expect(rows).toEqual([]);
});

test("who sells reads figures before what is left to set up, and an order's badge is the same in its list and on its page", async () => {
  const seller = await world.merchant("Maple Mugs");
  const ben = await newPerson(world, seller);
  await confirmed(seller);
  const unpaid = (await ben.get(consoleOf(seller))).html;
  expect(unpaid).toContain('id="setup"');
  const order = await funded(seller, TWO_PARTS);
  await submit(seller, order, 0);
  const { html } = await ben.get(consoleOf(seller));
  expect(html.indexOf("<dt")).toBeGreaterThan(0);
  expect(html.indexOf('id="setup"')).toBeGreaterThan(html.indexOf("<dt"));
  for (const path of ["escrows", `escrows/${order["id"]}`])
    expect((await ben.get(`${consoleOf(seller)}/${path}`)).html, path).toContain("1 to deliver, 1 in review");
});

test("what waits for the seller is told, each with a link that leads there", async () => {
  const seller = await world.merchant("Baobab Books");
  const eve = await newPerson(world, seller);
  const home = consoleOf(seller);
  const first = await funded(seller, { title: "An atlas", amount: "30.00" });
  const page = await eve.get(home);
  expect(attention(page)).toEqual([["1 milestone to deliver: An atlas", `${home}/escrows/${first["id"]}`]]);

  await asBuyer(seller, await submit(seller, first), "request_revision", 0, { reason: "the maps" });
  expect(attention(await eve.get(home))).toEqual([["1 change requested: An atlas", `${home}/escrows/${first["id"]}`]]);
  await submit(seller, first);
  expect(attention(await eve.get(home))).toEqual([]);
  expect((await eve.get(home)).html).toContain("All clear");

  await asBuyer(seller, first, "dispute", 0, { reason: "the maps again" });
  expect(attention(await eve.get(home))).toEqual([
    ["1 dispute is waiting for your reply: An atlas", `${home}/escrows/${first["id"]}/dispute`],
  ]);
  for (const title of ["A novel", "A poem"]) await funded(seller, { title, amount: "12.00" });
  await openSession(seller, { title: "A map", amount: "5.00", expires_in: 3 * HOUR });
  await world.advance(2 * HOUR + 60);
  await failPayout(seller);
  await failHook(seller);
  const all = attention(await eve.get(home));
  expect(all.map(([text]) => text)).toEqual([
    "1 dispute is waiting for your reply: An atlas",
    "2 milestones to deliver",
    "1 payout failed",
    "1 payment link expires within an hour",
    "3 failed attempts in a row at: shop.example/hooks",
  ]);
  for (const [text, href] of all) expect((await eve.get(href)).status, `${text}: ${href}`).toBe(200);
});

test("the overview's menu tells the same as every other page's, and nothing of an endpoint that is deleted", async () => {
  const seller = await world.merchant("Marula Maps");
  const eve = await newPerson(world, seller);
  const told = async (): Promise<ReturnType<typeof badgesOf>> => {
    const [own, others] = await Promise.all(["", "/settings"].map((path) => eve.get(consoleOf(seller) + path)));
    expect(badgesOf(own!)).toEqual(badgesOf(others!));
    return badgesOf(own!);
  };
  const hook = await failHook(seller);
  // Before there is any session too, when the overview has nothing else to tell.
  expect(await told()).toEqual({ Webhooks: "1" });
  const disputed = await submit(seller, await funded(seller, { title: "An atlas", amount: "30.00" }));
  await asBuyer(seller, disputed, "dispute", 0, { reason: "the maps" });
  const revised = await submit(seller, await funded(seller, { title: "A globe", amount: "90.00" }));
  await asBuyer(seller, revised, "request_revision", 0, { reason: "the poles" });
  await funded(seller, { title: "A compass", amount: "12.00" });
  await failPayout(seller);
  expect(await told()).toMatchObject({ Webhooks: "1", Disputes: "1", Orders: "2", Payouts: "1", Notifications: /./ });
  expect(await deleteEndpoint(world.db, hook)).toMatchObject({ ok: true });
  expect(await told()).not.toHaveProperty("Webhooks");
});

/** An endpoint whose last three attempts failed. */
async function failHook({ account }: Merchant): Promise<EndpointKey> {
  const made = await registerEndpoint(
    { db: world.db, seal: openSeal(Buffer.alloc(32, "a key that only tests know")), checkUrl: async () => null },
    { account: account as AccountId, url: "https://shop.example/hooks", events: null },
  );
  if (!made.ok) throw new Error(made.reason);
  const [hook] = await world.db.query<EndpointKey>({
    name: "test: failing endpoint",
    text: "update webhook_endpoints set consecutive_failures = 3 where account_id = $1 returning account_id, id",
    values: [account],
  });
  return hook!;
}

/** The provider refuses it: the account it would go to is closed. */
async function failPayout(seller: Merchant): Promise<void> {
  const purse = openPurse(world, seller);
  await purse.earn("20.00");
  await purse.requested(await purse.destination({ kind: "bank", number: "1234560002" }), "20.00");
  await purse.makeDue();
  await purse.send();
}

test("a year of trade is drawn without colour alone, and nothing is wrong with any page at both widths, light and dark", async () => {
  const home = consoleOf(shop);
  await asBuyer(shop, await funded(shop), "dispute", 0, { reason: "broken" });
  await confirmed(shop);
  const newcomer = await world.merchant("Kitenge & Co");
  const nia = await newPerson(world, newcomer);
  const watched = await openPage(browser, TWO_LOOKS[0]);
  const { page, context } = watched;
  const visit = async (person: Person, path: string): Promise<void> => {
    await context.addCookies([{ name: SELLER_COOKIE, value: person.token, url: world.url }]);
    await page.goto(world.url + path);
  };
  await visit(ada, `${home}?span=30d`);
  expect(await page.getByRole("img", { name: /^Paid in, last 30 days/ }).count()).toBe(1);
  // The keyboard enters a plot at its newest day and walks it with the arrows; what it is at stands above the bars.
  const paidIn = page.getByRole("group", { name: /^Paid in, last 30 days: values/ });
  await paidIn.getByRole("radio").last().focus();
  await page.keyboard.press("ArrowLeft");
  const seen = (): Promise<string[]> =>
    paidIn.evaluate((plot) =>
      [...plot.querySelectorAll("span")]
        .filter((tip) => getComputedStyle(tip).opacity === "1")
        .map((tip) => tip.textContent),
    );
  expect(await seen()).toEqual([expect.stringMatching(/^\d+ \w+ \d{4}: \$\d/)]);
  await page.getByText("View as table").click();
  await expectGood(page, TWO_LOOKS, "overview");
  await visit(nia, consoleOf(newcomer));
  await expectGood(page, TWO_LOOKS, "empty");
  await visit(nia, `${consoleOf(newcomer)}/start`);
  await page.getByText("Python", { exact: true }).first().click();
  await page.getByRole("group", { name: "A first session in Python" }).waitFor();
  expect(await page.getByRole("group", { name: "A first session in curl" }).isVisible()).toBe(false);
  await expectGood(page, TWO_LOOKS, "start");
  expect(ownComplaints(watched)).toEqual([]);
  await context.close();
});
