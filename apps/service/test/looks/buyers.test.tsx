/** Every page of visitors and buyers, and in Arabic: accessible by every rule, never wider than the window, without a complaint of the browser. */
import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import { directionOf } from "../../src/words/locale.js";
import { some, wide } from "../bounds.js";
import { openBrowser } from "../pages/browser.js";
import { STATES } from "../pages/checkout-states.js";
import { pagePath } from "../pages/orders.js";
import { openSession } from "../stories.js";
import { type Fixture, openFixture } from "./fixture.js";
import { HOUR, judge, lookAs, type Screen } from "./judge.js";
import { judgePeople } from "./people.js";
import { buyerScreens, type Seen } from "./screens.js";

let browser: Browser;
let fixture: Fixture;
let buyers: Seen[];
beforeAll(async () => {
  browser = await openBrowser();
  fixture = await openFixture();
  buyers = await buyerScreens(fixture);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
});

const inArabic = ({ name, path, ...sight }: Screen): Screen => ({
  ...sight,
  name: `ar-${name}`,
  path: `${path}${path.includes("?") ? "&" : "?"}lang=ar`,
});

// `npm test` looks at each state of the checkout once, in a language and a look that go round, and at the order page in Arabic.
for (const locale of some(["en", "ar"] as const, 0))
  test(`every state of the checkout, in ${locale}`, HOUR, async () => {
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
  expect(await judgePeople(browser, fixture, buyers)).toEqual([]);
});

for (const each of some([inArabic], 0))
  test("and in Arabic", HOUR, async () => {
    expect(await judgePeople(browser, fixture, buyers, each)).toEqual([]);
  });
