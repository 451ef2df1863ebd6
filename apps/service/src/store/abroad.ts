/** Sums by currency, as queries make them of what moved in several. */
import type { Money } from "../domain/currencies.js";
import { CURRENCY } from "../domain/money.js";
import { toCents } from "./rows.js";

/** What moved in a currency, in its unit. */
export type CurrencySum = readonly [currency: string, amount: string];

/** What leaves by the payout `p`; null in USD. */
export const PAYOUT_ABROAD = `case when p.presented_currency is not null
    then json_build_array(p.presented_currency, p.presented_amount::text) end`;

export const moneyFrom = (sum: CurrencySum | null): Money | null =>
  sum === null ? null : { amount: toCents(sum[1]), currency: sum[0] };

/** Null where all of it is in USD. */
export function abroadFrom(sums: readonly CurrencySum[] | null): readonly Money[] | null {
  const all = (sums ?? []).map(([currency, amount]) => ({ amount: toCents(amount), currency }));
  return all.some(({ currency }) => currency !== CURRENCY) ? all : null;
}
