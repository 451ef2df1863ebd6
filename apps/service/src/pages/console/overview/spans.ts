/** The spans of time that the overview can be asked for, and how each is cut into what a plot shows side by side. */

import { add, ZERO } from "../../../domain/money.js";
import type { DayFigures, Figures } from "../../../store/read/days.js";
import { day, month, shortDay, shortMonth } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { UTC } from "../../../words/zone.js";
import { plotsWords } from "./words.js";

/** Days of UTC since 1 January 1970, both of them within it. */
export type Days = { readonly from: number; readonly to: number };

/** A bar of a plot. */
export type Slot = Days & {
  /** Below the bar. */
  readonly label: string;
  /** In the table, and wherever there is room. */
  readonly name: string;
};

export type Span = {
  readonly key: SpanKey;
  readonly slots: readonly Slot[];
  readonly days: Days;
  /** What it is compared with: as many days, right before; of months, the same days a year earlier. */
  readonly before: Days;
};

const WEEK = 7;

export const SPAN_KEYS = ["7d", "30d", "90d", "12m"] as const;
export type SpanKey = (typeof SPAN_KEYS)[number];

const DEFAULT: SpanKey = "30d";

/** Whatever the address says that is no span is 30 days. */
export const readSpanKey = (text: string | undefined): SpanKey => SPAN_KEYS.find((key) => key === text) ?? DEFAULT;

/** The span that ends today, its bars named in a language. */
export function spanOf(key: SpanKey, today: number, locale: Locale): Span {
  const slots = slotsOf(key, today, locale);
  const days = { from: slots[0]?.from ?? today, to: today };
  return { key, slots, days, before: beforeOf(key, days) };
}

function slotsOf(key: SpanKey, today: number, locale: Locale): readonly Slot[] {
  switch (key) {
    case "7d":
      return daysUpTo(today, 7, locale);
    case "30d":
      return daysUpTo(today, 30, locale);
    case "90d":
      return weeksUpTo(today, 90, locale);
    case "12m":
      return monthsUpTo(today, 12, locale);
    default:
      return key satisfies never;
  }
}

const daysUpTo = (today: number, count: number, locale: Locale): readonly Slot[] =>
  Array.from({ length: count }, (_, index) => {
    const at = today - count + 1 + index;
    return { from: at, to: at, label: shortDay(secondsOf(at), locale, UTC), name: day(secondsOf(at), locale, UTC) };
  });

/** Weeks that end today; the first of them is what is left over. */
function weeksUpTo(today: number, days: number, locale: Locale): readonly Slot[] {
  const first = today - days + 1;
  const count = Math.ceil(days / WEEK);
  return Array.from({ length: count }, (_, index) => {
    const to = today - (count - 1 - index) * WEEK;
    const from = Math.max(first, to - WEEK + 1);
    const [label, end] = [shortDay(secondsOf(from), locale, UTC), shortDay(secondsOf(to), locale, UTC)];
    return { from, to, label, name: plotsWords(locale).weekOf({ first: label, last: end }) };
  });
}

/** Months of the calendar; the last of them ends today. */
function monthsUpTo(today: number, count: number, locale: Locale): readonly Slot[] {
  const now = new Date(secondsOf(today) * 1000);
  const firstOf = (back: number): number => dayOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    const from = firstOf(back);
    const to = Math.min(today, firstOf(back - 1) - 1);
    return { from, to, label: shortMonth(secondsOf(from), locale), name: month(secondsOf(from), locale) };
  });
}

function beforeOf(key: SpanKey, { from, to }: Days): Days {
  if (key !== "12m") return { from: from - (to - from + 1), to: from - 1 };
  const yearBefore = (at: number): number => {
    const date = new Date(secondsOf(at) * 1000);
    return dayOf(Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()));
  };
  return { from: yearBefore(from), to: Math.min(yearBefore(to), from - 1) };
}

const DAY_SECONDS = 86_400;
const secondsOf = (at: number): number => at * DAY_SECONDS;
const dayOf = (milliseconds: number): number => Math.floor(milliseconds / 1000 / DAY_SECONDS);

const NO_FIGURES: Figures = {
  paidIn: ZERO,
  released: ZERO,
  fees: ZERO,
  refunded: ZERO,
  refundedReleased: ZERO,
  sessionsCreated: 0,
  sessionsCompleted: 0,
  disputes: 0,
};

/** All of those days together. */
export const sumWithin = (figures: readonly DayFigures[], { from, to }: Days): Figures =>
  figures.filter(({ day }) => day >= from && day <= to).reduce<Figures>(plus, NO_FIGURES);

export const plus = (a: Figures, b: Figures): Figures => ({
  paidIn: add(a.paidIn, b.paidIn),
  released: add(a.released, b.released),
  fees: add(a.fees, b.fees),
  refunded: add(a.refunded, b.refunded),
  refundedReleased: add(a.refundedReleased, b.refundedReleased),
  sessionsCreated: a.sessionsCreated + b.sessionsCreated,
  sessionsCompleted: a.sessionsCompleted + b.sessionsCompleted,
  disputes: a.disputes + b.disputes,
});
