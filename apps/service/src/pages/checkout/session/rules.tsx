/** What a buyer agrees to by confirming: who holds the money, until when, and what moves it. */

import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { duration } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import { Say } from "../../kit/say.js";
import { DeliveryTerms, ReleaseTerms } from "../../kit/terms.js";
import { Money, OPENER, Rows } from "./parts.js";
import type { View } from "./state.js";
import { reviewWords } from "./words.js";

/** All of it in a line, which opens. */
export function Held({ view, locale }: { view: View; locale: Locale }): JSX.Element {
  const words = reviewWords(locale);
  return (
    <details class="group">
      <summary class={`${OPENER} min-h-8 flex-wrap gap-x-2 text-[0.8125rem] font-medium sm:text-sm`}>
        <span class="inline-flex items-center gap-1.5 text-success">
          <Icon name="shield-check" class="size-4" />
          {words.held}
        </span>
        <span class="inline-flex items-center gap-0.5 text-primary underline underline-offset-4">
          {words.how}
          <Icon name="chevron-down" class="size-4 group-open:rotate-180" />
        </span>
      </summary>
      <div class="mt-3">
        <Rules view={view} locale={locale} />
      </div>
    </details>
  );
}

function Rules({ view, locale }: { view: View; locale: Locale }): JSX.Element {
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
