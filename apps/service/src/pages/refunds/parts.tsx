/** The two steps of a refund: which amount, of what, and why; and then what that does, before it is done. */
import { REFUND_REASONS } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import { dueOf } from "../../domain/escrow.js";
import type { Escrow } from "../../domain/model.js";
import { add, type Cents, ZERO } from "../../domain/money.js";
import { uuidv7 } from "../../platform/random.js";
import { usd } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Icon } from "../kit/icons.js";
import { AmountInput, described, Field } from "../kit/ui.js";
import { statusWords } from "../kit/words.js";
import { Costs } from "./costs.js";
import type { PossibleRefund, RefundPreview, TypedRefund } from "./preview.js";
import type { RefundWords } from "./words.js";

type Props = {
  /** Of the page itself, which takes both forms. */
  readonly action: string;
  readonly escrow: Escrow;
  readonly typed: TypedRefund;
  readonly locale: Locale;
  readonly words: RefundWords;
};

/** Nothing is done from here. */
export function RefundChoice({
  action,
  escrow,
  typed,
  preview,
  isAsked,
  locale,
  words,
}: Props & {
  /** Null where no amount was typed that is one. */
  readonly preview: RefundPreview | null;
  /** What was typed was to be looked at. */
  readonly isAsked: boolean;
}): JSX.Element {
  const say = (amount: Cents): string => usd(amount, locale);
  const isOut = isAsked || (preview !== null && !preview.ok);
  const problem = isOut ? problemOf(preview, words, say) : null;
  const hint = preview?.ok === true ? words.amountHint({ amount: say(refundedBy(preview)) }) : words.amountHintNone;
  return (
    <form method="get" action={action} class="panel max-w-2xl p-4 sm:p-5">
      <input type="hidden" name="review" value="1" />
      <Field label={words.amount} name="amount" hint={hint} problem={problem}>
        <AmountInput name="amount" value={typed.amount} problem={problem} hasHint />
      </Field>
      {escrow.milestones.length === 1 ? null : (
        <Field label={words.part} name="milestone">
          <select class="field h-11 w-full py-0" {...described("milestone", {})}>
            <option value="">{words.anyPart}</option>
            {escrow.milestones.map((milestone) => (
              <option value={milestone.id} selected={milestone.id === typed.milestone}>
                {words.onePart({ part: milestone.title, amount: say(dueOf(milestone)) })}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label={words.reason} name="reason" hint={words.reasonHint}>
        <select class="field h-11 w-full py-0" {...described("reason", { hasHint: true })}>
          {REFUND_REASONS.map((reason) => (
            <option value={reason} selected={reason === typed.reason}>
              {statusWords(locale)[`reason_${reason}`]}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit" class="btn btn-primary">
        {words.show}
      </button>
    </form>
  );
}

function problemOf(preview: RefundPreview | null, words: RefundWords, say: (amount: Cents) => string): string | null {
  if (preview === null) return words.problem_amount;
  if (preview.ok) return null;
  const { code, most } = preview;
  return code === "refund_too_large" && most === ZERO
    ? words.problem_nothing
    : words[`problem_${code}`]({ amount: say(most) });
}

/** Of the order's price, fees apart. */
const refundedBy = ({ asked }: PossibleRefund): Cents => add(asked.held, asked.released);

/** What the buyer gets and when, what it costs the seller, and the press that does it, or asks somebody to confirm it. */
export function RefundAgreement({
  action,
  csrf,
  typed,
  preview,
  locale,
  words,
  once = uuidv7(),
  ask = null,
  children,
}: Omit<Props, "escrow"> & {
  readonly csrf: string;
  readonly preview: PossibleRefund;
  /** What the form was made with, where it is shown again. */
  readonly once?: string;
  /** What the press is called where somebody else has to confirm it, and why; null where it refunds at once. */
  readonly ask?: { readonly label: string; readonly why: string } | null;
  /** What else the form takes. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { gets } = preview;
  return (
    <section class="panel max-w-2xl p-4 sm:p-5" aria-label={words.happens}>
      <Costs preview={preview} locale={locale} words={words} />
      {ask === null ? null : <p class="mt-3 text-sm leading-relaxed">{ask.why}</p>}
      <form method="post" action={action} class="mt-5">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="once" value={once} />
        <input type="hidden" name="gets" value={String(gets)} />
        {(["amount", "milestone", "reason"] as const).map((name) => (
          <input type="hidden" name={name} value={typed[name]} />
        ))}
        {children}
        <div class="flex flex-wrap gap-2">
          <button type="submit" class="btn btn-primary">
            <Icon name={ask === null ? "undo" : "user-round"} class="size-4" />
            {ask?.label ?? words.confirm({ amount: usd(gets, locale) })}
          </button>
          <a class="btn" href={`${action}?${new URLSearchParams(typed)}`}>
            {words.change}
          </a>
        </div>
      </form>
    </section>
  );
}
