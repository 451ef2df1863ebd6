/** Amounts by rates, over forty currencies: what is rounded, is rounded by less than one step, and never against what is asked. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalsOf, formatAmount, parseAmount, placesOf, stepOf } from "../../src/domain/currencies.js";
import { cents } from "../../src/domain/money.js";
import {
  changeOf,
  chargedRate,
  inverseOf,
  isRate,
  judgeRate,
  paidOutFor,
  presentedFor,
  type Rate,
  type Terms,
  worthOf,
} from "../../src/domain/rates.js";
import { bound } from "../bounds.js";

const CURRENCIES =
  "BHD BIF CLP DJF EUR GBP GHS GNF IDR INR IQD ISK JOD JPY KES KMF KRW KWD LYD MWK MXN MZN NGN OMR PHP PKR PYG RWF SLE THB TND TZS UGX VND VUV XAF XOF XPF ZAR ZMW".split(
    " ",
  );

const rates = fc
  .record({ digits: fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }), decimals: fc.nat({ max: 11 }) })
  .map(({ digits, decimals }) => {
    const text = String(digits).padStart(decimals + 1, "0");
    return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  })
  .filter(isRate);

const asked = fc.record({
  usd: fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }).map(cents),
  terms: fc.record({ currency: fc.constantFrom(...CURRENCIES), rate: rates, marginBps: fc.nat({ max: 5_000 }) }),
  steps: fc.constantFrom(1n, 5n, 100n),
});

/** `amount` times the rate and the margin is `over / under` units of the currency. */
function exactly(usd: bigint, { currency, rate }: Terms, marginBps: number): { over: bigint; under: bigint } {
  const [whole = "", part = ""] = rate.split(".");
  return {
    over: usd * BigInt(whole + part) * 10n ** BigInt(placesOf(currency)) * BigInt(10_000 + marginBps),
    under: 10n ** BigInt(part.length) * 100n * 10_000n,
  };
}

test("a payer pays what covers the order and less than a step more, and a seller gets what it covers and less than a step less", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(asked, ({ usd, terms, steps }) => {
      seen.add(terms.currency);
      const step = stepOf(terms.currency) * steps;
      const presented = presentedFor(usd, terms, step);
      const asks = exactly(usd, terms, terms.marginBps);
      expect(presented % step).toBe(0n);
      expect(presented * asks.under >= asks.over && (presented - step) * asks.under < asks.over).toBe(true);

      const sent = paidOutFor(usd, terms, step);
      const pays = exactly(usd, terms, -terms.marginBps);
      expect(sent % step).toBe(0n);
      expect(sent * pays.under <= pays.over && (sent + step) * pays.under > pays.over).toBe(true);
    }),
    { numRuns: bound("rates") },
  );
  expect([...seen].sort()).toEqual(CURRENCIES);
});

test("what was asked is worth the order, a step less isn't, and no worth is more than what came", () => {
  fc.assert(
    fc.property(asked, ({ usd, terms, steps }) => {
      const step = stepOf(terms.currency) * steps;
      const presented = presentedFor(usd, terms, step);
      expect(worthOf(presented, terms) >= usd).toBe(true);
      expect(worthOf(cents(presented - step), terms) < usd).toBe(true);
      const worth = worthOf(presented, terms);
      const { over, under } = exactly(worth, terms, terms.marginBps);
      const more = exactly(worth + 1n, terms, terms.marginBps);
      expect(over <= presented * under && more.over > presented * under).toBe(true);
      expect(presentedFor(worth, terms, step) <= presented).toBe(true);
    }),
    { numRuns: bound("rates") },
  );
});

test.each([
  ["KES", "129.35", 0, 1n, "12935.00"],
  ["KES", "129.35", 150, 100n, "13130.00"],
  ["KES", "129.35", 150, 500n, "13130.00"],
  ["XOF", "605.5", 200, 500n, "61765"],
  ["JPY", "151.237", 0, 100n, "15124"],
  ["KWD", "0.30712", 0, 1n, "30.712"],
  ["KWD", "0.30712", 100, 10n, "31.020"],
])("100 dollars in %s at %s with %d basis points, by steps of %d, are %s", (currency, rate, marginBps, step, said) => {
  const presented = presentedFor(cents(10_000n), { currency, rate, marginBps }, step);
  expect(formatAmount(presented, currency)).toBe(said);
  expect(parseAmount(said, currency)).toBe(presented);
});

/** A plain decimal as a fraction. */
function fraction(text: string): { over: bigint; under: bigint } {
  const [whole = "", part = ""] = text.split(".");
  return { over: BigInt(whole + part), under: 10n ** BigInt(part.length) };
}

test("a rate turned round is the other direction to six digits that count, and never more than it", () => {
  const examples = [
    ["129.35", "0.00773096"],
    ["1", "1"],
    ["1.0", "1"],
    ["2", "0.5"],
    ["3", "0.333333"],
    ["0.3", "3.33333"],
    ["0.00773", "129.366"],
    ["0.0000007", "1428571"],
    ["999999999999", "0.000000000001"],
    ["0.00000000001", "100000000000"],
  ] as const;
  expect(examples.map(([rate]) => inverseOf(rate))).toEqual(examples.map(([, said]) => said));
  fc.assert(
    fc.property(rates, (rate) => {
      const said = inverseOf(rate);
      expect(said).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      const [of, is] = [fraction(rate), fraction(said)];
      // A unit of its sixth digit that counts, or of a whole number that has more.
      const [whole = "", part = ""] = said.split(".");
      const lead = whole === "0" ? part.search(/[1-9]/) : -whole.length;
      const step = 10n ** BigInt(Math.max(0, lead + 6));
      const product = { over: of.over * is.over, under: of.under * is.under };
      expect(product.over <= product.under).toBe(true);
      const more = { over: of.over * (is.over * step + is.under), under: of.under * is.under * step };
      expect(more.over > more.under).toBe(true);
    }),
    { numRuns: bound("rates") },
  );
});

test("how far a rate went is told in tenths of a percent, and what is behind them is left out", () => {
  const examples = [
    ["100", "125.39", "+25.3"],
    ["100", "100", "+0.0"],
    ["100", "99.95", "-0.0"],
    ["129.35", "0.00773", "-99.9"],
    ["0.00773", "129.35", "+1673250.5"],
    ["0.5", "1.0", "+100.0"],
    ["1", "0.8", "-20.0"],
  ] as const;
  expect(examples.map(([from, to]) => changeOf(from, to))).toEqual(examples.map(([, , said]) => said));
  fc.assert(
    fc.property(rates, rates, (from, to) => {
      const said = changeOf(from, to);
      const [, sign, whole = "", tenth = ""] = /^([+-])(0|[1-9]\d*)\.(\d)$/.exec(said) ?? [];
      const [a, b] = [fraction(from), fraction(to)];
      const [before, after] = [a.over * b.under, b.over * a.under];
      const [tenths, apart] = [BigInt(whole + tenth), after < before ? before - after : after - before];
      expect(sign).toBe(after < before ? "-" : "+");
      expect(tenths * before <= apart * 1_000n && apart * 1_000n < (tenths + 1n) * before).toBe(true);
      expect(said).not.toBe("-100.0");
    }),
    { numRuns: bound("rates") },
  );
});

test("amounts are written with the decimals of their currency", () => {
  expect(CURRENCIES.map((one) => decimalsOf(one)).filter((one) => one === 0)).toHaveLength(16);
  expect([
    formatAmount(-5n, "EUR"),
    formatAmount(-5n, "KWD"),
    formatAmount(-500n, "JPY"),
    formatAmount(0n, "JPY"),
  ]).toEqual(["-0.05", "-0.005", "-5", "0"]);
  // What a provider has no coin for is not hidden.
  expect(formatAmount(150n, "JPY")).toBe("1.50");
  for (const text of ["", "1.2345", "-1", "1e3", "1,5", "1.", "1234567890123"])
    expect(parseAmount(text, "KWD")).toBeNull();
  expect([parseAmount("1.234", "EUR"), parseAmount("1.5", "KWD")]).toEqual([null, 1_500n]);
});

test("a rate is a plain decimal greater than nothing, of at most twelve digits", () => {
  const good = ["129.35", "0.30712", "1", "999999999999", "0.00000000001", "129.350"];
  expect(good.filter((text) => !isRate(text))).toEqual([]);
  const bad = [
    "",
    "0",
    "0.00",
    "-1",
    "+1",
    "1e3",
    "1,5",
    ".5",
    "5.",
    "01",
    "1234567890123",
    "0.000000000001",
    " 1",
    "NaN",
    "1\n",
  ];
  expect(bad.filter((text) => isRate(text))).toEqual([]);
});

test("a rate takes the place of the one before unless it jumps, is too old, or comes from the future", () => {
  const now = 1_800_000_000;
  const rate = (text: string, at = now): Rate => ({ currency: "KES", rate: text, source: "Central Bank", at });
  const judge = (given: Rate, current: Rate | null = rate("100", now - 60)) =>
    judgeRate(given, { current, now, ageMaxSeconds: 3_600, firstWaits: false });
  expect(judge(rate("129.35"), null)).toBe("CURRENT");
  expect([judge(rate("120")), judge(rate("80")), judge(rate("100"))]).toEqual(["CURRENT", "CURRENT", "CURRENT"]);
  expect([judge(rate("120.0001")), judge(rate("79.9999"))]).toEqual(["WAITING", "WAITING"]);
  // Upside down, even where that is near.
  expect(judge(rate("0.01"))).toBe("WAITING");
  const euro = rate("0.9215", now - 60);
  expect(judge(rate("1.08519"), euro)).toBe("WAITING");
  expect([judge(rate("0.999"), euro), judge(rate("1.005"), rate("0.995", now - 60))]).toEqual(["CURRENT", "CURRENT"]);
  expect([judge(rate("100", now - 3_601)), judge(rate("100", now + 301))]).toEqual(["STALE", "EARLY"]);
  expect([judge(rate("100", now - 61)), judge(rate("100", now - 60))]).toEqual(["PASSED", "PASSED"]);
  // A mistake is put right within the same second.
  expect(judge(rate("101", now - 60))).toBe("CURRENT");
});

test("the rate that a payer's bank shows has the margin in it, exactly and without idle zeros", () => {
  const charged = (rate: string, marginBps: number): string => chargedRate({ rate, marginBps });
  expect(charged("129.35", 200)).toBe("131.937");
  expect(charged("129.35", 0)).toBe("129.35");
  expect(charged("100", 0)).toBe("100");
  expect(charged("0.30741", 1)).toBe("0.307440741");
  expect(charged("0.00000000001", 5_000)).toBe("0.000000000015");
  expect(charged("999999999999", 5_000)).toBe("1499999999998.5");
});
