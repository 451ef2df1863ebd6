/** What a buyer agrees to by confirming: who holds the money, until when, and what moves it. */
import type { JSX } from "preact";
import { totalOf } from "../../domain/escrow.js";
import type { Terms } from "../../domain/model.js";
import { duration } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Say } from "../say.js";
import { reviewWords } from "./messages-review.js";
import { Money, Rows } from "./parts.js";
import type { View } from "./view.js";

export function Rules({ view, locale }: { view: View; locale: Locale }): JSX.Element {
  const { session, fundingDeadlineSeconds } = view;
  const words = reviewWords(locale);
  const time = duration(fundingDeadlineSeconds, locale);
  return (
    <Rows
      title={words.rules}
      rows={[
        [
          "shield-check",
          words.hold,
          <Say text={words.holdText} total={<Money amount={totalOf(session)} locale={locale} />} />,
        ],
        ["clock", <Say text={words.pay} time={time} />, words.payText],
        ["package-check", words.deliver, <DeliveryTerms terms={session} locale={locale} />],
        [
          "hand-coins",
          words.release,
          <ReleaseTerms terms={session} isInParts={session.milestones.length > 1} locale={locale} />,
        ],
      ]}
    />
  );
}

const Span = ({ seconds, locale }: { seconds: number; locale: Locale }): JSX.Element => (
  <span class="font-medium text-base-content">{duration(seconds, locale)}</span>
);

/** What happens until something is delivered. The seller's settings show the same words. */
export function DeliveryTerms({ terms, locale }: { terms: Terms; locale: Locale }): JSX.Element {
  const words = reviewWords(locale);
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
  const words = reviewWords(locale);
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
