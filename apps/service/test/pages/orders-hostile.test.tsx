/** Words of a seller and a buyer that want to run, or to break a page, in every field of an order. */

import type { Browser } from "playwright-core";
import { renderToString } from "preact-render-to-string";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadOrder, type OrderView, readAddress } from "../../src/pages/buyer/load.js";
import { OrderPage } from "../../src/pages/buyer/order/view.js";
import { ReceiptPage } from "../../src/pages/buyer/receipt/view.js";
import type { PageContext } from "../../src/pages/kit/page-context.js";
import { openSite } from "../../src/pages/kit/site.js";
import { billOf } from "../../src/papers/receipt.js";
import { locales } from "../../src/words/locale.js";
import { UTC } from "../../src/words/zone.js";
import { isDeep, share, some, wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { AT, ISSUER } from "../papers/papers.js";
import { asBuyer, submit } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { expectNoSidewaysScroll, LOOKS, openBrowser, openPage, turnTo, type Watched } from "./browser.js";
import { HOSTILE_TEXTS, harmlessAs, skeletonOf, WORST, withoutLinks } from "./hostile.js";
import { ADA, actionPath, fundedBy, orderPath, PNG, sendDispute, signedIn } from "./orders-area.js";

let world: World;
let ada: Visitor;
beforeAll(async () => {
  world = await startWorld();
  ada = await signedIn(world, ADA);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

/** Where white space alone is refused, something stands behind it. */
const wordsOf = (text: string): string => (text.trim() === "" ? `${text}x` : text);

/** An order with words in every field that a seller or a buyer fills in, from the first to the last in turn. */
async function orderOf(
  ...texts: readonly [string, ...string[]]
): Promise<{ store: Merchant; id: string; path: string }> {
  let given = 0;
  const next = (): string => texts[given++ % texts.length]!;
  const store = await world.merchant(next());
  const escrow = await fundedBy(store, ADA, {
    title: next(),
    amount: "249.90",
    description: `${next()}.`,
    external_reference: next(),
    line_items: [{ name: next(), unit_amount: "24.00", quantity: 6, sku: "" }],
    milestones: [{ title: next(), amount: "249.90", description: `${next()}.` }],
  });
  await submit(store, escrow, 0, wordsOf(next()));
  await asBuyer(store, escrow, "request_revision", 0, { reason: wordsOf(next()) });
  await submit(store, escrow, 0, `${wordsOf(next())}.`);
  const disputed = await sendDispute(world, ada, {
    path: actionPath(store, escrow, "dispute"),
    reason: wordsOf(next()),
    files: [{ name: `${[...next()].slice(0, 100).join("")}.png`, content: PNG }],
  });
  expect(disputed.status).toBe(303);
  return { store, id: escrow["id"], path: orderPath(store, escrow) };
}

/** How many texts one order has room for. */
const FIELDS = 12;

describe("as markup", () => {
  const MARK = "harmlesswords";
  const site = openSite({ mode: "sandbox", publicUrl: null });
  let order: OrderView;
  beforeAll(async () => {
    const { store, id } = await orderOf(MARK);
    const { db } = world;
    const executor = { change: () => Promise.reject(new Error("no time has passed")) } as never;
    order = await loadOrder({ db, executor }, readAddress({ seller_code: store.sellerCode, escrow_id: id }), ADA);
  });

  /** The order with other words wherever the mark was written. */
  const saying = <Value,>(value: Value, text: string): Value => {
    if (typeof value === "string") return value.replaceAll(MARK, () => text) as Value;
    if (Array.isArray(value)) return value.map((one) => saying(one, text)) as Value;
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, saying(one, text)])) as Value;
  };

  test.each(some(locales(), 1))("changes no element of the order or its receipt, %s", (locale) => {
    const url = "/orders/NW3KX8Q2/0199c1f2-0000-7d1c-9b2a-4f0d5c6e7a81";
    const signIn = { pending: null, notice: null };
    const context: PageContext = {
      site,
      locale,
      buyer: { email: ADA, locale, zone: null, sessionId: "" },
      csrf: "token",
      url,
      frame: null,
      signIn,
    };
    for (const Page of [OrderPage, ReceiptPage]) {
      const skeleton = (text: string): string => {
        const told = saying(order, text);
        expect(JSON.stringify(told, (_name, value) => (typeof value === "bigint" ? 0 : value))).not.toContain(MARK);
        const issuer = {
          ...ISSUER,
          tradingName: text,
          legalName: `${text} Ltd`,
          taxId: text,
          supportEmail: text,
        };
        const bill = { order: told, payments: told.payments, refunds: told.refunds, issuer };
        const paper = billOf(bill, { kind: "receipt", locale, zone: UTC, at: AT, isSandbox: true });
        return skeletonOf(
          withoutLinks(renderToString(<Page context={context} order={told} notice={null} paper={paper} />)),
        );
      };
      for (const text of HOSTILE_TEXTS) {
        expect(skeleton(text) === skeleton(harmlessAs(text)), `${Page.name}: ${text}`).toBe(true);
      }
    }
  });
});

describe("in a browser", () => {
  let browser: Browser;
  let watched: Watched;
  beforeAll(async () => {
    browser = await openBrowser();
    watched = await openPage(browser, LOOKS[0]!);
    await watched.context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: world.url })));
  });
  afterAll(async () => {
    expect(watched.complaints).toEqual([]);
    expect(watched.requests.filter((url) => !url.startsWith(world.url))).toEqual([]);
    await browser?.close();
  });

  /** Boxes of others' words that reach outside of the panel or column they belong to. */
  const ESCAPED = `[...document.querySelectorAll(".given")].filter((box) => {
    const inner = box.getBoundingClientRect(), outer = (box.closest(".panel") ?? box.parentElement).getBoundingClientRect();
    return inner.left < outer.left - 1 || inner.right > outer.right + 1;
  }).map((box) => box.textContent)`;

  async function expectInItsPlace(path: string): Promise<void> {
    const { page } = watched;
    for (const address of [path, `${path}/receipt`]) {
      await page.goto(world.url + address);
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(ESCAPED), address).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    }
    expect(await page.evaluate("globalThis.__owned ?? null")).toBeNull();
  }

  test.each(share(WORST, { nth: 1, of: 3 }).map((text, at) => [at, text] as const))(
    "%i neither runs nor breaks a page",
    async (_at, text) => {
      const { path } = await orderOf(text);
      await expectInItsPlace(path);
    },
  );

  if (isDeep)
    test("nor do the others, each in a field or two", async () => {
      const others = HOSTILE_TEXTS.filter((text) => !WORST.includes(text));
      for (let at = 0; at < others.length; at += FIELDS) {
        const [first = "", ...rest] = others.slice(at, at + FIELDS);
        const { path } = await orderOf(first, ...rest);
        await expectInItsPlace(path);
      }
      await watched.page.goto(`${world.url}/orders`);
      await expectNoSidewaysScroll(watched.page);
      expect(await watched.page.evaluate(ESCAPED)).toEqual([]);
    });

  test("the largest amounts fit", wide(), async () => {
    const { page } = watched;
    const shop = await world.merchant();
    const largest = "999999999999.99";
    const escrow = await fundedBy(shop, ADA, {
      title: "x".repeat(255),
      amount: largest,
      line_items: [{ name: "x".repeat(255), unit_amount: largest, quantity: Number.MAX_SAFE_INTEGER }],
    });
    await submit(shop, escrow);
    const order = orderPath(shop, escrow);
    for (const path of ["/orders", order, `${order}/receipt`, actionPath(shop, escrow, "approve")]) {
      for (const lang of ["en", "sw"]) {
        await page.goto(`${world.url}${path}?lang=${lang}`);
        for (const width of [390, 1280] as const) {
          await turnTo(page, { width, colorScheme: "light" });
          await expectNoSidewaysScroll(page);
        }
      }
    }
  });
});
