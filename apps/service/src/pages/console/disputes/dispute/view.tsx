/** One dispute, for the seller: where it stands, what is on the table, all that was said, and the forms to answer. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { heldOf, unreleasedOf } from "../../../../domain/escrow.js";
import type { Order, OrderOffer } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import { EVIDENCE_ACCEPT } from "../../../disputes/files.js";
import { EMPTY_OFFER, type OfferForm, type SplitField } from "../../../disputes/offer-form.js";
import { DisputeThread, OpenOffers } from "../../../disputes/thread.js";
import { offerBy, openOffers, turnIn } from "../../../disputes/turn.js";
import { EscrowBadge, MilestoneBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Instant } from "../../../kit/times.js";
import { ButtonForm, described, Facts, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { disputeUrl, escrowUrl, offerUrl } from "../../links.js";
import { TurnBadge } from "../turn-badge.js";
import type { Said } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly dispute: Order };

/** What was typed, and what is wrong with it; empty at first. */
export type Typed = {
  readonly statement: string;
  readonly offer: OfferForm;
  readonly problems: Readonly<Partial<Record<"statement" | "evidence" | "why" | SplitField, string>>>;
  /** The file that `problems.evidence` is about, as it was called. */
  readonly file?: string;
};

export const NOTHING_TYPED: Typed = { statement: "", offer: EMPTY_OFFER, problems: {} };

export function DisputePage({
  context,
  dispute,
  typed,
  said,
}: Props & { typed: Typed; said: Said | null }): JSX.Element {
  const { escrow } = dispute;
  const isOpen = escrow.status === "DISPUTED";
  const mayAnswer = isOpen && context.may("handleOrders");
  const fileUrl = (id: string): string => `${escrowUrl(context, escrow.id)}/evidence/${id}`;
  return (
    <Frame context={context} title={`Dispute ${escrow.disputeReference}`} entry="/disputes">
      <PageHead
        up={{ href: `${context.home}/disputes`, label: "Disputes" }}
        title={<Given text={escrow.title} lines={3} />}
        lead={<Standing dispute={dispute} />}
      >
        <a class="btn btn-sm" href={escrowUrl(context, escrow.id)}>
          The escrow
        </a>
      </PageHead>
      {said === null ? null : <Notice tone={said.tone}>{said.text}</Notice>}
      {Object.keys(typed.problems).length === 0 ? null : (
        <Notice tone="bad">Nothing was sent. Check the highlighted fields.</Notice>
      )}
      <div class="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0">
          <Section title="History" lead="Everything that was delivered, said and decided, oldest first.">
            <OpenOffers
              dispute={dispute}
              viewer="merchant"
              fileUrl={fileUrl}
              actions={(offer) =>
                mayAnswer ? <OfferActions context={context} dispute={dispute} offer={offer} /> : null
              }
            />
            <DisputeThread dispute={dispute} viewer="merchant" fileUrl={fileUrl} />
          </Section>
          {mayAnswer ? <StatementForm context={context} dispute={dispute} typed={typed} /> : null}
        </div>
        <div class="min-w-0">
          <About dispute={dispute} />
          {mayAnswer ? <OfferFormSection context={context} dispute={dispute} typed={typed} /> : null}
        </div>
      </div>
    </Frame>
  );
}

const Standing = ({ dispute }: { dispute: Order }): JSX.Element => (
  <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
    {dispute.escrow.status === "DISPUTED" ? (
      <TurnBadge dispute={{ waitsFor: turnIn(dispute), offersBy: openOffers(dispute).map(({ by }) => by) }} />
    ) : (
      <EscrowBadge status={dispute.escrow.status} />
    )}
    <span class="font-mono text-xs">{dispute.escrow.disputeReference}</span>
  </span>
);

/** What the seller can do about an offer that is on the table. */
function OfferActions({ context, dispute, offer }: Props & { offer: OrderOffer }): JSX.Element {
  const at = (step: string): string => offerUrl(context, dispute, { offer, step });
  return (
    <div class="mt-3 flex flex-wrap gap-2">
      {offer.by === "merchant" ? (
        <ButtonForm action={at("withdraw")} csrf={context.csrf} label="Withdraw offer" icon="undo" />
      ) : (
        <>
          <a class="btn btn-sm btn-primary" href={at("accept")}>
            Review offer
          </a>
          <ButtonForm action={at("decline")} csrf={context.csrf} label="Decline" icon="x" />
        </>
      )}
    </div>
  );
}

function About({ dispute: { escrow, endedAt } }: { dispute: Order }): JSX.Element {
  const isOpen = escrow.status === "DISPUTED";
  return (
    <Section title="Details">
      <Facts
        rows={[
          ...(isOpen
            ? ([
                ["Left to split", <strong class="tabular-nums">{usd(unreleasedOf(escrow), "en")}</strong>],
                ["Held, with fees", <span class="tabular-nums">{usd(heldOf(escrow), "en")}</span>],
              ] as const)
            : []),
          ["Released to you", <span class="tabular-nums">{usd(escrow.released, "en")}</span>],
          ...(escrow.refunded === 0n
            ? []
            : ([["Back to the buyer", <span class="tabular-nums">{usd(escrow.refunded, "en")}</span>]] as const)),
          ["Buyer", <Given text={escrow.buyerEmail} lines={2} />],
          ...(escrow.externalReference === ""
            ? []
            : ([["Your reference", <Given text={escrow.externalReference} lines={2} />]] as const)),
          ...(endedAt === null ? [] : ([["Ended", <Instant at={endedAt} locale="en" />]] as const)),
        ]}
      />
      <ul class="mt-4 divide-y divide-base-300 border-t border-base-300 text-sm">
        {escrow.milestones.map(({ title, amount, status }) => (
          <li class="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2.5">
            <span class="min-w-0 flex-1 basis-32">
              <Given text={title} lines={2} />
            </span>
            <span class="font-medium tabular-nums">{usd(amount, "en")}</span>
            <span class="w-full">
              <MilestoneBadge status={status} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function StatementForm({
  context,
  dispute,
  typed: { statement, problems, file },
}: Props & { typed: Typed }): JSX.Element {
  return (
    <Section title="Write" id="write" lead="The buyer and our team read it. Once it is sent, it can't be changed.">
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <form method="post" action={`${disputeUrl(context, dispute.escrow.id)}/statements`} enctype="multipart/form-data">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label="Statement" name="statement" problem={problems.statement}>
          <textarea
            class="field"
            rows={6}
            required
            maxLength={LIMITS.reasonLength}
            dir="auto"
            {...described("statement", { problem: problems.statement })}
          >
            {statement}
          </textarea>
        </Field>
        <Field
          label="Files (optional)"
          name="evidence"
          hint="Up to 5 of 5 MB each: JPEG, PNG, WebP, PDF or plain text. The buyer sees them too."
          problem={problems.evidence}
        >
          <input
            type="file"
            multiple
            accept={EVIDENCE_ACCEPT}
            class="field file:me-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-base-content"
            {...described("evidence", { hasHint: true, problem: problems.evidence })}
          />
          {file === undefined ? null : <Given text={file} lines={2} class="mt-1 text-sm" />}
        </Field>
        <button type="submit" class="btn btn-primary">
          Send
        </button>
      </form>
    </Section>
  );
}

function OfferFormSection({ context, dispute, typed: { offer, problems } }: Props & { typed: Typed }): JSX.Element {
  const left = usd(unreleasedOf(dispute.escrow), "en");
  const amount = (name: SplitField, label: string): JSX.Element => (
    <Field label={label} name={name} problem={problems[name]}>
      <input
        class="field"
        value={offer[name]}
        inputMode="decimal"
        autocomplete="off"
        maxLength={24}
        {...described(name, { problem: problems[name] })}
      />
    </Field>
  );
  return (
    <Section
      title="Offer a split"
      id="offer"
      lead={`${left} is left, fees apart. If the buyer accepts, the money moves at once and the order is over.`}
    >
      <form method="post" action={`${disputeUrl(context, dispute.escrow.id)}/offers`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        {amount("release", "To you (USD)")}
        {amount("refund", "Back to the buyer (USD)")}
        <p class="muted -mt-2 mb-4 text-xs">Fill in one; we'll calculate the other.</p>
        <Field label="Reason (optional)" name="text" problem={problems.why}>
          <textarea
            class="field"
            rows={3}
            maxLength={LIMITS.reasonLength}
            dir="auto"
            {...described("text", { problem: problems.why })}
          >
            {offer.text}
          </textarea>
        </Field>
        {offerBy(dispute, "merchant") === undefined ? null : (
          <p class="mb-3 text-sm">It replaces your pending offer.</p>
        )}
        <button type="submit" class="btn">
          Send offer
        </button>
      </form>
    </Section>
  );
}
