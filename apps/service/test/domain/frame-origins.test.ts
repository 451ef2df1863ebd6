/** Which lines name an origin that may frame a checkout: they become part of a header. */
import { expect, test } from "vitest";
import { FRAME_ORIGINS_MAX, readFrameOrigins } from "../../src/domain/frame-origins.js";

const read = (text: string, isSandbox = false) => readFrameOrigins(text, { isSandbox });

test("takes an origin a line, in the spelling of browsers and once", () => {
  const text =
    "https://Shop.Example/\r\n\n  https://shop.example:443\nhttps://shop.example:8443\nhttps://bücher.example";
  expect(read(text)).toEqual({
    ok: true,
    origins: ["https://shop.example", "https://shop.example:8443", "https://xn--bcher-kva.example"],
  });
  expect(read(" \n")).toEqual({ ok: true, origins: [] });
});

test.each([
  "http://shop.example",
  "https://*.shop.example",
  "https://shop.example/checkout",
  "https://shop.example?a",
  "https://ada@shop.example",
  "https://shop.example; script-src *",
  "https://shop.example https://evil.example",
  "https://shop.example,https://evil.example",
  "https://shop.example\\@evil.example",
  "https://intranet",
  "https://[::1]",
  "https://shop..example",
  `https://${"a".repeat(64)}.example`,
  "shop.example",
  "*",
  "'self'",
  "data:text/html,x",
  "https://",
])("refuses %s, and names it", (line) => {
  expect(read(`https://shop.example\n${line}`, true)).toEqual({ ok: false, line });
});

test("takes http from one's own machine in the sandbox, and nowhere else", () => {
  for (const origin of ["http://localhost:4000", "http://127.0.0.1"]) {
    expect(read(origin, true)).toEqual({ ok: true, origins: [origin] });
    expect(read(origin, false)).toEqual({ ok: false, line: origin });
  }
});

test("takes ten", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `https://shop${at}.example`).join("\n");
  expect(read(lines(FRAME_ORIGINS_MAX))).toMatchObject({ ok: true });
  expect(read(lines(FRAME_ORIGINS_MAX + 1))).toEqual({ ok: false, line: null });
});
