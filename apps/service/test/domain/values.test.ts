/** Money, ids and fees: exact, and the same there and back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feesEarnedBy, feesFor } from "../../src/domain/fees.js";
import { formatId, parseAccountId, parseId, parseUuid, type SessionId } from "../../src/domain/ids.js";
import { AMOUNT_MAX, cents, formatMoney, parseMoney } from "../../src/domain/money.js";
import { uuidv7 } from "../../src/platform/random.js";

describe("money", () => {
  test("goes to text and back for every amount up to the largest", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: AMOUNT_MAX }),
        (amount) => parseMoney(formatMoney(cents(amount))) === amount,
      ),
    );
    expect(formatMoney(AMOUNT_MAX)).toBe("999999999999.99");
  });

  test.each(["1000000000000.00", "1", "1.0", ".50", "1.234", "-1.00", "1.00\n", "1 .00", "", "NaN"])(
    "%j is none",
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});

describe("ids", () => {
  test("go to the wire and back", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const text = formatId("session", id as SessionId);
        expect(text).toMatch(/^cs_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
        expect(parseId("session", text)).toBe(id);
      }),
    );
  });

  test("only what is written is read: one text an id", () => {
    const text = formatId("event", uuidv7() as never);
    for (const other of [
      text.toUpperCase(),
      `${text}0`,
      text.slice(0, -1),
      text.replace("evt_", "cs_"),
      "evt_zzzzzzzzzzzzzzzzzzzzzzzzzz",
      "evt_0000000000000000000000000i",
    ]) {
      expect(parseId("event", other), other).toBeNull();
    }
    expect(parseUuid("escrow", "0199C1F0-8A6E-7D1C-9B2A-4F0D5C6E7A81")).toBe("0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81");
    expect(parseUuid("escrow", "0199c1f08a6e7d1c9b2a4f0d5c6e7a81")).toBeNull();
    expect(parseAccountId("9223372036854775808")).toBeNull();
  });

  test("of one process sort in the order of their making", () => {
    const ids = Array.from({ length: 20_000 }, uuidv7);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("fees", () => {
  const schedule = { basisPoints: 250, fixed: cents(30n), min: cents(50n), max: null };

  test.each([
    ["0.01", "0.50"],
    ["7.99", "0.50"],
    ["8.20", "0.51"],
    ["249.90", "6.55"],
    ["100.20", "2.81"],
    ["100.19", "2.80"],
    ["999999999999.99", "25000000000.30"],
  ])("of %s are %s", (amount, fees) => {
    expect(formatMoney(feesFor(parseMoney(amount) ?? cents(0n), schedule))).toBe(fees);
  });

  test("are bounded above where a schedule says so", () => {
    expect(feesFor(cents(1_000_000n), { ...schedule, max: cents(999n) })).toBe(999n);
  });

  test("are earned wholly, never early and never twice, in whatever parts the order is released", () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 1, maxLength: 20 }),
        fc.bigInt({ min: 0n, max: 500n }),
        (parts, fees) => {
          const amount = cents(parts.reduce((sum, part) => sum + part, 0n));
          let [released, earned] = [0n, 0n];
          for (const part of parts) {
            released += part;
            const now = feesEarnedBy(cents(released), { amount, fees: cents(fees) });
            expect(now >= earned && now <= fees).toBe(true);
            earned = now;
          }
          expect(earned).toBe(fees);
        },
      ),
    );
  });
});
