/** Every state of the checkout, in a language of each direction: accessible by every rule, never wider than the window. */
import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import { directionOf } from "../../src/words/locale.js";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openBrowser } from "../pages/browser.js";
import { STATES } from "../pages/checkout-states.js";
import { pagePath } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { HOUR, judge, lookAs } from "./judge.js";

let browser: Browser;
let world: World;
let shop: Merchant;
beforeAll(async () => {
  browser = await openBrowser();
  world = await startWorld({ role: "web" });
  shop = await world.merchant("Northwind Ceramics");
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test.each(["en", "ar"] as const)("every state of the checkout, in %s", { ...wide(), ...HOUR }, async (locale) => {
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
