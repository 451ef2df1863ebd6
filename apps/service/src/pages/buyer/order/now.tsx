/** First on the page of an order: what came of the last step, how things stand, what the buyer can do, and until when. */

import type { JSX } from "preact";
import { sharesOf } from "../../../domain/decisions/resolve-dispute.js";
import { isClosedByBank, isEndedByMistake, isMistaken } from "../../../domain/ended-by-bank.js";
import { isBanks } from "../../../domain/escrow.js";
import { ZERO } from "../../../domain/money.js";
import { wouldGiveBack } from "../../../domain/refund-parts.js";
import { isIn, TERMINAL } from "../../../domain/states.js";
import type { OrderOffer } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { withUsd } from "../../../words/presented.js";
import { deliverBy, payBy } from "../../kit/deadlines.js";
import { Given } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { orderUrl, payUrl } from "../../kit/links.js";
import { Instant } from "../../kit/times.js";
import { PulsingDot } from "../../kit/ui.js";
import { kitWords } from "../../kit/words.js";
import { disputeUrl, partAnchor } from "../links.js";
import { type OrderView, versionOf } from "../load.js";
import { Callout } from "../parts.js";
import { type Asked, askedOfBuyer, moneyOf, reviewsOf, STANDINGS } from "../standing.js";
import { sharedWords } from "../words.js";
import type { Notice } from "./notice.js";
import { PartActions } from "./part-actions.js";
import { disputeWords, noticeWords, orderWords } from "./words.js";

type Props = { readonly order: OrderView; readonly locale: Locale };

export function Now({ order, notice, locale }: Props & { notice: Notice | null }): JSX.Element {
  const asked = askedOfBuyer(order);
  const { tone, icon } = STANDINGS[order.escrow.status];
  const isDone = notice?.kind === "done";
  const [look, drawing]: [keyof typeof LOOKS, IconName] = isDone
    ? ["good", "circle-check"]
    : asked === null
      ? [tone, isEndedByMistake(order) ? "circle-x" : icon]
      : ["waiting", "clock"];
  return (
    <>
      {notice?.kind === "refused" ? (
        <Callout icon="circle-alert" tone="warning" role="alert" title={noticeWords(locale).nothingDone}>
          <p class="muted text-sm">{notice.text}</p>
        </Callout>
      ) : null}
      <section class="panel flex gap-3.5 p-4 sm:p-5" aria-label={orderWords(locale).nextStep}>
        <span class={`grid size-9 shrink-0 place-items-center rounded-lg max-sm:hidden ${LOOKS[look]}`}>
          <Icon name={drawing} />
        </span>
        <div class="min-w-0 flex-1">
          {isDone ? (
            <p role="status" class="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
              {notice.text}
            </p>
          ) : null}
          {asked === null ? (
            <p class={`leading-relaxed ${isDone ? "muted mt-1 text-sm" : ""}`}>{standsText(order, locale)}</p>
          ) : (
            <Asks order={order} asked={asked} locale={locale} isFirst={!isDone} />
          )}
          <Deadlines order={order} locale={locale} />
          {isIn(TERMINAL, order.escrow.status) ? null : <News order={order} locale={locale} />}
        </div>
      </section>
    </>
  );
}

// Colours of meaning, whatever the seller's is.
const LOOKS = {
  waiting: "bg-warning/10 text-warning",
  calm: "bg-house/10 text-house",
  good: "bg-success/10 text-success",
  bad: "bg-error/10 text-error",
  over: "bg-house/10 text-house",
} as const;

/** What the buyer is asked for, and the buttons that do it. */
function Asks({ order, asked, locale, isFirst }: Props & { asked: Asked; isFirst: boolean }): JSX.Element {
  const words = orderWords(locale);
  const kind = asked.kind === "goPay" ? "pay" : asked.kind;
  return (
    <>
      <h2 class={`text-lg leading-snug font-semibold tracking-tight ${isFirst ? "" : "mt-2"}`}>
        {words[`turn_${kind}`]}
      </h2>
      {isBanks(order.escrow) ? <p class="mt-1 leading-relaxed">{banksText(order, locale)}</p> : null}
      {asked.kind === "offer" ? (
        <Offered order={order} offer={asked.offer} locale={locale} />
      ) : asked.kind === "review" ? (
        <Review order={order} asked={asked} locale={locale} />
      ) : asked.kind === "reply" ? (
        <Reply order={order} locale={locale} />
      ) : (
        <Pay order={order} isBegun={asked.kind === "goPay"} locale={locale} />
      )}
    </>
  );
}

function Review({ order, asked, locale }: Props & { asked: Extract<Asked, { kind: "review" }> }): JSX.Element {
  const words = orderWords(locale);
  const { milestone, place } = asked;
  const more = reviewsOf(order.escrow) - 1;
  return (
    <>
      {order.escrow.milestones.length === 1 ? null : (
        <p class="mt-1 text-sm font-medium">
          <a class="link link-primary" href={`#${partAnchor(place)}`}>
            <Given text={milestone.title} lines={1} />
          </a>
        </p>
      )}
      <p class="muted mt-1 text-sm leading-relaxed">{words.now_review}</p>
      <PartActions order={order} milestone={milestone} locale={locale} />
      {more === 0 ? null : <p class="muted mt-3 text-sm">{words.moreReviews({ count: more })}</p>}
    </>
  );
}

function Offered({ order, offer, locale }: Props & { offer: OrderOffer }): JSX.Element {
  const words = disputeWords(locale);
  const path = orderUrl(order.merchant.sellerCode, order.escrow.id);
  const { buyer } = sharesOf(order.escrow, offer);
  const refund = withUsd(wouldGiveBack(buyer, order.sources), buyer, locale);
  return (
    <>
      <p class="mt-1 leading-relaxed">
        {orderWords(locale).now_offer({ refund, release: usd(offer.release, locale) })}
      </p>
      <div class="mt-4 flex flex-wrap gap-2.5">
        <a class="btn btn-primary max-sm:w-full" href={disputeUrl(path, "accept", offer.number)}>
          {words.accept}
        </a>
        <a class="btn btn-outline border-base-300 max-sm:w-full" href={disputeUrl(path, "offer")}>
          <Icon name="scale" class="size-4" />
          {words.counter}
        </a>
      </div>
    </>
  );
}

function Reply({ order, locale }: Props): JSX.Element {
  const path = orderUrl(order.merchant.sellerCode, order.escrow.id);
  return (
    <>
      <p class="mt-1 leading-relaxed">{orderWords(locale).now_reply}</p>
      <a class="btn btn-primary mt-4 max-sm:w-full" href={disputeUrl(path, "write")}>
        <Icon name="message-square" class="size-4" />
        {disputeWords(locale).write}
      </a>
    </>
  );
}

function Pay({ order, isBegun, locale }: Props & { isBegun: boolean }): JSX.Element {
  const shared = sharedWords(locale);
  return (
    <>
      <p class="muted mt-1 text-sm leading-relaxed">{standsText(order, locale)}</p>
      <a
        class="btn btn-primary mt-3 h-auto min-h-10 py-2 max-sm:w-full"
        href={payUrl(order.merchant.sellerCode, order.escrow.session)}
      >
        {isBegun ? shared.finishPaying : `${shared.pay} ${usd(moneyOf(order).missing, locale)}`}
        <Icon name="arrow-right" class="size-4" />
      </a>
    </>
  );
}

function Deadlines({ order: { escrow }, locale }: Props): JSX.Element {
  const words = orderWords(locale);
  return (
    <>
      {(
        [
          [words.payBy, payBy(escrow)],
          [words.deliverBy, deliverBy(escrow)],
        ] as const
      ).map(([label, at]) =>
        at === null ? null : (
          <p class="muted mt-2 text-sm">
            {label} <Instant at={at} locale={locale} />
          </p>
        ),
      )}
    </>
  );
}

/** What the script reads and, should nothing happen for long, writes (assets/wait.js). */
function News({ order, locale }: Props): JSX.Element {
  const words = orderWords(locale);
  return (
    <p class="muted mt-3 flex gap-2.5 text-xs">
      <PulsingDot class="mt-0.5" />
      <span
        aria-live="polite"
        data-status={`${orderUrl(order.merchant.sellerCode, order.escrow.id)}/status`}
        data-version={versionOf(order)}
        data-every="5"
        data-stopped={words.stopped}
        data-offline={kitWords(locale).offline}
        class="min-w-0"
      >
        {words.updates}
      </span>
    </p>
  );
}

function standsText(order: OrderView, locale: Locale): string {
  const isHeldBack = moneyOf(order).heldBack > ZERO && isIn(TERMINAL, order.escrow.status);
  return isHeldBack ? orderWords(locale).now_heldBack : nowText(order, locale);
}

/** What holds an order up that a bank, or a receipt taken back, took money of. */
const banksText = (order: OrderView, locale: Locale): string =>
  orderWords(locale)[isMistaken(order) ? "now_mistaken" : "now_bankDisputes"];

function nowText(order: OrderView, locale: Locale): string {
  const { escrow } = order;
  const words = orderWords(locale);
  switch (escrow.status) {
    case "PENDING_ACCEPTANCE":
    case "PENDING_FUNDING":
      return words.now_unfunded;
    case "AWAITING_PAYMENT":
      return words.now_started;
    case "WAITING_PAYMENT_CONFIRMATION":
      return words.now_confirming;
    case "PARTIALLY_FUNDED":
      return words.now_partly;
    case "IN_ESCROW":
      return words.now_funded;
    case "WORK_IN_PROGRESS":
      return reviewsOf(escrow) > 0 ? words.now_review : words.now_progress;
    case "DISPUTED":
      return isBanks(escrow) ? banksText(order, locale) : words.now_disputed;
    case "DEADLINE_EXPIRED":
      return escrow.fundedAt === null ? words.now_unpaidInTime : words.now_undelivered;
    case "COMPLETED":
    case "DECLINED":
    case "CANCELLED":
      return words[`now_${escrow.status}`];
    case "CLOSED":
      if (isEndedByMistake(order)) return words.now_closedByMistake;
      return isClosedByBank(order) ? words.now_closedByBank : words.now_CLOSED;
    default:
      return escrow.status satisfies never;
  }
}
