/** What the command line does about providers' statements: reads and books them now, and tells what differs. */

import type { Config } from "../config/index.js";
import { sumOf } from "../domain/coverage.js";
import { formatAmount } from "../domain/currencies.js";
import { type Cents, CURRENCY, formatSigned, ZERO } from "../domain/money.js";
import type { Rates } from "../domain/rates.js";
import { dayText, parseDay } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import { openLog } from "../platform/log.js";
import type { Provider } from "../providers/port.js";
import { claimStatement, watchStatement } from "../store/providers/statements.js";
import {
  type CurrencyDay,
  type DifferenceView,
  listCoveredDays,
  listCurrencyDays,
  listDifferences,
  listFloats,
  listStatementDays,
  type StatementDay,
} from "../store/read/desk/books.js";
import { watchRates } from "../workers/rates.js";
import { reconcile } from "../workers/statements.js";
import { CommandRefused } from "./arguments.js";
import { withProviders } from "./providers.js";

export type ReconciledObject = {
  readonly name: string;
  /** Lines that were new, and differences that they made. */
  readonly lines: number;
  readonly found: number;
  /** Why its statement was not read to its end; null when it was. */
  readonly error: string | null;
  readonly told_until: number | null;
  /** By currency: what the provider says lies there, and what is booked. */
  readonly balances: Readonly<Record<string, { readonly said: string | null; readonly booked: string }>>;
};

export type ReconciliationObject = {
  readonly providers: readonly ReconciledObject[];
  /** Null before it was looked at. */
  readonly client_money: {
    readonly covered: boolean;
    /** In USD: what is there in other currencies counts at the rates below, and as nothing without one. */
    readonly owed: string;
    readonly there: string;
    readonly currencies: readonly ReturnType<typeof lyingObject>[];
  } | null;
  /** What exchange has brought, in USD, by day and currency, the latest first; a loss is less than nothing. */
  readonly fx: readonly ReturnType<typeof fxObject>[];
  readonly days: readonly ReturnType<typeof dayObject>[];
  readonly differences: readonly ReturnType<typeof differenceObject>[];
};

/** Closed days that are shown when none was named, and differences at most. */
const DAYS_SHOWN = 14;
const DIFFERENCES_MAX = 1_000;
/** A fortnight of thirty currencies. */
const CURRENCY_DAYS_MAX = 400;

/** Reads and books the statements of one provider, or of all. @throws CommandRefused for a provider or a day that there is none of. */
export async function reconcileProviders(
  db: Database,
  config: Config,
  wanted: { readonly provider?: string; readonly day?: string },
): Promise<ReconciliationObject> {
  const day = wanted.day === undefined ? null : parseDay(wanted.day);
  if (wanted.day !== undefined && day === null) throw new CommandRefused("--day takes a date such as 2026-05-10.");
  const read = await withProviders(db, config, async (all) => {
    const kept = all.filter(({ books }) => books !== null);
    const asked = kept.filter(({ name }) => wanted.provider === undefined || name === wanted.provider);
    if (asked.length === 0)
      throw new CommandRefused(
        `there is no provider ${wanted.provider ?? ""}: ${kept.map(({ name }) => name).join(", ")}.`,
      );
    const rates = await currentRates(db, config);
    return Promise.all(asked.map((provider) => readOne(db, { config, rates, provider })));
  });
  const of = { provider: wanted.provider ?? null, day };
  const [floats, [covered], currencies, days, differences] = await Promise.all([
    listFloats(db, CURRENCY),
    listCoveredDays(db, 1),
    listCurrencyDays(db, { since: day ?? 0, before: day === null ? null : day + 1, limit: CURRENCY_DAYS_MAX }),
    listStatementDays(db, { ...of, limit: DAYS_SHOWN * read.length }),
    listDifferences(db, { ...of, isOpen: true, after: "0", limit: DIFFERENCES_MAX }),
  ]);
  return {
    providers: read.map((one) => {
      const lying = floats.filter(({ provider }) => provider === one.name);
      return {
        ...one,
        told_until: lying[0]?.toldUntil ?? null,
        balances: Object.fromEntries(
          lying.map(({ currency, available, pending, booked }) => [
            currency,
            {
              said: available === null || pending === null ? null : formatAmount(available + pending, currency),
              booked: formatAmount(booked.provider_balance, currency),
            },
          ]),
        ),
      };
    }),
    client_money:
      covered === undefined
        ? null
        : {
            covered: covered.isCovered,
            owed: formatSigned(covered.owed),
            there: formatSigned(sumOf(covered)),
            currencies: currencies.filter((one) => one.day === covered.day).map(lyingObject),
          },
    fx: currencies.filter(({ fx }) => fx.abroad !== ZERO || fx.books !== ZERO).map(fxObject),
    days: days.map(dayObject),
    differences: differences.map(differenceObject),
  };
}

/** As they are written down now. */
async function currentRates(db: Database, config: Config): Promise<Rates> {
  const rates = watchRates(db, config.rates);
  await rates.refresh();
  return rates;
}

type Read = Pick<ReconciledObject, "name" | "lines" | "found" | "error">;

async function readOne(
  db: Database,
  { config, rates, provider }: { readonly config: Config; readonly rates: Rates; readonly provider: Provider },
): Promise<Read> {
  const { name } = provider;
  const { books: rules } = config;
  await watchStatement(db, name, rules.reconcileAt);
  const claimed = await claimStatement(db, name, true);
  if (claimed === null) return { name, lines: 0, found: 0, error: "it is being read at this moment" };
  const log = openLog("silent");
  return { name, ...(await reconcile(claimed, provider, { db, log, rules, rates })) };
}

const rateObject = ({ rate }: CurrencyDay) =>
  rate === null ? null : { rate: rate.rate, source: rate.source, at: rate.at };
const usdOrNull = (amount: Cents | null): string | null => (amount === null ? null : formatSigned(amount));

const lyingObject = (one: CurrencyDay) => ({
  currency: one.currency,
  there: formatAmount(sumOf(one.parts), one.currency),
  worth: usdOrNull(one.worth),
  rate: rateObject(one),
});

const fxObject = (one: CurrencyDay) => ({
  day: dayText(one.day),
  currency: one.currency,
  gain: usdOrNull(one.gain),
  gain_in_all: usdOrNull(one.gainInAll),
  rate: rateObject(one),
});

const dayObject = ({ provider, currency, day, lines, opening, moved, closing, off }: StatementDay) => ({
  provider,
  currency,
  day: dayText(day),
  lines,
  opening: formatAmount(opening, currency),
  moved: formatAmount(moved, currency),
  closing: formatAmount(closing, currency),
  off: off === null ? null : formatAmount(off, currency),
});

const differenceObject = (one: DifferenceView) => ({
  id: one.id,
  provider: one.provider,
  class: one.class,
  amount: formatAmount(one.amount, one.currency),
  currency: one.currency,
  type: one.type,
  reference: one.reference,
  line: one.lineId,
  object: one.object,
  at: one.at,
  opened: one.opened,
  looked_after_by: one.lookedAfterBy,
});
