/** One dispute, for the operator who decides it: both sides' words and files, the ways to end it, and what an end would do. */
import type { ComponentChildren, JSX } from "preact";
import { heldOf, isStopped, STOPPED, unreleasedOf } from "../../../domain/escrow.js";
import type { Milestone } from "../../../domain/model.js";
import { ZERO } from "../../../domain/money.js";
import { refusalOfOrder } from "../../../domain/operators.js";
import { usd } from "../../../words/format.js";
import { usdWith } from "../../../words/presented.js";
import { DisputeThread } from "../../disputes/thread.js";
import { EscrowBadge } from "../../kit/badges.js";
import { Effect } from "../../kit/effect.js";
import { Given } from "../../kit/given.js";
import { LongText } from "../../kit/long-text.js";
import type { FormFields } from "../../kit/page-context.js";
import { Day } from "../../kit/times.js";
import { described, Facts, Field, Notice, PageHead, Section } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { DISPUTES_PATH, disputePath, orderPath } from "../links.js";
import type { OrderWithMoney } from "../order/load.js";
import { Items, Milestones, Payments } from "../order/parts.js";
import { AccountLink, FullId, OWN, operatorOf, ReasonField, Said } from "../parts.js";
import { Talk } from "../talk/view.js";
import { NOTHING_TYPED, type Preview, previewOf, refundOf, type TypedResolution } from "./resolution.js";
import { AFTERWARDS } from "./words.js";

const pathOf = ({ merchant, escrow }: OrderWithMoney): string => disputePath(merchant.sellerCode, escrow.id);

export function DisputePage({
  context,
  dispute,
  said,
  typed = NOTHING_TYPED,
}: {
  context: DeskContext;
  dispute: OrderWithMoney;
  said?: string | undefined;
  typed?: TypedResolution;
}): JSX.Element {
  const { escrow } = dispute;
  const hasProblem = Object.keys(typed.problems).length > 0 || typed.reason.problem !== null;
  return (
    <DeskFrame context={context} title={`Dispute ${escrow.disputeReference}`} entry="/disputes">
      <PageHead
        up={{ href: DISPUTES_PATH, label: "Disputes" }}
        title={<Given text={escrow.title} lines={3} />}
        lead={
          <span class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <EscrowBadge status={escrow.status} />
            <span class="font-mono text-xs">{escrow.disputeReference}</span>
          </span>
        }
      />
      <Said said={said} />
      {hasProblem ? <Notice tone="bad">Nothing was decided. Check the highlighted fields.</Notice> : null}
      <div class="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0">
          <Section title="What both sides say" lead="The whole history of the order, oldest first.">
            <DisputeThread dispute={dispute} viewer="operator" fileUrl={(id) => `${pathOf(dispute)}/evidence/${id}`} />
          </Section>
          <Talk context={context} order={dispute} />
          <Items order={dispute} />
          <Payments order={dispute} />
        </div>
        <div class="min-w-0">
          {escrow.status === "DISPUTED" ? <Resolve context={context} dispute={dispute} typed={typed} /> : null}
          <About dispute={dispute} />
          <Milestones order={dispute} />
        </div>
      </div>
    </DeskFrame>
  );
}

function About({ dispute: { escrow, merchant, endedAt } }: { dispute: OrderWithMoney }): JSX.Element {
  return (
    <Section title="Order">
      <Facts
        rows={[
          ["Seller", <AccountLink account={merchant} />],
          ["Buyer", <span class="[overflow-wrap:anywhere]">{escrow.buyerEmail}</span>],
          [
            "Reference",
            <a class="link link-primary" href={orderPath(merchant.sellerCode, escrow.id)}>
              <FullId>{escrow.referenceCode}</FullId>
            </a>,
          ],
          ["Amount", usd(escrow.amount, "en")],
          ["Fees", usd(escrow.fees, "en")],
          ["Paid to the seller", usd(escrow.released, "en")],
          ["Refunded", usd(escrow.refunded, "en")],
          ["Held", usd(heldOf(escrow), "en")],
          ["Paid in full", escrow.fundedAt === null ? "No" : <Day at={escrow.fundedAt} locale="en" />],
          [
            "Submitted",
            escrow.firstSubmittedAt === null ? "Nothing yet" : <Day at={escrow.firstSubmittedAt} locale="en" />,
          ],
          ...(endedAt === null ? [] : [["Ended", <Day at={endedAt} locale="en" />] as const]),
        ]}
      />
    </Section>
  );
}

function Resolve({
  context,
  dispute,
  typed,
}: {
  context: DeskContext;
  dispute: OrderWithMoney;
  typed: TypedResolution;
}): JSX.Element {
  const { escrow } = dispute;
  if (isStopped(escrow)) {
    return (
      <Section title="Decide">
        <p class="text-sm leading-relaxed">{STOPPED}</p>
      </Section>
    );
  }
  const own = refusalOfOrder(operatorOf(context), escrow);
  if (own !== null) {
    return (
      <Section title="Decide">
        <p class="text-sm leading-relaxed">{OWN[own]}</p>
      </Section>
    );
  }
  const disputed = escrow.milestones
    .filter((milestone) => milestone.disputed !== null)
    .toSorted((a, b) => (a.disputed?.order ?? 0) - (b.disputed?.order ?? 0));
  const isOnly = escrow.milestones.length === 1;
  return (
    <Section title="Decide" lead="We ask you to confirm before anything happens.">
      <form method="post" action={`${pathOf(dispute)}/check`}>
        <input type="hidden" name="csrf" value={context.csrf} />
        <fieldset class="mb-4" aria-describedby={typed.problems.outcome === undefined ? undefined : "outcome-problem"}>
          <legend class="mb-1 text-sm font-medium">Outcome</legend>
          {typed.problems.outcome === undefined ? null : (
            <p class="mb-1 text-sm text-error" id="outcome-problem">
              {typed.problems.outcome}
            </p>
          )}
          {disputed.map((milestone) => (
            <OfMilestone milestone={milestone} isOnly={isOnly} typed={typed} />
          ))}
          <RefundChoice dispute={dispute} typed={typed} />
          <Choice
            value="settle"
            typed={typed}
            title={`Split ${usd(unreleasedOf(escrow), "en")} between both sides`}
            fields={<SplitFields typed={typed} />}
          >
            Everything not yet paid to the seller. This ends the order.
          </Choice>
        </fieldset>
        <ReasonField typed={typed.reason} hint="Both sides read it in the history." />
        <button type="submit" class="btn btn-primary w-full">
          Review decision
        </button>
      </form>
    </Section>
  );
}

function OfMilestone({
  milestone: { id, title, amount },
  isOnly,
  typed,
}: {
  milestone: Milestone;
  isOnly: boolean;
  typed: TypedResolution;
}): JSX.Element {
  const part = isOnly ? null : <Given text={title} lines={2} />;
  return (
    <>
      <Choice value={`release:${id}`} typed={typed} title={`Release ${usd(amount, "en")} to the seller`}>
        {part ?? "As if the buyer had approved it."}
      </Choice>
      <Choice value={`resume:${id}`} typed={typed} title="Resume the work">
        {part ?? "It returns to its state before the dispute. No money moves."}
      </Choice>
    </>
  );
}

/** Nothing while the bank stops the order: then the decision would be refused. */
function RefundChoice({ dispute, typed }: { dispute: OrderWithMoney; typed: TypedResolution }): JSX.Element | null {
  const preview = previewOf(dispute, refundOf(dispute.escrow));
  if (preview === null) return null;
  const { toBuyer, back, fees } = preview;
  return (
    <Choice value="refund" typed={typed} title={`Refund the buyer ${usdWith(toBuyer, back, "en")}`}>
      {fees === ZERO ? "All that is held, fees included." : `All that is held but ${usd(fees, "en")} in fees.`} This
      ends the order.
    </Choice>
  );
}

const Choice = ({
  value,
  typed,
  title,
  fields = null,
  children,
}: {
  value: string;
  typed: TypedResolution;
  title: string;
  /** What this outcome takes, shown while it is chosen. */
  fields?: JSX.Element | null;
  children: ComponentChildren;
}): JSX.Element => {
  const id = `outcome-${value.replace(":", "-")}`;
  return (
    <div class="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 py-1.5 text-sm">
      <input
        type="radio"
        name="outcome"
        id={id}
        value={value}
        required
        checked={typed.outcome === value}
        class="peer mt-0.5 size-4.5 shrink-0 cursor-pointer accent-primary"
      />
      <label class="min-w-0 cursor-pointer" for={id}>
        <span class="block font-medium">{title}</span>
        <span class="muted block text-xs leading-relaxed">{children}</span>
      </label>
      {fields === null ? null : <div class="col-span-2 hidden pt-3 peer-checked:block">{fields}</div>}
    </div>
  );
};

/** An amount that is left empty is what the other leaves over. */
const SplitFields = ({ typed }: { typed: TypedResolution }): JSX.Element => (
  <div class="grid grid-cols-2 gap-x-3">
    {(
      [
        ["release", "To the seller, $"],
        ["refund", "To the buyer, $"],
      ] as const
    ).map(([name, label]) => (
      <Field label={label} name={name} problem={typed.problems[name]}>
        <input
          type="text"
          inputMode="decimal"
          class="input w-full"
          value={typed[name]}
          {...described(name, { problem: typed.problems[name] })}
        />
      </Field>
    ))}
  </div>
);

/** Asks before anything happens: says where every cent goes. */
export function CheckPage({
  context,
  dispute,
  form,
  preview,
  second,
}: {
  context: DeskContext;
  dispute: OrderWithMoney;
  /** As it was typed, to be sent again. */
  form: FormFields;
  preview: Preview;
  /** Why another operator has to confirm it; null when nobody has to. */
  second: string | null;
}): JSX.Element {
  const { toSeller, toBuyer, fees, status } = preview;
  const path = pathOf(dispute);
  return (
    <DeskFrame context={context} title="Confirm" entry="/disputes">
      <PageHead
        up={{ href: path, label: "The dispute" }}
        title="Confirm your decision?"
        lead={<Given text={dispute.escrow.title} lines={2} />}
      />
      <div class="max-w-xl">
        <Section title="What happens next">
          <ul class="mb-4 space-y-2.5 text-sm">
            {toSeller === ZERO ? null : (
              <Effect icon="hand-coins">
                <strong class="font-semibold">{usd(toSeller, "en")} goes to the wallet of the seller,</strong>{" "}
                <bdi>{dispute.merchant.tradingName}</bdi>.
              </Effect>
            )}
            {toBuyer === ZERO ? null : (
              <Effect icon="undo">
                <strong class="font-semibold">{usdWith(toBuyer, preview.back, "en")} goes back to the buyer,</strong>{" "}
                {dispute.escrow.buyerEmail}.
              </Effect>
            )}
            {fees === ZERO ? null : <Effect icon="receipt">{usd(fees, "en")} in fees is kept.</Effect>}
            {toSeller === ZERO && toBuyer === ZERO ? <Effect icon="hand-coins">No money moves.</Effect> : null}
            <Effect icon={status === "CLOSED" ? "lock" : "gavel"}>{AFTERWARDS[status]}</Effect>
          </ul>
          {second === null ? null : <Notice tone="note">{second}</Notice>}
          <div class="mb-5 rounded-field bg-base-200 px-3.5 py-2.5">
            <p class="muted mb-1 text-xs">Both sides will read</p>
            <LongText text={(form["reason"] ?? "").trim()} locale="en" />
          </div>
          <form method="post" action={`${path}/resolve`} class="flex flex-wrap gap-2">
            <input type="hidden" name="csrf" value={context.csrf} />
            {(["outcome", "release", "refund", "reason"] as const).map((name) => (
              <input type="hidden" name={name} value={form[name] ?? ""} />
            ))}
            <button type="submit" class="btn btn-primary">
              {second === null ? "Decide" : "Ask another operator"}
            </button>
            <a class="btn btn-ghost" href={path}>
              Go back
            </a>
          </form>
        </Section>
      </div>
    </DeskFrame>
  );
}
