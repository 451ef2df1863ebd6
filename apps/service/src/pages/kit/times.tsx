/**
 * Moments and days, as a reader of the page writes them and as a program reads them: all by one element, so that no page has two
 * calendars. It comes in UTC; the small script (assets/wait.js) writes each in the reader's own time zone and keeps UTC in the title.
 */
import type { JSX } from "preact";
import { dateLanguage, day, instant, isoInstant, shortDay, stamp } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { useLocale } from "./language.js";

/** By what the script knows them by too. */
const FORMS = { instant, day, shortDay, stamp } as const;

type Props = { readonly at: number; readonly locale: Locale; readonly class?: string };

const Written = ({ at, locale, form, class: classes }: Props & { form: keyof typeof FORMS }): JSX.Element => (
  <time class={classes} dateTime={isoInstant(at)} data-moment={dateLanguage(locale)} data-form={form}>
    {FORMS[form](at, locale)}
  </time>
);

/** "21 November 2026 at 20:00". @param props.at Unix seconds, as of all below. */
export const Instant = (props: Props): JSX.Element => <Written {...props} form="instant" />;

/** "21 November 2026". */
export const Day = (props: Props): JSX.Element => <Written {...props} form="day" />;

/** "21 Nov": where the year is known. */
export const ShortDay = (props: Props): JSX.Element => <Written {...props} form="shortDay" />;

/** An instant of a console's table or list of facts. */
export const Time = ({ at }: { at: number }): JSX.Element => <Instant at={at} locale={useLocale()} />;

/** "21 Nov 2026, 20:00:41": for logs. */
export const Stamp = ({ at }: { at: number | string }): JSX.Element => (
  <Written at={Number(at)} locale={useLocale()} form="stamp" class="whitespace-nowrap tabular-nums" />
);
