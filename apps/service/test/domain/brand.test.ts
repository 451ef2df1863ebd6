/** A seller's colour, which can be read whatever was chosen; and what may be a logo. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Colour, contrast, parseColour, themeOf } from "../../src/domain/brand.js";
import { LOGO_BYTES_MAX, readLogo } from "../../src/domain/logo.js";
import { bound } from "../bounds.js";

const colour = (text: string): Colour => parseColour(text)!;
const WHITE = colour("#ffffff");

/** The darkest ground of the light look, and the lightest of the dark one that has words in the colour (app.css). */
const GROUNDS = { light: colour("#f5f7fa"), dark: colour("#181f26") } as const;

test("any colour can be read in both looks: as words, and below words", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (channels) => {
      const chosen = colour(`#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`);
      const theme = themeOf(chosen);
      for (const look of ["light", "dark"] as const) {
        const { primary, content } = theme[look];
        expect(contrast(primary, GROUNDS[look]), `${chosen} in ${look}`).toBeGreaterThanOrEqual(4.5);
        expect(contrast(content, primary), `on ${chosen} in ${look}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: bound("walks") },
  );
});

test("a colour that can be read stays as it was chosen, and another keeps its hue", () => {
  expect(themeOf(colour("#7a1f5c")).light.primary).toBe("#7a1f5c");
  expect(themeOf(colour("#ffd166")).dark.primary).toBe("#ffd166");
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(themeOf(colour("#ffd166")).light.primary.slice(at, at + 2), 16),
  );
  expect(red).toBeGreaterThan(green);
  expect(green).toBeGreaterThan(blue);
});

test("contrast is what WCAG says", () => {
  expect(contrast(colour("#000000"), WHITE)).toBeCloseTo(21, 5);
  expect(contrast(colour("#767676"), WHITE)).toBeCloseTo(4.54, 2);
  expect(contrast(WHITE, WHITE)).toBe(1);
});

test.each(["", "red", "#fff", "#12345g", "#1234567", "url(//evil.example)", "#123456}"])("%j is no colour", (text) => {
  expect(parseColour(text)).toBeNull();
});

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const int32 = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

const png = (width: number, height: number, chunk = "IDAT"): Uint8Array =>
  bytes(
    "\x89PNG\r\n\x1a\n",
    int32(13),
    "IHDR",
    int32(width),
    int32(height),
    [8, 6, 0, 0, 0],
    int32(0),
    int32(0),
    chunk,
    int32(0),
  );
const jpeg = (width: number, height: number): Uint8Array =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
    [0xff, 0xff, 0xc2, 0, 17, 8],
    [height >> 8, height & 0xff, width >> 8, width & 0xff],
    [3],
  );
const webp = (kind: "VP8 " | "VP8L" | "VP8X", rest: readonly number[]): Uint8Array =>
  bytes("RIFF", [40, 0, 0, 0], "WEBP", kind, [20, 0, 0, 0], rest, Array<number>(20).fill(0));

describe("a logo", () => {
  test.each([
    ["a PNG", png(640, 160), "image/png"],
    ["a JPEG with filling bytes", jpeg(640, 160), "image/jpeg"],
    ["a lossy WebP", webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xa0, 0x00]), "image/webp"],
    ["a lossless WebP", webp("VP8L", [0x2f, 0x7f, 0xc2, 0x27, 0x00]), "image/webp"],
    ["a WebP with alpha", webp("VP8X", [0x10, 0, 0, 0, 0x7f, 0x02, 0, 0x9f, 0, 0]), "image/webp"],
  ])("is %s, with its size", (_what, content, type) => {
    expect(readLogo(content)).toMatchObject({ type, width: 640, height: 160 });
  });

  test.each([
    ["an SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "type"],
    ["a page", bytes("<script>alert(1)</script>"), "type"],
    [
      "a GIF",
      bytes("GIF89a", [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      "type",
    ],
    ["the beginning of a PNG", png(10, 10).slice(0, 20), "type"],
    ["a JPEG without a frame", jpeg(10, 10).slice(0, 9), "type"],
    ["nothing", new Uint8Array(), "type"],
    ["a picture without an extent", png(0, 10), "sides"],
    ["a picture that unfolds into gigabytes", png(60_000, 60_000), "sides"],
    ["a PNG that moves", png(64, 64, "acTL"), "moving"],
    ["a WebP that moves", webp("VP8X", [0x02, 0, 0, 0, 63, 0, 0, 63, 0, 0]), "moving"],
    [
      "a file that is too large",
      bytes(Buffer.from(png(64, 64)).toString("latin1"), Array<number>(LOGO_BYTES_MAX).fill(0)),
      "large",
    ],
  ])("is not %s", (_what, content, problem) => {
    expect(readLogo(content)).toBe(problem);
  });

  test("is told from any bytes without a fault", () => {
    const heads = [png(9, 9), jpeg(9, 9), webp("VP8X", [0, 0, 0, 0])].map((head) => [...head]);
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.nat(60), fc.uint8Array({ maxLength: 80 }), (head, cut, tail) => {
        const read = readLogo(Uint8Array.from([...head.slice(0, cut), ...tail]));
        expect(["object", "string"]).toContain(typeof read);
      }),
      { numRuns: bound("walks") },
    );
  });
});
