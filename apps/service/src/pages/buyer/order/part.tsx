/** One milestone of an order: what was delivered, what the buyer can do about it, and all that was said. */

import type { JSX } from "preact";
import { isEndedByMistake } from "../../../domain/ended-by-bank.js";
import { isMove } from "../../../domain/escrow.js";
import type { Milestone, MoveVerb } from "../../../domain/model.js";
import { tidy } from "../../../domain/typed.js";
import type { OrderEntry } from "../../../store/read/orders/orders.js";
import type { Locale } from "../../../words/locale.js";
import { EvidenceFiles } from "../../disputes/files.js";
import { entryWords } from "../../disputes/words.js";
import { Badge } from "../../kit/badge.js";
import { Delivery } from "../../kit/delivery.js";
import { Icon } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import { LongText } from "../../kit/long-text.js";
import { Instant } from "../../kit/times.js";
import type { OrderView } from "../load.js";
import { askedOfBuyer, MILESTONE_STANDINGS } from "../standing.js";
import { sharedWords } from "../words.js";
import { PartActions } from "./part-actions.js";
import { milestoneWords } from "./words.js";

type Props = { readonly order: OrderView; readonly milestone: Milestone; readonly locale: Locale };

/** All that a part has to say: what was agreed, what was delivered, what the buyer can do, and what was said before. */
export function PartBody({ order, milestone, locale }: Props): JSX.Element {
  // What a mistaken booking ended, the order says as a whole: no bank settled it.
  const entries = entriesOf(order, milestone).filter(({ actor }) => actor !== "bank" || !isEndedByMistake(order));
  const submission = entries.findLast(({ verb }) => verb === "submit");
  return (
    <>
      {tidy(milestone.description) === "" ? null : (
        <div class="muted">
          <LongText text={milestone.description} locale={locale} />
        </div>
      )}
      {submission === undefined ? null : <Submission entry={submission} locale={locale} />}
      {isAskedAbout(order, milestone) ? null : <PartActions order={order} milestone={milestone} locale={locale} />}
      {entries.length === 0 ? null : <History order={order} entries={entries} locale={locale} />}
    </>
  );
}

/** What stands first on the page has its buttons there. */
function isAskedAbout(order: OrderView, { id }: Milestone): boolean {
  const asked = askedOfBuyer(order);
  return asked?.kind === "review" && asked.milestone.id === id;
}

type MoveEntry = OrderEntry & { readonly verb: MoveVerb };

/** What moved it, oldest first. */
const entriesOf = ({ entries }: OrderView, { id }: Milestone): readonly MoveEntry[] =>
  entries.filter(isMove).filter((entry) => entry.milestone === id);

/** How a part stands. A settlement completes what may not have been delivered at all, so it is called what it is. */
export function Standing({ order, milestone, locale }: Props): JSX.Element {
  if (isEndedByMistake(order)) {
    const wasDelivered = entriesOf(order, milestone).some(({ verb }) => verb === "submit");
    const text = wasDelivered ? sharedWords(locale).mistaken : milestoneWords(locale).neverDelivered;
    return <Badge tone="over" icon="circle-x" text={text} />;
  }
  const last = entriesOf(order, milestone).at(-1)?.verb;
  if (last === "settle" || last === "refund") {
    return <Badge tone="over" icon={last === "refund" ? "undo" : "circle-check"} text={entryWords(locale)[last]} />;
  }
  return <Badge {...MILESTONE_STANDINGS[milestone.status]} text={standingText(order, milestone, locale)} />;
}

/** What was never delivered of an order that ended isn't waited for. */
export function standingText({ endedAt }: OrderView, { status }: Milestone, locale: Locale): string {
  const words = milestoneWords(locale);
  return status === "PENDING" && endedAt !== null ? words.neverDelivered : words[`status_${status}`];
}

function Submission({ entry, locale }: { entry: OrderEntry; locale: Locale }): JSX.Element {
  return (
    <div class="mt-3 rounded-field bg-base-200 p-3.5">
      <div class="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <h4 class="font-medium">{milestoneWords(locale).delivered}</h4>
        <p class="muted">
          <Instant at={entry.created} locale={locale} />
        </p>
      </div>
      <Delivery entry={entry} locale={locale} />
    </div>
  );
}

/** The files that were sent with an entry, each to be downloaded. */
function Evidence({
  order,
  entry,
  locale,
}: {
  order: OrderView;
  entry: OrderEntry;
  locale: Locale;
}): JSX.Element | null {
  const words = milestoneWords(locale);
  const files = order.evidence.filter((file) => file.entry === entry.number);
  if (files.length === 0) return null;
  return (
    <div class="mt-3 text-sm">
      <p class="font-medium">{words.evidence}</p>
      <EvidenceFiles
        files={files}
        fileUrl={(id) => `${orderUrl(order.merchant.sellerCode, order.escrow.id)}/evidence/${id}`}
      />
    </div>
  );
}

/** Every submission, request and decision, with what was said. */
function History({
  order,
  entries,
  locale,
}: {
  order: OrderView;
  entries: readonly MoveEntry[];
  locale: Locale;
}): JSX.Element {
  const words = milestoneWords(locale);
  return (
    <details class="mt-4 border-t border-base-300 pt-3">
      <summary class="flex min-h-6 cursor-pointer items-center justify-between gap-2 text-sm font-medium text-primary [&::-webkit-details-marker]:hidden">
        {words.history({ count: entries.length })}
        <Icon name="chevron-down" class="size-4" />
      </summary>
      <ol class="mt-2 space-y-4 border-s-2 border-base-300 ps-4">
        {entries.map((entry) => (
          <li class="text-sm">
            <p class="flex flex-wrap justify-between gap-x-4">
              <span class="font-medium">
                {entry.verb === "approve" && entry.actor === "timer"
                  ? entryWords(locale).approve_timer
                  : entryWords(locale)[entry.verb]}
              </span>
              <span class="muted">
                {words[`by_${entry.actor}`]} · <Instant at={entry.created} locale={locale} />
              </span>
            </p>
            {tidy(entry.text) === "" ? null : (
              <div class="mt-1">
                {entry.verb === "submit" ? (
                  <Delivery entry={entry} locale={locale} />
                ) : (
                  <LongText text={entry.text} locale={locale} />
                )}
              </div>
            )}
            <Evidence order={order} entry={entry} locale={locale} />
          </li>
        ))}
      </ol>
    </details>
  );
}
