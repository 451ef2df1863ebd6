import { type Cents, parseMoney } from "../../../domain/money.js";

/** A line of what was ordered. */
export type OrderLine = {
  readonly name: string;
  readonly unitAmount: Cents;
  readonly quantity: number;
  readonly sku: string;
};

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
