/** The milestones of an order: what was delivered, what the buyer can do about it, and all that was said. */
import type { JSX } from "preact";
import { isMove } from "../../../domain/escrow.js";
import type { Milestone, MoveVerb } from "../../../domain/model.js";
import { reviewEndsAt } from "../../../domain/review.js";
import type { OrderEntry } from "../../../store/read/orders/orders.js";
import { clip, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { EvidenceFiles } from "../../disputes/files.js";
import { entryWords } from "../../disputes/words.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import { LongText } from "../../kit/long-text.js";
import { Instant } from "../../kit/times.js";
import { actionUrl, partAnchor } from "../links.js";
import type { OrderView } from "../load.js";
import { MILESTONE_STANDINGS, mayAct } from "../standing.js";
import { milestoneWords } from "./words.js";

const DESCRIPTION_LENGTH = 500;

export function Milestones({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element {
  const words = milestoneWords(locale);
  const { milestones } = order.escrow;
  const isMany = milestones.length > 1;
  return (
    <section aria-labelledby="delivery">
      <h2 id="delivery" class="text-lg font-semibold tracking-tight">
        {isMany ? words.parts(milestones.length) : words.delivery}
      </h2>
      {isMany ? <p class="muted mt-0.5 text-sm">{words.partsText}</p> : null}
      <ol class="mt-3 space-y-4">
        {milestones.map((milestone, index) => (
          <Part order={order} milestone={milestone} place={index + 1} locale={locale} />
        ))}
      </ol>
    </section>
  );
}

type Props = { readonly order: OrderView; readonly milestone: Milestone; readonly locale: Locale };

function Part({ order, milestone, locale, place }: Props & { place: number }): JSX.Element {
  const words = milestoneWords(locale);
  const entries = order.entries.filter(isMove).filter((entry) => entry.milestone === milestone.id);
  const submission = entries.findLast(({ verb }) => verb === "submit");
  return (
    <li id={partAnchor(place)} class="panel scroll-mt-4">
      <div class="p-4 sm:p-5">
        <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div class="min-w-0 flex-1 basis-48">
            <h3 class="font-semibold">
              <span class="sr-only">{words.part(place)}: </span>
              <Given text={milestone.title} lines={3} />
            </h3>
            {milestone.description.trim() === "" ? null : (
              <p class="muted mt-0.5 text-sm">
                <Given text={clip(milestone.description, DESCRIPTION_LENGTH)} lines={5} />
              </p>
            )}
          </div>
          <p class="money max-w-full font-semibold">{usd(milestone.amount, locale)}</p>
        </div>
        <p class="mt-2">
          <Standing milestone={milestone} last={entries.at(-1)} locale={locale} />
        </p>
        {submission === undefined ? null : <Submission entry={submission} locale={locale} />}
        <Actions order={order} milestone={milestone} locale={locale} />
      </div>
      {entries.length === 0 ? null : <History order={order} entries={entries} locale={locale} />}
    </li>
  );
}

/** A settlement completes what may not have been delivered at all, so it is called what it is. */
function Standing({
  milestone,
  last,
  locale,
}: {
  milestone: Milestone;
  last: OrderEntry | undefined;
  locale: Locale;
}): JSX.Element {
  const words = milestoneWords(locale);
  if (last?.verb === "settle") return <Badge tone="over" icon="circle-check" text={entryWords(locale).settle} />;
  return <Badge {...MILESTONE_STANDINGS[milestone.status]} text={words[`status_${milestone.status}`]} />;
}

function Submission({ entry, locale }: { entry: OrderEntry; locale: Locale }): JSX.Element {
  return (
    <div class="mt-4 rounded-field bg-base-200 p-3.5">
      <div class="mb-1 flex flex-wrap justify-between gap-x-4 text-sm">
        <h4 class="font-medium">{milestoneWords(locale).delivered}</h4>
        <p class="muted">
          <Instant at={entry.created} locale={locale} />
        </p>
      </div>
      <LongText text={entry.text} locale={locale} />
    </div>
  );
}

/** The files of one dispute, each to be downloaded. */
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

function Actions({ order, milestone, locale }: Props): JSX.Element | null {
  const words = milestoneWords(locale);
  const { escrow, merchant } = order;
  const path = orderUrl(merchant.sellerCode, escrow.id);
  const may = (verb: Parameters<typeof mayAct>[2]): boolean => mayAct(escrow, milestone, verb);
  if (!may("approve") && !may("requestRevision") && !may("dispute")) return null;
  const automatic = reviewEndsAt(escrow, milestone);
  const isForReview = milestone.status === "AWAITING_REVIEW";
  return (
    <div class="mt-4">
      {automatic === null ? null : (
        <p class="mb-3 flex gap-1.5 text-sm">
          <Icon name="hourglass" class="mt-0.5 size-4 text-warning" />
          <span>
            {words.autoApproval}{" "}
            <strong class="font-semibold">
              <Instant at={automatic} locale={locale} />
            </strong>
          </span>
        </p>
      )}
      <div class="flex flex-wrap gap-2.5">
        {may("approve") ? (
          <a
            class={`btn h-auto min-h-10 py-2 max-sm:w-full ${isForReview ? "btn-primary" : "btn-outline border-base-300"}`}
            href={actionUrl(path, milestone.id, "approve")}
          >
            {words.approve(usd(milestone.amount, locale))}
          </a>
        ) : null}
        {may("requestRevision") ? (
          <a
            class="btn btn-outline border-base-300 max-sm:w-full"
            href={actionUrl(path, milestone.id, "requestRevision")}
          >
            {words.requestRevision}
          </a>
        ) : null}
        {may("dispute") ? (
          <a
            class="btn btn-outline border-base-300 text-error max-sm:w-full"
            href={actionUrl(path, milestone.id, "dispute")}
          >
            {words.dispute}
          </a>
        ) : null}
      </div>
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
  entries: readonly (OrderEntry & { readonly verb: MoveVerb })[];
  locale: Locale;
}): JSX.Element {
  const words = milestoneWords(locale);
  return (
    <details class="border-t border-base-300 px-4 py-3 sm:px-5">
      <summary class="flex min-h-6 cursor-pointer items-center justify-between gap-2 text-sm font-medium text-primary [&::-webkit-details-marker]:hidden">
        {words.history(entries.length)}
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
            {entry.text.trim() === "" ? null : (
              <div class="mt-1">
                <LongText text={entry.text} locale={locale} />
              </div>
            )}
            {entry.verb === "dispute" ? <Evidence order={order} entry={entry} locale={locale} /> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
