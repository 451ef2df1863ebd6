/** How a line of a provider's statement is booked, and in what it differs from our books. */
import { describe, expect, test } from "vitest";
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
  ...more,
});
const ours = (amount: string, more: Partial<Movement> = {}): Movement => ({
  id: "7",
  reference: "HF1",
  amount: of(amount),
  currency: "USD",
  isTold: false,
  ...more,
});

const NOTHING: Known = { method: null, paid: null, isOtherwise: false };
const CARD: Known = { method: "card", paid: of("100.00"), isOtherwise: false };
const AGREED: FeeSchedule = { basisPoints: 290, fixed: of("0.30"), min: of("0.00"), max: null };

const booked = (one: Line, movements: readonly Movement[] = [], known: Known = NOTHING) =>
  bookLine(one, movements, { known, agreed: (method) => (method === "card" ? AGREED : null) });

const sum = (entry: HouseEntry): bigint => Object.values(entry).reduce<bigint>((all, one) => all + one, 0n);
const classes = (booking: ReturnType<typeof booked>): readonly string[] => booking.differences.map((one) => one.class);

test("a payment that both have is client money, and what the provider kept of it is our cost", () => {
  expect(booked(line("payment", "100.00", { fee: of("3.20") }), [ours("100.00")], CARD)).toEqual({
    entry: { provider_balance: of("96.80"), provider_costs: of("3.20"), client_money: of("-100.00") },
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
    expect(sum(booking.entry)).toBe(0n);
    expect(booking.entry.provider_balance).toBe(one.amount - one.fee);
    expect(booking.differences[0]?.suspense).toBe(booking.entry.suspense ?? 0n);
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
      entry: {
        provider_balance: of("89.00"),
        provider_costs: of("1.00"),
        client_money: of("-100.00"),
        suspense: of("10.00"),
      },
      tells: ["7"],
      differences: [{ class: "amount", amount: of("-10.00"), suspense: of("10.00"), movement: "7" }],
    });
  });

  test("what comes later moves out of suspense what stood there", () => {
    const before = booked(line("payment", "100.00")).entry;
    const after = booked(line("payment", "100.00"), [ours("100.00")]).entry;
    expect(correction(before, after)).toEqual({ client_money: of("-100.00"), suspense: of("100.00") });
    expect(correction(after, after)).toBeNull();
  });
});

test("what goes to the bank is in transit until somebody writes that it arrived", () => {
  const left = booked(line("settlement", "-500.00")).entry;
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
