/** What a list is asked for, as its form (`Filters`) puts it into the address. Whatever is not understood is left out. */
import { UUID } from "../../domain/ids.js";
import { SEARCH_LENGTH_MAX } from "../../domain/search.js";
import type { DayRange } from "../../store/read/page.js";
import { clockText, dayStart, offsetSeconds, UTC, type Zone } from "../../words/zone.js";
import { type Asked, CHOSEN_ROWS } from "./answer.js";
import { ROWS_A_PAGE } from "./paging.js";
import type { Site } from "./site.js";

/** The fields as they were sent, for the form and for the links of further pages. */
export type Typed = {
  readonly q: string;
  readonly status: string;
  /** Days as "2026-11-21", or "". */
  readonly from: string;
  readonly until: string;
  /** Ids of rows that were chosen one by one, with commas between them, or "". */
  readonly rows: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_SECONDS = 86_400;

export function readTyped({ q = "", status = "", from = "", until = "", ...query }: Asked["query"]): Typed {
  return {
    q: q.slice(0, SEARCH_LENGTH_MAX),
    status,
    from: readDay(from),
    until: readDay(until),
    rows: readRows(query[CHOSEN_ROWS]),
  };
}

const readRows = (text = ""): string =>
  text
    .split(",")
    .filter((id) => UUID.test(id))
    .slice(0, ROWS_A_PAGE)
    .join(",");

/** Null where no row was chosen by itself. */
export const rowsOf = ({ rows }: Typed): readonly string[] | null => (rows === "" ? null : rows.split(","));

const readDay = (text: string): string => (DAY.test(text) && dayStart(text, UTC) !== null ? text : "");

/** Both days count whole, by the reader's clocks. */
export function daysOf({ from, until }: Pick<Typed, "from" | "until">, { zone }: Pick<Site, "zone">): DayRange {
  const where = zone ?? UTC;
  const last = until === "" ? null : dayStart(until, UTC);
  return {
    from: from === "" ? null : dayStart(from, where),
    until: last === null ? null : dayStart(dayText(last + DAY_SECONDS), where),
  };
}

/** A list that is narrowed by days alone: what its further pages keep, and the days. */
export function onlyDays(
  query: Asked["query"],
  site: Pick<Site, "zone">,
): { readonly query: Readonly<Record<string, string>>; readonly days: DayRange } {
  const { from, until } = readTyped(query);
  const typed = { ...readTyped({}), from, until };
  return { query: keptIn(typed), days: daysOf(typed, site) };
}

const dayText = (unixSeconds: number): string => clockText(unixSeconds, UTC).slice(0, 10);

/** What further pages keep. */
export const keptIn = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));

export type Preset = {
  readonly name: "today" | "week" | "month" | "thisMonth" | "lastMonth" | "thisYear";
  readonly from: string;
  readonly until: string;
};

/** The spans that people ask for most, by the calendar of a zone. @param now Unix seconds of the service's clock. */
export function presetsAt(now: number, zone: Zone): readonly Preset[] {
  const shown = now + offsetSeconds(now, zone);
  const today = new Date(shown * 1000);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const day = (ms: number): string => dayText(ms / 1000);
  const ago = (days: number): string => dayText(shown - days * DAY_SECONDS);
  return [
    { name: "today", from: ago(0), until: ago(0) },
    { name: "week", from: ago(6), until: ago(0) },
    { name: "month", from: ago(29), until: ago(0) },
    { name: "thisMonth", from: day(Date.UTC(year, month, 1)), until: ago(0) },
    { name: "lastMonth", from: day(Date.UTC(year, month - 1, 1)), until: day(Date.UTC(year, month, 0)) },
    { name: "thisYear", from: day(Date.UTC(year, 0, 1)), until: ago(0) },
  ];
}
