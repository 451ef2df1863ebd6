/**
 * Moments and days, as a reader of the page writes them and as a program reads them: all by one element, so that no page has two
 * calendars. Each comes in the reader's time zone, with UTC in the title; until that zone is known, in UTC, and the small script
 * (assets/wait.js) writes it in the browser's.
 */
import type { JSX } from "preact";
import { dateLanguage, day, instant, isoInstant, shortDay, shortInstant, stamp } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { UTC } from "../../words/zone.js";
import { useLocale, useZone } from "./language.js";

/** By what the script knows them by too. */
const FORMS = { instant, shortInstant, day, shortDay, stamp } as const;

type Props = { readonly at: number; readonly locale: Locale; readonly class?: string };

function Written({ at, locale, form, class: classes }: Props & { form: keyof typeof FORMS }): JSX.Element {
  const zone = useZone();
  // What the script writes by: nothing where nothing is left to it.
  const data = zone === null ? { "data-moment": dateLanguage(locale), "data-form": form } : {};
  return (
    <time class={classes} dateTime={isoInstant(at)} title={instant(at, locale, UTC)} {...data}>
      {FORMS[form](at, locale, zone ?? UTC)}
    </time>
  );
}

/** "21 November 2026 at 20:00 UTC+3". @param props.at Unix seconds, as of all below. */
export const Instant = (props: Props): JSX.Element => <Written {...props} form="instant" />;

/** "21 November 2026". */
export const Day = (props: Props): JSX.Element => <Written {...props} form="day" />;

/** "21 Nov": where the year is known. */
export const ShortDay = (props: Props): JSX.Element => <Written {...props} form="shortDay" />;

/** An instant of a console's table or list of facts. */
export const Time = ({ at }: { at: number }): JSX.Element => <Instant at={at} locale={useLocale()} />;

/** "21 Nov 2026, 20:00 UTC+3": for lists. */
export const ShortTime = ({ at }: { at: number }): JSX.Element => (
  <Written at={at} locale={useLocale()} form="shortInstant" />
);

/** "21 Nov 2026, 20:00:41 UTC+3": for logs. */
export const Stamp = ({ at }: { at: number | string }): JSX.Element => (
  <Written at={Number(at)} locale={useLocale()} form="stamp" class="whitespace-nowrap tabular-nums" />
);
