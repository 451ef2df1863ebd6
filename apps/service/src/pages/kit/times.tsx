/** Moments and days, as a reader of the page writes them and as a program reads them. */
import type { JSX } from "preact";
import { day, instant, isoInstant } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";

export const Instant = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)}>{instant(at, locale)}</time>
);

export const Day = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <time dateTime={isoInstant(at)}>{day(at, locale)}</time>
);
