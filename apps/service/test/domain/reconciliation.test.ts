/** How a line of a provider's statement is booked, and in what it differs from our books. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverOf, isUnvalued, sumOf, valued } from "../../src/domain/coverage.js";
import type { FeeSchedule } from "../../src/domain/fees.js";
import { type Cents, cents, parseMoney } from "../../src/domain/money.js";
import {
  bookLine,
  correction,
  dayOf,
  FLOAT_MOVES,
  type FloatMove,
  floatEntry,
  type HouseEntry,
  type Known,
  type Line,
  type Movement,
} from "../../src/domain/reconciliation.js";
import { dayText, parseDay } from "../../src/platform/clock.js";
import { NO_RATES, ratesOf } from "../rates.js";

const of = (text: string): Cents => {
  const amount = parseMoney(text.replace("-", "")) ?? cents(0n);
  return text.startsWith("-") ? cents(-amount) : amount;
};

const line = (type: Line["type"], amount: string, more: Partial<Line> = {}): Line => ({
  type,
  reference: "HF1",
  amount: of(amount),
  fee: of("0.00"),
  currency: "USD",
  of: null,
  ...more,
});
/** In USD, unless it says otherwise. */
const ours = (amount: string, more: Partial<Movement> = {}): Movement => ({
  id: "7",
  reference: "HF1",
  amount: of(amount),
  books: of(amount),
  currency: "USD",
  isTold: false,
  ...more,
});

const NOTHING: Known = { method: null, paid: null, isOtherwise: false };
const CARD: Known = { method: "card", paid: { amount: of("100.00"), currency: "USD" }, isOtherwise: false };
const AGREED: FeeSchedule = { basisPoints: 290, fixed: of("0.30"), min: of("0.00"), max: null };

const booked = (one: Line, movements: readonly Movement[] = [], known: Known = NOTHING) =>
  bookLine(one, movements, {
    known,
    agreed: (method, currency) => (method === "card" && currency === "USD" ? AGREED : null),
  });

/** What it moves in a currency. */
const moved = ({ entries }: ReturnType<typeof booked>, currency = "USD"): HouseEntry =>
  entries.find((one) => one.currency === currency)?.moves ?? {};
const inUsd = (moves: HouseEntry) => [{ currency: "USD", exchanged: "USD", moves }];
const sum = (entry: HouseEntry): bigint => Object.values(entry).reduce<bigint>((all, one) => all + one, 0n);
const classes = (booking: ReturnType<typeof booked>): readonly string[] => booking.differences.map((one) => one.class);

test("a payment that both have is client money, and what the provider kept of it is our cost", () => {
  expect(booked(line("payment", "100.00", { fee: of("3.20") }), [ours("100.00")], CARD)).toEqual({
    entries: inUsd({ provider_balance: of("96.80"), provider_costs: of("3.20"), client_money: of("-100.00") }),
    tells: ["7"],
    differences: [],
  });
});

test("receipts that came one after the other may be told as one", () => {
  const receipts = [ours("40.00"), ours("60.00", { id: "8", reference: "HF1.2" })];
  expect(booked(line("payment", "100.00"), receipts)).toMatchObject({ tells: ["7", "8"], differences: [] });
  expect(booked(line("payment", "60.00", { reference: "HF1.2" }), receipts)).toMatchObject({
    tells: ["8"],
    differences: [],
  });
});

describe("differences", () => {
  test.each([
    ["theirs_only", line("payment", "100.00"), [], NOTHING],
    ["theirs_only", line("chargeback", "-100.00"), [], NOTHING],
    ["amount", line("payment", "90.00"), [ours("100.00")], NOTHING],
    ["currency", line("payment", "100.00"), [ours("100.00", { currency: "EUR" })], NOTHING],
    ["status", line("payout_returned", "100.00"), [], { ...NOTHING, isOtherwise: true }],
    ["twice", line("refund", "-100.00"), [ours("-100.00", { isTold: true })], NOTHING],
    ["theirs_only", line("payment", "60.00", { reference: "HF1.2" }), [ours("40.00", { isTold: true })], NOTHING],
    ["unknown_type", line("other", "-5.00"), [], NOTHING],
    ["fee", line("payment", "100.00", { fee: of("3.22") }), [ours("100.00")], CARD],
    ["fee", line("fee", "-3.22"), [], CARD],
  ] as const)("%s", (kind, one, movements, known) => {
    const booking = booked(one, movements, known);
    expect(classes(booking)).toEqual([kind]);
    expect(sum(moved(booking))).toBe(0n);
    expect(moved(booking).provider_balance).toBe(one.amount - one.fee);
    expect(booking.differences[0]?.suspense).toBe(moved(booking).suspense ?? 0n);
  });

  test("a cent above the agreed share is rounding; where nothing was agreed on nothing is too much", () => {
    expect(classes(booked(line("payment", "100.00", { fee: of("3.21") }), [ours("100.00")], CARD))).toEqual([]);
    expect(classes(booked(line("fee", "-3.21"), [], CARD))).toEqual([]);
    const bank: Known = { ...CARD, method: "bank" };
    expect(classes(booked(line("payment", "100.00", { fee: of("50.00") }), [ours("100.00")], bank))).toEqual([]);
  });

  test("of another amount it is ours that is client money, and the rest waits for an explanation", () => {
    const booking = booked(line("payment", "90.00", { fee: of("1.00") }), [ours("100.00")]);
    expect(booking).toEqual({
      entries: inUsd({
        provider_balance: of("89.00"),
        provider_costs: of("1.00"),
        client_money: of("-100.00"),
        suspense: of("10.00"),
      }),
      tells: ["7"],
      differences: [{ class: "amount", amount: of("-10.00"), suspense: of("10.00"), movement: "7" }],
    });
  });

  test("what comes later moves out of suspense what stood there", () => {
    const before = booked(line("payment", "100.00")).entries;
    const after = booked(line("payment", "100.00"), [ours("100.00")]).entries;
    expect(correction(before, after)).toEqual(inUsd({ client_money: of("-100.00"), suspense: of("100.00") }));
    expect(correction(after, after)).toEqual([]);
  });
});

describe("in the payer's currency", () => {
  const shillings = { currency: "KES", amount: of("129350.00"), books: of("1000.00") };

  test("what moved is an entry in it, what is owed for it one in USD, and exchange is between them", () => {
    const { entries } = booked(line("payment", "129350.00", { currency: "KES", fee: of("1293.50") }), [
      ours("0.00", shillings),
    ]);
    expect(entries).toEqual([
      {
        currency: "KES",
        exchanged: "KES",
        moves: { provider_balance: of("128056.50"), provider_costs: of("1293.50"), fx: of("-129350.00") },
      },
      { currency: "USD", exchanged: "KES", moves: { fx: of("1000.00"), client_money: of("-1000.00") } },
    ]);
  });

  test("of another amount all that is owed for it is booked in USD, and the rest waits in its own currency", () => {
    const { entries, differences } = booked(line("payment", "129000.00", { currency: "KES" }), [
      ours("0.00", shillings),
    ]);
    expect(differences).toEqual([{ class: "amount", amount: of("-350.00"), suspense: of("350.00"), movement: "7" }]);
    expect(entries.map(({ moves }) => moves)).toEqual([
      { provider_balance: of("129000.00"), provider_costs: 0n, fx: of("-129350.00"), suspense: of("350.00") },
      { fx: of("1000.00"), client_money: of("-1000.00") },
    ]);
  });

  test("that the provider exchanged by itself is USD there, and what it made of the difference is ours", () => {
    const euros = { currency: "EUR", amount: of("92.00"), books: of("100.00") };
    const exchanged = line("payment", "98.50", { fee: of("3.16"), of: { currency: "EUR", amount: of("92.00") } });
    expect(booked(exchanged, [ours("0.00", euros)], CARD)).toEqual({
      entries: [
        {
          currency: "USD",
          exchanged: "EUR",
          moves: {
            provider_balance: of("95.34"),
            provider_costs: of("3.16"),
            client_money: of("-100.00"),
            fx: of("1.50"),
          },
        },
      ],
      tells: ["7"],
      differences: [],
    });
    const half = booked({ ...exchanged, of: { currency: "EUR", amount: of("184.00") } }, [ours("0.00", euros)]);
    expect(half.differences).toEqual([{ class: "amount", amount: of("49.25"), suspense: of("-49.25"), movement: "7" }]);
    expect(classes(booked(line("payment", "98.50"), [ours("0.00", euros)]))).toEqual(["currency"]);
  });

  test("nobody agreed on what is kept of another currency, unless it was said", () => {
    expect(classes(booked(line("fee", "-500.00", { currency: "KES" }), [], CARD))).toEqual([]);
  });

  const CODES = ["USD", "KES", "JPY", "KWD"] as const;
  type Code = (typeof CODES)[number];
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n }).map(cents);
  const signs = fc.constantFrom(1n, -1n);
  const codes = fc.constantFrom<Code>(...CODES);

  test("each currency's entries are nothing together, and all that is owed leaves client money, whatever is told and however late", () => {
    const movement = fc.record({
      amount: amounts,
      books: amounts,
      currency: codes,
      told: codes,
      line: amounts,
      off: fc.bigInt(-3n, 3n),
    });
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1, maxLength: 6 }), signs, fc.boolean(), (given, sign, isLate) => {
        const type = sign > 0n ? "payment" : "refund";
        const sums = new Map<string, bigint>();
        const post = (entries: ReturnType<typeof booked>["entries"]): void => {
          for (const { currency, exchanged, moves } of entries) {
            expect(sum(moves), currency).toBe(0n);
            expect(exchanged === currency || currency === "USD").toBe(true);
            for (const [account, amount] of Object.entries(moves)) {
              const key = `${account} ${currency}`;
              sums.set(key, (sums.get(key) ?? 0n) + amount);
            }
          }
        };
        let owed = 0n;
        let suspense = 0n;
        for (const [nth, one] of given.entries()) {
          const amount = cents(sign * one.amount);
          const books = one.currency === "USD" ? amount : cents(sign * one.books);
          const isExchanged = one.told !== one.currency;
          const said = cents(amount + one.off === 0n ? amount : amount + one.off);
          const told: Line = {
            ...{ type, reference: `HF${nth}`, fee: cents(nth === 0 ? 7n : 0n), currency: one.told },
            amount: isExchanged ? cents(sign * one.line) : said,
            of: isExchanged ? { amount: said, currency: one.currency } : null,
          };
          const mine: Movement = {
            id: String(nth),
            reference: `HF${nth}`,
            amount,
            books,
            currency: one.currency,
            isTold: false,
          };
          const booking = booked(told, [mine]);
          if (isLate) {
            const before = booked(told, []);
            post(before.entries);
            post(correction(before.entries, booking.entries));
          } else post(booking.entries);
          expect(booking.tells).toEqual([String(nth)]);
          owed += books;
          suspense += booking.differences.reduce<bigint>((all, { suspense: waits }) => all + waits, 0n);
        }
        expect(sums.get("client_money USD") ?? 0n).toBe(-owed);
        const held = (account: string): bigint =>
          CODES.reduce((all, code) => all + (sums.get(`${account} ${code}`) ?? 0n), 0n);
        expect(held("suspense")).toBe(suspense);
        for (const code of CODES) if (code !== "USD") expect(sums.get(`client_money ${code}`) ?? 0n).toBe(0n);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what lies there counts at the day's rate, rounded down, and as nothing without one", () => {
    const parts = {
      provider_balance: of("129350.00"),
      in_transit: of("0.00"),
      bank: of("0.01"),
      untold: of("-129.35"),
      unexplained: of("-0.01"),
    };
    const lying = { currency: "KES", parts, fx: { abroad: of("-129350.00"), books: of("1000.00") } };
    const today = valued(lying, ratesOf({ KES: "130" }), 0);
    expect(today.worth).toEqual({
      provider_balance: of("995.00"),
      in_transit: 0n,
      bank: 0n,
      untold: of("-1.00"),
      unexplained: 0n,
    });
    expect(today.fxResult).toBe(of("-5.00"));
    const nobody = valued(lying, NO_RATES, 0);
    expect([nobody.worth, nobody.fxResult, isUnvalued(nobody)]).toEqual([null, null, true]);
    expect(sumOf(coverOf([today, nobody]))).toBe(of("994.00"));
  });
});

test("what goes to the bank is in transit until somebody writes that it arrived", () => {
  const left = moved(booked(line("settlement", "-500.00")));
  expect(left).toEqual({ provider_balance: of("-500.00"), provider_costs: 0n, in_transit: of("500.00") });
  expect(floatEntry("to_bank", of("500.00"))).toEqual({ bank: of("500.00"), in_transit: of("-500.00") });
  for (const move of Object.keys(FLOAT_MOVES) as FloatMove[]) expect(sum(floatEntry(move, of("1.00")))).toBe(0n);
});

test("days are of UTC", () => {
  const noon = Date.parse("2026-05-10T12:00:00Z") / 1000;
  expect(dayText(dayOf(noon))).toBe("2026-05-10");
  expect(parseDay("2026-05-10")).toBe(dayOf(noon));
  for (const wrong of ["2026-02-30", "10.5.2026", "", "2026-5-1"]) expect(parseDay(wrong)).toBeNull();
});
