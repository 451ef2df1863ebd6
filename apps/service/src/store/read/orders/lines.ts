import { add, type Cents, cents, parseMoney, subtract, ZERO } from "../../../domain/money.js";

/** A line of what was ordered. */
export type OrderLine = {
  readonly name: string;
  readonly unitAmount: Cents;
  readonly quantity: number;
  readonly sku: string;
};

/** Exact for the largest quantity at the largest price. */
export const sumOf = ({ quantity, unitAmount }: OrderLine): Cents => cents(BigInt(quantity) * unitAmount);

/**
 * What the lines leave of the order's amount, so that every bill adds up: more than nothing for what the shop has not listed, less for
 * what it takes off. Null where they add up, and for an order without lines.
 */
export function restOf(lines: readonly OrderLine[], amount: Cents): Cents | null {
  const rest = subtract(amount, add(...lines.map(sumOf)));
  return lines.length === 0 || rest === ZERO ? null : rest;
}

/** The same in the session's stored content (see wire/session.ts, which writes it). */
export type StoredLine = {
  readonly name: string;
  readonly unit_amount: string;
  readonly quantity: number;
  readonly sku: string;
};

export const lineFromStored = ({ name, unit_amount, quantity, sku }: StoredLine): OrderLine => ({
  name,
  unitAmount: parseMoney(unit_amount) as Cents,
  quantity,
  sku,
});
