/** The choice of a way to pay. One form, one button; what a method needs is asked for beside it. */
import type { PaymentMethod } from "@holdfast/contract";
import type { ComponentChildren, JSX } from "preact";
import type { Cents } from "../../../domain/money.js";
import { duration, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon, type IconName } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { fill, Say } from "../../kit/say.js";
import { Action, Notice } from "./parts.js";
import { PAY_ANCHOR } from "./state.js";
import { paymentWords } from "./words.js";

/** What was typed before, and what was wrong with it. */
export type Filled = {
  readonly method: PaymentMethod | null;
  readonly phone: string;
  readonly problem: "method" | "phone" | null;
};

export const NOTHING_FILLED: Filled = { method: null, phone: "", problem: null };

type Props = {
  readonly context: PageContext;
  readonly methods: readonly PaymentMethod[];
  /** What is said of methods that can be paid back for less long than the order may take. */
  readonly refundDays: Readonly<Partial<Record<PaymentMethod, number>>>;
  readonly action: string;
  /** Where to come back to after signing out. */
  readonly next: string;
  readonly amount: Cents;
  /** What the button says, with {amount} in it. */
  readonly label: string;
  readonly filled: Filled;
  /** What is agreed to by the button. */
  readonly children?: ComponentChildren;
};

/** Instead of the form: nobody takes payments here, or the seller may take none at present. */
export function NotOffered({ locale }: { locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  return (
    <Notice icon="clock" title={words.notOffered}>
      {words.notOfferedText}
    </Notice>
  );
}

export function PayForm(props: Props): JSX.Element {
  const { context, methods, refundDays, action, next, amount, label, filled, children } = props;
  const { locale } = context;
  const words = paymentWords(locale);
  const checked = methods.find((one) => one === filled.method) ?? methods[0];
  return (
    <section aria-labelledby="pay-title">
      <h2 id="pay-title" class="text-lg font-semibold tracking-tight">
        {words.choose}
      </h2>
      <SignedIn context={context} next={next} />
      {filled.problem === "method" ? <Problem id="method-problem" text={words.methodProblem} /> : null}
      <form method="post" action={action} class="mt-3">
        <input type="hidden" name="csrf" value={context.csrf} />
        <fieldset class="panel divide-y divide-base-300 overflow-hidden">
          <legend class="sr-only">{words.choose}</legend>
          {methods.map((method) => (
            <Method
              method={method}
              refundDays={refundDays[method]}
              isChecked={method === checked}
              locale={locale}
              filled={filled}
            />
          ))}
        </fieldset>
        {children === undefined ? null : <p class="muted mt-3 text-sm leading-relaxed">{children}</p>}
        <div class="pay-bar mt-3">
          <button type="submit" class="btn btn-primary h-auto min-h-12 w-full py-2 text-base">
            <Icon name="lock" class="size-4" />
            <span class="min-w-0 [overflow-wrap:anywhere]">{fill(label, { amount: usd(amount, locale) })}</span>
          </button>
        </div>
      </form>
    </section>
  );
}

function SignedIn({ context, next }: { context: PageContext; next: string }): JSX.Element | null {
  if (context.buyer === null) return null;
  const words = paymentWords(context.locale);
  return (
    <div class="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
      <p class="muted min-w-0">
        <Say
          text={words.signedIn}
          email={<bdi class="font-medium text-base-content [overflow-wrap:anywhere]">{context.buyer.email}</bdi>}
        />
      </p>
      <Action context={context} action="/sign-out" next={next}>
        {words.notYou}
      </Action>
    </div>
  );
}

const ICONS = {
  mobile_money: "smartphone",
  card: "credit-card",
  bank: "landmark",
} as const satisfies Record<PaymentMethod, IconName>;

/**
 * The radio button stands before its label and its details, whose look follows from it without a script. The chosen one is where
 * signing in leads to.
 */
function Method({
  method,
  refundDays,
  isChecked,
  locale,
  filled,
}: {
  method: PaymentMethod;
  refundDays: number | undefined;
  isChecked: boolean;
  locale: Locale;
  filled: Filled;
}): JSX.Element {
  const words = paymentWords(locale);
  const id = isChecked ? PAY_ANCHOR : `method-${method}`;
  return (
    <div class="relative has-checked:bg-primary/4">
      <input
        type="radio"
        id={id}
        name="method"
        value={method}
        checked={isChecked}
        required
        autofocus={isChecked && filled.problem === "method"}
        class="peer absolute start-4 top-5.5 size-5 scroll-mt-96 cursor-pointer rounded-full accent-primary sm:start-5"
      />
      <label for={id} class="flex cursor-pointer items-center gap-3.5 py-3 ps-12 pe-4 sm:ps-14 sm:pe-5">
        <span class="grid size-10 shrink-0 place-items-center rounded-lg border border-base-300 bg-base-100 text-primary">
          <Icon name={ICONS[method]} />
        </span>
        <span class="min-w-0 flex-1">
          <span class="block font-medium">{words[method]}</span>
          <span class="muted block text-sm">{words[`${method}_note`]}</span>
        </span>
      </label>
      <div class="hidden ps-12 pe-4 pb-4 text-sm peer-checked:block sm:ps-27.5 sm:pe-5">
        {method === "mobile_money" ? <Phone locale={locale} filled={filled} /> : null}
        {method === "card" ? <p class="muted">{words.cardText}</p> : null}
        {method === "bank" ? <p class="muted">{words.bankText}</p> : null}
        {refundDays === undefined ? null : (
          <p class="mt-2 flex gap-1.5 font-medium">
            <Icon name="clock" class="mt-0.5 size-4" />
            <span class="min-w-0">{fill(words.refundDays, { time: duration(refundDays * 86_400, locale) })}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Not `required`: a browser would ask for it even where another method hides it. */
function Phone({ locale, filled }: { locale: Locale; filled: Filled }): JSX.Element {
  const words = paymentWords(locale);
  const isWrong = filled.problem === "phone";
  return (
    <>
      <label class="font-medium" for="phone">
        {words.phone}
      </label>
      <input
        id="phone"
        name="phone"
        type="tel"
        inputMode="tel"
        dir="ltr"
        autocomplete="tel"
        maxLength={32}
        value={filled.phone}
        autofocus={isWrong}
        aria-invalid={isWrong ? "true" : undefined}
        aria-describedby={isWrong ? "phone-problem phone-hint" : "phone-hint"}
        class={`input mt-1.5 w-full ${isWrong ? "input-error" : ""}`}
      />
      {isWrong ? <Problem id="phone-problem" text={words.phoneProblem} /> : null}
      <p id="phone-hint" class="muted mt-2">
        {words.phoneHint}
      </p>
    </>
  );
}

const Problem = ({ id, text }: { id: string; text: string }): JSX.Element => (
  <p id={id} role="alert" class="mt-2 flex gap-1.5 text-sm font-medium text-error">
    <Icon name="circle-alert" class="mt-0.5 size-4" />
    <span class="min-w-0">{text}</span>
  </p>
);
