/** The console in its longer languages, on a phone: nothing is cut off, and everyone can use it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDeep, wide } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import {
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  openBrowser,
  openPage,
  ownComplaints,
  type Watched,
} from "../pages/browser.js";
import { lively } from "./routes.js";
import { consoleOf, newPerson, SELLER_COOKIE } from "./seller.js";

let world: World;
let browser: Browser;
let watched: Watched;
/** By the name under which a picture of it is kept. */
let pages: Readonly<Record<string, string>>;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld();
  const { shop, ids } = await lively(world, "Northwind Ceramics", {
    offers: true,
    hooks: "https://shop.example/hooks",
  });
  const home = consoleOf(shop);
  const escrow = `${home}/escrows/${ids["escrow"]}`;
  pages = {
    overview: home,
    start: `${home}/start`,
    notifications: `${home}/notifications`,
    sessions: `${home}/sessions`,
    session: `${home}/sessions/${ids["session"]}`,
    newSession: `${home}/sessions/new`,
    link: `${home}/payment-links/${ids["link"]}`,
    newLink: `${home}/payment-links/new`,
    escrows: `${home}/escrows`,
    escrow,
    cancel: `${escrow}/cancel`,
    disputes: `${home}/disputes`,
    dispute: `${escrow}/dispute`,
    search: `${home}/search?q=dinner`,
    exported: `${home}/exports/escrows`,
  };
  watched = await openPage(browser, { width: 390, colorScheme: "light" });
  const owner = await newPerson(world, shop);
  await watched.context.addCookies([{ name: SELLER_COOKIE, value: owner.token, url: world.url }]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** Its words take the most room. */
const LONGEST = "fr";

// Rules look at elements, which are the same in every language: in short at one page of them, in deep at all in French.
const fits = async (lang: string): Promise<void> => {
  const { page } = watched;
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${world.url}${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
    expect(await page.getAttribute("html", "lang"), path).toBe(lang);
    if (lang === LONGEST && (isDeep || name === "overview")) {
      await expectGood(page, [{ width: 390, colorScheme: "light" }], `${lang}-${name}`);
    } else await expectNoSidewaysScroll(page);
  }
  expect(ownComplaints(watched)).toEqual([]);
};
test("in French every page fits, and the language is that of the page", { ...LONG, ...wide() }, () => fits(LONGEST));
test.each(["sw", "pt"])("and in %s", { ...LONG, ...wide() }, fits);

test("a language is chosen at the foot of the menu, without a script", async () => {
  const { page } = watched;
  await page.goto(world.url + pages["escrows"]);
  await page.locator("summary").filter({ hasText: "Menu" }).click();
  await page.locator("header details details summary").click();
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect.poll(() => page.getAttribute("html", "lang")).toBe("sw");
  expect(page.url()).toBe(world.url + pages["escrows"]);
  expect(await page.getByRole("main").innerText()).toContain("mnunuzi analipa");
});
