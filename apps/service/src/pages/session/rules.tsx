/** What a buyer agrees to by confirming: who holds the money, until when, and what moves it. */
import type { JSX } from "preact";
import { totalOf } from "../../domain/escrow.js";
import { duration } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Say } from "../say.js";
import { reviewWords } from "./messages-review.js";
import { Money, Rows } from "./parts.js";
import type { View } from "./view.js";

export function Rules({ view, locale }: { view: View; locale: Locale }): JSX.Element {
  const { session, fundingDeadlineSeconds } = view;
  const { reviewWindowSeconds: review, deliveryDeadlineSeconds: delivery, milestones } = session;
  const words = reviewWords(locale);
  const span = (seconds: number): JSX.Element => (
    <span class="font-medium text-base-content">{duration(seconds, locale)}</span>
  );
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
        [
          "package-check",
          words.deliver,
          <>
            {words.deliverText}
            {delivery === null ? null : (
              <>
                {" "}
                <Say text={words.deliverUntil} time={span(delivery)} /> {words.clockStops}
              </>
            )}
          </>,
        ],
        [
          "hand-coins",
          words.release,
          <>
            {milestones.length > 1 ? words.releaseParts : words.releaseText}{" "}
            {review === null ? (
              words.noSilence
            ) : (
              <>
                <Say text={words.silence} time={span(review)} /> {words.clockStops}
              </>
            )}
          </>,
        ],
      ]}
    />
  );
}
