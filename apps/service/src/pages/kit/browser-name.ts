/** What a browser calls itself, in words that its owner knows; anybody can make it say anything. */

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

/** Such as "Firefox on Windows". */
export function browserName(userAgent: string): string {
  const nameIn = (table: typeof BROWSERS): string | undefined => table.find(([mark]) => mark.test(userAgent))?.[1];
  const [browser = "A browser", system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
