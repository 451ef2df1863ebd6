/** The terms of an order in words, as buyers confirm them and as a seller's settings show them. */
import type { JSX } from "preact";
import type { Terms } from "../../domain/model.js";
import { duration } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Say } from "./say.js";
import { termsWords } from "./words.js";

const Span = ({ seconds, locale }: { seconds: number; locale: Locale }): JSX.Element => (
  <span class="font-medium text-base-content">{duration(seconds, locale)}</span>
);

/** What happens until something is delivered. The seller's settings show the same words. */
export function DeliveryTerms({ terms, locale }: { terms: Terms; locale: Locale }): JSX.Element {
  const words = termsWords(locale);
  const seconds = terms.deliveryDeadlineSeconds;
  return (
    <>
      {words.deliverText}
      {seconds === null ? null : (
        <>
          {" "}
          <Say text={words.deliverUntil} time={<Span seconds={seconds} locale={locale} />} /> {words.clockStops}
        </>
      )}
    </>
  );
}

/** What releases the money, and what saying nothing means. */
export function ReleaseTerms({
  terms,
  isInParts,
  locale,
}: {
  terms: Terms;
  isInParts: boolean;
  locale: Locale;
}): JSX.Element {
  const words = termsWords(locale);
  const seconds = terms.reviewWindowSeconds;
  return (
    <>
      {isInParts ? words.releaseParts : words.releaseText}{" "}
      {seconds === null ? (
        words.noSilence
      ) : (
        <>
          <Say text={words.silence} time={<Span seconds={seconds} locale={locale} />} /> {words.clockStops}
        </>
      )}
    </>
  );
}
