import { OPERATION_IDS } from "@holdfast/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import {
  expectGood,
  LOOKS,
  type Look,
  openBrowser,
  openPage,
  ownComplaints,
  pathsOf,
  type Watched,
} from "./browser.js";
import { sessionPages } from "./orders.js";

let world: World;
let browser: Browser;
let pages: Awaited<ReturnType<typeof sessionPages>>;

const PHONE: Look = { width: 390, colorScheme: "light" };
const DESK: Look = { width: 1280, colorScheme: "light" };

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  pages = await sessionPages(await world.merchant());
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test.each(["open", "completed", "expired", "unknown"] as const)("%s is accessible and fits", async (name) => {
  const watched = await openPage(browser, PHONE);
  await watched.page.goto(world.url + { ...pages, unknown: "/nowhere" }[name]);
  await expectGood(watched.page, LOOKS);
  expect(ownComplaints(watched)).toEqual([]);
  await watched.context.close();
});

test("a page needs five requests and asks nobody else", async () => {
  const watched = await openPage(browser, PHONE);
  await watched.page.goto(world.url + pages.open);
  await watched.page.waitForLoadState("networkidle");
  expect(pathsOf(watched.requests)).toEqual([
    "/assets/app.css",
    "/assets/favicon.svg",
    "/assets/inter-latin.woff2",
    "/assets/wait.js",
    pages.open,
  ]);
  expect(await watched.page.locator("link[rel=icon]").getAttribute("href")).toMatch(/^\/assets\/favicon\.svg/);
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
  await page.waitForURL(/#main$/);
  await context.close();
});

describe("the reference", () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, PHONE);
    await watched.page.goto(`${world.url}/docs`);
    await watched.page.waitForLoadState("networkidle");
  });
  afterAll(() => watched?.context.close());

  test("shows every operation, and asks nobody else", async () => {
    const { page, requests, complaints } = watched;
    const shown = await page
      .locator("main h3[id]")
      .evaluateAll<string[], Element>((headings) => headings.map(({ id }) => id));
    for (const id of OPERATION_IDS) expect(shown).toContain(id);
    expect(requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
    const links = await page
      .locator("a")
      .evaluateAll<string[], Element>((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.filter((href) => !/^(#|\/)/.test(href))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("keeps one language for all examples, on every page, and marks the section where the reader is", async () => {
    const { page, complaints } = watched;
    const checked = (language: string) => page.locator(`[data-language="${language}"]:checked`);
    await page.getByText("PHP", { exact: true }).first().click();
    expect(await checked("PHP").count()).toBeGreaterThan(5);
    expect(await checked("curl").count()).toBe(0);
    await page.goto(`${world.url}/docs/guides/integrate-a-store`);
    expect(await checked("PHP").count()).toBe(await page.locator('[data-language="PHP"]').count());
    await page.goto(`${world.url}/docs#createSession`);
    await page.locator('[data-contents] a[aria-current][href="#createSession"]').waitFor({ state: "attached" });
    expect(complaints).toEqual([]);
  });

  test("opens the search by its key, sends a call of the sandbox, and offers the theme in place", async () => {
    const { page } = watched;
    await page.keyboard.press("Control+k");
    await page.locator("dialog input[name=q]").fill("rotate secret");
    await page.locator("dialog").getByRole("link", { name: "Rotate the secret" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    const call = page.locator("section:has(#getAccount) [data-call]").first();
    await call.locator("summary").click();
    await call.getByLabel("Sandbox API key").fill((await world.merchant("Caller")).apiKey);
    await call.getByRole("button", { name: "Send" }).click();
    await call.getByText("200 OK").waitFor();
    expect(await call.locator("pre").textContent()).toContain('"trading_name": "Caller"');
    await page.getByRole("link", { name: "Theme" }).click();
    await page.getByRole("button", { name: "Dark" }).click();
    await page.locator("html[data-theme=holdfast-dark]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/docs");
    await page.getByRole("link", { name: "Theme" }).click();
    await page.getByRole("button", { name: "System" }).click();
    await page.locator("html:not([data-theme])").waitFor();
  });

  test("guides are accessible and fit", async () => {
    const guide = await openPage(browser, PHONE);
    await guide.page.goto(`${world.url}/docs/guides/webhooks`);
    await expectGood(guide.page, [{ width: 390, colorScheme: "dark" }, DESK]);
    await guide.page.goto(`${world.url}/docs/guides`);
    await expectGood(guide.page, [PHONE, { width: 1280, colorScheme: "dark" }]);
    expect(ownComplaints(guide)).toEqual([]);
    await guide.context.close();
  });

  test("has its contents in a menu on a phone, and beside it on a desk", wide(), async () => {
    const { page } = watched;
    const entry = page.getByRole("navigation").getByRole("link", { name: "Create a checkout session" });
    expect(await entry.isVisible()).toBe(false);
    await page.getByText("Contents", { exact: true }).click();
    await entry.click();
    await page.waitForURL(/#createSession$/);
    await page.reload();
    expect(await entry.isVisible()).toBe(false);
    await page.setViewportSize({ width: DESK.width, height: 900 });
    expect(await entry.isVisible()).toBe(true);
  });

  // The page is long, so that each look takes seconds; between the two, every width and colour is seen.
  test("is accessible and fits", { ...wide(), timeout: 240_000 }, async () => {
    await expectGood(watched.page, [{ width: 390, colorScheme: "dark" }, DESK]);
    expect(ownComplaints(watched)).toEqual([]);
  });
});
