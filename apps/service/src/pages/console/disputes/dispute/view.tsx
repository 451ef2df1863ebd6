/** One dispute, for the seller: where it stands, what is on the table, all that was said, and the forms to answer. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { deciderOf, heldOf, isBanks, unreleasedOf } from "../../../../domain/escrow.js";
import type { Cents } from "../../../../domain/money.js";
import type { Order, OrderOffer } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import { EVIDENCE_ACCEPT, FilesField } from "../../../disputes/files.js";
import { EMPTY_OFFER, type OfferForm, type SplitField } from "../../../disputes/offer-form.js";
import { DisputeThread, OpenOffers } from "../../../disputes/thread.js";
import { offerBy, openOffers, turnIn } from "../../../disputes/turn.js";
import { EscrowBadge, MilestoneBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { Instant } from "../../../kit/times.js";
import { AmountInput, ButtonForm, described, Facts, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { disputeUrl, escrowUrl, offerUrl } from "../../links.js";
import { TurnBadge } from "../turn-badge.js";
import { disputesWords, disputeWords } from "../words.js";
import { DISPUTE_SAID, type SaidCode } from "./said.js";

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
}: Props & { typed: Typed; said: SaidCode | null }): JSX.Element {
  const { locale } = context;
  const words = disputeWords(locale);
  const { escrow } = dispute;
  const isOpen = escrow.status === "DISPUTED";
  const decider = deciderOf(escrow);
  const mayAnswer = isOpen && !isBanks(escrow) && context.may("handleOrders");
  const mayAgree = mayAnswer && decider === null;
  const fileUrl = (id: string): string => `${escrowUrl(context, escrow.id)}/evidence/${id}`;
  return (
    <Frame context={context} title={words.title({ code: escrow.disputeReference ?? "" })} entry="/disputes">
      <PageHead
        up={{ href: `${context.home}/disputes`, label: disputesWords(locale).title }}
        title={<Given text={escrow.title} lines={3} />}
        lead={<Standing dispute={dispute} />}
      >
        <a class="btn btn-sm" href={escrowUrl(context, escrow.id)}>
          {words.toEscrow}
        </a>
      </PageHead>
      {said === null ? null : <Notice tone={DISPUTE_SAID[said]}>{words[`said_${said}`]}</Notice>}
      {Object.keys(typed.problems).length === 0 ? null : <Notice tone="bad">{words.notSent}</Notice>}
      <div class="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0">
          <Section title={words.history} lead={words.historyLead}>
            <OpenOffers
              dispute={dispute}
              viewer="merchant"
              locale={locale}
              fileUrl={fileUrl}
              actions={(offer) =>
                mayAnswer ? (
                  <OfferActions context={context} dispute={dispute} offer={offer} mayAccept={mayAgree} />
                ) : null
              }
            />
            <DisputeThread dispute={dispute} viewer="merchant" locale={locale} fileUrl={fileUrl} />
          </Section>
          {mayAnswer ? <StatementForm context={context} dispute={dispute} typed={typed} /> : null}
        </div>
        <div class="min-w-0">
          <About dispute={dispute} />
          {mayAgree ? <OfferFormSection context={context} dispute={dispute} typed={typed} /> : null}
        </div>
      </div>
    </Frame>
  );
}

const Standing = ({ dispute }: { dispute: Order }): JSX.Element => (
  <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
    {dispute.escrow.status === "DISPUTED" ? (
      <TurnBadge
        dispute={{
          waitsFor: turnIn(dispute),
          offersBy: openOffers(dispute).map(({ by }) => by),
          decider: deciderOf(dispute.escrow),
        }}
      />
    ) : (
      <EscrowBadge status={dispute.escrow.status} />
    )}
    <span class="font-mono text-xs">{dispute.escrow.disputeReference}</span>
  </span>
);

/** What the seller can do about an offer that is on the table. */
function OfferActions({
  context,
  dispute,
  offer,
  mayAccept,
}: Props & { offer: OrderOffer; mayAccept: boolean }): JSX.Element {
  const words = useWords(disputeWords);
  const at = (step: string): string => offerUrl(context, dispute, { offer, step });
  return (
    <div class="mt-3 flex flex-wrap gap-2">
      {offer.by === "merchant" ? (
        <ButtonForm action={at("withdraw")} csrf={context.csrf} label={words.withdraw} icon="undo" />
      ) : (
        <>
          {mayAccept ? (
            <a class="btn btn-sm btn-primary" href={at("accept")}>
              {words.review}
            </a>
          ) : null}
          <ButtonForm action={at("decline")} csrf={context.csrf} label={words.decline} icon="x" />
        </>
      )}
    </div>
  );
}

function About({ dispute: { escrow, endedAt } }: { dispute: Order }): JSX.Element {
  const locale = useLocale();
  const words = disputeWords(locale);
  const sum = (amount: Cents): JSX.Element => <span class="tabular-nums">{usd(amount, locale)}</span>;
  const isOpen = escrow.status === "DISPUTED";
  return (
    <Section title={words.details}>
      <Facts
        rows={[
          ...(isOpen
            ? ([
                [words.left, <strong>{sum(unreleasedOf(escrow))}</strong>],
                [words.held, sum(heldOf(escrow))],
              ] as const)
            : []),
          [words.released, sum(escrow.released)],
          ...(escrow.refunded === 0n ? [] : ([[words.refunded, sum(escrow.refunded)]] as const)),
          [words.buyer, <Given text={escrow.buyerEmail} lines={2} />],
          ...(escrow.externalReference === ""
            ? []
            : ([[words.reference, <Given text={escrow.externalReference} lines={2} />]] as const)),
          ...(endedAt === null ? [] : ([[words.ended, <Instant at={endedAt} locale={locale} />]] as const)),
        ]}
      />
      <ul class="mt-4 divide-y divide-base-300 border-t border-base-300 text-sm">
        {escrow.milestones.map(({ title, amount, status }) => (
          <li class="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2.5">
            <span class="min-w-0 flex-1 basis-32">
              <Given text={title} lines={2} />
            </span>
            <span class="font-medium tabular-nums">{usd(amount, locale)}</span>
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
  const words = useWords(disputeWords);
  return (
    <Section title={words.write} id="write" lead={words.writeLead}>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <form method="post" action={`${disputeUrl(context, dispute.escrow.id)}/statements`} enctype="multipart/form-data">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label={words.statement} name="statement" problem={problems.statement}>
          <textarea
            class="field"
            rows={6}
            required
            maxLength={maxLengthFor(LIMITS.reasonLength)}
            dir="auto"
            {...described("statement", { problem: problems.statement })}
          >
            {statement}
          </textarea>
        </Field>
        <FilesField
          label={words.files}
          hint={words.filesHint}
          problem={problems.evidence}
          accept={EVIDENCE_ACCEPT}
          file={file}
        />
        <button type="submit" class="btn btn-primary">
          {words.send}
        </button>
      </form>
    </Section>
  );
}

function OfferFormSection({ context, dispute, typed: { offer, problems } }: Props & { typed: Typed }): JSX.Element {
  const locale = useLocale();
  const words = disputeWords(locale);
  const left = usd(unreleasedOf(dispute.escrow), locale);
  const amount = (name: SplitField, label: string): JSX.Element => (
    <Field label={label} name={name} problem={problems[name]}>
      <AmountInput name={name} value={offer[name]} problem={problems[name]} />
    </Field>
  );
  return (
    <Section title={words.offer} id="offer" lead={words.offerLead({ left })}>
      <form method="post" action={`${disputeUrl(context, dispute.escrow.id)}/offers`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        {amount("release", words.toYou)}
        {amount("refund", words.toBuyer)}
        <p class="muted -mt-2 mb-4 text-xs">{words.oneIsEnough}</p>
        <Field label={words.reason} name="text" problem={problems.why}>
          <textarea
            class="field"
            rows={3}
            maxLength={maxLengthFor(LIMITS.reasonLength)}
            dir="auto"
            {...described("text", { problem: problems.why })}
          >
            {offer.text}
          </textarea>
        </Field>
        {offerBy(dispute, "merchant") === undefined ? null : <p class="mb-3 text-sm">{words.replaces}</p>}
        <button type="submit" class="btn">
          {words.sendOffer}
        </button>
      </form>
    </Section>
  );
}
