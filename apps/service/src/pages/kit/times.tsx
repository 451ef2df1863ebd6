/** Moments and days, as a reader of the page writes them and as a program reads them. */
import type { JSX } from "preact";
import { dateLanguage, day, instant, isoInstant, shortDay } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";

/** In UTC, and where the page has the small script, in the reader's own time zone. */
export const Instant = ({
  at,
  locale,
  class: classes,
}: {
  at: number;
  locale: Locale;
  class?: string;
}): JSX.Element => (
  <time class={classes} dateTime={isoInstant(at)} data-moment={dateLanguage(locale)}>
    {instant(at, locale)}
  </time>
);

/** "24 Dec", with the year in what a pointer shows: for lists, whose rows are in order. */
export const ShortDay = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)} title={day(at, locale)}>
    {shortDay(at, locale)}
  </time>
);

export const Day = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)}>{day(at, locale)}</time>
);
