/** Payments in the payer's own money: what came is divided, and goes back in parts, and both currencies add up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stepOf } from "../../src/domain/currencies.js";
import { type Cents, cents } from "../../src/domain/money.js";
import { divide, type Presented, type PresentedRoom, shareOf } from "../../src/domain/presented.js";
import { presentedFor, type Terms, worthOf } from "../../src/domain/rates.js";
import { bound } from "../bounds.js";

const NOW = 1_800_000_000;

const terms: fc.Arbitrary<Terms> = fc.record({
  currency: fc.constantFrom("KES", "UGX", "XOF", "JPY", "EUR", "GBP", "KWD", "TND", "NGN", "IDR"),
  rate: fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.nat({ max: 4 })).map(([digits, decimals]) => {
    const text = String(digits).padStart(decimals + 1, "0");
    return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
  }),
  marginBps: fc.nat({ max: 1_000 }),
});

/** A payment of `usd` as it was asked for. */
function askedFor(usd: Cents, at: Terms, steps: bigint): Presented {
  const step = cents(stepOf(at.currency) * steps);
  const none = cents(0n);
  return {
    ...at,
    step,
    asked: presentedFor(usd, at, step),
    source: "test",
    until: NOW,
    received: none,
    taken: none,
    takenUsd: none,
  };
}

const payments = fc.record({
  usd: fc.bigInt({ min: 1n, max: 10n ** 9n }).map(cents),
  at: terms,
  steps: fc.constantFrom(1n, 5n),
  /** What came of what was asked for, in thousandths. */
  came: fc.oneof(fc.constant(1_000n), fc.bigInt({ min: 1n, max: 3_000n })),
  /** What of it the escrow still takes, in thousandths. */
  missing: fc.oneof(fc.constant(1_000n), fc.bigInt({ min: 0n, max: 1_000n })),
  isInTime: fc.boolean(),
  today: fc.option(terms, { nil: null }),
  parts: fc.array(fc.bigInt({ min: 1n, max: 400n }), { maxLength: 12 }),
});

const inThousandths = (whole: bigint, share: bigint): Cents => {
  const part = (whole * share) / 1_000n;
  return cents(part < 1n ? 1n : part);
};

test("what came is what the escrow takes and what goes back, in both currencies", () => {
  fc.assert(
    fc.property(payments, ({ usd, at, steps, came, missing: open, isInTime, today }) => {
      const presented = askedFor(usd, at, steps);
      const received = inThousandths(presented.asked, came);
      const missing = open === 0n ? cents(0n) : inThousandths(usd, open);
      const day = today === null ? null : { ...today, currency: at.currency };
      const {
        usd: all,
        taken,
        takenUsd,
      } = divide(presented, {
        asked: usd,
        missing,
        arrival: { received, isInTime, today: day },
      });
      expect(taken >= 0n && taken <= received && takenUsd >= 0n && takenUsd <= missing && all > 0n).toBe(true);
      // The rest goes back: something of one currency is something of the other.
      expect(all > takenUsd).toBe(received > taken);
      if (!isInTime && missing > 0n) {
        const covers = day !== null && received >= presentedFor(missing, day, presented.step);
        expect(takenUsd).toBe(covers ? missing : 0n);
        if (covers && day !== null) expect(taken).toBe(presentedFor(missing, day, presented.step));
        return;
      }
      // As it was asked for it is worth what was asked for, whatever the rate has become; less is worth its share, and at least a cent.
      const worth = received >= presented.asked ? usd : (received * usd) / presented.asked;
      const least = worth < 1n ? 1n : worth;
      expect(takenUsd).toBe(least < missing ? least : missing);
      if (received >= presented.asked && missing === usd) expect(taken).toBe(presented.asked);
    }),
    { numRuns: bound("rates") },
  );
});

test("every refund is exact to a step, and all of them together give back what came", () => {
  fc.assert(
    fc.property(payments, ({ usd, at, steps, parts }) => {
      const presented = askedFor(usd, at, steps);
      const { step, asked } = presented;
      let room: bigint = usd;
      let left: bigint = asked;
      const amounts = [...parts.map((share) => inThousandths(usd, share)), usd];
      for (const wanted of amounts) {
        if (room === 0n) break;
        const amount = wanted < room ? wanted : room;
        const of: PresentedRoom = { step, takenUsd: usd, taken: asked, left: cents(left) };
        const share = shareOf(of, { room: cents(room), amount: cents(amount) });
        const off = share * usd - asked * amount;
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(step * usd);
        expect(share >= 0n && share <= left).toBe(true);
        room -= amount;
        left -= share;
      }
      expect({ room, left }).toEqual({ room: 0n, left: 0n });
    }),
    { numRuns: bound("rates") },
  );
});

test("a payer in Nairobi pays in parts, too much, and late", () => {
  const at = { currency: "KES", rate: "129.35", marginBps: 200 };
  const quote = askedFor(cents(100_000n), at, 1n);
  expect(quote.asked).toBe(13_193_700n);
  const arrive = (received: bigint, { missing = 100_000n, isInTime = true, today = null as Terms | null } = {}) =>
    divide(quote, {
      asked: cents(100_000n),
      missing: cents(missing),
      arrival: { received: cents(received), isInTime, today },
    });
  expect(arrive(13_193_700n)).toEqual({ usd: 100_000n, taken: 13_193_700n, takenUsd: 100_000n });
  // Half of it, and a cent of a shilling less than what is a cent of a dollar.
  expect(arrive(6_596_850n)).toEqual({ usd: 50_000n, taken: 6_596_850n, takenUsd: 50_000n });
  expect(arrive(1n)).toEqual({ usd: 1n, taken: 1n, takenUsd: 1n });
  // A shilling too much goes back as a shilling.
  expect(arrive(13_193_800n)).toEqual({ usd: 100_001n, taken: 13_193_700n, takenUsd: 100_000n });
  // A day later the shilling is worth more, and the rest goes back; or it is worth less, and all of it does.
  const dearer = { ...at, rate: "128.00" };
  expect(arrive(13_193_700n, { isInTime: false, today: dearer })).toEqual({
    usd: 100_000n + worthOf(cents(137_700n), dearer),
    taken: 13_056_000n,
    takenUsd: 100_000n,
  });
  const back = { usd: 100_000n, taken: 0n, takenUsd: 0n };
  expect(arrive(13_193_700n, { isInTime: false, today: { ...at, rate: "130.00" } })).toEqual(back);
  expect(arrive(13_193_700n, { isInTime: false })).toEqual(back);
  // Nothing is missing any more: a second payment goes back whole.
  expect(arrive(13_193_700n, { missing: 0n })).toEqual(back);
});
