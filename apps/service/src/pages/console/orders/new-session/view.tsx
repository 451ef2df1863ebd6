/** A payment link made by hand: an order that a seller types. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { duration } from "../../../../words/format.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { described, Field, Notice, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { sessionsUrl } from "../../links.js";
import { newSessionWords, orderWords } from "../words.js";
import { isFilled, ROWS_AT_FIRST, type TypedSession } from "./form.js";

const EXPIRIES = [3_600, 86_400, 259_200, 604_800] as const;

type Props = {
  readonly context: ConsoleContext;
  readonly typed: TypedSession;
  /** By field of the form. */
  readonly problems: Readonly<Record<string, string>>;
};

export function NewSessionPage({ context, typed, problems }: Props): JSX.Element {
  const hasProblems = Object.keys(problems).length > 0;
  const words = newSessionWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/sessions">
      <PageHead
        title={words.title}
        up={{ href: sessionsUrl(context), label: orderWords(context.locale).sessions }}
        lead={words.lead}
      />
      {hasProblems ? <Notice tone="bad">{words.check}</Notice> : null}
      <form method="post" action={`${sessionsUrl(context)}/new`} class="panel max-w-2xl p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="form" value={typed.form} />
        <input type="hidden" name="rows" value={typed.milestones.length} />
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
        {/* The button that the enter key presses goes first. */}
        <div class="mt-5 flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            {words.create}
          </button>
          {typed.milestones.length < LIMITS.milestones ? (
            <button type="submit" name="more" value="1" class="btn" formNoValidate>
              {words.addMilestones}
            </button>
          ) : null}
        </div>
      </form>
    </Frame>
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
      <Text
        name="amount"
        label={words.amount}
        hint={words.amountHint}
        value={typed.amount}
        problem={problems["amount"]}
        inputMode="decimal"
        required
      />
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
  inputMode?: "decimal" | "email" | "text";
  required?: boolean;
  autofocus?: boolean;
}): JSX.Element {
  return (
    <Field label={label} name={name} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        class="input w-full"
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
      <select class="field h-11 py-0 text-sm" {...described("expires_in", { problem })}>
        {EXPIRIES.map((seconds) => (
          <option value={seconds} selected={typed.expiresIn === String(seconds)}>
            {duration(seconds, locale)}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Milestones({ typed, problems }: Omit<Props, "context">): JSX.Element {
  const isOpen = typed.milestones.some(isFilled) || typed.milestones.length > ROWS_AT_FIRST;
  const sum = problems["milestones"];
  const words = useWords(newSessionWords);
  return (
    <details class="group border-t border-base-300 pt-4" open={isOpen}>
      <summary class="cursor-pointer font-medium">{words.split}</summary>
      <p class="muted mt-1 mb-3 text-sm">{words.splitText}</p>
      {sum === undefined ? null : (
        <p class="mb-3 text-sm text-error" role="alert">
          {sum}
        </p>
      )}
      {typed.milestones.map((row, at) => (
        <fieldset class="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3">
          <legend class="sr-only">{words.milestone({ place: at + 1 })}</legend>
          <Text
            name={`milestone_${at}_title`}
            label={words.milestone({ place: at + 1 })}
            value={row.title}
            problem={problems[`milestone_${at}_title`]}
          />
          <Text
            name={`milestone_${at}_amount`}
            label={words.milestoneAmount}
            value={row.amount}
            problem={problems[`milestone_${at}_amount`]}
            inputMode="decimal"
          />
        </fieldset>
      ))}
    </details>
  );
}
