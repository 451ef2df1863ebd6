/**
 * Every page and state of checkout, buyer's area, console and desk, on a phone and a desk, in the light and in the dark, and buyers' pages
 * in Arabic as well: accessible by every rule, never wider than the window, and without a complaint of the browser. `npm run looks`;
 * with SCREENSHOTS=FOLDER it keeps a picture of each look.
 */
import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import { directionOf } from "../../src/words/locale.js";
import { wide } from "../bounds.js";
import { newOperator } from "../desk/operator.js";
import { startWorld } from "../harness.js";
import { openBrowser } from "../pages/browser.js";
import { STATES } from "../pages/checkout-states.js";
import { pagePath } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { newVisitor } from "../visitor.js";
import { type Fixture, openFixture } from "./fixture.js";
import { judge, judgeAll, lookAs, type Screen } from "./judge.js";
import { buyerScreens, emptyDesk, operatorScreens, type Seen, sellerScreens, unseen } from "./screens.js";

const HOUR = { timeout: 3_600_000 } as const;

let browser: Browser;
let fixture: Fixture;
let buyers: Seen[];
let sellers: Seen[];
beforeAll(async () => {
  browser = await openBrowser();
  fixture = await openFixture();
  [buyers, sellers] = [await buyerScreens(fixture), await sellerScreens(fixture)];
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

/** @returns what is wrong with them, the screens of one person after those of another. */
async function judgeOf(
  seen: readonly Seen[],
  changed: (sight: Screen) => Screen = (sight) => sight,
): Promise<string[]> {
  const found: string[] = [];
  for (const { who, screens } of seen) {
    // A sign-in counts as fresh for fifteen minutes.
    await fixture.world.people.query({
      name: "test: proved",
      text: "update seller_sessions set proved_at = clock_timestamp()",
    });
    found.push(...(await judgeAll(browser, { origin: fixture.world.url, who }, screens.map(changed))));
  }
  return found;
}

const inArabic = ({ name, path, ...sight }: Screen): Screen => ({
  ...sight,
  name: `ar-${name}`,
  path: `${path}${path.includes("?") ? "&" : "?"}lang=ar`,
});

/** What is told of an address where nothing is any more. */
const GONE = /nowhere|over$|expired$|signInLink$/i;

test("no page is left out, and each address has one", wide(), async () => {
  const all = [...buyers, ...sellers, ...operatorScreens(fixture)];
  const screens = all.flatMap((seen) => seen.screens);
  expect(unseen(screens)).toEqual([]);
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
  const others: string[] = [];
  for (const { who, screens: seen } of all) {
    const visitor = who ?? newVisitor(fixture.world);
    for (const { name, path } of seen) {
      const { status, headers } = await visitor.get(path);
      const next = headers.get("location") ?? "";
      // A frame looks first whether it is given cookies.
      const isThere = status === 200 || next.startsWith(`${path}?cookies=`);
      if (!isThere && !GONE.test(name)) others.push(`${name}: ${status} ${next}`);
    }
  }
  expect(others).toEqual([]);
});

test("the desk of a service where nothing has happened", { ...wide(), ...HOUR }, async () => {
  const world = await startWorld({ role: "web" });
  const who = await newOperator(world);
  expect(await judgeAll(browser, { origin: world.url, who }, emptyDesk())).toEqual([]);
  await world.close();
});

test.each(["en", "ar"] as const)("every state of the checkout, in %s", { ...wide(), ...HOUR }, async (locale) => {
  const { world, shop } = fixture;
  const site = openSite({ mode: "sandbox", publicUrl: null });
  const watched = await lookAs(browser, { origin: world.url, who: null });
  await watched.page.goto(world.url + pagePath(shop, await openSession(shop)));
  const found: string[] = [];
  for (const [name, state] of Object.entries(STATES)) {
    const html = renderToString(<SessionPage {...state({ site, locale })} />);
    const body = JSON.stringify(html.slice(html.indexOf("<body"), html.indexOf("</body>")));
    const root = { lang: locale, dir: directionOf(locale) };
    await watched.page.evaluate(
      `Object.assign(document.documentElement, ${JSON.stringify(root)}); document.body.innerHTML = ${body}`,
    );
    found.push(...(await judge(watched, `${locale}-checkout-${name.replaceAll(/\W+/g, "-")}`)));
  }
  expect(found).toEqual([]);
  await watched.context.close();
});

test("visitors' and buyers' pages", { ...wide(), ...HOUR }, async () => {
  expect(await judgeOf(buyers)).toEqual([]);
});

test("and in Arabic", { ...wide(), ...HOUR }, async () => {
  expect(await judgeOf(buyers, inArabic)).toEqual([]);
});

test("sellers' pages", { ...wide(), ...HOUR }, async () => {
  expect(await judgeOf(sellers)).toEqual([]);
});

test("the desk", { ...wide(), ...HOUR }, async () => {
  expect(await judgeOf(operatorScreens(fixture))).toEqual([]);
});
