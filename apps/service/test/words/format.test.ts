import { expect, test } from "vitest";
import { cents } from "../../src/domain/money.js";
import { clip, day, duration, grouped, instant, isoInstant, money, placeOf, usd } from "../../src/words/format.js";
import { consoleLocaleOf, localeOf } from "../../src/words/locale.js";
import { dayStart, readZone, UTC, type Zone } from "../../src/words/zone.js";

const SHOWN = ["en", "fr", "sw", "pt", "ar"] as const;

/** Groups of digits are set apart by spaces that don't break, of two kinds. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  [0n, "$0.00"],
  [5n, "$0.05"],
  [99_999n, "$999.99"],
  [100_000n, "$1,000.00"],
  [99_999_999_999_999n, "$999,999,999,999.99"],
  [BigInt(Number.MAX_SAFE_INTEGER) * 99_999_999_999_999n, "$9,007,199,254,740,900,928,007,452,590.09"],
])("%d cents read %s", (amount, text) => {
  expect(usd(cents(amount), "en")).toBe(text);
});

test("amounts of other currencies have their decimals and their name", () => {
  const written = (amount: bigint, currency: string) =>
    ["en", "fr", "ar"].map((locale) => plain(money(cents(amount), currency, locale as (typeof SHOWN)[number])));
  expect(written(12_935_000n, "KES")).toEqual(["KES 129,350.00", "129 350,00 KES", "\u2066KES 129,350.00\u2069"]);
  expect(written(37_000_000n, "UGX")).toEqual(["UGX 370,000", "370 000 UGX", "\u2066UGX 370,000\u2069"]);
  expect(written(1_234n, "KWD")).toEqual(["KWD 1.234", "1,234 KWD", "\u2066KWD 1.234\u2069"]);
  // What a currency has no coin for is not hidden.
  expect(plain(money(cents(150n), "JPY", "en"))).toMatch(/1\.5$/);
});

test("amounts, counts and moments read as they do in each language", () => {
  expect(SHOWN.map((locale) => plain(usd(cents(123_456n), locale)))).toEqual([
    "$1,234.56",
    "1 234,56 $US",
    "US$ 1,234.56",
    "1 234,56 US$",
    "\u2066$1,234.56\u2069",
  ]);
  expect(SHOWN.map((locale) => plain(grouped(12_345, locale)))).toEqual([
    "12,345",
    "12 345",
    "12,345",
    "12 345",
    "12,345",
  ]);
  expect(SHOWN.map((locale) => plain(instant(1_795_291_200, locale, UTC)))).toEqual([
    "21 November 2026 at 20:00 UTC",
    "21 novembre 2026 à 20:00 UTC",
    "21 Novemba 2026, 20:00 UTC",
    "21 de novembro de 2026 às 20:00 UTC",
    "21 نوفمبر 2026 في 20:00 UTC",
  ]);
  expect(SHOWN.map((locale) => day(1_795_291_200, locale, UTC))).toEqual([
    "21 November 2026",
    "21 novembre 2026",
    "21 Novemba 2026",
    "21 de novembro de 2026",
    "21 نوفمبر 2026",
  ]);
  expect(SHOWN.map((locale) => plain(duration(259_200, locale)))).toEqual([
    "3 days",
    "3 jours",
    "siku 3",
    "3 dias",
    "3 أيام",
  ]);
  expect(isoInstant(1_795_291_200)).toBe("2026-11-21T20:00:00.000Z");
});

const zone = (name: string): Zone => {
  const read = readZone(name);
  if (read === null) throw new Error(`${name} is a time zone`);
  return read;
};

test("a moment is written by the reader's clocks, which it names, and which are set anew in summer", () => {
  const at = (name: string, unixSeconds = 1_795_291_200) => plain(instant(unixSeconds, "en", zone(name)));
  expect(["Africa/Nairobi", "America/St_Johns", "Asia/Kolkata"].map((name) => at(name))).toEqual([
    "21 November 2026 at 23:00 UTC+3",
    "21 November 2026 at 16:30 UTC-3:30",
    "22 November 2026 at 01:30 UTC+5:30",
  ]);
  expect(at("Europe/Berlin")).toBe("21 November 2026 at 21:00 UTC+1");
  expect(at("Europe/Berlin", 1_782_000_000)).toBe("21 June 2026 at 02:00 UTC+2");
  expect(day(1_795_291_200, "en", zone("Asia/Tokyo"))).toBe("22 November 2026");
  expect(plain(instant(1_795_291_200, "ar", zone("Africa/Nairobi")))).toBe("21 نوفمبر 2026 في 23:00 UTC+3");
});

test.each(["", "Mars/Olympus", "+03:00", "Africa/../Nairobi", "Africa/Nairobi\n", "A".repeat(200), null, 3])(
  "%j is no time zone",
  (text) => {
    expect(readZone(text)).toBeNull();
  },
);

test("a day begins at midnight there, where there is one, and is 23 or 25 hours long when clocks are set", () => {
  const hours = (name: string, from: string, until: string): number =>
    ((dayStart(until, zone(name)) ?? 0) - (dayStart(from, zone(name)) ?? 0)) / 3_600;
  expect(isoInstant(dayStart("2026-11-21", zone("Africa/Nairobi")) ?? 0)).toBe("2026-11-20T21:00:00.000Z");
  expect(hours("Europe/Berlin", "2026-03-29", "2026-03-30")).toBe(23);
  expect(hours("Europe/Berlin", "2026-10-25", "2026-10-26")).toBe(25);
  // At midnight of that day the clocks there went on to one o'clock.
  expect(isoInstant(dayStart("2026-09-06", zone("America/Santiago")) ?? 0)).toMatch(/^2026-09-06T0[34]:00/);
  expect(dayStart("2026-02-30", UTC)).toBeNull();
});

test.each([
  [86_400, "يوم"],
  [172_800, "يومين"],
  [7_200, "ساعتين"],
  [1_209_600, "14 يومًا"],
  [15_552_000, "180 يومًا"],
])("%d seconds in Arabic, after a preposition, read %s", (seconds, text) => {
  expect(duration(seconds, "ar")).toBe(text);
  // In Hindi the ending is that before a postposition.
  expect(duration(3_600, "hi")).toBe("1 घंटे");
});

test("an amount is exact in every language, however large", () => {
  for (const locale of SHOWN) {
    expect(usd(cents(900_719_925_474_090_092_800_745_259_009n), locale).replaceAll(/\D/g, "")).toBe(
      "900719925474090092800745259009",
    );
  }
});

test.each([
  [60, "1 minute"],
  [5_400, "90 minutes"],
  [86_400, "1 day"],
  [129_600, "36 hours"],
  [259_200, "3 days"],
  [61, "61 seconds"],
  [0, "0 seconds"],
])("%d seconds read %s", (seconds, text) => {
  expect(duration(seconds, "en")).toBe(text);
});

test("text is cut between characters, never within one", () => {
  expect(clip("short", 5)).toBe("short");
  expect(clip("😀😀😀😀", 3)).toBe("😀😀…");
});

test("a link's host is shown as a browser would, and only for the web", () => {
  expect(placeOf("https://shop.example:8443/cart?x=1")).toBe("shop.example:8443");
  expect(placeOf("https://аррӏе.example/")).toBe("xn--80ak6aa92e.example");
  expect([placeOf("javascript:alert(1)"), placeOf("data:text/html,x"), placeOf("")]).toEqual([null, null, null]);
  expect([placeOf("com.example.Shop:/thanks"), placeOf("mailto:ada@example.com")]).toEqual(["com.example.shop", null]);
});

test.each([
  [[], undefined, "en"],
  [[], "pt-BR,pt;q=0.9,en;q=0.5", "pt"],
  [[], "de, sw;q=0.4, fr;q=0.6", "fr"],
  [[], "fr;q=0, sw", "sw"],
  [[], "ar-EG, en;q=0.5", "ar"],
  [[], "de,*", "en"],
  [["fr"], "pt", "fr"],
  [["klingon", null, "sw"], "pt", "sw"],
  [[["fr"], { toString: () => "fr" }], "pt", "pt"],
] as const)("who chose %j and whose browser asks for %s reads %s", (asked, header, locale) => {
  expect(localeOf(asked, header)).toBe(locale);
});

test("the console has no Arabic: it speaks what comes next, else English", () => {
  expect(localeOf([null, "ar"], "fr")).toBe("ar");
  expect(consoleLocaleOf([null, "ar"], "ar, fr;q=0.5")).toBe("fr");
  expect(consoleLocaleOf(["sw", "ar"], "ar")).toBe("sw");
  expect(consoleLocaleOf([], "ar")).toBe("en");
});
