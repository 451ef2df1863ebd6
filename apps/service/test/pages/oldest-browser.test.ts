/**
 * Pages in the oldest browsers that are served (docs/reference/browsers.md): a phone of 2021, or the WebView of one. There is none here, so
 * what such a browser does not know is taken from the style sheet, and from the browser that looks.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { transformSync } from "rolldown/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OLDEST } from "../../../../tools/oldest-browsers.mjs";
import { newPerson, SELLER_COOKIE } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { keepPicture, LONG, LOOKS, openBrowser, openPage, turnTo, violationsOn, type Watched } from "./browser.js";
import { asRead, voidedLists, WITHOUT_NEWER } from "./oldest-browsers.js";
import { sessionPages, visit } from "./orders.js";

const ASSETS = new URL("../../dist/assets/", import.meta.url);
const css = readFileSync(new URL("app.css", ASSETS), "utf8");
const locate = createRequire(import.meta.url).resolve;
const WEBAUTHN = locate("@simplewebauthn/browser").replace(/\/(?:esm|script)\/.*$/, "/dist/bundle/index.umd.min.js");

let world: World;
let browser: Browser;
let shop: Merchant;
let pages: Awaited<ReturnType<typeof sessionPages>>;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  shop = await world.merchant();
  pages = await sessionPages(shop);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** A browser that reads our style sheets as those do, and lacks what they lack. */
async function openOld(): Promise<Watched> {
  const watched = await openPage(browser, LOOKS[0]!);
  await watched.context.addInitScript(WITHOUT_NEWER);
  await watched.context.route(/\/assets\/app\.css/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: asRead(await answer.text()) });
  });
  return watched;
}

describe("the style sheet", () => {
  test("has nothing that they drop whole: layers, nested rules, lists with a selector that they don't know", () => {
    expect(css).not.toMatch(/@layer|@container|[{;]&|oklch\(|\blab\(|theme-controller/);
    expect(voidedLists(css)).toEqual([]);
  });

  test("loses little of what it says", () => {
    const rules = (sheet: string): number => sheet.match(/\{/g)?.length ?? 0;
    expect(rules(asRead(css)) / rules(css)).toBeGreaterThan(0.9);
    expect(asRead(css)).toContain("100vh");
    for (const colour of ["base-100", "base-content", "primary", "error", "base-content-75"])
      expect(asRead(css)).toMatch(new RegExp(`--color-${colour}:#[0-9a-f]{3,8}[;}]`));
  });

  test("is small enough for a phone on a slow line", async () => {
    const headers = { "Accept-Encoding": "gzip" };
    const [, sheet = ""] = /href="(\/assets\/app\.css[^"]*)"/.exec(await (await visit(world, pages.open)).text()) ?? [];
    const answer = await fetch(world.url + sheet, { headers });
    expect(Number(answer.headers.get("content-length") ?? 0)).toBeLessThan(17_000);
  });
});

/** How an element looks, as a page sees it. */
const LOOK_OF = `(selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return { ground: style.backgroundColor, border: style.borderTopColor, wide: parseFloat(style.borderTopWidth), ink: style.color };
}`;
type Seen = { readonly ground: string; readonly border: string; readonly wide: number; readonly ink: string };
const lookOf = (page: Page, selector: string): Promise<Seen> =>
  page.evaluate<Seen>(`(${LOOK_OF})(${JSON.stringify(selector)})`);

/** Icons that are not as large as they say, and drawings without a size. */
const MISSIZED = `[...document.querySelectorAll("svg")].filter((one) => {
  const { width } = one.getBoundingClientRect();
  const said = one.getAttribute("width");
  return said === null || one.getAttribute("height") === null || (!said.includes("%") && width > 0 && width !== Number(said));
}).map((one) => one.outerHTML.slice(0, 120))`;

/** Parts that are closed and that nothing opens. */
const SHUT = `[...document.querySelectorAll("details:not([open])")].filter((one) =>
  one.parentElement.getBoundingClientRect().width > 0 && getComputedStyle(one).display !== "none" &&
  one.querySelector("summary").getBoundingClientRect().height === 0
).map((one) => one.outerHTML.slice(0, 120))`;

describe("on a page", () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openOld();
    const person = await newPerson(world, shop);
    await watched.context.addCookies([{ name: SELLER_COOKIE, value: person.token, url: world.url }]);
  });
  afterAll(() => watched?.context.close());

  const paths = () => ({
    checkout: pages.open,
    paid: pages.completed,
    expired: pages.expired,
    home: "/",
    "sign-in": "/sign-in",
    "console's orders": `/console/${shop.sellerCode}/escrows`,
    "console's start": `/console/${shop.sellerCode}`,
    brand: `/console/${shop.sellerCode}/settings/brand`,
    guide: "/docs/guides/webhooks",
    unknown: "/nowhere",
  });

  test.each(
    Object.keys({
      checkout: 0,
      paid: 0,
      expired: 0,
      home: 0,
      "sign-in": 0,
      "console's orders": 0,
      "console's start": 0,
      brand: 0,
      guide: 0,
      unknown: 0,
    }),
  )("%s has grounds, letters that can be read, and icons of their size, in light and dark", LONG, async (name) => {
    const { page } = watched;
    await page.goto(world.url + paths()[name as keyof ReturnType<typeof paths>]);
    for (const look of LOOKS) {
      await turnTo(page, look);
      await keepPicture(page, `oldest-${name.replaceAll(/\W+/g, "-")}`, look);
      const { ground, ink } = await lookOf(page, "body");
      expect([ground, ink]).toEqual(
        look.colorScheme === "light"
          ? ["rgb(245, 247, 250)", "rgb(26, 34, 46)"]
          : ["rgb(14, 19, 26)", "rgb(227, 233, 237)"],
      );
      expect(await violationsOn(page, { rules: ["color-contrast"] })).toEqual([]);
      expect(await page.evaluate(MISSIZED)).toEqual([]);
      expect(await page.evaluate(SHUT)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(look.width);
    }
  });

  test("fields have a border and a ground, and the button that goes on its colour", async () => {
    const { page } = watched;
    await page.goto(world.url + pages.open);
    for (const look of LOOKS) {
      await turnTo(page, look);
      const [field, button] = [await lookOf(page, "main input[name=email]"), await lookOf(page, "main .btn-primary")];
      expect(field.wide).toBeGreaterThanOrEqual(1);
      expect(field.border).not.toBe(field.ground);
      expect([field.ground, button.ground]).not.toContain("rgba(0, 0, 0, 0)");
      expect(button.ink).not.toBe(button.ground);
    }
  });

  test("nothing complains", () => {
    expect(watched.complaints.filter((text) => !/the server responded with a status of 4/.test(text))).toEqual([]);
  });
});

test("without any styles a page is one column of words, and its icons stay small", async () => {
  const watched = await openPage(browser, LOOKS[0]!);
  await watched.context.route(/\/assets\/app\.css/, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  await watched.page.goto(world.url + pages.open);
  expect(await watched.page.evaluate(MISSIZED)).toEqual([]);
  expect(
    await watched.page.evaluate(
      "Math.max(...[...document.querySelectorAll('svg[width=\"16\"]')].map((one) => one.getBoundingClientRect().width))",
    ),
  ).toBe(16);
  await watched.context.close();
});

/** Browsers with a mistake of their own, which ours don't meet: some versions of Chrome called the wrong function in `a?.(...b)`. */
const READERS = [`safari${OLDEST.ios_saf}`, `firefox${OLDEST.firefox}`, "chrome91"];
const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));

test.each([...scripts, "webauthn"])("%s is read by each of them as it is", (name) => {
  const code = readFileSync(name === "webauthn" ? WEBAUTHN : new URL(name, ASSETS), "utf8");
  const as = (target: readonly string[]): string => transformSync(name, code, { target: [...target] }).code;
  expect(as(READERS)).toBe(as(["esnext"]));
  expect(code).not.toMatch(
    /AbortSignal\.timeout|\.at\(|Object\.hasOwn|structuredClone|\.findLast|\.toSorted|replaceAll\(/,
  );
});

test("a page that waits asks for news in them too", async () => {
  const { page, context, requests, complaints } = await openOld();
  const html = `<!doctype html><p data-status="/status" data-version="1" data-stopped=""></p><script src="/assets/wait.js"></script>`;
  await context.route("**/waiting", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await context.route("**/status", (route) => route.fulfill({ json: { version: "1" } }));
  await page.clock.install();
  await page.goto(`${world.url}/waiting`);
  await page.clock.runFor(2_500);
  await page.waitForResponse("**/status", { timeout: 10_000 }).catch(() => null);
  expect(requests.filter((url) => url.endsWith("/status"))).not.toEqual([]);
  expect(complaints.filter((text) => !text.includes("favicon"))).toEqual([]);
  await context.close();
});

test("the list of them is the one of the documents", () => {
  const page = readFileSync(new URL("../../../../docs/reference/browsers.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\w+)[^|]*\| ([\d.]+) \|/gm)].map(([, name = "", version]) => [name, version]);
  expect(rows).toEqual([
    ["Chrome", OLDEST.chrome],
    ["Edge", OLDEST.edge],
    ["Firefox", OLDEST.firefox],
    ["Safari", OLDEST.safari],
    ["Safari", OLDEST.ios_saf],
    ["Samsung", OLDEST.samsung],
  ]);
});
