/** What a buyer sees of an order without scrolling, and where the keyboard is on every step to the money. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { lastCode } from "../visitor.js";
import { expectGood, openBrowser, openPage, ownComplaints, TWO_LOOKS } from "./browser.js";
import { DINNER_SET, pagePath } from "./orders.js";

let world: World;
let shop: Merchant;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const bottomOf = async (found: Locator): Promise<number> => {
  const box = await found.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
};
/** What really has the focus: `autofocus` would be left alone where the address names a place. */
const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.labels?.[0]?.innerText.split('\\n')[0] ?? document.activeElement.tagName");
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

const SCREENS = [
  { width: 1280, height: 900, javaScriptEnabled: true },
  { width: 390, height: 844, javaScriptEnabled: false },
] as const;

test.each(SCREENS)("at $width px, scripts $javaScriptEnabled: to pay comes first", async (screen) => {
  const { javaScriptEnabled, ...viewport } = screen;
  const context = await browser.newContext({ javaScriptEnabled, viewport, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));

  const email = page.getByLabel("Email address");
  expect(await bottomOf(email)).toBeLessThan(screen.height);
  expect(await bottomOf(button(page, "Send me a code"))).toBeLessThan(screen.height);
  // A phone shows the order in a line, which opens; beside the form there is room for all of it.
  const item = page.getByText("Dinner plate, ash glaze");
  if (screen.width === 390) {
    expect(await item.isVisible()).toBe(false);
    await page.getByText("Details", { exact: true }).click();
  }
  await item.waitFor();
  expect(await page.getByText("Details", { exact: true }).isVisible()).toBe(screen.width === 390);
  const rules = page.getByRole("heading", { name: "How your money is protected" });
  expect(await rules.isVisible()).toBe(false);
  await page.getByText("How it works").click();
  await rules.waitFor();

  const address = `ada.${screen.width}@example.com`;
  await email.fill("ada");
  // The browser says what an address is; ours is asked where it lets something pass.
  await email.fill("ada@localhost");
  await button(page, "Send me a code").click();
  await page.getByRole("alert").waitFor();
  expect(await focused(page)).toBe("Email address");
  await email.fill(address);
  await button(page, "Send me a code").click();
  await page.getByLabel("Six-digit code").waitFor();
  expect(await focused(page)).toBe("Six-digit code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await focused(page)).toBe("Six-digit code");
  await page.keyboard.type(await lastCode(world, address));
  await page.keyboard.press("Enter");
  await page.waitForURL(/#pay$/);
  expect(await focused(page)).toBe("Card");
  await page.getByLabel("Mobile money").check();
  await page.getByLabel("Phone number").fill("0712");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await focused(page)).toBe("Phone number");
  await context.close();
});

test("on a phone the button that pays stays in sight, and never hides what has the focus", wide(), async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 500 }, locale: "en-GB" });
  const page = await context.newPage();
  const address = "grace@example.com";
  await page.goto(world.url + pagePath(shop, await openSession(shop, DINNER_SET)));
  await page.getByLabel("Email address").fill(address);
  await page.keyboard.press("Enter");
  await page.getByLabel("Six-digit code").waitFor();
  await page.keyboard.type(await lastCode(world, address));
  await page.keyboard.press("Enter");
  const pay = button(page, /Confirm and pay/);
  await pay.waitFor();
  expect(await bottomOf(pay)).toBeLessThanOrEqual(500);
  await page.getByLabel("Bank transfer").focus();
  const bar = await pay.boundingBox();
  expect(await bottomOf(page.getByLabel("Bank transfer"))).toBeLessThan(bar!.y);
  await page.getByLabel("Card").check();
  await pay.click();
  // Another site to the browser, as a provider's page is: the policy of ours lets the form lead there.
  await page.waitForURL(/^http:\/\/localhost:\d+\/sandbox\/card\//);
  await context.close();
});

test("the root, and the page behind a mail's link in either browser, are accessible and fit", wide(), async () => {
  const watched = await openPage(browser, TWO_LOOKS[0]);
  const { page } = watched;
  await page.goto(`${world.service.publicUrl}/`);
  await expectGood(page, TWO_LOOKS, "home");
  const address = "yaa@example.com";
  await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
  await page.getByLabel("Email address").fill(address);
  await page.keyboard.press("Enter");
  await page.getByLabel("Six-digit code").waitFor();
  const { body } = await shop.get(`/test_helpers/mailbox?to=${address}`);
  const [link = ""] = /https?:\S+\/sign-in\/link\/\S+/.exec(body["data"][0].text) ?? [];
  const elsewhere = await openPage(browser, TWO_LOOKS[0]);
  await elsewhere.page.goto(link);
  await elsewhere.page.getByRole("heading", { name: "This link can’t sign you in here" }).waitFor();
  await expectGood(elsewhere.page, TWO_LOOKS, "link-elsewhere");
  // Without a script the browser that asked has a button to press.
  const cookies = await watched.context.cookies();
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  await scriptless.addCookies(cookies);
  const asking = await scriptless.newPage();
  await asking.goto(link);
  await button(asking, "Sign in and continue").waitFor();
  // With one it goes on by itself.
  await page.goto(link);
  await page.waitForURL(/#pay$/);
  expect([...ownComplaints(watched), ...ownComplaints(elsewhere)]).toEqual([]);
  await Promise.all([watched, elsewhere].map(({ context }) => context.close()));
  await scriptless.close();
});
