/** What the command line does about providers' statements: reads and books them now, and tells what differs. */

import type { Config } from "../config/index.js";
import { formatAmount } from "../domain/currencies.js";
import { CURRENCY, formatSigned } from "../domain/money.js";
import { dayText, parseDay } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import { openLog } from "../platform/log.js";
import type { Provider } from "../providers/port.js";
import { claimStatement, watchStatement } from "../store/providers/statements.js";
import {
  type DifferenceView,
  listCoveredDays,
  listDifferences,
  listFloats,
  listStatementDays,
  type StatementDay,
} from "../store/read/desk/books.js";
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
  readonly client_money: { readonly covered: boolean; readonly owed: string; readonly there: string } | null;
  readonly days: readonly ReturnType<typeof dayObject>[];
  readonly differences: readonly ReturnType<typeof differenceObject>[];
};

/** Closed days that are shown when none was named, and differences at most. */
const DAYS_SHOWN = 14;
const DIFFERENCES_MAX = 1_000;

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
    return Promise.all(asked.map((provider) => readOne(db, config, provider)));
  });
  const of = { provider: wanted.provider ?? null, day };
  const [floats, [covered], days, differences] = await Promise.all([
    listFloats(db, CURRENCY),
    listCoveredDays(db, CURRENCY, 1),
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
            there: formatSigned(
              covered.provider_balance + covered.in_transit + covered.bank + covered.untold + covered.unexplained,
            ),
          },
    days: days.map(dayObject),
    differences: differences.map(differenceObject),
  };
}

type Read = Pick<ReconciledObject, "name" | "lines" | "found" | "error">;

async function readOne(db: Database, { books: rules }: Config, provider: Provider): Promise<Read> {
  const { name } = provider;
  await watchStatement(db, name, rules.reconcileAt);
  const claimed = await claimStatement(db, name, true);
  if (claimed === null) return { name, lines: 0, found: 0, error: "it is being read at this moment" };
  const log = openLog("silent");
  return { name, ...(await reconcile(claimed, provider, { db, log, rules })) };
}

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
