/** What a buyer sees of an order without scrolling, and where the keyboard is on every step to the money. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { lastCode } from "../visitor.js";
import {
  enterCode,
  expectGood,
  expectNoSidewaysScroll,
  expectStill,
  LONG,
  openBrowser,
  openPage,
  ownComplaints,
  TWO_LOOKS,
  violationsOn,
  watchShifts,
} from "./browser.js";
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

/** How long a person takes, in seconds: to find and press something, to find a field, for a letter, and until a mail is read. */
const THINKING = { press: 1.5, field: 2, letter: 0.28, mail: 10 } as const;

test(
  "who is new pays within 40 seconds of thinking, who is known in two presses, and nothing moves by itself",
  LONG,
  async () => {
    const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
    await watchShifts(context);
    let [presses, seconds] = [0, 0];
    const press = async (found: Locator): Promise<void> => {
      await found.click();
      presses += 1;
      seconds += THINKING.press;
    };
    const fill = async (label: string, text: string): Promise<void> => {
      await page.getByLabel(label).fill(text);
      seconds += THINKING.field + THINKING.letter * text.length;
    };
    const address = "in.a.hurry@example.com";
    await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
    await page.getByRole("list", { name: "You can pay with" }).getByText("Mobile money").waitFor();
    await expectStill(page);
    await fill("Email address", address);
    await press(button(page, "Send me a code"));
    await page.getByLabel("Six-digit code").waitFor();
    await expectStill(page);
    seconds += THINKING.mail;
    await fill("Six-digit code", await lastCode(world, address));
    await page.waitForURL(/#pay$/);
    await expectStill(page);
    await press(page.getByLabel("Mobile money"));
    await fill("Phone number", "+254712345678");
    await press(button(page, /Confirm and pay/));
    await page.getByRole("heading", { name: "Check your phone" }).waitFor();
    await expectStill(page);
    expect(presses).toBe(3);
    expect(seconds).toBeLessThan(40);

    presses = 0;
    await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
    await press(page.getByLabel("Bank transfer"));
    await press(button(page, /Confirm and pay/));
    await page.getByRole("heading", { name: "Transfer $256.45" }).waitFor();
    expect(presses).toBeLessThanOrEqual(2);
    await context.close();
  },
);

test("a button that was pressed says so, is pressed once, and can be pressed again when the page comes back", async () => {
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
  let sent = 0;
  // No page follows, so that this one is left as it is while it waits.
  await page.route("**/sign-in", (route) => {
    sent += 1;
    return route.fulfill({ status: 204 });
  });
  const busy = page.locator("button[aria-busy=true]");
  await page.getByLabel("Email address").fill("pressed@example.com");
  await button(page, "Send me a code").click();
  await busy.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("Email address").press("Enter");
  await expect.poll(() => sent).toBe(1);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  expect(await busy.count()).toBe(0);
  await page.getByLabel("Email address").press("Enter");
  await expect.poll(() => sent).toBe(2);
  await context.close();
});

test("what is missing is said in the language of the page", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${world.service.publicUrl}${pagePath(shop, await openSession(shop, DINNER_SET))}?lang=fr`);
  await page.locator("form[action='/sign-in'] button[type=submit]").click();
  const email = page.locator("[name=email]");
  expect(await page.evaluate("document.querySelector('[name=email]').validationMessage")).toBe("Remplissez ce champ.");
  await email.fill("a@b.example");
  expect(await page.evaluate("document.querySelector('form[action=\"/sign-in\"]').checkValidity()")).toBe(true);
  await context.close();
});

test("a page that waits says when it is offline, and goes on by itself", async () => {
  const { page, context } = await openPage(browser, { width: 390, colorScheme: "light" });
  const address = "offline@example.com";
  await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
  await page.getByLabel("Email address").fill(address);
  await button(page, "Send me a code").click();
  await page.getByLabel("Six-digit code").waitFor();
  await enterCode(page, await lastCode(world, address));
  await page.getByLabel("Mobile money").check();
  await page.getByLabel("Phone number").fill("+254712345678");
  await button(page, /Confirm and pay/).click();
  await page.getByText("This page updates automatically.").waitFor();
  await context.setOffline(true);
  await page.getByText("You’re offline. We’ll go on when you’re back.").waitFor();
  await context.setOffline(false);
  await page.getByText("This page updates automatically.").waitFor();
  await context.close();
});

test("fits a phone of 320 px and four times the size, and its colours can be the browser's", async () => {
  const path = pagePath(shop, await openSession(shop, DINNER_SET));
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    const context = await browser.newContext({ viewport, forcedColors: "active" });
    const page = await context.newPage();
    for (const lang of ["en", "ar"]) {
      await page.goto(`${world.service.publicUrl}${path}?lang=${lang}`);
      await expectNoSidewaysScroll(page);
      // Without colours of ours a field and a button are still seen by their edges.
      expect(
        await page.evaluate(`["[name=email]", "form[action='/sign-in'] button[type=submit]"].map(
          (one) => getComputedStyle(document.querySelector(one)).borderTopWidth)`),
      ).toEqual(["1px", "1px"]);
    }
    await context.close();
  }
});

test("is read in this order: what is paid, how, and what to do", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(world.service.publicUrl + pagePath(shop, await openSession(shop, DINNER_SET)));
  const read = await page.locator("main").ariaSnapshot();
  const places = [
    'heading "Pay $256.45"',
    "You can pay with",
    'textbox "Email address"',
    'button "Send me a code"',
  ].map((text) => read.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await expectGood(page, TWO_LOOKS, "checkout-signed-out");
  await context.close();
});
