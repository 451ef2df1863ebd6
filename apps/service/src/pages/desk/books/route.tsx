import { sumOf } from "../../../domain/coverage.js";
import { formatAmount } from "../../../domain/currencies.js";
import { CURRENCY, formatSigned } from "../../../domain/money.js";
import { dayText } from "../../../platform/clock.js";
import { current, type Reads } from "../../../platform/late-reads.js";
import {
  type CurrencyDay,
  type DifferenceView,
  listCurrencyDays,
  listDifferences,
} from "../../../store/read/desk/books.js";
import { isoInstant } from "../../../words/format.js";
import { aged, csvRow, quoted, sendCsv } from "../../kit/csv.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import type { DeskServices, LateDeskReads } from "../load.js";
import { NOTHING_TYPED } from "./forms.js";
import { loadBooks } from "./load.js";
import { BooksPage } from "./view.js";

type BooksHandler = Handler<DeskContext, LateDeskReads & Pick<DeskServices, "providers" | "rates">>;

/** What lies where, whether all that is owed is covered, and what differs. Who has just done something sees what came of it. */
export const showBooks: BooksHandler = async (context, { query }, { db, late, providers, rates }) => {
  const { said } = query;
  const lists = said === undefined ? await late.open() : current(db);
  const books = await loadBooks(query["difference"], { db, lists, providers, rates });
  return <BooksPage context={context} books={books} ageSeconds={lists.ageSeconds} typed={NOTHING_TYPED} said={said} />;
};

/** All differences, also those that are over. */
export const downloadDifferences: BooksHandler = async (_context, { reply }, { late }) => {
  const lists = await late.open();
  return sendCsv(aged(reply, lists.ageSeconds), "differences.csv", differencesCsv(lists));
};

const HEAD = [
  "number",
  "provider",
  "class",
  "status",
  "amount",
  "currency",
  "type",
  "reference",
  "line",
  "object",
  "moved",
  "found",
  "looked_after_by",
  "closed_by",
  "booked_to",
  "reason",
];
const STEP = 500;

async function* differencesCsv(db: Reads): AsyncGenerator<string> {
  yield csvRow(HEAD);
  for (let after = "0"; ; ) {
    const rows = await listDifferences(db, { provider: null, day: null, isOpen: false, after, limit: STEP });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(rowOf).join("");
    after = last.id;
  }
}

const rowOf = (one: DifferenceView): string =>
  csvRow([
    one.id,
    quoted(one.provider),
    one.class,
    one.status,
    formatAmount(one.amount, one.currency),
    one.currency,
    one.type ?? "",
    ...[one.reference, one.lineId, one.object].map((text) => quoted(text ?? "")),
    isoInstant(one.at),
    isoInstant(one.opened),
    ...[one.lookedAfterBy, one.closedBy, one.bookedTo, one.reason].map((text) => quoted(text ?? "")),
  ]);

/** What lay in each currency on every day, at which rate, and what exchange brought. */
export const downloadExchange: BooksHandler = async (_context, { reply }, { late }) => {
  const lists = await late.open();
  return sendCsv(aged(reply, lists.ageSeconds), "exchange.csv", exchangeCsv(lists));
};

const EXCHANGE_HEAD = [
  "day",
  "currency",
  "there",
  "for_one_usd",
  "rate_source",
  "rate_of",
  "worth_usd",
  "fx",
  "fx_books_usd",
  "gain_usd",
  "gain_in_all_usd",
];
/** Days of a step, so that none is torn. */
const STEP_DAYS = 90;
const CURRENCIES_MAX = 200;

async function* exchangeCsv(db: Reads): AsyncGenerator<string> {
  yield csvRow(EXCHANGE_HEAD);
  for (let before: number | null = null; ; ) {
    const [latest] = await listCurrencyDays(db, { since: 0, before, limit: 1 });
    if (latest === undefined) return;
    const since = latest.day - STEP_DAYS + 1;
    const rows = await listCurrencyDays(db, { since, before, limit: STEP_DAYS * CURRENCIES_MAX });
    yield rows.map(exchangeRow).join("");
    before = since;
  }
}

const usdOf = (amount: bigint | null): string => (amount === null ? "" : formatSigned(amount));

const exchangeRow = (one: CurrencyDay): string =>
  csvRow([
    dayText(one.day),
    one.currency,
    formatAmount(sumOf(one.parts), one.currency),
    one.currency === CURRENCY ? "" : (one.rate?.rate ?? ""),
    quoted(one.rate?.source ?? ""),
    one.rate === null ? "" : isoInstant(one.rate.at),
    usdOf(one.worth),
    formatAmount(one.fx.abroad, one.currency),
    formatSigned(one.fx.books),
    usdOf(one.gain),
    usdOf(one.gainInAll),
  ]);
