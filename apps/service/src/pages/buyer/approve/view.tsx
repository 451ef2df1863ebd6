/** Asks before a delivery is approved, and its money paid out. */

import type { JSX } from "preact";
import { dueOf } from "../../../domain/escrow.js";
import { usd } from "../../../words/format.js";
import { Effect } from "../../kit/effect.js";
import { orderUrl } from "../../kit/links.js";
import { LongText } from "../../kit/long-text.js";
import { AboutPart, Asking, Buttons, Form } from "../asking.js";
import { actionUrl } from "../links.js";
import type { PartScene } from "../load.js";
import { milestoneWords } from "../order/words.js";
import { isLastOpen } from "../standing.js";
import { askingWords } from "../words.js";
import { approveWords } from "./words.js";

export function ApprovePage({ context, order, milestone }: PartScene): JSX.Element {
  const words = approveWords(context.locale);
  const { escrow, merchant, entries } = order;
  const amount = usd(dueOf(milestone), context.locale);
  const submission = entries.findLast((entry) => entry.milestone === milestone.id && entry.verb === "submit");
  return (
    <Asking context={context} order={order} title={words.title}>
      <AboutPart context={context} order={order} milestone={milestone} />
      {submission === undefined ? null : (
        <div class="mt-4 rounded-field bg-base-200 p-3.5">
          <h2 class="mb-1 text-sm font-medium">{milestoneWords(context.locale).delivered}</h2>
          <LongText text={submission.text} locale={context.locale} />
        </div>
      )}
      <ul class="mt-5 space-y-2.5">
        <Effect icon="hand-coins">
          <strong class="font-semibold">{words.releases({ amount })}</strong>
        </Effect>
        <Effect icon="lock">
          {askingWords(context.locale).cannotUndo} {words.closes}
        </Effect>
        {isLastOpen(escrow, milestone) ? <Effect icon="circle-check">{words.last}</Effect> : null}
      </ul>
      <p class="muted mt-4 text-sm">{words.instead}</p>
      <Form action={actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "approve")} context={context}>
        <Buttons context={context} order={order} label={words.button({ amount })} />
      </Form>
    </Asking>
  );
}
