/** The pages behind the link of a mail about a delivery: stop its clock, it stands still, and the link is over. */

import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { dueOf } from "../../../domain/escrow.js";
import { reviewEndsAt } from "../../../domain/review.js";
import { usd } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { ORDERS_PATH, orderUrl } from "../../kit/links.js";
import { maxLengthFor } from "../../kit/max-length.js";
import type { PageContext } from "../../kit/page-context.js";
import { Instant } from "../../kit/times.js";
import { Form } from "../asking.js";
import { stopUrl } from "../links.js";
import { Callout, Frame, Merchant, sellerOf } from "../parts.js";
import { sharedWords } from "../words.js";
import type { StopScene } from "./load.js";
import { stopWords } from "./words.js";

type Props = StopScene & { readonly context: PageContext };

export function StopPage({
  context,
  token,
  order,
  milestone,
  problem,
  typed,
}: Props & { problem: string | null; typed: string }): JSX.Element {
  const { locale } = context;
  const words = stopWords(locale);
  const ends = reviewEndsAt(order.escrow, milestone);
  return (
    <Frame context={context} title={words.title} seller={sellerOf(order)}>
      <div class="mx-auto max-w-xl">
        <h1 class="text-2xl font-semibold tracking-tight text-balance">{words.title}</h1>
        <div class="panel mt-4 p-5 sm:p-6">
          <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p class="min-w-0 flex-1 basis-48 font-semibold">
              <Given text={milestone.title} lines={3} />
            </p>
            <p class="money max-w-full font-semibold">{usd(dueOf(milestone), locale)}</p>
          </div>
          <div class="mt-1">
            <Merchant merchant={order.merchant} locale={locale} />
          </div>
          {ends === null ? null : (
            <p class="mt-4 flex gap-1.5 text-sm">
              <Icon name="hourglass" class="mt-0.5 size-4 text-warning" />
              <span>
                {words.until}{" "}
                <strong class="font-semibold">
                  <Instant at={ends} locale={locale} />
                </strong>
              </span>
            </p>
          )}
          <p class="mt-4 leading-relaxed">{words.text}</p>
          <Form action={stopUrl(token)} context={context}>
            <label class="font-medium" for="reason">
              {words.label}
            </label>
            <p id="reason-hint" class="muted mt-0.5 text-sm">
              {words.hint}
            </p>
            <textarea
              id="reason"
              name="reason"
              rows={4}
              maxLength={maxLengthFor(LIMITS.reasonLength)}
              dir="auto"
              class={`field mt-2 ${problem === null ? "" : "border-error"}`}
              aria-describedby={problem === null ? "reason-hint" : "reason-hint reason-problem"}
              {...(problem === null ? {} : { "aria-invalid": "true", autofocus: true })}
            >
              {typed}
            </textarea>
            {problem === null ? null : (
              <p id="reason-problem" role="alert" class="mt-2 text-sm font-medium text-error">
                {problem}
              </p>
            )}
            <button type="submit" class="btn btn-error mt-6 h-auto min-h-12 w-full py-2">
              {words.button}
            </button>
          </Form>
        </div>
      </div>
    </Frame>
  );
}

export function StoppedPage({ context, order }: Props): JSX.Element {
  const words = stopWords(context.locale);
  const { escrow, merchant } = order;
  return (
    <Frame context={context} title={words.stopped} seller={sellerOf(order)}>
      <div class="mx-auto max-w-xl">
        <h1 class="sr-only">{words.stopped}</h1>
        <Callout icon="shield-check" tone="success" title={words.stopped} role="status">
          <p class="muted mt-1 text-sm leading-relaxed">
            {words.stoppedText({ dispute: escrow.disputeReference ?? "" })}
          </p>
        </Callout>
        <a class="btn btn-primary mt-5 w-full" href={orderUrl(merchant.sellerCode, escrow.id)}>
          {words.more}
        </a>
      </div>
    </Frame>
  );
}

export function OverPage({ context }: { context: PageContext }): JSX.Element {
  const words = stopWords(context.locale);
  return (
    <Frame context={context} title={words.over}>
      <div class="mx-auto max-w-xl">
        <h1 class="sr-only">{words.over}</h1>
        <Callout icon="timer-off" tone="warning" title={words.over}>
          <p class="muted mt-1 text-sm leading-relaxed">{words.overText}</p>
        </Callout>
        <a class="btn btn-primary mt-5 w-full" href={ORDERS_PATH}>
          {sharedWords(context.locale).orders}
        </a>
      </div>
    </Frame>
  );
}
