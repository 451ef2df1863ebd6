/** What the pages have in common that ask before anything is done: what it is about, the form, and a way back that does nothing. */

import { LIMITS } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import { dueOf } from "../../domain/escrow.js";
import { usd } from "../../words/format.js";
import { EVIDENCE_ACCEPT, FILES_INPUT } from "../disputes/files.js";
import { Given } from "../kit/given.js";
import { Icon } from "../kit/icons.js";
import { orderUrl } from "../kit/links.js";
import { maxLengthFor } from "../kit/max-length.js";
import type { PageContext } from "../kit/page-context.js";
import type { PartScene, Scene } from "./load.js";
import { Frame, Merchant, sellerOf } from "./parts.js";
import type { FormProblem, SentForm } from "./reason.js";
import { askingWords, sharedWords } from "./words.js";

export function Asking({
  context,
  order,
  title,
  children,
}: Scene & { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <Frame
      context={context}
      title={title}
      seller={sellerOf(order)}
      back={{
        href: orderUrl(order.merchant.sellerCode, order.escrow.id),
        label: sharedWords(context.locale).backToOrder,
      }}
    >
      <div class="mx-auto max-w-xl">
        <h1 class="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <div class="panel mt-4 p-5 sm:p-6">{children}</div>
      </div>
    </Frame>
  );
}

export function AboutPart({ context, order, milestone }: PartScene): JSX.Element {
  return (
    <>
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p class="min-w-0 flex-1 basis-48 font-semibold">
          <Given text={milestone.title} lines={3} />
        </p>
        <p class="money max-w-full font-semibold">{usd(dueOf(milestone), context.locale)}</p>
      </div>
      <div class="mt-1">
        <Merchant merchant={order.merchant} locale={context.locale} />
      </div>
    </>
  );
}

export function Form({
  action,
  context,
  hasFiles = false,
  class: classes = "mt-6",
  children,
}: {
  action: string;
  context: PageContext;
  hasFiles?: boolean;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <form method="post" action={action} class={classes} {...(hasFiles ? { enctype: "multipart/form-data" } : {})}>
      <input type="hidden" name="csrf" value={context.csrf} />
      {children}
    </form>
  );
}

/** `label` does it; `keep` goes back without doing it, and names that where "Cancel" would be ambiguous. */
export function Buttons({
  context,
  order,
  label,
  keep = askingWords(context.locale).back,
  isGrave = false,
}: Scene & { label: string; keep?: string; isGrave?: boolean }): JSX.Element {
  const back = orderUrl(order.merchant.sellerCode, order.escrow.id);
  return (
    <div class="mt-6 flex flex-col gap-2.5">
      <button type="submit" class={`btn h-auto min-h-12 py-2 ${isGrave ? "btn-error" : "btn-primary"}`}>
        {label}
      </button>
      <a class="btn btn-ghost" href={back}>
        {keep}
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
        maxLength={maxLengthFor(LIMITS.reasonLength)}
        dir="auto"
        class={`field mt-2 ${problem === null ? "" : "border-error"}`}
        aria-describedby={problem === null ? "reason-hint" : `reason-hint ${PROBLEM_IDS.reason}`}
        {...(problem === null ? {} : { "aria-invalid": "true", autofocus: true })}
      >
        {form.reason}
      </textarea>
      <Problem problem={problem} />
    </>
  );
}

export function Files({ context, form }: { context: PageContext; form: SentForm }): JSX.Element {
  const words = askingWords(context.locale);
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
        accept={EVIDENCE_ACCEPT}
        class={`${FILES_INPUT} mt-2 ${problem === null ? "" : "border-error"}`}
        aria-describedby={problem === null ? "evidence-hint" : `evidence-hint ${PROBLEM_IDS.files}`}
        {...(problem === null ? {} : { "aria-invalid": "true", autofocus: true })}
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
