/** What a browser calls itself, in words that its owner knows; anybody can make it say anything. */
import type { Locale } from "../../words/locale.js";
import { securityWords } from "./words.js";

const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/\bcurl\//, "curl"],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (table: typeof BROWSERS, userAgent: string): string | null =>
  table.find(([mark]) => mark.test(userAgent))?.[1] ?? null;

/** The browser and the system that it runs on; null for what is not known. */
export const browserOf = (userAgent: string): { readonly browser: string | null; readonly system: string | null } => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
});

/** Such as "Firefox on Windows". */
export function browserName(userAgent: string, locale: Locale): string {
  const words = securityWords(locale);
  const { browser, system } = browserOf(userAgent);
  return system === null ? (browser ?? words.browser) : words.browserOn({ browser: browser ?? words.browser, system });
}
