/**
 * Judges a page on a phone and a desk, in the light and in the dark, and goes on after what it finds, so that one run tells everything.
 * `npm run looks` and `npm run test:deep` look in all four ways, `npm run test:wide` in one of two, in turns. With SCREENSHOTS=FOLDER a
 * picture of each is kept.
 */
import type { Browser, Page } from "playwright-core";
import { isDeep } from "../bounds.js";
import {
  keepPicture,
  LOOKS,
  type Look,
  openPage,
  ownComplaints,
  RULES_OF_LOOKS,
  TWO_LOOKS,
  turnTo,
  violationsOn,
  type Watched,
  widthsOf,
} from "../pages/browser.js";
import type { Visitor } from "../visitor.js";

/** Time for all pages of somebody. */
export const HOUR = { timeout: 3_600_000 } as const;

let turn = 0;

/** In short one a page, a phone in the light and a desk in the dark in turns. */
function looksOfNext(): readonly Look[] {
  turn += 1;
  return isDeep ? LOOKS : [TWO_LOOKS[turn % 2]!];
}

/** A page, or a state of one, that a person comes to. */
export type Screen = {
  /** What a picture of it is called. */
  readonly name: string;
  readonly path: string;
  /** What is done on the page before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
};

/** An address that one person sees, or nobody in particular. */
export type Eyes = { readonly origin: string; readonly who: Visitor | null };

/** A browser of somebody's own, with their cookies. */
export async function lookAs(browser: Browser, { origin, who }: Eyes): Promise<Watched> {
  const watched = await openPage(browser, LOOKS[0]!);
  const cookies = [...(who?.cookies ?? [])].map(([name, value]) => ({ name, value, url: origin }));
  await watched.context.addCookies(cookies);
  return watched;
}

/** A picture of each look, if they are kept, of the page as it comes; then it is judged with everything unfolded. */
export async function judge(watched: Watched, name: string): Promise<string[]> {
  const { page } = watched;
  for (const look of process.env["SCREENSHOTS"] === undefined ? [] : LOOKS) {
    await turnTo(page, look);
    await keepPicture(page, name, look);
  }
  await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
  const found: string[] = [];
  for (const look of looksOfNext()) {
    const where = `${name} at ${look.width} px, ${look.colorScheme}: `;
    found.push(...(await judgeOne(page, look)).map((what) => where + what));
  }
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) found.push(`${name}: ${headings} headings of the first level`);
  found.push(
    ...ownComplaints(watched)
      .filter(isOurs)
      .map((what) => `${name}: the browser says ${what}`),
  );
  watched.complaints.length = 0;
  return found;
}

/** By every rule in the light; of the dark by those that colours decide, since its elements are the same. */
async function judgeOne(page: Page, look: Look): Promise<string[]> {
  await turnTo(page, look);
  const [content, window] = await widthsOf(page);
  return [
    ...(content > window ? [`scrolls sideways, ${content} px wide`] : []),
    ...(await violationsOn(page, look.colorScheme === "light" ? {} : { rules: RULES_OF_LOOKS })),
  ];
}

/** A form that came back, an address that somebody may not ask for, and a focus that a script set before the browser did. */
const isOurs = (complaint: string): boolean =>
  !/a status of (403|422)|Autofocus processing was blocked/.test(complaint);

/** All of these, one after the other, as one person sees them. */
export async function judgeAll(browser: Browser, eyes: Eyes, screens: readonly Screen[]): Promise<string[]> {
  const watched = await lookAs(browser, eyes);
  const found: string[] = [];
  for (const { name, path, act } of screens) {
    try {
      await watched.page.goto(eyes.origin + path);
      await act?.(watched.page);
      found.push(...(await judge(watched, name)));
    } catch (error) {
      found.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await watched.context.close();
  return found;
}
