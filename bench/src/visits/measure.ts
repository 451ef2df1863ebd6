/**
 * `npm run bench -- visits`: what it takes a buyer to pay, in a real browser: clicks and seconds from opening the link to "Payment
 * received", heights of the pages, and the weight of the first visit; and what it takes a new seller to have a paid test order.
 */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { openBrowser } from "../../../tools/browser/browser.mjs";
import { orderBody } from "../order.js";
import { API } from "../seed.js";
import { call, type Merchant, openWorld, type World } from "../world.js";
import { Buyer, METHOD_NAMES, type Method } from "./buyer.js";
import { type Fold, type Measured, type PageSize, type Visit, writeSection } from "./section.js";
import { sellerComes } from "./seller.js";

const PHONE = { width: 390, height: 844 } as const;
const DESKTOP = { width: 1280, height: 900 } as const;
const METHODS = Object.keys(METHOD_NAMES) as readonly Method[];
/** A session's cookie by its end: the code's and the known browser's stay. */
const SESSION_COOKIE = /session$/;

type Stage = { readonly world: World; readonly merchant: Merchant; readonly browser: Browser };

export async function measureVisits(): Promise<string> {
  const world = await openWorld();
  const { executablePath, env } = await openBrowser();
  const browser = await chromium.launch({ executablePath, env: env as Record<string, string>, args: ["--no-sandbox"] });
  try {
    const stage: Stage = { world, merchant: await world.newMerchant(), browser };
    const visits: Visit[] = [];
    // Nothing is measured on what runs for the first time.
    await comesOnce(stage, "card", "warm-up@example.com");
    for (const method of METHODS) visits.push(...(await comesThreeTimes(stage, method)));
    const seller = await sellerComes(browser, `http://localhost:${world.service.port}`);
    return writeSection({ visits, seller, ...(await measurePages(stage)) });
  } finally {
    await browser.close();
    await world.close();
  }
}

/** As a stranger, as somebody who is signed in, and as somebody whose sign-in has ended, on one and the same browser. */
async function comesThreeTimes(stage: Stage, method: Method): Promise<readonly Visit[]> {
  const email = `buyer-${method}@example.com`;
  const { visit, buyer } = await comesOnce(stage, method, email);
  const again = await follows(stage, buyer.context, email);
  const signedIn = await timed({ who: "here before, signed in", method, mailed: "" }, again, async () => {
    await again.chooses(method);
    await again.pays(method);
  });
  const session = (await buyer.context.cookies()).filter(({ name }) => SESSION_COOKIE.test(name));
  for (const { name } of session) await buyer.context.clearCookies({ name });
  const later = await follows(stage, buyer.context, email);
  const signedOut = await timed({ who: "here before, signed out", method, mailed: "1 link" }, later, async () => {
    await later.click(later.button("Send me a code"));
    await later.page.getByLabel("Six-digit code").waitFor();
    await later.page.goto(await lastLink(stage, email));
    await later.page.waitForURL(/#pay$/);
    await later.chooses(method);
    await later.pays(method);
  });
  await buyer.context.close();
  return [visit, signedIn, signedOut];
}

async function comesOnce(stage: Stage, method: Method, email: string): Promise<{ visit: Visit; buyer: Buyer }> {
  const context = await stage.browser.newContext({ viewport: PHONE, locale: "en-GB" });
  const buyer = await follows(stage, context, "");
  const visit = await timed({ who: "new", method, mailed: "1 code" }, buyer, async () => {
    await signsIn(stage, buyer, email);
    await buyer.chooses(method);
    await buyer.pays(method);
  });
  return { visit, buyer };
}

async function signsIn(stage: Stage, buyer: Buyer, email: string): Promise<void> {
  await buyer.page.getByLabel("Email address").fill(email);
  await buyer.click(buyer.button("Send me a code"));
  await buyer.page.getByLabel("Six-digit code").waitFor();
  const [code = ""] = /\b\d{6}\b/.exec(await lastMail(stage, email)) ?? [];
  // The field has the focus already.
  await buyer.page.keyboard.type(code);
  await buyer.page.keyboard.press("Enter");
  await buyer.page.waitForURL(/#pay$/);
}

/** Opens a link of a new order; the clock of the visit starts with it. */
async function follows(stage: Stage, context: BrowserContext, email: string): Promise<Buyer> {
  const page = await context.newPage();
  opened.set(page, performance.now());
  await page.goto(await newLink(stage, email));
  return new Buyer(page);
}

const opened = new WeakMap<Page, number>();

async function timed(
  about: Pick<Visit, "who" | "method" | "mailed">,
  buyer: Buyer,
  walk: () => Promise<void>,
): Promise<Visit> {
  await walk();
  const seconds = (performance.now() - (opened.get(buyer.page) ?? 0)) / 1_000;
  return { ...about, clicks: buyer.clicks, seconds };
}

async function newLink({ world, merchant }: Stage, email: string): Promise<string> {
  const { customer_email: _, ...order } = JSON.parse(orderBody({ reference: "NW-10482" })) as Record<string, unknown>;
  const body = JSON.stringify(email === "" ? order : { ...order, customer_email: email });
  const session = await call<{ url: string }>(world.service, merchant, {
    method: "POST",
    path: `${API}/checkout/sessions`,
    body,
  });
  return session.url;
}

async function lastMail({ world, merchant }: Stage, email: string): Promise<string> {
  const path = `${API}/test_helpers/mailbox?to=${encodeURIComponent(email)}`;
  const { data } = await call<{ data: readonly { text: string }[] }>(world.service, merchant, { method: "GET", path });
  return data[0]?.text ?? "";
}

async function lastLink(stage: Stage, email: string): Promise<string> {
  const [link = ""] = /https?:\S+\/sign-in\/link\/\S+/.exec(await lastMail(stage, email)) ?? [];
  return link;
}

/** Each page of the way as a phone and a desktop show it, and what of the first one is seen without scrolling. */
async function measurePages(stage: Stage): Promise<Omit<Measured, "visits" | "seller">> {
  const context = await stage.browser.newContext({ viewport: PHONE, locale: "en-GB" });
  const page = await context.newPage();
  const weigh = weighing(page);
  await page.goto(await newLink(stage, ""));
  await page.waitForLoadState("networkidle");
  const firstVisitBytes = await weigh();
  const sizes: PageSize[] = [];
  const size = async (name: string): Promise<void> => {
    sizes.push({ name, phone: await heightAt(page, PHONE), desktop: await heightAt(page, DESKTOP) });
    await page.setViewportSize(PHONE);
  };
  const folds = [await foldAt(page, DESKTOP), await foldAt(page, PHONE)];
  await size("the order, to a stranger");
  const buyer = new Buyer(page);
  await signsIn(stage, buyer, "sizes@example.com");
  await size("the order, to its buyer");
  await buyer.chooses("mobile_money");
  await buyer.click(buyer.button(/^Confirm and pay/));
  await page.getByRole("heading", { name: "Check your phone" }).waitFor();
  await size("waiting for the phone");
  await page.getByRole("button", { name: "Pay another way" }).click();
  await page.getByLabel("Bank transfer").click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("heading", { name: /^Transfer/ }).waitFor();
  await size("waiting for the transfer");
  await buyer.answersProvider("bank");
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  await size("paid");
  await context.close();
  return { sizes, folds, firstVisitBytes };
}

type Viewport = { readonly width: number; readonly height: number };

async function heightAt(page: Page, viewport: Viewport): Promise<number> {
  // No higher than the page: a window is never less than full.
  await page.setViewportSize({ width: viewport.width, height: 100 });
  return page.evaluate<number>("document.documentElement.scrollHeight");
}

async function foldAt(page: Page, viewport: Viewport): Promise<Fold> {
  await page.setViewportSize(viewport);
  const bottom = async (name: "field" | "button"): Promise<number> => {
    const found =
      name === "field" ? page.getByLabel("Email address") : page.getByRole("button", { name: "Send me a code" });
    const box = await found.boundingBox();
    return box === null ? Number.POSITIVE_INFINITY : Math.round(box.y + box.height);
  };
  const screen = `${viewport.width}×${viewport.height}`;
  return { screen, height: viewport.height, field: await bottom("field"), button: await bottom("button") };
}

/** Bytes of all answers from now on, heads included. */
function weighing(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
