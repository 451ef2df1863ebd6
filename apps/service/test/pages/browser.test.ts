import { OPERATION_IDS } from "@holdfast/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../harness.js";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  LOOKS,
  type Look,
  launchBrowser,
  openPage,
  ownComplaints,
} from "./browser.js";
import { sessionPages } from "./orders.js";

let world: World;
let browser: Browser;
let pages: Awaited<ReturnType<typeof sessionPages>>;

const PHONE: Look = { width: 390, colorScheme: "light" };
const DESK: Look = { width: 1280, colorScheme: "light" };

beforeAll(async () => {
  browser = await launchBrowser();
  world = await startWorld();
  pages = await sessionPages(await world.merchant());
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

describe.each(LOOKS)("at $width px, $colorScheme", (look) => {
  test.each(["open", "completed", "expired", "unknown"] as const)("%s is accessible and fits", async (name) => {
    await expectGood({ ...pages, unknown: "/nowhere" }[name], look);
  });
});

async function expectGood(path: string, look: Look): Promise<void> {
  const watched = await openPage(browser, look);
  await watched.page.goto(world.url + path);
  await expectNoSidewaysScroll(watched.page);
  await expectAccessible(watched.page);
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
}

test("a page needs four requests and asks nobody else", async () => {
  const watched = await openPage(browser, PHONE);
  await watched.page.goto(world.url + pages.open, { waitUntil: "networkidle" });
  expect(watched.requests.map((url) => new URL(url).pathname).sort()).toEqual([
    "/assets/app.css",
    "/assets/favicon.svg",
    "/assets/inter-latin.woff2",
    pages.open,
  ]);
  expect(await watched.page.evaluate("[...document.fonts].map((font) => font.status)")).toEqual(["loaded"]);
  await watched.context.close();
});

test("the first key leads past the header", async () => {
  const { page, context } = await openPage(browser, PHONE);
  await page.goto(world.url + pages.open);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
  expect(await page.locator(":focus").boundingBox()).toMatchObject({ x: expect.closeTo(12, 0) });
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).hash).toBe("#main");
  await context.close();
});

// The page is long, so that each look takes seconds; between the two, every width and colour is seen.
test.each([{ width: 390, colorScheme: "dark" }, DESK] as const)(
  "the reference is accessible and fits, $width px, $colorScheme",
  async (look) => {
    await expectGood("/docs", look);
  },
);

test("the reference shows every operation, runs no script, and asks nobody else", async () => {
  const watched = await openPage(browser, DESK);
  await watched.page.goto(`${world.url}/docs`, { waitUntil: "networkidle" });
  const shown = await watched.page
    .locator("main h3[id]")
    .evaluateAll<string[], Element>((headings) => headings.map(({ id }) => id));
  for (const id of OPERATION_IDS) expect(shown).toContain(id);
  expect(await watched.page.locator("script").count()).toBe(0);
  expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  const links = await watched.page
    .locator("a")
    .evaluateAll<string[], Element>((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(links.filter((href) => !/^(#|\/)/.test(href))).toEqual([]);
  expect(watched.complaints).toEqual([]);
  await watched.context.close();
});

test("the contents of the reference are a menu on a phone and stand open beside it on a desk", async () => {
  const phone = await openPage(browser, PHONE);
  await phone.page.goto(`${world.url}/docs`);
  const entry = phone.page.getByRole("navigation").getByRole("link", { name: "Create a checkout session" });
  expect(await entry.isVisible()).toBe(false);
  await phone.page.getByText("Contents", { exact: true }).click();
  await entry.click();
  expect(new URL(phone.page.url()).hash).toBe("#createSession");
  await phone.context.close();

  const desk = await openPage(browser, DESK);
  await desk.page.goto(`${world.url}/docs`);
  expect(
    await desk.page.getByRole("navigation").getByRole("link", { name: "Create a checkout session" }).isVisible(),
  ).toBe(true);
  await desk.context.close();
});
