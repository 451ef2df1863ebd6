/** What a list of the console is asked for, as its form puts it into the address. Whatever is not understood is left out. */
import type { DayRange } from "../../../store/read/console/lists.js";
import type { Asked } from "../../kit/answer.js";

/** The fields as they were sent, for the form and for the links of further pages. */
export type Typed = {
  readonly q: string;
  readonly status: string;
  /** Days as "2026-11-21", or "". */
  readonly from: string;
  readonly until: string;
};

const SEARCH_LENGTH = 300;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_SECONDS = 86_400;

export function readTyped({ q = "", status = "", from = "", until = "" }: Asked["query"]): Typed {
  return { q: q.slice(0, SEARCH_LENGTH), status, from: readDay(from), until: readDay(until) };
}

const readDay = (text: string): string => (DAY.test(text) && secondsOf(text) !== null ? text : "");

/** The first second of a day of UTC; null for a day that no calendar has. */
function secondsOf(day: string): number | null {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? null : ms / 1000;
}

/** Both days count whole. */
export function daysOf({ from, until }: Typed): DayRange {
  const last = until === "" ? null : secondsOf(until);
  return { from: from === "" ? null : secondsOf(from), until: last === null ? null : last + DAY_SECONDS };
}

/** What further pages keep. */
export const keptIn = (typed: Typed): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));

export const isFiltered = (typed: Typed): boolean => Object.keys(keptIn(typed)).length > 0;
