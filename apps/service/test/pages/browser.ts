/** The run's Chromium, and what tests ask of every page in it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { isDeep } from "../bounds.js";

/** A connection of one's own to the one browser of the run: what is opened in it is seen by no other, and closed with it. */
export async function openBrowser(): Promise<Browser> {
  const answer = await fetch(inject("browserUrl"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return chromium.connect(text);
}

export type Look = { readonly width: 390 | 1280; readonly colorScheme: "light" | "dark" };

export const LOOKS: readonly Look[] = ([390, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme): Look => ({ width, colorScheme })),
);

/** Both widths and both schemes, each once: for pages that are made of pieces which others show in all four. */
export const TWO_LOOKS: readonly [Look, Look] = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];

/** For a test that looks at many pages: on a busy machine each takes seconds. */
export const LONG = { timeout: 180_000 } as const;

/** A page that keeps what it asked for and what its console said. */
export type Watched = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: string[];
  readonly complaints: string[];
};

export async function openPage(browser: Browser, { width, colorScheme }: Look): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, requests, complaints };
}

const ICON = "/assets/favicon.svg";

/** The paths that were asked for; the icon's also in a browser without tabs, which has no use for one. */
export function pathsOf(urls: Iterable<string>): readonly string[] {
  const paths = [...urls].map((url) => new URL(url).pathname);
  return (paths.includes(ICON) ? paths : [...paths, ICON]).sort();
}

/** The browser itself reports a status of 4xx or 5xx on the console; everything else there is ours. */
export const ownComplaints = ({ complaints }: Watched): readonly string[] =>
  complaints.filter(
    (text) => !/^Failed to load resource: the server responded with a status of (404|410|503)/.test(text),
  );

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What may be right in one look and wrong in another, of the same elements. */
export const RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

type Rules = { readonly rules?: readonly string[]; readonly without?: readonly string[] };

/** Half a megabyte, which the browser reads where it is called. */
const BRING_AXE = `globalThis.bringAxe ??= () => { if (!("axe" in globalThis)) { ${AXE} } };`;
/** A second look in a context brings it for all of its pages; most look once, or not at all. */
const looked = new WeakSet<BrowserContext>();

async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>("'bringAxe' in globalThis")) return;
  const context = page.context();
  if (looked.has(context)) await context.addInitScript(BRING_AXE);
  looked.add(context);
  await page.evaluate(BRING_AXE);
}

/** What axe finds, looking from within, because no page of ours frames another: each rule with the elements that break it. */
export async function violationsOn(page: Page, { rules = EVERY_RULE, without = [] }: Rules = {}): Promise<string[]> {
  await bringAxe(page);
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
  };
  return page.evaluate<string[]>(`bringAxe(), axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" | ")))`);
}

export async function expectAccessible(page: Page, rules: Rules = {}): Promise<void> {
  expect(await violationsOn(page, rules), where(page)).toEqual([]);
}

const where = (page: Page): string => `${page.url()} at ${page.viewportSize()?.width} px`;

/** Counts from here on, on every page of a context, what moves by itself. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push(value + " " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
    }).observe({ type: "layout-shift", buffered: true });`);

/** @throws where anything has moved by itself since the page was loaded. */
export async function expectStill(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))");
  expect(await page.evaluate("shifts"), where(page)).toEqual([]);
}

/** Types in the code of a mail. With scripts the last digit sends it. */
export async function enterCode(page: Page | FrameLocator, code: string, hasScripts = true): Promise<void> {
  await page.getByLabel("Six-digit code").fill(code);
  if (!hasScripts) await page.getByRole("button", { name: "Sign in" }).click();
}

/** How many pixels the content is wide, and how many the window. */
export const widthsOf = (page: Page): Promise<[number, number]> =>
  page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await widthsOf(page);
  expect(content, where(page)).toBeLessThanOrEqual(window);
}

/**
 * The page in its looks, without loading it again: never wider than its window, and accessible by every rule. In short that is the first
 * look or the last, which has the other width and the other colours: they take turns from one page of a story to the next. In `test:deep`
 * it is every look, by every rule in the first and by what colours and widths decide in the others.
 * @param name under which pictures are kept.
 */
export async function expectGood(page: Page, looks: readonly Look[] = LOOKS, name?: string): Promise<void> {
  const judged = isDeep ? 0 : [0, looks.length - 1][takeTurn() % 2];
  for (const [at, look] of looks.entries()) {
    if (!isDeep && process.env["SCREENSHOTS"] === undefined && at !== judged) continue;
    await turnTo(page, look);
    await expectNoSidewaysScroll(page);
    if (at === judged) await expectAccessible(page);
    else if (isDeep) await expectAccessible(page, { rules: RULES_OF_LOOKS });
    if (name !== undefined) await keepPicture(page, name, look);
  }
}

/** How many pages the story has looked at before: the same in every run. */
function takeTurn(): number {
  const story = expect.getState().currentTestName ?? "";
  const turn = turns.story === story ? turns.taken + 1 : 0;
  turns = { story, taken: turn };
  return turn;
}
let turns = { story: "", taken: 0 };

export async function turnTo(page: Page, { width, colorScheme }: Look): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Colours of buttons turn slowly: nobody waits for that.
  await page.evaluate(`document.getAnimations().forEach((animation) => {
    if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  })`);
}

/** What has the focus: its name, and whether one can see that it has. Null for the page itself. */
const FOCUSED = `(({ activeElement: element, body }) => {
  if (element === body) return null;
  const { outlineStyle } = getComputedStyle(element);
  const { top, bottom, width } = element.getBoundingClientRect();
  return {
    name: (element.labels?.[0]?.textContent ?? element.textContent).trim(),
    isSeen: outlineStyle !== "none" && width > 0 && bottom > 0 && top < innerHeight,
  };
})(document)`;

type Focused = { readonly name: string; readonly isSeen: boolean };

export const focused = (page: Page): Promise<Focused | null> => page.evaluate<Focused | null>(FOCUSED);

/** Goes there by Tab alone; the focus is seen on all that it comes past. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const past: string[] = [];
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (at === null) continue;
    expect(at.isSeen, `the focus on "${at.name}"`).toBe(true);
    if (at.name.startsWith(name)) return;
    past.push(at.name.slice(0, 40));
  }
  throw new Error(`no way to ${name} by keyboard, past ${past.join(", ")}`);
}
const TABS_MAX = 80;

/** For people to look at: nothing is kept unless SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
}
