/** Sums by currency, as queries make them of what moved in several. */
import type { Money } from "../domain/currencies.js";
import { CURRENCY } from "../domain/money.js";
import { toCents } from "./rows.js";

/** What moved in a currency, in its unit. */
export type CurrencySum = readonly [currency: string, amount: string];

/** Null where all of it is in USD. */
export function abroadFrom(sums: readonly CurrencySum[] | null): readonly Money[] | null {
  const all = (sums ?? []).map(([currency, amount]) => ({ amount: toCents(amount), currency }));
  return all.some(({ currency }) => currency !== CURRENCY) ? all : null;
}
