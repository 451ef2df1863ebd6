/** The system's Chromium, and what tests ask of every page in it. */
import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env["CHROMIUM"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      `The browser tests need Chromium: install it as ${PLACES.join(" or ")}, or name it in the variable CHROMIUM.`,
    );
  }
  return chromium.launch({ executablePath, args: FLAGS });
}

export type Look = { readonly width: 390 | 1280; readonly colorScheme: "light" | "dark" };

export const LOOKS: readonly Look[] = ([390, 1280] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme): Look => ({ width, colorScheme })),
);

/** Both widths and both schemes, each once: for pages that are made of pieces which others show in all four. */
export const TWO_LOOKS: readonly Look[] = [
  { width: 390, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];

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

/** The browser itself reports a status of 4xx or 5xx on the console; everything else there is ours. */
export const ownComplaints = ({ complaints }: Watched): readonly string[] =>
  complaints.filter(
    (text) => !/^Failed to load resource: the server responded with a status of (404|410|503)/.test(text),
  );

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
  expect(content).toBeLessThanOrEqual(window);
}

/** For people to look at: nothing is kept unless SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string, { width, colorScheme }: Look): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
}
