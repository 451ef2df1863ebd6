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
import { judge, judgeAll, lookAs, type Sight } from "./judge.js";
import { buyersSights, emptyDesk, operatorsSights, type Seen, sellersSights, unseen } from "./sights.js";

const HOUR = { timeout: 3_600_000 } as const;

let browser: Browser;
let town: Fixture;
let buyers: Seen[];
let sellers: Seen[];
beforeAll(async () => {
  browser = await openBrowser();
  town = await openFixture();
  [buyers, sellers] = [await buyersSights(town), await sellersSights(town)];
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await town?.close();
});

/** @returns what is wrong with them, the sights of one person after those of another. */
async function judgeOf(seen: readonly Seen[], changed: (sight: Sight) => Sight = (sight) => sight): Promise<string[]> {
  const found: string[] = [];
  for (const { who, sights } of seen) {
    // A sign-in counts as fresh for fifteen minutes.
    await town.world.people.query({
      name: "test: proved",
      text: "update seller_sessions set proved_at = clock_timestamp()",
    });
    found.push(...(await judgeAll(browser, { origin: town.world.url, who }, sights.map(changed))));
  }
  return found;
}

const inArabic = ({ name, path, ...sight }: Sight): Sight => ({
  ...sight,
  name: `ar-${name}`,
  path: `${path}${path.includes("?") ? "&" : "?"}lang=ar`,
});

/** What is told of an address where nothing is any more. */
const GONE = /nowhere|over$|expired$|signInLink$/i;

test("no page is left out, and each address has one", wide(), async () => {
  const all = [...buyers, ...sellers, ...operatorsSights(town)];
  const sights = all.flatMap((seen) => seen.sights);
  expect(unseen(sights)).toEqual([]);
  expect(new Set(sights.map(({ name }) => name)).size).toBe(sights.length);
  const others: string[] = [];
  for (const { who, sights: seen } of all) {
    const visitor = who ?? newVisitor(town.world);
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
  const { world, shop } = town;
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
  expect(await judgeOf(operatorsSights(town))).toEqual([]);
});
