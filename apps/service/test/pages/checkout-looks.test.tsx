/** Every state of the hosted page, in every language, at every width and in both colours: accessible, and in its bounds. */

import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import { directionOf, locales } from "../../src/words/locale.js";
import { isDeep } from "../bounds.js";
import { startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { newVisitor } from "../visitor.js";
import {
  expectAccessible,
  expectGood,
  expectNoSidewaysScroll,
  LONG,
  LOOKS,
  openBrowser,
  openPage,
  pathsOf,
  RULES_OF_LOOKS,
  turnTo,
  type Watched,
} from "./browser.js";
import { STATES } from "./checkout-states.js";
import { pagePath, sessionPages } from "./orders.js";

const site = openSite({ mode: "sandbox", publicUrl: null });

let world: World;
let browser: Browser;
let open: string;

beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  open = (await sessionPages(await world.merchant())).open;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

describe("the page", () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, LOOKS[0]!);
    await watched.page.goto(world.url + open);
  });
  afterAll(() => watched?.context.close());

  // Each state is seen in each language and each look; which look with which language goes round. In short in one.
  test.each([...Object.keys(STATES).entries()])("%i: %s is accessible and fits", LONG, async (state, name) => {
    const { page } = watched;
    for (const [language, locale] of locales().entries()) {
      if (!isDeep && language !== state % locales().length) continue;
      const html = renderToString(<SessionPage {...STATES[name]!({ site, locale })} />);
      const body = JSON.stringify(html.slice(html.indexOf("<body"), html.indexOf("</body>")));
      const root = { lang: locale, dir: directionOf(locale) };
      await page.evaluate(
        `Object.assign(document.documentElement, ${JSON.stringify(root)}); document.body.innerHTML = ${body}`,
      );
      await turnTo(page, LOOKS[((state % 4) ^ language) % 4]!);
      await expectNoSidewaysScroll(page);
      // The markup is the same in every language: by every rule once, in a look that goes round.
      if (!isDeep || language === 0) await expectAccessible(page);
      else await expectAccessible(page, { rules: RULES_OF_LOOKS });
    }
  });
});

test("a page as the service sends it is accessible and fits, too", async () => {
  const { page, context } = await openPage(browser, LOOKS[0]!);
  for (const path of [open, `${open}?lang=fr`]) {
    await page.goto(world.url + path);
    await expectGood(page);
  }
  await context.close();
});

test("a page that waits needs five requests, all of them to us, and its script is below three kilobytes", async () => {
  const shop = await world.merchant();
  const path = pagePath(shop, await openSession(shop));
  const buyer = newVisitor(world);
  await buyer.signIn("ada@example.com");
  expect((await buyer.post(`${path}/confirm`, { method: "bank" })).status).toBe(303);
  const watched = await openPage(browser, LOOKS[0]!);
  const sizes = new Map<string, number>();
  watched.page.on("response", (response) => {
    void response
      .request()
      .sizes()
      .then(({ responseBodySize }) => sizes.set(new URL(response.url()).pathname, responseBodySize));
  });
  await watched.context.addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  await watched.page.goto(world.url + path);
  await watched.page.waitForLoadState("networkidle");
  expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  expect(pathsOf(watched.requests).filter((name) => !name.endsWith("/status"))).toEqual([
    "/assets/app.css",
    "/assets/favicon.svg",
    "/assets/inter-latin.woff2",
    "/assets/wait.js",
    path,
  ]);
  expect(sizes.get("/assets/wait.js")).toBeLessThan(3_072);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(75_000);
  expect(total - sizes.get("/assets/inter-latin.woff2")!).toBeLessThan(25_000);
  expect(watched.complaints).toEqual([]);
  await watched.context.close();
});
