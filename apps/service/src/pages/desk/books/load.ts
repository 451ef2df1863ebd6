import type { Currency } from "../../../domain/currencies.js";
import { CURRENCY } from "../../../domain/money.js";
import { type Looks, NO_LOOKS } from "../../../domain/provider-looks.js";
import { type Lack, lackOf, unrated } from "../../../domain/serving.js";
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
import { type HeldAccount, listHeldAccounts } from "../../../store/read/desk/holder.js";
import { listProviderOffers, type ProviderOffer } from "../../../store/read/desk/providers.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { DeskLists, DeskServices } from "../load.js";
import { HELD_SHOWN } from "./held.js";

export type Books = {
  readonly floats: readonly Float[];
  /** The latest first. */
  readonly covered: readonly CoveredDay[];
  /** What lay in each currency, the latest day first. */
  readonly currencies: readonly CurrencyDay[];
  readonly days: readonly StatementDay[];
  /** Open ones, the oldest first. */
  readonly differences: readonly DifferenceView[];
  readonly offers: readonly ShownOffer[];
  /** Sellers' accounts at who holds their money. */
  readonly held: readonly HeldAccount[];
  /** The one that is to be closed; null for none. */
  readonly chosen: DifferenceView | null;
  readonly now: number;
};

/** With how the provider shows itself. */
export type ShownOffer = ProviderOffer & {
  readonly looks: Looks;
  readonly lack: Lack | null;
  /** Currencies that are not offered, for none has a rate now. */
  readonly waiting: readonly Currency[];
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
export async function loadBooks(
  chosen: string | undefined,
  { db, lists, providers, rates }: DeskLists & Pick<DeskServices, "providers" | "rates">,
): Promise<Books> {
  const open = { provider: null, day: null, isOpen: true } as const;
  const id = chosen === undefined ? null : differenceIn(chosen);
  const [floats, covered, currencies, days, differences, offers, held, found, { now }] = await Promise.all([
    listFloats(lists, CURRENCY),
    listCoveredDays(lists, COVERED_SHOWN),
    listCurrencyDays(lists, { since: 0, before: null, limit: CURRENCIES_SHOWN }),
    listStatementDays(lists, { provider: null, day: null, limit: DAYS_SHOWN }),
    listDifferences(db, { ...open, after: "0", limit: DIFFERENCES_SHOWN }),
    listProviderOffers(db),
    listHeldAccounts(lists, HELD_SHOWN),
    id === null ? [] : listDifferences(db, { ...open, after: String(BigInt(id) - 1n), limit: 1 }),
    readClock(db),
  ]);
  const one = found.find((other) => other.id === id) ?? null;
  const rated = rates.list(now).map(({ currency }) => currency);
  const shown = offers.map((offer) => ({
    ...offer,
    looks: providers.byName(offer.provider)?.looks ?? NO_LOOKS,
    lack: lackOf(offer.capabilities, rated),
    waiting: unrated(offer.capabilities, rated),
  }));
  return { floats, covered, currencies, days, differences, offers: shown, held, chosen: one, now };
}

/** Its number, as addresses and forms bear it. @throws PageRefusal not_found */
export function differenceIn(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new PageRefusal("not_found");
  return text;
}
