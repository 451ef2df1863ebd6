/** A payment link made by hand: an order that a seller types. */
import { LIMITS } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import type { Brand } from "../../../../store/read/brand.js";
import { duration } from "../../../../words/format.js";
import { BrandMark } from "../../../kit/brand.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { AmountInput, described, Field, FieldProblem, Notice, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { sessionsUrl } from "../../links.js";
import { newSessionWords, orderWords } from "../words.js";
import { isFilled, ROWS_AT_FIRST, type TypedSession } from "./form.js";

const EXPIRIES = [3_600, 86_400, 259_200, 604_800] as const;

type Props = {
  readonly context: ConsoleContext;
  readonly brand: Brand;
  readonly typed: TypedSession;
  /** By field of the form. */
  readonly problems: Readonly<Record<string, string>>;
};

export function NewSessionPage({ context, brand, typed, problems }: Props): JSX.Element {
  const hasProblems = Object.keys(problems).length > 0;
  const words = newSessionWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/sessions" colour={brand.colour}>
      <PageHead
        title={words.title}
        up={{ href: sessionsUrl(context), label: orderWords(context.locale).sessions }}
        lead={words.lead}
      />
      {hasProblems ? <Notice tone="bad">{words.check}</Notice> : null}
      <WithPreview context={context} brand={brand} typed={typed}>
        <form method="post" action={`${sessionsUrl(context)}/new`} class="panel min-w-0 p-4 sm:p-5">
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="form" value={typed.form} />
          <input type="hidden" name="rows" value={typed.milestones.length} />
          <EnterKey />
          <WhatIsSold typed={typed} problems={problems} />
          <Text name="reference" label={words.reference} value={typed.reference} problem={problems["reference"]} />
          <Text
            name="email"
            label={words.email}
            hint={words.emailHint}
            value={typed.email}
            problem={problems["email"]}
            inputMode="email"
          />
          <Expiry typed={typed} problem={problems["expires_in"]} />
          <Milestones typed={typed} problems={problems} />
          <button type="submit" class="btn btn-primary mt-5">
            {words.create}
          </button>
        </form>
      </WithPreview>
    </Frame>
  );
}

/** What the Enter key presses is the first button of a form, and here there is one among the fields. */
export const EnterKey = (): JSX.Element => <button type="submit" class="hidden" tabIndex={-1} aria-hidden="true" />;

/** The form, and beside it what the customer will see. */
export function WithPreview({
  context: { member },
  brand,
  typed: { title, amount },
  children,
}: {
  context: ConsoleContext;
  brand: Brand;
  typed: Pick<TypedSession, "title" | "amount">;
  children: ComponentChildren;
}): JSX.Element {
  const words = useWords(newSessionWords);
  return (
    <div class="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      {children}
      <aside class="brand panel min-w-0 p-5 lg:sticky lg:top-6" aria-label={words.preview}>
        <p class="muted mb-4 text-xs font-medium">{words.preview}</p>
        <BrandMark sellerCode={member.sellerCode} tradingName={member.tradingName} brand={brand} />
        <p class="muted flex min-w-0 gap-1.5 text-sm">
          <Icon name="store" class="mt-0.5 size-4" />
          <Given text={member.tradingName} lines={2} />
        </p>
        <p class="given mt-4 line-clamp-3 font-medium" data-shows="title" data-empty={words.item}>
          {title === "" ? words.item : title}
        </p>
        <p class="mt-1 text-3xl font-semibold tracking-tight tabular-nums [overflow-wrap:anywhere]" dir="ltr">
          $
          <span data-shows="amount" data-empty="0.00">
            {amount === "" ? "0.00" : amount}
          </span>
        </p>
        <p class="muted mt-1 text-xs">{words.previewLead}</p>
        <span class="btn btn-primary pointer-events-none mt-5 w-full" aria-hidden="true">
          {words.previewPay}
        </span>
      </aside>
    </div>
  );
}

/** The part of the form that a link of one order and a link for many share. */
export function WhatIsSold({ typed, problems }: Parameters<typeof Milestones>[0]): JSX.Element {
  const words = useWords(newSessionWords);
  return (
    <>
      <Text
        name="title"
        label={words.item}
        value={typed.title}
        problem={problems["title"]}
        required
        autofocus={Object.keys(problems).length === 0}
      />
      <Field label={words.amount} name="amount" hint={words.amountHint} problem={problems["amount"]}>
        <AmountInput name="amount" value={typed.amount} problem={problems["amount"]} hasHint required />
      </Field>
      <Field label={words.description} name="description" problem={problems["description"]}>
        <textarea class="field" rows={3} {...described("description", { problem: problems["description"] })}>
          {typed.description}
        </textarea>
      </Field>
    </>
  );
}

export function Text({
  name,
  label,
  value,
  hint,
  problem,
  inputMode = "text",
  required = false,
  autofocus = false,
}: {
  name: string;
  label: string;
  value: string;
  hint?: string;
  problem: string | undefined;
  inputMode?: "email" | "numeric" | "text";
  required?: boolean;
  autofocus?: boolean;
}): JSX.Element {
  return (
    <Field label={label} name={name} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        class={`input w-full ${inputMode === "numeric" ? "max-w-32" : ""}`.trim()}
        value={value}
        autocomplete="off"
        type="text"
        inputMode={inputMode}
        required={required}
        autofocus={autofocus}
        {...described(name, { hasHint: hint !== undefined, problem })}
      />
    </Field>
  );
}

function Expiry({ typed, problem }: { typed: TypedSession; problem: string | undefined }): JSX.Element {
  const locale = useLocale();
  return (
    <Field label={newSessionWords(locale).expiresIn} name="expires_in" problem={problem}>
      <select class="field h-11 max-w-48 py-0 text-sm" {...described("expires_in", { problem })}>
        {EXPIRIES.map((seconds) => (
          <option value={seconds} selected={typed.expiresIn === String(seconds)}>
            {duration(seconds, locale)}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Milestones({ typed, problems }: Pick<Props, "typed" | "problems">): JSX.Element {
  const isOpen = typed.milestones.some(isFilled) || typed.milestones.length > ROWS_AT_FIRST;
  const sum = problems["milestones"];
  const words = useWords(newSessionWords);
  return (
    <details class="group border-t border-base-300 pt-4" open={isOpen}>
      <summary class="cursor-pointer font-medium">{words.split}</summary>
      <p class="muted mt-1 mb-3 text-sm">{words.splitText}</p>
      {sum === undefined ? null : <FieldProblem role="alert">{sum}</FieldProblem>}
      {typed.milestones.map((row, at) => (
        <fieldset class="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3">
          <legend class="sr-only">{words.milestone({ place: at + 1 })}</legend>
          <Text
            name={`milestone_${at}_title`}
            label={words.milestone({ place: at + 1 })}
            value={row.title}
            problem={problems[`milestone_${at}_title`]}
          />
          <Field
            label={words.milestoneAmount}
            name={`milestone_${at}_amount`}
            problem={problems[`milestone_${at}_amount`]}
          >
            <AmountInput
              name={`milestone_${at}_amount`}
              value={row.amount}
              problem={problems[`milestone_${at}_amount`]}
            />
          </Field>
        </fieldset>
      ))}
      {typed.milestones.length < LIMITS.milestones ? (
        <button
          type="submit"
          name="more"
          value="1"
          class="link link-primary inline-flex min-h-9 items-center gap-1.5 text-sm"
          formNoValidate
        >
          <Icon name="plus" class="size-4" />
          {words.addMilestones}
        </button>
      ) : null}
    </details>
  );
}
