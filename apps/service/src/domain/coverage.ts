/**
 * What lies in each currency, beside what is owed in USD: at the rates of the day. A currency without a rate that may be used counts as
 * nothing, and what exchange has brought in it is unknown.
 */
import type { Currency } from "./currencies.js";
import { add, type Cents, CURRENCY, cents, subtract, ZERO } from "./money.js";
import { type Rate, type Rates, valueAt } from "./rates.js";

/** Where money is that covers what is owed; `unexplained` takes away from it, and is nothing or less. */
export const COVER_PARTS = ["provider_balance", "in_transit", "bank", "untold", "unexplained"] as const;
export type CoverParts = Readonly<Record<(typeof COVER_PARTS)[number], Cents>>;

/** What lies in a currency, in its unit. */
export type Holding = {
  readonly currency: Currency;
  readonly parts: CoverParts;
  /** What exchange holds: in the currency, and in USD what the books have for it. Debits are positive. */
  readonly fx: { readonly abroad: Cents; readonly books: Cents };
};

export type Valued = Holding & {
  /** Null of USD, and where there is none that may be used. */
  readonly rate: Rate | null;
  /** In USD; null without a rate. */
  readonly worth: CoverParts | null;
  /** What exchange has brought up to now, in USD: a loss is less than nothing. Null where nobody can say. */
  readonly fxResult: Cents | null;
};

export function valued(holdings: Holding, rates: Rates, now: number): Valued {
  const { currency, parts, fx } = holdings;
  if (currency === CURRENCY) return { ...holdings, rate: null, worth: parts, fxResult: cents(-fx.books) };
  const rate = rates.find(currency, now);
  // What was exchanged by the provider itself leaves nothing in the currency.
  if (rate === null) return { ...holdings, rate, worth: null, fxResult: fx.abroad === ZERO ? cents(-fx.books) : null };
  return {
    ...holdings,
    rate,
    worth: worthAt(parts, rate),
    fxResult: cents(valueAt(-fx.abroad, rate) - fx.books),
  };
}

/** Rounded down once: parts add up to what all of it is worth, however it is divided. */
function worthAt(parts: CoverParts, rate: Rate): CoverParts {
  let [lies, worth] = [ZERO, ZERO];
  return partsBy((name) => {
    const before = worth;
    lies = add(lies, parts[name]);
    worth = valueAt(lies, rate);
    return subtract(worth, before);
  });
}

/** All of it, in USD. */
export const coverOf = (all: readonly Valued[]): CoverParts =>
  partsBy((name) => add(ZERO, ...all.map(({ worth }) => worth?.[name] ?? ZERO)));

export const sumOf = (parts: CoverParts): Cents => add(ZERO, ...COVER_PARTS.map((name) => parts[name]));

/** Something lies there that nobody can value. */
export const isUnvalued = ({ worth, parts }: Valued): boolean =>
  worth === null && COVER_PARTS.some((name) => parts[name] !== ZERO);

const partsBy = (of: (name: keyof CoverParts) => Cents): CoverParts =>
  Object.fromEntries(COVER_PARTS.map((name) => [name, of(name)])) as CoverParts;
