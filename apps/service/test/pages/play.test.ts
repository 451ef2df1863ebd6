/** The pages on which a person plays phone, card issuer and bank: used in a browser without scripts, and looked at. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disputeCard } from "../../src/providers/sandbox/play.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { confirmed, ok, openSession } from "../stories.js";
import { textOf } from "../visitor.js";
import { expectGood, LONG, LOOKS, openBrowser, openPage, ownComplaints } from "./browser.js";
import { pagePath } from "./orders.js";
import { signedIn } from "./orders-area.js";

let world: World;
let shop: Merchant;
let desk: Desk;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterAll(async () => {
  await world?.checkLedger();
  await desk?.close();
  await browser?.close();
  await world?.close();
});

/** The page as its payer finds it, without scripts. */
async function visit(path: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
  const page = await context.newPage();
  await page.goto(world.url + path);
  return { page, press: (name: string) => page.getByRole("button", { name, exact: true }).click() };
}

const funded = (escrow: Json): Promise<unknown> => until(async () => (await desk.status(escrow)) === "IN_ESCROW");

test("a card is typed, and the payer is sent back to the order", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  const { page, press } = await visit(`/sandbox/card/${reference}`);
  await page.getByLabel("Card number").fill("4111 1111 1111 1111");
  await press("Pay");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("can’t be used");
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await press("Pay");
  await page.waitForURL(/\/pay\//);
  await funded(escrow);
});

/** Longer than its payer is told that it is checked, and shorter than until somebody asks the provider. */
const WHILE_CHECKED = 31;

test("who comes back from paying by card isn't asked to pay again while nothing was heard of it", async () => {
  await desk.mood("sandbox-card", { notices: "later" });
  const session = await openSession(shop);
  const path = pagePath(shop, session);
  const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
  const escrow = await ok(shop.post(confirm, { buyer_email: "ama@example.com" }));
  const ama = await signedIn(world, "ama@example.com");
  const { reference } = await desk.begun(escrow, "card");
  const card = `/sandbox/card/${reference}`;
  const toPay = new RegExp(`href="${card}"|name="method"|/cancel"`);
  expect((await ama.get(path)).html).toMatch(toPay);
  const done = await ama.post(card, { number: "4242 4242 4242 4242" });
  const back = (await ama.get(done.headers.get("location")!)).headers.get("location")!;
  const at = Number(/returned=(\d+)$/.exec(back)?.[1]);
  expect(back).toBe(`${path}?returned=${at}`);

  const version = async (): Promise<string> => (await ama.get(back.replace("?", "/status?"))).html;
  const checking = { html: (await ama.get(back)).html, version: await version() };
  expect(textOf(checking.html)).toContain("We’re checking your payment");
  expect(checking.html).not.toMatch(toPay);
  expect(checking.html).toContain(`content="5;url=${back}"`);
  expect(checking.html).toContain(`data-version="${JSON.parse(checking.version).version}"`);
  // An address that somebody wrote holds back nothing for longer.
  for (const mark of [at + 1_000, "now1", "-1", ""])
    expect((await ama.get(`${path}?returned=${mark}`)).html).toMatch(toPay);

  await world.advance(WHILE_CHECKED);
  const unheard = (await ama.get(back)).html;
  expect(textOf(unheard)).toContain("We haven’t received your payment yet");
  expect(unheard).toMatch(toPay);
  expect(await version()).not.toBe(checking.version);
  await desk.mood("sandbox-card", { notices: "once" });
  await world.advance(600);
  await funded(escrow);
  expect((await ama.get(back)).html).toContain("Payment received");
});

test("a paid card payment is disputed by the payer's bank, which then decides", wide(), async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  await desk.typeCard(reference);
  await funded(escrow);
  const { page, press } = await visit(`/sandbox/card/${reference}`);
  await press("Ask about the payment");
  await until(async () => (await desk.status(escrow)) === "DISPUTED");
  await press("Take the money back");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("taken back");
  await press("The seller wins");
  await expect.poll(() => page.getByRole("main").textContent()).toContain("Won by the seller");
  await until(async () => (await desk.status(escrow)) === "WORK_IN_PROGRESS");
});

test("a challenge is failed, and passed the next time", wide(), async () => {
  const escrow = await confirmed(shop);
  for (const [answer, status] of [
    ["It is not", "PENDING_FUNDING"],
    ["Yes, it is me", "IN_ESCROW"],
  ] as const) {
    const { reference } = await desk.begun(escrow, "card");
    const { page, press } = await visit(`/sandbox/card/${reference}`);
    await page.getByLabel("Card number").fill("4000 0000 0000 3220");
    await press("Pay");
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Is it really you?");
    await press(answer);
    await page.waitForURL(/\/pay\//);
    await until(async () => (await desk.status(escrow)) === status);
  }
});

test("a prompt is approved after a wrong PIN; another is declined without one", async () => {
  const escrow = await confirmed(shop);
  const first = await desk.begun(escrow, "mobile_money");
  const declined = await visit(`/sandbox/phone/${first.reference}`);
  await declined.press("Decline");
  await expect.poll(() => declined.page.getByRole("status").textContent()).toContain("Declined");
  await until(async () => (await desk.status(escrow)) === "PENDING_FUNDING");
  const second = await desk.begun(escrow, "mobile_money");
  const { page, press } = await visit(`/sandbox/phone/${second.reference}`);
  await page.getByLabel("PIN").fill("0000");
  await press("Approve");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("wrong");
  await page.getByLabel("PIN").fill("4711");
  await press("Approve");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("Paid");
  expect(await page.getByRole("button").count()).toBe(0);
  await funded(escrow);
});

test("a part is transferred, and then the rest, in the way that people write amounts", wide(), async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "bank");
  const { page, press } = await visit(`/sandbox/bank/${reference}`);
  await page.getByLabel("Amount in US dollars").fill("1.000.00");
  await press("Transfer this amount");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("can’t be used");
  await page.getByLabel("Amount in US dollars").fill("156,45");
  await press("Transfer this amount");
  await expect.poll(() => page.getByRole("status").textContent()).toContain("arrived");
  await page.getByLabel("Amount in US dollars").fill("100");
  await press("Transfer this amount");
  await expect.poll(() => page.getByText("$256.45").count()).toBeGreaterThan(1);
  await funded(escrow);
});

test("nothing is done by a form of somebody else, by GET, or for an order that nobody made", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(world.url + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: "number=4242424242424242",
      redirect: "manual",
    });
  expect((await post(`/sandbox/card/${reference}`)).status).toBe(403);
  expect((await post(`/sandbox/card/${reference}`, { origin: "https://elsewhere.example" })).status).toBe(403);
  expect((await fetch(`${world.url}/sandbox/card/${reference}?number=4242424242424242&said=approved`)).status).toBe(
    200,
  );
  for (const path of [
    `/sandbox/bank/${reference}`,
    "/sandbox/card/HFABCDEFGHJKMN",
    "/sandbox/card/nonsense",
    "/sandbox/phone/%00",
    `/sandbox/wallet/${reference}`,
  ]) {
    expect((await fetch(world.url + path)).status, path).toBe(404);
  }
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
});

test("every page is accessible and fits", LONG, async () => {
  const [waits, asked, over, sold] = [
    await confirmed(shop),
    await confirmed(shop),
    await confirmed(shop),
    await confirmed(shop),
  ];
  const disputed = await desk.begun(sold, "card");
  await desk.typeCard(disputed.reference);
  await disputeCard(world.db, disputed.reference, "take");
  const challenged = await desk.begun(asked, "card");
  await desk.typeCard(challenged.reference, "4000000000003220");
  const closed = await desk.begun(over, "bank");
  await desk.cancel(over, closed.id);
  await until(async () =>
    (await fetch(`${world.url}/sandbox/bank/${closed.reference}`).then((one) => one.text())).includes("Nobody waits"),
  );
  const card = await desk.begun(waits, "card");
  const phone = await desk.begun(over, "mobile_money");
  const watched = await openPage(browser, LOOKS[0]!);
  for (const [name, path] of [
    ["card", `card/${card.reference}`],
    ["card-invalid", `card/${card.reference}?said=invalid`],
    ["card-challenged", `card/${challenged.reference}`],
    ["card-disputed", `card/${disputed.reference}?said=taken_back`],
    ["bank-closed", `bank/${closed.reference}`],
    ["phone", `phone/${phone.reference}?said=wrong_pin`],
  ] as const) {
    await watched.page.goto(`${world.url}/sandbox/${path}`);
    await expectGood(watched.page, LOOKS, name);
  }
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
});
