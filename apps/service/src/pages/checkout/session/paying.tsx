/** A confirmed order that is not paid in full: choose a way, do what it asks for, wait for the money. */

import type { ComponentChildren, JSX } from "preact";
import type { PaymentInstructions } from "../../../domain/model.js";
import { type Cents, CURRENCY, subtract, ZERO } from "../../../domain/money.js";
import type { PaymentFailure } from "../../../domain/states.js";
import { askedOf, type PaymentView } from "../../../store/read/money/payments.js";
import { money } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { PulsingDot } from "../../kit/ui.js";
import { kitWords } from "../../kit/words.js";
import { Account } from "./account.js";
import { Checked } from "./checked.js";
import { Claim, type ClaimProblem, NotFound } from "./claim.js";
import { Action, IN_TAB, Instant, Lead, LONG_BUTTON, Money } from "./parts.js";
import { type Filled, NotOffered, PayForm } from "./pay-form.js";
import { PriceChoice, Promised } from "./price-choice.js";
import { Progress, receivedText } from "./progress.js";
import {
  checkOf,
  hereOf,
  isOfRail,
  lastFailure,
  lastTransfer,
  type Mine,
  markOf,
  missingOf,
  openPayment,
  payQueryOf,
  type View,
  versionOf,
} from "./state.js";
import { paymentWords } from "./words.js";

type Props = { readonly view: View; readonly mine: Mine; readonly context: PageContext };

export function Paying({
  filled,
  claimProblem,
  ...props
}: Props & { filled: Filled; claimProblem: ClaimProblem | null }): JSX.Element {
  const payment = openPayment(props.mine);
  return (
    <div class="space-y-6">
      {payment === undefined ? (
        <Choosing {...props} filled={filled} />
      ) : (
        <Waiting {...props} payment={payment} claimProblem={claimProblem} />
      )}
      <ToOrder {...props} />
    </div>
  );
}

function Choosing({ view, mine, context, filled }: Props & { filled: Filled }): JSX.Element {
  const { locale } = context;
  const { session } = view;
  const words = paymentWords(locale);
  const missing = missingOf({ session, escrow: mine.escrow });
  const deadline = <Instant at={mine.escrow.fundingDeadline} locale={locale} />;
  const again: Filled = { ...filled, method: filled.method ?? lastFailure(mine)?.method ?? view.known.method };
  const title = titlePaying(view, mine, locale);
  const due = <Money amount={missing} locale={locale} />;
  const toPay =
    mine.escrow.funded === ZERO ? (
      <Say text={words.unpaidText} amount={due} deadline={deadline} />
    ) : (
      <Say text={words.partText} missing={due} deadline={deadline} />
    );
  const why = failureOf(mine);
  return (
    <>
      {why === null ? (
        <Lead icon="clock" title={title}>
          {toPay}
        </Lead>
      ) : (
        <div role="alert">
          <Lead icon="circle-alert" tone="error" title={title}>
            {words[why]} {MAY_COME.has(why) ? words.failedOpen : words.failedEnd}
          </Lead>
          <p class="given muted mt-2 ps-15 text-sm leading-relaxed">{toPay}</p>
        </div>
      )}
      <Progress view={view} mine={mine} locale={locale} />
      {view.methods.length === 0 ? (
        <NotOffered tooLong={view.tooLong} locale={locale} />
      ) : (
        <>
          <PriceChoice view={view} locale={locale} />
          <PayForm
            context={context}
            methods={view.methods}
            shown={view.shown}
            phones={view.phones}
            networks={view.networks}
            refundDays={view.refundDays}
            action={`${view.path}/payments${payQueryOf(view)}`}
            next={hereOf(view)}
            price={view.price}
            amount={missing}
            label={words.payNow}
            filled={again}
          />
        </>
      )}
      <Rest view={view} mine={mine} missing={missing} locale={locale} />
    </>
  );
}

/** What the page is headed with, and its window too. */
export function titlePaying(view: View, mine: Mine, locale: Locale): string {
  const words = paymentWords(locale);
  const payment = openPayment(mine);
  if (payment !== undefined) return titleAsked(view, payment, locale);
  const failure = failureOf(mine);
  if (failure !== null) return REFUSALS.has(failure) ? words.refusedTitle : words.failed;
  return mine.escrow.funded === ZERO ? words.unpaidTitle : words.partTitle({ received: receivedText(mine, locale) });
}

function titleAsked(view: View, payment: PaymentView, locale: Locale): string {
  const words = paymentWords(locale);
  const { status, instructions } = payment;
  const check = checkOf(view, payment);
  if (check !== null) return words[`${check}Title`];
  if (status === "PENDING") return words.confirmingTitle;
  switch (instructions?.kind) {
    case undefined:
      return words.preparing;
    case "prompt":
      return words.promptTitle;
    case "redirect":
      return words.cardTitle;
    case "transfer":
      return words.bankTitle({ amount: money(instructions.amount, askedOf(payment).currency, locale) });
    default:
      return instructions satisfies never;
  }
}

/** Where a transfer has brought a part, the account takes the rest as well. */
function Rest({
  view,
  mine,
  missing,
  locale,
}: {
  view: View;
  mine: Mine;
  missing: Cents;
  locale: Locale;
}): JSX.Element | null {
  const payment = lastTransfer(mine);
  const transfer = payment?.instructions;
  if (payment === null || transfer?.kind !== "transfer") return null;
  const { presented } = payment;
  // What is missing in the payer's currency is known for as long as its quote holds.
  if (presented !== null && (presented.until < view.session.now || presented.received >= presented.asked)) return null;
  const currency = presented?.currency ?? CURRENCY;
  const rest = presented === null ? missing : subtract(presented.asked, presented.received);
  return (
    <section aria-labelledby="rest-title">
      <h2 id="rest-title" class="mb-3 text-lg font-semibold tracking-tight">
        {paymentWords(locale).restTitle({ missing: money(rest, currency, locale) })}
      </h2>
      <Account transfer={{ ...transfer, amount: rest }} currency={currency} locale={locale} />
    </section>
  );
}

/** We gave it up, and its provider has not said that it brings nothing: a prompt can be answered late. */
const MAY_COME: ReadonlySet<PaymentFailure> = new Set(["expired", "unavailable"]);

/** Somebody said no to it. */
const REFUSALS: ReadonlySet<PaymentFailure> = new Set([
  "declined",
  "insufficient_funds",
  "wrong_pin",
  "challenge_failed",
]);

/** Why the last payment brought nothing; null if it didn't fail. What a buyer did on purpose is no failure. */
function failureOf(mine: Mine): PaymentFailure | null {
  const failure = lastFailure(mine)?.failure ?? null;
  return failure === "cancelled" ? null : failure;
}

function Waiting({
  view,
  mine,
  context,
  payment,
  claimProblem,
}: Props & { payment: PaymentView; claimProblem: ClaimProblem | null }): JSX.Element {
  const { locale } = context;
  const check = checkOf(view, payment);
  return (
    <>
      <NotFound mine={mine} locale={locale} />
      {check === null ? (
        <Asked view={view} payment={payment} deadline={mine.escrow.fundingDeadline} locale={locale} />
      ) : (
        <Checked
          view={view}
          payment={payment}
          check={check}
          title={titleAsked(view, payment, locale)}
          locale={locale}
        />
      )}
      {isOfRail(payment) ? (
        <Claim view={view} mine={mine} payment={payment} context={context} problem={claimProblem} />
      ) : null}
      <Progress view={view} mine={mine} locale={locale} />
      <News view={view} locale={locale} />
      {payment.status === "PENDING" || check === "checking" ? null : (
        <div class="text-sm">
          <Action context={context} action={`${view.path}/payments/${payment.id}/cancel${view.query}`}>
            {paymentWords(locale).otherWay}
          </Action>
        </div>
      )}
    </>
  );
}

type AskedProps = {
  readonly view: View;
  readonly payment: PaymentView;
  readonly deadline: number;
  readonly locale: Locale;
};

/** What the payer has to do now. */
function Asked({ view, payment, deadline, locale }: AskedProps): JSX.Element {
  const words = paymentWords(locale);
  const title = titleAsked(view, payment, locale);
  const { isFramed } = view;
  const { now } = view.session;
  const { instructions } = payment;
  const amount = <Money {...askedOf(payment)} locale={locale} />;
  if (payment.status === "PENDING") {
    return (
      <Lead icon="hourglass" title={title}>
        <Say text={words.confirmingText} amount={amount} />
      </Lead>
    );
  }
  switch (instructions?.kind) {
    case undefined:
      return (
        <Lead icon="hourglass" title={title}>
          <Say text={words.preparingText} amount={amount} />
        </Lead>
      );
    case "prompt":
      return (
        <Step play={instructions} locale={locale}>
          <Lead icon="smartphone" title={title}>
            <Say text={words.promptText} amount={amount} phone={<Phone number={instructions.phone} />} />{" "}
            <Say text={words.promptUntil} until={<Instant at={instructions.expiresAt} locale={locale} />} />
          </Lead>
          <TimeLeft seconds={instructions.expiresAt - now} label={words.timeLeft} />
        </Step>
      );
    case "redirect":
      return (
        <>
          <Lead icon="credit-card" title={title}>
            <Say text={isFramed ? words.cardOpenFramed : words.cardOpen} amount={amount} />
          </Lead>
          <a
            class={`btn btn-primary w-full sm:w-auto ${LONG_BUTTON}`}
            href={instructions.url}
            {...(isFramed ? IN_TAB : {})}
          >
            {words.toCard}
            <Icon name={isFramed ? "external-link" : "arrow-right"} class="size-4" />
          </a>
        </>
      );
    case "transfer":
      return (
        <Step play={instructions} locale={locale}>
          <Lead icon="landmark" title={title}>
            <Say
              text={words.bankOpen}
              deadline={<Instant at={payment.presented?.until ?? deadline} locale={locale} />}
            />
          </Lead>
          <Promised payment={payment} now={now} locale={locale} />
          <Account transfer={instructions} currency={askedOf(payment).currency} locale={locale} />
        </Step>
      );
    default:
      return instructions satisfies never;
  }
}

/** Counted down by the script from the moment that the page came, whatever the reader's clock says; nothing without one. */
const TimeLeft = ({ seconds, label }: { seconds: number; label: string }): JSX.Element | null =>
  seconds <= 0 ? null : (
    <p hidden data-left={seconds} role="timer" class="text-sm">
      {label} <strong class="text-base font-semibold tabular-nums" />
    </p>
  );

const Phone = ({ number }: { number: string }): JSX.Element => (
  <bdi class="font-medium whitespace-nowrap text-base-content tabular-nums">{number}</bdi>
);

/** In the sandbox a person plays the other side as well: in another tab, as it would be on another device. */
function Step({
  play,
  locale,
  children,
}: {
  play: Extract<PaymentInstructions, { kind: "prompt" | "transfer" }>;
  locale: Locale;
  children: ComponentChildren;
}): JSX.Element {
  const words = paymentWords(locale);
  return (
    <>
      {children}
      {play.playPath === undefined ? null : (
        <a class={`btn btn-outline border-base-300 ${LONG_BUTTON}`} href={play.playPath} target="_blank" rel="noopener">
          <Icon name="flask" class="size-4" />
          {play.kind === "prompt" ? words.playPrompt : words.playTransfer}
          <Icon name="external-link" class="size-4" />
        </a>
      )}
    </>
  );
}

/** What the script reads and, should nothing happen for long, writes (assets/wait.js). */
function News({ view, locale }: { view: View; locale: Locale }): JSX.Element {
  const words = paymentWords(locale);
  return (
    <p class="muted flex gap-2.5 text-sm leading-relaxed">
      <PulsingDot class="mt-1.5" />
      <span
        role="status"
        data-status={`${view.path}/status${markOf(view.returnedAt, "?")}`}
        data-version={versionOf(view)}
        data-stopped={words.stopped}
        data-offline={kitWords(locale).offline}
        class="min-w-0"
      >
        {words.updates}
      </span>
    </p>
  );
}

function ToOrder({ view, context }: Props): JSX.Element | null {
  if (view.orderPath === null) return null;
  return (
    <p class="border-t border-base-300 pt-4 text-sm">
      <a
        class="link link-primary inline-flex min-h-8 items-center font-medium"
        href={view.orderPath}
        {...(view.isFramed ? IN_TAB : {})}
      >
        {paymentWords(context.locale).seeOrCancel}
      </a>
    </p>
  );
}
