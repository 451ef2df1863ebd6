/**
 * Reads providers' statements, as often as hourly, and books them in the house's book. One worker is at one provider at a
 * time: it reads page by page, books what has rested a while in steps that are each written whole or not at all, and once a
 * day closes the days that are over. What differs from our books is a row that somebody has to close.
 */

import { coverOf, isUnvalued, sumOf, valued } from "../domain/coverage.js";
import { type Currency, formatAmount } from "../domain/currencies.js";
import type { FeeSchedule } from "../domain/fees.js";
import { formatSigned } from "../domain/money.js";
import type { Rates } from "../domain/rates.js";
import { bookLine, correction, DAY_SECONDS, dayOf } from "../domain/reconciliation.js";
import { dayText } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { type BooksOf, orderReferenceOf, type Provider, type Providers, type Unreachable } from "../providers/port.js";
import {
  type BookedLine,
  bookLines,
  decided,
  matchLines,
  matchUndone,
  readOpenLines,
  readUnbooked,
} from "../store/providers/book-lines.js";
import { closeDays, findUnreported } from "../store/providers/close-days.js";
import { keepCover, readCover } from "../store/providers/coverage.js";
import { bringForward, keepNotice } from "../store/providers/notices.js";
import {
  bookOpening,
  type ClaimedStatement,
  claimStatement,
  keepBalances,
  keepLines,
  settleStatement,
  watchStatement,
} from "../store/providers/statements.js";
import { readBooksFigures } from "../store/read/desk/books.js";
import { inJob } from "./job.js";
import { asOne, startTicker, TICK_MS, type Ticker } from "./ticker.js";

const HOURLY_SECONDS = 3_600;
/** Until a statement is looked for again that is being written, and one that could not be read. */
const WRITING_SECONDS = 60;
const FAILED_SECONDS = 300;

/** A line rests before it is booked: what it tells of may be on its way to us as well. */
const REST_SECONDS = 900;
/** After so long what we booked has to be in the statement, and what it tells of has to have reached us. */
const UNTOLD_SECONDS = 3 * DAY_SECONDS;

/** Lines that are booked by one statement of SQL; pages that are read in one go. */
const STEP = 500;
const PAGES_MAX = 10_000;

/** What the books are kept by. */
export type BookRules = {
  /** Seconds after midnight in UTC. */
  readonly reconcileAt: number;
  readonly providerFees: readonly {
    readonly provider: string;
    readonly method: string;
    readonly currency: Currency;
    readonly share: FeeSchedule;
  }[];
  readonly floatAlarms: readonly { readonly provider: string; readonly currency: Currency; readonly least: bigint }[];
};

type Means = {
  readonly db: Database;
  readonly log: Log;
  readonly rules: BookRules;
  readonly rates: Rates;
};

export function startStatements({
  providers,
  metrics,
  tickMs = TICK_MS,
  ...means
}: Means & {
  readonly providers: Pick<Providers, "all">;
  readonly metrics: Pick<Metrics, "watchBooks">;
  readonly tickMs?: number | undefined;
}): Ticker {
  const { db, log } = means;
  let isStopping = false;
  metrics.watchBooks(() => readBooksFigures(db));
  const loops = providers.all.map((provider) => {
    let isWatched = false;
    return startTicker(tickMs, async () => {
      // What an adapter over HTTP has, it may say later than this begins.
      if (provider.books === null) return false;
      try {
        if (!isWatched) await watchStatement(db, provider.name, means.rules.reconcileAt);
        isWatched = true;
        const claimed = await claimStatement(db, provider.name, false);
        if (claimed !== null)
          await inJob("statement", () => reconcile(claimed, provider, { ...means, isStopping: () => isStopping }));
      } catch (error) {
        log.warn({ err: error, provider: provider.name }, "a statement was not booked, and will be");
      }
      return false;
    });
  });
  const all = asOne(loops);
  return {
    ...all,
    stop: () => {
      isStopping = true;
      return all.stop();
    },
  };
}

/** What came of it. `error`: why the statement could not be read to its end; null when it was. */
export type Reconciled = { readonly lines: number; readonly found: number; readonly error: string | null };

/** Reads, books and closes what there is, under a claim. */
export async function reconcile(
  claimed: ClaimedStatement,
  provider: Provider,
  means: Means & { readonly isStopping?: () => boolean },
): Promise<Reconciled> {
  const { db, log, rules } = means;
  const books = provider.books as BooksOf;
  const about = { provider: provider.name };
  const read = await readAll(claimed, provider, means);
  const error = read.failure?.reason ?? null;
  if (error !== null) log.warn({ ...about, error }, "a statement could not be read, and will be");
  const found = await bookAll(claimed, provider, means);
  const told = claimed.now - books.lagSeconds;
  if (read.isWhole) {
    await balance(claimed, provider, means);
    const before = claimed.toldUntil === null ? null : claimed.toldUntil - books.lagSeconds;
    if (books.backDays !== null) await bookOpening(db, claimed, { before, now: told });
  }
  const closes = claimed.isCloseDue && read.isWhole;
  if (closes) await close(claimed, { told, openedBy: books.backDays === null ? null : told }, means);
  await cover(means);
  await settleStatement(db, claimed, {
    afterSeconds: read.isWhole ? HOURLY_SECONDS : error === null ? WRITING_SECONDS : FAILED_SECONDS,
    toldUntil: read.isWhole ? claimed.now : claimed.toldUntil,
    error,
    closeAfter: closes ? rules.reconcileAt : null,
  });
  if (read.lines > 0) log.info({ ...about, lines: read.lines, found }, "a statement was read");
  return { lines: read.lines, found, error };
}

type Read = { readonly lines: number; readonly isWhole: boolean; readonly failure: Unreachable | null };

async function readAll(
  claimed: ClaimedStatement,
  provider: Provider,
  { db, isStopping = () => false }: Means & { readonly isStopping?: () => boolean },
): Promise<Read> {
  let { cursor } = claimed;
  let lines = 0;
  for (let pages = 0; pages < PAGES_MAX && !isStopping(); pages += 1) {
    const page = await provider.statement(0, cursor);
    if (page.kind === "unreachable") return { lines, isWhole: false, failure: page };
    lines += await keepLines(db, claimed, page);
    ({ cursor } = page);
    if (page.isWaiting === true) return { lines, isWhole: false, failure: null };
    if (!page.hasMore) return { lines, isWhole: true, failure: null };
  }
  return { lines, isWhole: false, failure: null };
}

/** All that has rested, and what waited for our side. @returns how many differences were found. */
async function bookAll(claimed: ClaimedStatement, provider: Provider, means: Means): Promise<number> {
  const { db } = means;
  const { name } = provider;
  let found = 0;
  for (;;) {
    const lines = await readUnbooked(db, name, { restedSeconds: REST_SECONDS, limit: STEP });
    if (lines.length === 0) break;
    const book = bookerOf(name, means.rules);
    found += await bookLines(
      db,
      claimed,
      lines.map((line) => decided(line, book(line))),
    );
  }
  await matchAll(claimed, provider, means);
  await matchUndone(db, claimed, UNTOLD_SECONDS);
  return found;
}

/** Books one line after the other: what one tells of, the next can't. */
function bookerOf(provider: string, { providerFees }: BookRules): (line: BookedLine) => ReturnType<typeof bookLine> {
  const told = new Set<string>();
  const agreed = (method: string, currency: Currency): FeeSchedule | null =>
    providerFees.find((one) => one.provider === provider && one.method === method && one.currency === currency)
      ?.share ?? null;
  return (line) => {
    const movements = line.movements.map((one) => ({ ...one, isTold: one.isTold || told.has(one.id) }));
    const booking = bookLine(line, movements, { known: line.known, agreed });
    for (const id of booking.tells) told.add(id);
    return booking;
  };
}

/** What our books did not have may have come; what they still lack is looked up now. */
async function matchAll(claimed: ClaimedStatement, provider: Provider, { db, rules }: Means): Promise<void> {
  const { name } = provider;
  const book = bookerOf(name, rules);
  for (let after = "0"; ; ) {
    const lines = await readOpenLines(db, name, { after, limit: STEP });
    const last = lines.at(-1);
    if (last === undefined) return;
    after = last.difference;
    const booked = lines.map((line) => ({ line, booking: book(line) }));
    const come = booked.filter(({ booking }) => booking.tells.length > 0);
    if (come.length > 0) {
      await matchLines(
        db,
        claimed,
        come.map(({ line, booking }) => ({
          ...decided(line, booking),
          entries: correction(line.before, booking.entries),
          difference: line.difference,
        })),
      );
    }
    for (const { line } of booked.filter(({ booking }) => booking.tells.length === 0)) await lookUp(line, provider, db);
  }
}

/** What a line tells of is asked about now. A dispute that no notice has told us of is known by its line alone. */
async function lookUp({ type, object, reference }: BookedLine, provider: Provider, db: Database): Promise<void> {
  const about = type.split("_")[0] ?? "";
  if (about !== "chargeback") {
    if (reference !== null) {
      await bringForward(db, { provider: provider.name, about, reference: orderReferenceOf(reference) });
    }
    return;
  }
  const found = object === null ? undefined : await provider.disputes?.lookUp(object);
  if (found?.kind !== "known") return;
  const { report } = found;
  const noticeId = `statement:${report.theirId}:${report.stage}:${report.isTaken ? "taken" : "there"}`;
  await keepNotice(db, { provider: provider.name, noticeId, reports: [report], body: Buffer.alloc(0) });
}

/** Keeps what the provider says lies there, and tells when it is too little. */
async function balance(claimed: ClaimedStatement, provider: Provider, { db, log, rules }: Means): Promise<void> {
  const lying = await provider.balance();
  if (lying.kind === "unreachable") return log.warn({ provider: provider.name, error: lying.reason }, "no balance");
  const currencies = [...new Set([...lying.available, ...lying.pending].map(({ currency }) => currency))];
  const sum = (money: typeof lying.available, currency: string): bigint =>
    money.reduce((all, one) => (one.currency === currency ? all + one.amount : all), 0n);
  const said = currencies.map((currency) => ({
    currency,
    available: sum(lying.available, currency),
    pending: sum(lying.pending, currency),
  }));
  await keepBalances(db, claimed, said);
  for (const { currency, least } of rules.floatAlarms.filter((one) => one.provider === provider.name)) {
    const available = said.find((one) => one.currency === currency)?.available ?? 0n;
    if (available < least) {
      const amounts = { available: formatAmount(available, currency), least: formatAmount(least, currency) };
      log.error({ provider: provider.name, currency, ...amounts }, "float is low");
    }
  }
}

/** Days that are over, when the next is over too and the statement has come so far; and what it lacks. */
async function close(
  claimed: ClaimedStatement,
  { told, openedBy }: { readonly told: number; readonly openedBy: number | null },
  { db, log }: Means,
): Promise<void> {
  const { provider, now } = claimed;
  const last = Math.min(dayOf(now) - 2, dayOf(told) - 1);
  for (const { day, currency, off } of await closeDays(db, provider, { last, openedBy })) {
    log.error({ provider, day: dayText(day), currency, off: formatAmount(off, currency) }, "a day does not add up");
  }
  let missing = 0;
  for (let more = 1; more > 0; missing += more) more = await findUnreported(db, claimed, told - UNTOLD_SECONDS);
  if (missing > 0) log.error({ provider, missing }, "a statement lacks what we have booked");
}

/** What is owed is in USD; what is there counts at the rates of this moment. */
async function cover({ db, log, rates }: Pick<Means, "db" | "log" | "rates">): Promise<void> {
  const { now, owed, holdings } = await readCover(db, UNTOLD_SECONDS);
  const all = holdings.map((one) => valued(one, rates, now));
  await keepCover(db, { now, owed, valued: all });
  for (const { currency } of all.filter(isUnvalued))
    log.error({ currency }, "a currency has no rate: what lies there in it counts as nothing");
  const there = sumOf(coverOf(all));
  if (there < owed) log.error({ owed: formatSigned(owed), there: formatSigned(there) }, "client money is not covered");
}
