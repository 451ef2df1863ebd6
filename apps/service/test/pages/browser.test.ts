import { OPERATION_IDS } from "@holdfast/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  LOOKS,
  type Look,
  launchBrowser,
  openPage,
  ownComplaints,
  type Watched,
} from "./browser.js";
import { HOSTILE_TEXTS } from "./hostile.js";
import { DINNER_SET, pagePath, sessionPages } from "./orders.js";

let world: World;
let shop: Merchant;
let browser: Browser;
let pages: Awaited<ReturnType<typeof sessionPages>>;

const PHONE: Look = { width: 390, colorScheme: "light" };
const DESK: Look = { width: 1280, colorScheme: "light" };

beforeAll(async () => {
  browser = await launchBrowser();
  world = await startWorld();
  shop = await world.merchant();
  pages = await sessionPages(shop);
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

test("a link to the shop leads exactly there, and does not say from where", async () => {
  const { page, context } = await openPage(browser, PHONE);
  const seen: { url: string; referer: string | undefined }[] = [];
  await context.route("https://shop.example/**", async (route) => {
    seen.push({ url: route.request().url(), referer: route.request().headers()["referer"] });
    await route.fulfill({ contentType: "text/html", body: "shop" });
  });
  await page.goto(world.url + pages.completed);
  await page.getByRole("link", { name: "Continue to shop.example" }).click();
  await page.waitForURL("https://shop.example/**");
  expect(seen[0]).toEqual({ url: DINNER_SET.success_url, referer: undefined });
  await context.close();
});

describe("hostile text", () => {
  /** The skeleton of the page: which elements stand where, whatever they say. */
  const SKELETON = `[...document.querySelectorAll("*")].map((element) => element.localName).join(" ")`;
  const TOTAL = `document.querySelector("dl > div:last-child").innerText`;
  /** Boxes of merchants' words that reach outside of the panel or column they belong to. */
  const ESCAPED = `[...document.querySelectorAll(".given")].filter((box) => {
    const inner = box.getBoundingClientRect(), outer = (box.closest(".panel") ?? box.parentElement).getBoundingClientRect();
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
  }).map((box) => box.textContent)`;
  /** Boxes that hide words at their side, where a break would have kept them. */
  const CUT = `[...document.querySelectorAll(".given")].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent)`;

  const orderOf = (text: string): Json => ({
    title: text,
    amount: "249.90",
    description: `${text}.`,
    external_reference: text,
    metadata: { note: text },
    cancel_url: `https://shop.example/${encodeURI(text).replaceAll("%5C", "").slice(0, 500)}?"'<b>&quot;`.replaceAll(
      " ",
      "",
    ),
    line_items: [{ name: text, unit_amount: "24.00", quantity: 6, sku: [...text].slice(0, 100).join("") }],
    milestones: [{ title: text, amount: "249.90", description: `${text}.` }],
  });

  async function show(text: string): Promise<Watched> {
    const store = await world.merchant(text);
    const session = await openSession(store, orderOf(text));
    const watched = await openPage(browser, PHONE);
    await watched.page.goto(world.url + pagePath(store, session));
    return watched;
  }

  let skeleton: unknown;
  beforeAll(async () => {
    const { page, context } = await show("harmless");
    skeleton = await page.evaluate(SKELETON);
    await context.close();
  });

  test("there is enough of it", () => {
    expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(20);
  });

  test.each(HOSTILE_TEXTS.map((text, at) => [at, text] as const))(
    "%i neither runs, nor leaks, nor breaks the page",
    async (_at, text) => {
      const watched = await show(text);
      const { page } = watched;
      expect(await page.evaluate(SKELETON)).toBe(skeleton);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(TOTAL)).toBe("Total\n$256.45 USD");
        expect(await page.evaluate(ESCAPED)).toEqual([]);
        // Accents stacked on one letter can't be broken, only cut.
        if (!/\p{Mark}/u.test(text)) expect(await page.evaluate(CUT)).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
      expect(await page.evaluate("globalThis.__owned ?? null")).toBeNull();
      expect(watched.complaints).toEqual([]);
      expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
      await watched.context.close();
    },
  );

  test("the largest numbers fit", async () => {
    const largest = "999999999999.99";
    const session = await openSession(shop, {
      ...orderOf("Largest"),
      amount: largest,
      line_items: [{ name: "x".repeat(255), unit_amount: largest, quantity: Number.MAX_SAFE_INTEGER }],
      milestones: [{ title: "x".repeat(255), amount: largest }],
    });
    for (const look of LOOKS) {
      const { page, context } = await openPage(browser, look);
      await page.goto(world.url + pagePath(shop, session));
      await expectNoSidewaysScroll(page);
      expect(await page.locator("body").innerText()).toContain("$9,007,199,254,740,900,928,007,452,590.09");
      await context.close();
    }
  });
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
