/** The sandbox's mailbox as a page: every mail can be read there, and nothing of one runs. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { share, wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import {
  expectAccessible,
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  LOOKS,
  openBrowser,
  openPage,
  ownComplaints,
} from "../pages/browser.js";
import { HOSTILE_TEXTS } from "../pages/hostile.js";
import { visit } from "../pages/orders.js";
import { confirmed, funded, ORDER } from "../stories.js";
import { SAMPLES } from "./samples.js";

const BUYER = "ada@example.com";
const MAILBOX = "/sandbox/mailbox";

let world: World;
let shop: Merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
});
beforeEach(async () => {
  await world.db.query({ name: "empty outbox", text: "delete from mails" });
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function write(recipient: string, template: string, params: object): Promise<string> {
  const rows = await world.db.query<{ id: string }>({
    name: "write mail",
    text: "insert into mails (recipient, template, params, created) values ($1, $2, $3, service_now()) returning id",
    values: [recipient, template, params],
  });
  return rows[0]!.id;
}

/** A mail of every shape: paragraphs, facts, a button, something to type. */
const SHAPES = ["order_funded", "sign_in_code", "webhook_disabled"] as const;

const writeMails = (templates: readonly (keyof typeof SAMPLES)[]): Promise<readonly string[]> =>
  Promise.all(templates.map((template) => write(BUYER, template, SAMPLES[template])));

const subjectsOn = (page: Page): Promise<string[]> => page.locator("ol li a").allInnerTexts();

test("list, empty list and mails are accessible and fit", LONG, async () => {
  const ids = await writeMails(SHAPES);
  const watched = await openPage(browser, LOOKS[0]!);
  const lists = [`${MAILBOX}?to=${BUYER}`, `${MAILBOX}?to=nobody@example.com`];
  for (const path of [...lists, ...ids.map((id) => `${MAILBOX}/${id}`)]) {
    await watched.page.goto(world.url + path);
    await expectGood(watched.page);
  }
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
});

test("the HTML of mails is accessible, and fits a phone", async () => {
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  for (const id of await writeMails(SHAPES)) {
    // As a mail client has it: under its own policy nothing runs there, not even what looks for faults.
    await page.setContent(await (await visit(world, `${MAILBOX}/${id}/html`)).text());
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, { rules: ["color-contrast", "link-in-text-block"] });
    await page.emulateMedia({ colorScheme: "light" });
    // A mail has no landmarks: it is shown within a page that does.
    await expectAccessible(page, { without: ["region", "landmark-one-main"] });
  }
  await context.close();
});

test("from the list to the mail, and by its button to the order, with the keyboard alone", async () => {
  const escrow = await funded(shop, { ...ORDER, customer_email: BUYER });
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await page.goto(world.url + MAILBOX);
  expect(await subjectsOn(page)).toEqual([
    "Paid: Hand-thrown dinner set",
    "Payment received: Hand-thrown dinner set",
    "Your order: Hand-thrown dinner set",
  ]);
  await page.locator("ol li a").nth(1).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/sandbox\/mailbox\/\d+$/);
  expect(await page.locator("h1").innerText()).toBe("Payment received: Hand-thrown dinner set");
  expect(await page.locator("dl").first().innerText()).toContain(BUYER);
  const url = `${world.service.publicUrl}/orders/${shop.sellerCode}/${escrow["id"]}`;
  expect(await page.locator(`pre a[href="${url}"]`).count()).toBe(1);
  const button = page.getByRole("link", { name: "Open the order", exact: true });
  expect(await button.getAttribute("href")).toBe(url);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((there) => !there.pathname.startsWith(MAILBOX));
  await page.goBack();
  // As it is sent: the button of the mail itself leads to the same page, beside the mail.
  await page.getByRole("link", { name: "The HTML part" }).click();
  await page.waitForURL(/\/html$/);
  const sent = page.getByRole("link", { name: "Open the order" });
  expect(await sent.getAttribute("href")).toBe(url);
  const [opened] = await Promise.all([context.waitForEvent("page"), sent.press("Enter")]);
  await opened.waitForURL((there) => there.href.startsWith(world.service.publicUrl));
  await context.close();
});

test("by address, upper and lower case alike; the form asks for one", wide(), async () => {
  await confirmed(shop, { ...ORDER, customer_email: BUYER });
  await confirmed(shop, { ...ORDER, customer_email: "bob@example.com" });
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  await page.goto(world.url + MAILBOX);
  expect(await subjectsOn(page)).toHaveLength(2);
  await page.getByLabel("Emails to this address").fill(" ADA@Example.com ");
  await page.keyboard.press("Enter");
  await page.waitForURL(/to=/);
  expect(await page.locator("ol li").allInnerTexts()).toEqual([expect.stringContaining(BUYER)]);
  await page.getByRole("link", { name: "All mails" }).click();
  await expect.poll(() => subjectsOn(page)).toHaveLength(2);
  await page.goto(`${world.url}${MAILBOX}?to=${"x".repeat(3000)}%00`);
  expect(await page.locator("main").innerText()).toContain("No mails here");
  await context.close();
});

test("pages: to the oldest and back, each mail once, and the address is kept", wide(), async () => {
  for (let number = 1; number <= 60; number += 1) {
    await write(BUYER, "order_created", { ...SAMPLES.order_created, title: `Order ${number}` });
    await write("bob@example.com", "order_created", { ...SAMPLES.order_created, title: "Another" });
  }
  const { page, context } = await openPage(browser, { width: 1280, colorScheme: "light" });
  await page.goto(`${world.url}${MAILBOX}?to=${BUYER}`);
  const follow = async (name: string): Promise<void> => {
    await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name }).click()]);
  };
  const seen: string[] = [];
  for (;;) {
    seen.push(...(await subjectsOn(page)));
    const older = page.getByRole("link", { name: "Older" });
    if ((await older.count()) === 0) break;
    await follow("Older");
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `Your order: Order ${60 - index}`));
  await follow("Newer");
  expect((await subjectsOn(page))[0]).toBe("Your order: Order 35");
  await follow("Newer");
  expect((await subjectsOn(page))[0]).toBe("Your order: Order 60");
  expect(await page.getByRole("link", { name: "Newer" }).count()).toBe(0);
  await context.close();
});

test("hostile words run nowhere: in the list, in the mail, nor in its HTML as it is sent", {
  ...LONG,
  ...wide(),
}, async () => {
  const watched = await openPage(browser, { width: 390, colorScheme: "light" });
  const { page } = watched;
  const ids: string[] = [];
  // Every text in every place is for test/mails/render.test.ts; here, each in one, before a real browser.
  const texts = share(HOSTILE_TEXTS, { nth: 1, of: 3 });
  for (let at = 0; at < texts.length; at += 4) {
    const [title = "", seller = "", note = "", part = ""] = texts.slice(at, at + 4);
    ids.push(await write(BUYER, "delivery_submitted", { ...SAMPLES.delivery_submitted, title, seller, note, part }));
  }
  ids.push(
    await write(`"><script>globalThis.__owned=1</script>@x.example`, "<img src=x onerror=globalThis.__owned=1>", {}),
  );
  for (const path of [MAILBOX, ...ids.flatMap((id) => [`${MAILBOX}/${id}`, `${MAILBOX}/${id}/html`])]) {
    await page.goto(world.url + path);
    expect(await page.evaluate("globalThis.__owned"), path).toBeUndefined();
    await expectNoSidewaysScroll(page);
  }
  expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
});

test("a mail can run nothing, ask nobody, and post nothing, whatever it holds", async () => {
  const id = await write(BUYER, "order_created", SAMPLES.order_created);
  const { headers } = await visit(world, `${MAILBOX}/${id}/html`);
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  const page = await visit(world, `${MAILBOX}/${id}`);
  expect(page.headers.get("content-security-policy")).toBe(
    (await visit(world, "/docs")).headers.get("content-security-policy"),
  );
  for (const answer of [page, await visit(world, `${MAILBOX}/${id}/html`), await visit(world, MAILBOX)]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("a mail without words of this version is a line that says so, and a page", async () => {
  await write(BUYER, "order_created", SAMPLES.order_created);
  const id = await write(BUYER, "written_by_a_newer_version", {});
  const list = await (await visit(world, MAILBOX)).text();
  expect(list).toContain("This email can't be shown (written_by_a_newer_version)");
  expect(list).toContain("Your order: Hand-thrown dinner set");
  expect((await visit(world, `${MAILBOX}/${id}`)).status).toBe(200);
});

test("there is nothing at other addresses, and nothing at all in live mode", async () => {
  const id = await write(BUYER, "order_created", SAMPLES.order_created);
  for (const path of ["0", "-1", "1e3", "999999999999999999", "9".repeat(40), "%00", `${id}/text`, `${id}x`]) {
    expect((await visit(world, `${MAILBOX}/${path}`)).status, path).toBe(404);
  }
  const live = await world.another({ role: "web", mode: "live", publicUrl: "https://pay.example", cell: null });
  for (const path of [MAILBOX, `${MAILBOX}/${id}`, `${MAILBOX}/${id}/html`]) {
    const answer = await fetch(`http://127.0.0.1:${live.port}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).not.toContain("dinner set");
  }
});
