import { expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { prefersHtml } from "../../src/pages/accept.js";
import { clip, counted, duration, grouped, hostOf, instant, usd } from "../../src/pages/format.js";

test.each([
  [0n, "$0.00"],
  [5n, "$0.05"],
  [99_999n, "$999.99"],
  [100_000n, "$1,000.00"],
  [99_999_999_999_999n, "$999,999,999,999.99"],
  [BigInt(Number.MAX_SAFE_INTEGER) * 99_999_999_999_999n, "$9,007,199,254,740,900,928,007,452,590.09"],
])("%d cents read %s", (amount, text) => {
  expect(usd(cents(amount))).toBe(text);
});

test("an instant names its zone", () => {
  expect(instant(1_795_291_200)).toBe("21 November 2026 at 20:00 UTC");
});

test.each([
  [60, "1 minute"],
  [5_400, "90 minutes"],
  [86_400, "1 day"],
  [129_600, "36 hours"],
  [259_200, "3 days"],
  [61, "61 seconds"],
])("%d seconds read %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("text is cut between characters, never within one", () => {
  expect(clip("short", 5)).toBe("short");
  expect(clip("😀😀😀😀", 3)).toBe("😀😀…");
});

test("counts read as words while they are small", () => {
  expect([counted(1, "part"), counted(2, "part"), counted(20, "part")]).toEqual(["one part", "two parts", "20 parts"]);
  expect(grouped(Number.MAX_SAFE_INTEGER)).toBe("9,007,199,254,740,991");
});

test("a link's host is shown as a browser would, and only for the web", () => {
  expect(hostOf("https://shop.example:8443/cart?x=1")).toBe("shop.example:8443");
  expect(hostOf("https://аррӏе.example/")).toBe("xn--80ak6aa92e.example");
  expect([hostOf("javascript:alert(1)"), hostOf("data:text/html,x"), hostOf("")]).toEqual([null, null, null]);
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html", true],
  ["text/*;q=0.5, application/json;q=0.4", true],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/html;q=0.9", false],
  ["text/html, application/json", false],
  ["text/html;q=0", false],
  ["text/html;q=x", false],
  ["", false],
  [undefined, false],
])("Accept: %s asks for a page: %s", (accept, isPage) => {
  expect(prefersHtml(accept)).toBe(isPage);
});
