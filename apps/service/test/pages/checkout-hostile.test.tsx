/** Words of merchants that want to run, to imitate us, or to break out of their place: in every field, on every state. */

import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { SessionPage } from "../../src/pages/checkout/session/view.js";
import { openSite } from "../../src/pages/kit/site.js";
import type { HostedSession } from "../../src/store/read/orders/hosted-sessions.js";
import { locales } from "../../src/words/locale.js";
import { isDeep, share, some } from "../bounds.js";
import { type Json, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { expectNoSidewaysScroll, LOOKS, openBrowser, openPage, turnTo, type Watched } from "./browser.js";
import { SESSION, STATES } from "./checkout-states.js";
import { HOSTILE_TEXTS, harmlessAs, skeletonOf, WORST } from "./hostile.js";
import { pagePath, visit } from "./orders.js";

const site = openSite({ mode: "sandbox", publicUrl: null });

test("there is enough of it", () => {
  expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(60);
});

/** As it passes the API: into every field that takes it. */
const shopUrl = (text: string): string =>
  `https://shop.example/${encodeURI(text.toWellFormed()).replaceAll("%5C", "").slice(0, 500)}?"'<b>&quot;`.replaceAll(
    " ",
    "",
  );

const orderOf = (text: string): Json => ({
  title: text,
  amount: "249.90",
  description: `${text}.`,
  external_reference: text,
  metadata: { note: text },
  success_url: shopUrl(text),
  cancel_url: shopUrl(text),
  line_items: [{ name: text, unit_amount: "24.00", quantity: 6, sku: [...text].slice(0, 100).join("") }],
  milestones: [{ title: text, amount: "249.90", description: `${text}.` }],
});

/** The same as the page gets it. */
const sessionOf = (text: string): Partial<HostedSession> => ({
  merchant: {
    sellerCode: "NW3KX8Q2",
    tradingName: text,
    isVerified: true,
    takesPayments: true,
    brand: { name: text, colour: null, logo: null, supportEmail: "" },
  },
  title: text,
  description: `${text}.`,
  reference: text,
  customerEmail: `"><b>@example.com`,
  lines: [{ name: text, unitAmount: cents(2_400n), quantity: 6, sku: text }],
  milestones: [{ title: text, amount: SESSION.amount, description: `${text}.` }],
  successUrl: shopUrl(text),
  cancelUrl: shopUrl(text),
});

describe("as markup", () => {
  test.each(some(locales(), 1))("changes no element of any state, %s", (locale) => {
    for (const [nth, state] of Object.keys(STATES).entries()) {
      const show = (text: string): string =>
        renderToString(<SessionPage {...STATES[state]!({ site, locale, session: sessionOf(text) })} />);
      for (const text of share(HOSTILE_TEXTS, { nth: nth % 3, of: 3 }))
        expect(skeletonOf(show(text)) === skeletonOf(show(harmlessAs(text))), `${state}: ${text}`).toBe(true);
    }
  });
});

describe("in a browser", () => {
  let world: World;
  let browser: Browser;
  /** One page for all: style sheet and font are loaded once. */
  let watched: Watched;
  beforeAll(async () => {
    browser = await openBrowser();
    world = await startWorld({ role: "web" });
    watched = await openPage(browser, { width: 390, colorScheme: "light" });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  /** What has gone wrong with the boxes of a page; all empty where nothing has. */
  type Boxes = {
    readonly total: string;
    /** Merchants' words that reach outside of the panel or column they belong to. */
    readonly escaped: readonly string[];
    /** Merchants' words that are hidden at their side, where a break would have kept them. */
    readonly cut: readonly string[];
    readonly sideways: number;
  };
  /** What a small screen keeps behind a line is to be in its place too. */
  const OPEN_ALL = `document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; });`;
  const BOXES = `(() => {
    ${OPEN_ALL}
    const given = [...document.querySelectorAll(".given")].filter((box) => box.getClientRects().length > 0);
    const leaves = (box) => {
      const inner = box.getBoundingClientRect(), outer = (box.closest(".panel") ?? box.parentElement).getBoundingClientRect();
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
    };
    return {
      total: document.querySelector("aside dl > div:last-child").innerText,
      escaped: given.filter(leaves).map((box) => box.textContent),
      cut: given.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent),
      sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    };
  })()`;

  /** One of each layout; a state that is not here differs from one of these in our own words only. */
  const LAYOUTS = [
    "to confirm",
    "declined before",
    "waiting for the transfer",
    "paid in part",
    "paid too much",
    "cancelled",
    "confirmed by whom?",
    "confirmed by somebody else",
    "ran out",
  ] as const;

  const bodyOf = (state: string, text: string): string => {
    const html = renderToString(<SessionPage {...STATES[state]!({ site, session: sessionOf(text) })} />);
    return html.slice(html.indexOf("<body"), html.indexOf("</body>"));
  };

  /** Of the page of an order with the text in every field. */
  const path = async (text: string): Promise<string> => {
    const store = await world.merchant(text);
    return pagePath(store, await openSession(store, orderOf(text)));
  };

  test("the service sends the same elements whatever an order says", async () => {
    const sent = async (text: string): Promise<readonly string[]> =>
      skeletonOf(await (await visit(world, await path(text))).text())
        .replaceAll(tokens, "")
        .split("<");
    const tokens =
      / value="[^"]*"| title="[^"]* UTC"| d="[^"]*"| datetime="[^"]*"| src="\/brand[^"]*"|cs_\w+|\/pay\/\w+/g;
    const harmless = await sent("harmless");
    for (const text of share(HOSTILE_TEXTS, { nth: 0, of: 3 })) expect(await sent(text), text).toEqual(harmless);
  });

  async function expectInItsPlace(text: string, state: string): Promise<void> {
    const { cut, ...boxes } = await watched.page.evaluate<Boxes>(BOXES);
    expect(boxes, state).toEqual({ total: "Total\n$256.45", escaped: [], sideways: 0 });
    // Accents stacked on one letter can't be broken, only cut.
    if (!/\p{Mark}/u.test(text)) expect(cut, state).toEqual([]);
  }

  const widths = [390, 1280] as const;

  async function expectQuiet(): Promise<void> {
    const { page, complaints, requests } = watched;
    expect(await page.evaluate("globalThis.__owned ?? null")).toBeNull();
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
  }

  test.each(share(WORST, { nth: 0, of: 3 }).map((text, at) => [at, text] as const))(
    "%i neither runs, nor leaks, nor leaves its place",
    async (_at, text) => {
      const { page } = watched;
      await page.goto(world.url + (await path(text)));
      for (const state of ["to review", ...LAYOUTS]) {
        if (state !== "to review")
          await page.evaluate(`document.body.innerHTML = ${JSON.stringify(bodyOf(state, text))}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expectInItsPlace(text, state);
        }
      }
      await expectQuiet();
    },
  );

  if (isDeep)
    test("nor do the others, in one layout", async () => {
      const { page } = watched;
      await page.goto(world.url + (await path("harmless")));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const text of HOSTILE_TEXTS.filter((one) => !WORST.includes(one))) {
          await page.evaluate(`document.body.innerHTML = ${JSON.stringify(bodyOf("to confirm", text))}`);
          await expectInItsPlace(text, "to confirm");
        }
      }
      await expectQuiet();
    });

  test("the largest numbers fit", async () => {
    const largest = "999999999999.99";
    const shop = await world.merchant();
    const session = await openSession(shop, {
      ...orderOf("Largest"),
      amount: largest,
      line_items: [{ name: "x".repeat(255), unit_amount: largest, quantity: Number.MAX_SAFE_INTEGER }],
      milestones: [{ title: "x".repeat(255), amount: largest }],
    });
    const { page } = watched;
    await page.goto(world.url + pagePath(shop, session));
    await page.evaluate(OPEN_ALL);
    expect(await page.locator("body").innerText()).toContain("$9,007,199,254,740,900,928,007,452,590.09");
    for (const look of LOOKS) {
      await turnTo(page, look);
      await expectNoSidewaysScroll(page);
    }
  });
});
