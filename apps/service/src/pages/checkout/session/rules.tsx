/** What a buyer agrees to by confirming: who holds the money, until when, and what moves it. */

import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { duration } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Say } from "../../kit/say.js";
import { DeliveryTerms, ReleaseTerms } from "../../kit/terms.js";
import { Money, Rows } from "./parts.js";
import type { View } from "./state.js";
import { reviewWords } from "./words.js";

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
