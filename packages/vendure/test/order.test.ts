/** What the plugin makes of Vendure's numbers and payments. */
import { expect, test } from "vitest";
import { decimals, isGivenUp, money, othersOf } from "../src/order.js";

type Order = Parameters<typeof othersOf>[0];
type Payment = ReturnType<typeof othersOf>[number];

test.each([
  [550, 2, "5.50"],
  [-550, 2, "-5.50"],
  [-5, 2, "-0.05"],
  [0, 2, "0.00"],
  [12_345, 3, "12.345"],
  [-1, 4, "-0.0001"],
  [7, 0, "7"],
])("%d with %d decimals is written %s", (amount, precision, written) => {
  expect(decimals(amount, precision)).toBe(written);
});

test("what is asked of the buyer is whole cents, however the store keeps money", () => {
  expect(money(24_990, 2)).toBe("249.90");
  expect(money(249_905, 3)).toBe("249.91");
  expect(money(249, 0)).toBe("249.00");
});

const payment = (state: string, amount: number, more: Partial<Payment> = {}): Payment =>
  ({ state, amount, transactionId: "slip", metadata: {}, refunds: [], ...more }) as unknown as Payment;
const order = (...payments: readonly Payment[]): Order =>
  ({ state: "ArrangingPayment", totalWithTax: 3_000, payments }) as unknown as Order;
const ours = payment("Settled", 3_000, { transactionId: "tr_1", metadata: { escrow: "tr_1" } });

test.each([
  ["nothing", [], 0, false],
  ["ours", [ours], 0, false],
  ["one that is settled", [payment("Settled", 3_000)], 1, true],
  ["one that is authorised", [payment("Authorized", 3_000)], 1, true],
  ["one that waits", [payment("Created", 3_000)], 1, true],
  ["a part", [payment("Settled", 1_000)], 1, false],
  ["one that was declined", [payment("Declined", 3_000)], 0, false],
  ["one that failed", [payment("Error", 3_000)], 0, false],
  ["one that was cancelled", [payment("Cancelled", 3_000)], 0, false],
  ["one whose customer named an escrow", [payment("Settled", 3_000, { metadata: { escrow: "made-up" } })], 1, true],
] as const)("paid by %s", (_, payments, others, isOver) => {
  expect(othersOf(order(...payments))).toHaveLength(others);
  expect(isGivenUp(order(...payments))).toBe(isOver);
});

test("what was refunded pays nothing", () => {
  const refunded = payment("Settled", 3_000, { refunds: [{ state: "Settled", total: 3_000 }] as Payment["refunds"] });
  const failed = payment("Settled", 3_000, { refunds: [{ state: "Failed", total: 3_000 }] as Payment["refunds"] });
  expect(othersOf(order(refunded))).toEqual([]);
  expect(othersOf(order(failed))).toHaveLength(1);
});
