/** The pages that ask before anything is done. Each says what will happen, and each has a way back that does nothing. */
import { LIMITS } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import { EVIDENCE_TYPES } from "../../domain/evidence.js";
import type { Milestone } from "../../domain/model.js";
import { ZERO } from "../../domain/money.js";
import { usd } from "../../words/format.js";
import { historyMessages } from "../disputes/history-messages.js";
import { Given } from "../kit/given.js";
import { Icon, type IconName } from "../kit/icons.js";
import { orderUrl } from "../kit/links.js";
import { LongText } from "../kit/long-text.js";
import type { PageContext } from "../kit/page-context.js";
import { actionMessages } from "./action-messages.js";
import { actionUrl } from "./links.js";
import type { OrderView } from "./load.js";
import { orderMessages } from "./messages.js";
import { Frame, Merchant } from "./parts.js";
import { isLastOpen } from "./standing.js";

type Props = { readonly context: PageContext; readonly order: OrderView };
type PartProps = Props & { readonly milestone: Milestone };

/** What was wrong with a form that was sent. */
export type FormProblem = {
  readonly field: "reason" | "files";
  readonly text: string;
  /** The file that it is about. */
  readonly name?: string;
};

/** A form as it was sent, to be put right. */
export type SentForm = { readonly reason: string; readonly problem: FormProblem | null };

export const EMPTY_FORM: SentForm = { reason: "", problem: null };

export function ApprovePage({ context, order, milestone }: PartProps): JSX.Element {
  const words = actionMessages(context.locale);
  const { escrow, merchant, entries } = order;
  const amount = usd(milestone.amount, context.locale);
  const submission = entries.findLast((entry) => entry.milestone === milestone.id && entry.verb === "submit");
  return (
    <Asking context={context} order={order} title={words.approveTitle}>
      <AboutPart context={context} order={order} milestone={milestone} />
      {submission === undefined ? null : (
        <div class="mt-4 rounded-field bg-base-200 p-3.5">
          <h2 class="mb-1 text-sm font-medium">{historyMessages(context.locale).delivered}</h2>
          <LongText text={submission.text} locale={context.locale} />
        </div>
      )}
      <ul class="mt-5 space-y-2.5">
        <Effect icon="hand-coins">
          <strong class="font-semibold">{words.approveReleases(amount)}</strong>
        </Effect>
        <Effect icon="lock">
          {words.cannotUndo} {words.approveCloses}
        </Effect>
        {isLastOpen(escrow, milestone) ? <Effect icon="circle-check">{words.approveLast}</Effect> : null}
      </ul>
      <p class="muted mt-4 text-sm">{words.approveInstead}</p>
      <Form action={actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "approve")} context={context}>
        <Buttons context={context} order={order} label={words.approveButton(amount)} />
      </Form>
    </Asking>
  );
}

export function RevisionPage({ context, order, milestone, form }: PartProps & { form: SentForm }): JSX.Element {
  const words = actionMessages(context.locale);
  const { escrow, merchant } = order;
  const action = actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "requestRevision");
  return (
    <Asking context={context} order={order} title={words.revisionTitle}>
      <AboutPart context={context} order={order} milestone={milestone} />
      <p class="mt-4 leading-relaxed">{words.revisionText}</p>
      <Form action={action} context={context}>
        <Reason label={words.revisionLabel} hint={words.revisionHint} form={form} />
        <Buttons context={context} order={order} label={words.revisionButton} />
      </Form>
    </Asking>
  );
}

export function DisputePage({ context, order, milestone, form }: PartProps & { form: SentForm }): JSX.Element {
  const words = actionMessages(context.locale);
  const { escrow, merchant } = order;
  const action = actionUrl(orderUrl(merchant.sellerCode, escrow.id), milestone.id, "dispute");
  return (
    <Asking context={context} order={order} title={words.disputeTitle}>
      <AboutPart context={context} order={order} milestone={milestone} />
      <p class="mt-4 leading-relaxed">{words.disputeText}</p>
      {/* The token and the words go first: files are read only when those are known to be ours. */}
      <Form action={action} context={context} hasFiles>
        <Reason label={words.disputeLabel} hint={words.disputeHint} form={form} />
        <Files context={context} form={form} />
        <Buttons context={context} order={order} label={words.disputeButton} isGrave />
      </Form>
    </Asking>
  );
}

export function DeclinePage({ context, order }: Props): JSX.Element {
  const words = actionMessages(context.locale);
  const { escrow, merchant, payments } = order;
  const isOpen = payments.some(({ status }) => status === "CREATED" || status === "PENDING");
  return (
    <Asking context={context} order={order} title={words.declineTitle}>
      <p class="font-semibold">
        <Given text={escrow.title} lines={3} />
      </p>
      <Merchant merchant={merchant} locale={context.locale} />
      <ul class="mt-5 space-y-2.5">
        <Effect icon="undo">
          {escrow.funded === ZERO ? words.declineNothingPaid : words.declineRefund(usd(escrow.funded, context.locale))}
          {isOpen ? ` ${words.declineOpen}` : ""}
        </Effect>
        <Effect icon="lock">{words.cannotUndo}</Effect>
      </ul>
      <Form action={`${orderUrl(merchant.sellerCode, escrow.id)}/decline`} context={context}>
        <Buttons context={context} order={order} label={words.declineButton} isGrave />
      </Form>
    </Asking>
  );
}

export function Asking({
  context,
  order,
  title,
  children,
}: Props & { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <Frame
      context={context}
      title={title}
      back={{
        href: orderUrl(order.merchant.sellerCode, order.escrow.id),
        label: orderMessages(context.locale).backToOrder,
      }}
    >
      <div class="mx-auto max-w-xl">
        <h1 class="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <div class="panel mt-4 p-5 sm:p-6">{children}</div>
      </div>
    </Frame>
  );
}

function AboutPart({ context, order, milestone }: PartProps): JSX.Element {
  return (
    <>
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p class="min-w-0 flex-1 basis-48 font-semibold">
          <Given text={milestone.title} lines={3} />
        </p>
        <p class="money max-w-full font-semibold">{usd(milestone.amount, context.locale)}</p>
      </div>
      <div class="mt-1">
        <Merchant merchant={order.merchant} locale={context.locale} />
      </div>
    </>
  );
}

export const Effect = ({ icon, children }: { icon: IconName; children: ComponentChildren }): JSX.Element => (
  <li class="flex gap-3">
    <Icon name={icon} class="mt-0.5 size-5 text-primary" />
    <span class="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </li>
);

export function Form({
  action,
  context,
  hasFiles = false,
  children,
}: {
  action: string;
  context: PageContext;
  hasFiles?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <form method="post" action={action} class="mt-6" {...(hasFiles ? { enctype: "multipart/form-data" } : {})}>
      <input type="hidden" name="csrf" value={context.csrf} />
      {children}
    </form>
  );
}

export function Buttons({
  context,
  order,
  label,
  isGrave = false,
}: Props & { label: string; isGrave?: boolean }): JSX.Element {
  const back = orderUrl(order.merchant.sellerCode, order.escrow.id);
  return (
    <div class="mt-6 flex flex-col gap-2.5">
      <button type="submit" class={`btn h-auto min-h-12 py-2 ${isGrave ? "btn-error" : "btn-primary"}`}>
        {label}
      </button>
      <a class="btn btn-ghost" href={back}>
        {actionMessages(context.locale).back}
      </a>
    </div>
  );
}

const PROBLEM_IDS = { reason: "reason-problem", files: "files-problem" } as const;

export function Reason({ label, hint, form }: { label: string; hint: string; form: SentForm }): JSX.Element {
  const problem = form.problem?.field === "reason" ? form.problem : null;
  return (
    <>
      <label class="font-medium" for="reason">
        {label}
      </label>
      <p id="reason-hint" class="muted mt-0.5 text-sm">
        {hint}
      </p>
      <textarea
        id="reason"
        name="reason"
        rows={6}
        required
        maxLength={LIMITS.reasonLength}
        dir="auto"
        class={`field mt-2 ${problem === null ? "" : "border-error"}`}
        aria-describedby={problem === null ? "reason-hint" : `reason-hint ${PROBLEM_IDS.reason}`}
        {...(problem === null ? {} : { "aria-invalid": "true" })}
      >
        {form.reason}
      </textarea>
      <Problem problem={problem} />
    </>
  );
}

const ACCEPT = Object.entries(EVIDENCE_TYPES)
  .flatMap(([type, endings]) => [type, ...endings])
  .join(",");

export function Files({ context, form }: { context: PageContext; form: SentForm }): JSX.Element {
  const words = actionMessages(context.locale);
  const problem = form.problem?.field === "files" ? form.problem : null;
  return (
    <div class="mt-5">
      <label class="font-medium" for="evidence">
        {words.filesLabel}
      </label>
      <p id="evidence-hint" class="muted mt-0.5 text-sm">
        {words.filesHint}
      </p>
      <input
        id="evidence"
        name="evidence"
        type="file"
        multiple
        accept={ACCEPT}
        class={`field mt-2 file:me-3 file:cursor-pointer file:rounded-field file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-base-content ${problem === null ? "" : "border-error"}`}
        aria-describedby={problem === null ? "evidence-hint" : `evidence-hint ${PROBLEM_IDS.files}`}
        {...(problem === null ? {} : { "aria-invalid": "true" })}
      />
      <Problem problem={problem} />
      {form.problem === null ? null : <p class="muted mt-2 text-sm">{words.chooseAgain}</p>}
    </div>
  );
}

function Problem({ problem }: { problem: FormProblem | null }): JSX.Element | null {
  if (problem === null) return null;
  return (
    <p id={PROBLEM_IDS[problem.field]} role="alert" class="mt-2 flex gap-1.5 text-sm font-medium text-error">
      <Icon name="circle-alert" class="mt-0.5 size-4" />
      <span class="min-w-0">
        {problem.text}
        {problem.name === undefined ? null : (
          <>
            {" "}
            <Given text={problem.name} lines={2} class="font-normal text-base-content" />
          </>
        )}
      </span>
    </p>
  );
}
