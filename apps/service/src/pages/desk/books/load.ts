import { CURRENCY } from "../../../domain/money.js";
import type { Rates } from "../../../domain/rates.js";
import { readClock } from "../../../store/read/clock.js";
import {
  type CoveredDay,
  type CurrencyDay,
  type DifferenceView,
  type Float,
  listCoveredDays,
  listCurrencyDays,
  listDifferences,
  listFloats,
  listStatementDays,
  type StatementDay,
} from "../../../store/read/desk/books.js";
import { listProviderOffers, type ProviderOffer } from "../../../store/read/desk/providers.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskLists } from "../load.js";

export type Books = {
  readonly floats: readonly Float[];
  /** The latest first. */
  readonly covered: readonly CoveredDay[];
  /** What lay in each currency, the latest day first. */
  readonly currencies: readonly CurrencyDay[];
  readonly days: readonly StatementDay[];
  /** Open ones, the oldest first. */
  readonly differences: readonly DifferenceView[];
  readonly offers: readonly ProviderOffer[];
  /** The one that is to be closed; null for none. */
  readonly chosen: DifferenceView | null;
  readonly now: number;
};

/** Differences that are shown: more than these, and something else is wrong. */
export const DIFFERENCES_SHOWN = 100;
const DAYS_SHOWN = 30;
const COVERED_SHOWN = 14;
/** As many days of thirty currencies. */
const CURRENCIES_SHOWN = 30 * COVERED_SHOWN;

/**
 * What differs is read where it is true now, for it is acted on.
 * @param chosen an open difference, by its number. @throws PageRefusal not_found
 */
export async function loadBooks(chosen: string | undefined, { db, lists }: DeskLists): Promise<Books> {
  const open = { provider: null, day: null, isOpen: true } as const;
  const id = chosen === undefined ? null : differenceIn(chosen);
  const [floats, covered, currencies, days, differences, offers, found, { now }] = await Promise.all([
    listFloats(lists, CURRENCY),
    listCoveredDays(lists, COVERED_SHOWN),
    listCurrencyDays(lists, { since: 0, before: null, limit: CURRENCIES_SHOWN }),
    listStatementDays(lists, { provider: null, day: null, limit: DAYS_SHOWN }),
    listDifferences(db, { ...open, after: "0", limit: DIFFERENCES_SHOWN }),
    listProviderOffers(db),
    id === null ? [] : listDifferences(db, { ...open, after: String(BigInt(id) - 1n), limit: 1 }),
    readClock(db),
  ]);
  const one = found.find((other) => other.id === id) ?? null;
  return { floats, covered, currencies, days, differences, offers, chosen: one, now };
}

/** Its number, as addresses and forms bear it. @throws PageRefusal not_found */
export function differenceIn(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new PageRefusal("not_found");
  return text;
}

/** Currencies that have a rate now. */
export const ratedIn = (rates: Pick<Rates, "list">, now: number): readonly string[] =>
  rates.list(now).map(({ currency }) => currency);
