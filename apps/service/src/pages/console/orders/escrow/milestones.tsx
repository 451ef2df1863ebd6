/** The milestones of an escrow, each with its whole history: what was submitted, what the buyer asked for, who decided. */

import type { JSX } from "preact";
import { isEndedByMistake } from "../../../../domain/ended-by-bank.js";
import { refundedOf } from "../../../../domain/escrow.js";
import type { EvidenceId } from "../../../../domain/ids.js";
import type { Milestone } from "../../../../domain/model.js";
import { ZERO } from "../../../../domain/money.js";
import type { OrderEntry, OrderEvidence } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import { EvidenceFiles } from "../../../disputes/files.js";
import { MilestoneBadge, MistakenBadge } from "../../../kit/badges.js";
import { Delivery } from "../../../kit/delivery.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { LongText } from "../../../kit/long-text.js";
import { PartRow } from "../../../kit/part-row.js";
import { ShortTime } from "../../../kit/times.js";
import { Section } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { escrowUrl, submitUrl } from "../../links.js";
import { Code } from "../pieces.js";
import { milestoneWords, storyWords } from "../words.js";
import type { EscrowProps } from "./load.js";
import { maySubmit } from "./standing.js";
import { iconOf, isStep, sentenceOf, stepsOf } from "./story.js";

/** An order of so few milestones shows each in full; one of more shows a row each, with the next to deliver open. */
const FEW = 5;

export function Milestones(props: EscrowProps): JSX.Element {
  const { escrow } = props.story;
  const { milestones } = escrow;
  const next = milestones.find((one) => maySubmit(escrow, one))?.id;
  const title = useWords(milestoneWords).title({ count: milestones.length });
  if (milestones.length > FEW) {
    return (
      <Section title={title}>
        <ol class="-mx-4 -mb-4 divide-y divide-base-300 border-t border-base-300 sm:-mx-5">
          {milestones.map((milestone, index) => (
            <Row {...props} milestone={milestone} isNext={milestone.id === next} place={index + 1} />
          ))}
        </ol>
      </Section>
    );
  }
  return (
    <Section title={title}>
      <ol class="divide-y divide-base-300">
        {milestones.map((milestone) => (
          <Whole {...props} milestone={milestone} isNext={milestone.id === next} />
        ))}
      </ol>
    </Section>
  );
}

type One = EscrowProps & { readonly milestone: Milestone; readonly isNext: boolean };

/** What a mistaken booking ended was never completed, though the bank's settlement says so. */
const Standing = ({ story, milestone }: One): JSX.Element =>
  isEndedByMistake(story) ? <MistakenBadge /> : <MilestoneBadge status={milestone.status} />;

function Whole(props: One): JSX.Element {
  const { milestone } = props;
  const locale = useLocale();
  return (
    <li class="py-4 first:pt-0 last:pb-0">
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div class="min-w-0 flex-1 basis-56">
          <h3 class="font-medium">
            <Given text={milestone.title} lines={2} />
          </h3>
          <Description milestone={milestone} />
          <p class="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Standing {...props} />
            <Code>{milestone.referenceCode}</Code>
          </p>
        </div>
        <div class="flex flex-wrap items-center justify-end gap-3 max-sm:w-full max-sm:justify-between">
          <div class="sm:text-end">
            <p class="font-medium whitespace-nowrap tabular-nums">{usd(milestone.amount, locale)}</p>
            {refundedOf(milestone) === ZERO ? null : (
              <p class="muted text-xs tabular-nums">
                {milestoneWords(locale).refunded({ amount: usd(refundedOf(milestone), locale) })}
              </p>
            )}
          </div>
          <Submit {...props} />
        </div>
      </div>
      <History entries={historyOf(props)} {...filesOf(props)} />
    </li>
  );
}

function Row(props: One & { place: number }): JSX.Element {
  const { milestone, isNext, place } = props;
  const { status, title } = milestone;
  const text = useWords(statusWords).milestone_PENDING;
  return (
    <li>
      <PartRow
        place={place}
        title={<Given text={title} lines={1} />}
        standing={status === "PENDING" ? <span class="muted">{text}</span> : <Standing {...props} />}
        amount={usd(milestone.amount, useLocale())}
        isOpen={isNext}
      >
        <Description milestone={milestone} />
        <div class="flex flex-wrap items-center justify-between gap-3">
          <p>
            <Code>{milestone.referenceCode}</Code>
          </p>
          <Submit {...props} />
        </div>
        <History entries={historyOf(props)} {...filesOf(props)} />
      </PartRow>
    </li>
  );
}

const historyOf = ({ story, milestone }: One): readonly OrderEntry[] =>
  stepsOf(story).filter((entry) => entry.milestone === milestone.id && isStep(entry));

const Description = ({ milestone: { description } }: { milestone: Milestone }): JSX.Element | null =>
  description === "" ? null : <Given text={description} lines={3} class="muted text-sm" />;

function Submit({ context, story: { escrow }, milestone, isNext }: One): JSX.Element | null {
  const words = useWords(milestoneWords);
  if (!maySubmit(escrow, milestone) || !context.may("handleOrders")) return null;
  const submit = milestone.status === "REVISION_REQUESTED" ? words.submitAgain : words.submit;
  return (
    <a
      class={`btn btn-sm px-4 max-sm:min-h-11 ${isNext ? "btn-primary" : ""}`}
      href={submitUrl(context, escrow.id, milestone.id)}
      aria-label={`${submit}: ${milestone.title}`}
    >
      {submit}
    </a>
  );
}

type Files = {
  /** What was handed in with any of the entries. */
  readonly evidence: readonly OrderEvidence[];
  readonly fileUrl: (id: EvidenceId) => string;
};

export const filesOf = ({ context, story: { escrow, evidence } }: EscrowProps): Files => ({
  evidence,
  fileUrl: (id) => `${escrowUrl(context, escrow.id)}/evidence/${id}`,
});

export function History({
  entries,
  evidence,
  fileUrl,
}: { readonly entries: readonly OrderEntry[] } & Files): JSX.Element | null {
  const locale = useLocale();
  const words = storyWords(locale);
  if (entries.length === 0) return null;
  return (
    <ol class="mt-3 space-y-3 border-s-2 border-base-300 ps-4 text-sm">
      {entries.map((entry) => (
        <li>
          <p class="muted flex flex-wrap items-center gap-x-2 text-xs">
            <Icon name={iconOf(entry)} class="size-3.5" />
            <span class="font-medium text-base-content">{words.stepOfIt({ step: sentenceOf(entry, words) })}</span>
            <ShortTime at={entry.created} />
          </p>
          {entry.text === "" ? null : (
            <div class="mt-1">
              {entry.verb === "submit" ? (
                <Delivery entry={entry} locale={locale} />
              ) : (
                <LongText text={entry.text} locale={locale} />
              )}
            </div>
          )}
          <FilesOf entry={entry} evidence={evidence} fileUrl={fileUrl} />
        </li>
      ))}
    </ol>
  );
}

function FilesOf({ entry, evidence, fileUrl }: { entry: OrderEntry } & Files): JSX.Element | null {
  const files = evidence.filter((file) => file.entry === entry.number);
  return files.length === 0 ? null : <EvidenceFiles files={files} fileUrl={fileUrl} />;
}
