/** A seller says how much goes back, and reads what that does, before it is done. */
import { REFUND_REASONS } from "@holdfast/contract";
import type { JSX } from "preact";
import { dueOf } from "../../../../domain/escrow.js";
import { add, type Cents } from "../../../../domain/money.js";
import { uuidv7 } from "../../../../platform/random.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { AmountInput, described, Field, Notice, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { Frame } from "../../frame.js";
import { escrowUrl, refundUrl } from "../../links.js";
import type { EscrowProps } from "../escrow/load.js";
import { orderWords, refundWords } from "../words.js";
import { Costs } from "./costs.js";
import type { PossibleRefund, RefundPreview, TypedRefund } from "./load.js";

type Props = EscrowProps & {
  readonly typed: TypedRefund;
  /** Null where no amount was typed that is one. */
  readonly preview: RefundPreview | null;
  /** What was typed is to be looked at; else it is to be typed. */
  readonly isAsked: boolean;
  /** What was agreed to is not what would happen any more. */
  readonly hasChanged?: boolean;
};

export function RefundPage(props: Props): JSX.Element {
  const { context, story, preview, isAsked, hasChanged = false } = props;
  const { escrow } = story;
  const { locale } = context;
  const words = refundWords(locale);
  return (
    <Frame context={context} title={words.title} entry="/escrows">
      <PageHead
        title={words.title}
        up={{
          href: escrowUrl(context, escrow.id),
          label: orderWords(locale).escrowCode({ code: escrow.referenceCode }),
        }}
        lead={<Given text={escrow.title} lines={2} />}
      />
      {hasChanged ? <Notice tone="bad">{words.changed}</Notice> : null}
      {isAsked && preview?.ok === true ? <Agreement {...props} preview={preview} /> : <Choice {...props} />}
    </Frame>
  );
}

/** Which amount, of what, and why. */
function Choice({ context, story: { escrow }, typed, preview, isAsked }: Props): JSX.Element {
  const { locale } = context;
  const words = refundWords(locale);
  const say = (amount: Cents): string => usd(amount, locale);
  const isOut = isAsked || (preview !== null && !preview.ok);
  const problem = !isOut
    ? null
    : preview === null
      ? words.problem_amount
      : preview.ok
        ? null
        : words[`problem_${preview.code}`]({ amount: say(preview.most) });
  const hint = preview?.ok === true ? words.amountHint({ amount: say(refundedBy(preview)) }) : words.amountHintNone;
  return (
    <form method="get" action={refundUrl(context, escrow.id)} class="panel max-w-2xl p-4 sm:p-5">
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

/** Of the order's price, fees apart. */
const refundedBy = ({ asked }: PossibleRefund): Cents => add(asked.held, asked.released);

/** What the buyer gets and when, what it costs the seller, and the press that does it, or asks a colleague. */
function Agreement({
  context,
  story: { escrow },
  typed,
  preview,
}: Omit<Props, "preview"> & { readonly preview: PossibleRefund }): JSX.Element {
  const words = useWords(refundWords);
  const { gets, needsSecond } = preview;
  const amount = usd(gets, useLocale());
  return (
    <section class="panel max-w-2xl p-4 sm:p-5" aria-label={words.happens}>
      <Costs preview={preview} />
      {needsSecond ? <p class="mt-3 text-sm leading-relaxed">{words.needsSecond}</p> : null}
      <form method="post" action={refundUrl(context, escrow.id)} class="mt-5 flex flex-wrap gap-2">
        <input type="hidden" name="csrf" value={context.csrf} />
        <input type="hidden" name="once" value={uuidv7()} />
        <input type="hidden" name="gets" value={String(gets)} />
        {(["amount", "milestone", "reason"] as const).map((name) => (
          <input type="hidden" name={name} value={typed[name]} />
        ))}
        <button type="submit" class="btn btn-primary">
          <Icon name={needsSecond ? "user-round" : "undo"} class="size-4" />
          {needsSecond ? words.ask({ amount }) : words.confirm({ amount })}
        </button>
        <a class="btn" href={`${refundUrl(context, escrow.id)}?${new URLSearchParams(typed)}`}>
          {words.change}
        </a>
      </form>
    </section>
  );
}
