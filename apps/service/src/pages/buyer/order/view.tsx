/** The page of one order. */
import type { ComponentChildren, JSX } from "preact";
import { isBanks } from "../../../domain/escrow.js";
import { ZERO } from "../../../domain/money.js";
import { isIn, TERMINAL } from "../../../domain/states.js";
import { clip, placeOf, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge } from "../../kit/badge.js";
import { Contacts } from "../../kit/brand.js";
import { deliverBy, payBy } from "../../kit/deadlines.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { ORDERS_PATH, orderUrl, payUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import { Day, Instant } from "../../kit/times.js";
import type { OrderView } from "../load.js";
import { Callout, Frame, Merchant, sellerOf } from "../parts.js";
import { isClosedByBank, mayDecline, moneyOf, reviewsOf, STANDINGS, waitsForBuyer } from "../standing.js";
import { sharedWords } from "../words.js";
import { DisputeOfOrder } from "./dispute.js";
import { Milestones } from "./milestones.js";
import type { Notice } from "./notice.js";
import { Payments } from "./payments.js";
import { Summary, WhereMoneyIs } from "./summary.js";
import { Timeline } from "./timeline-view.js";
import { Tracker } from "./tracker.js";
import { noticeWords, orderWords } from "./words.js";

const TITLE_LENGTH = 80;

type Props = { readonly order: OrderView; readonly locale: Locale };

export function OrderPage({
  context,
  order,
  notice,
}: {
  context: PageContext;
  order: OrderView;
  notice: Notice | null;
}): JSX.Element {
  const { locale } = context;
  return (
    <Frame
      context={context}
      title={clip(order.escrow.title, TITLE_LENGTH)}
      back={{ href: ORDERS_PATH, label: sharedWords(locale).orders }}
      seller={sellerOf(order)}
    >
      <Head order={order} locale={locale} />
      <div class="mt-5">
        <Tracker order={order} locale={locale} />
      </div>
      <div class="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0 space-y-8">
          <div class="space-y-4">
            {notice === null ? null : <Said notice={notice} locale={locale} />}
            <Now order={order} locale={locale} />
          </div>
          <DisputeOfOrder context={context} order={order} />
          <Milestones order={order} locale={locale} />
        </div>
        <aside aria-label={orderWords(locale).details} class="min-w-0 space-y-4">
          <WhereMoneyIs order={order} locale={locale} />
          <Summary order={order} locale={locale} />
          <Links order={order} locale={locale} />
          <Contacts brand={order.brand} locale={locale} />
          <div class="space-y-8 pt-4">
            <Payments order={order} locale={locale} />
            <Timeline order={order} locale={locale} />
          </div>
        </aside>
      </div>
    </Frame>
  );
}

function Head({ order, locale }: Props): JSX.Element {
  const [words, shared] = [orderWords(locale), sharedWords(locale)];
  const { escrow } = order;
  return (
    <div>
      <h1 class="text-2xl font-semibold tracking-tight">
        <Given text={escrow.title} lines={3} />
      </h1>
      <div class="mt-1.5">
        <Merchant merchant={order.merchant} locale={locale} />
      </div>
      <div class="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Badge {...STANDINGS[escrow.status]} text={shared[`status_${escrow.status}`]} />
        <Fact label={shared.placedOn}>
          <Day at={escrow.created} locale={locale} />
        </Fact>
        <Fact label={words.reference}>
          <bdi class="font-mono text-xs [overflow-wrap:anywhere]">{escrow.referenceCode}</bdi>
        </Fact>
        {escrow.externalReference === "" ? null : (
          <Fact label={words.order}>
            <Given text={escrow.externalReference} lines={2} />
          </Fact>
        )}
      </div>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <p class="muted flex min-w-0 items-baseline gap-1.5">
    <span class="shrink-0">{label}</span>
    <span class="min-w-0 text-base-content">{children}</span>
  </p>
);

/** What came of the action that led here. */
function Said({ notice, locale }: { notice: Notice; locale: Locale }): JSX.Element {
  return notice.kind === "done" ? (
    <Callout icon="circle-check" tone="success" role="status">
      <p class="font-medium">{notice.text}</p>
    </Callout>
  ) : (
    <Callout icon="circle-alert" tone="warning" role="alert" title={noticeWords(locale).nothingDone}>
      <p class="muted text-sm">{notice.text}</p>
    </Callout>
  );
}

/** How things stand, what happens next, and until when. */
function Now({ order, locale }: Props): JSX.Element {
  const [words, shared] = [orderWords(locale), sharedWords(locale)];
  const { escrow, merchant } = order;
  const todo = waitsForBuyer({ status: escrow.status, reviews: reviewsOf(escrow) });
  const { missing, heldBack } = moneyOf(order);
  const isHeldBack = heldBack > ZERO && isIn(TERMINAL, escrow.status);
  const [pay, deliver] = [payBy(escrow), deliverBy(escrow)];
  const { tone, icon } = STANDINGS[escrow.status];
  return (
    <Callout icon={todo === null ? icon : "clock"} tone={todo === null ? CALLOUT_TONES[tone] : "warning"}>
      <p class="leading-relaxed">{isHeldBack ? words.now_heldBack : nowText(order, locale)}</p>
      {pay === null ? null : (
        <p class="muted mt-1 text-sm">
          {words.payBy} <Instant at={pay} locale={locale} />
        </p>
      )}
      {deliver === null ? null : (
        <p class="muted mt-1 text-sm">
          {words.deliverBy} <Instant at={deliver} locale={locale} />
        </p>
      )}
      {todo === "pay" || todo === "goPay" ? (
        <a class="btn btn-primary mt-3 h-auto min-h-10 py-2" href={payUrl(merchant.sellerCode, escrow.session)}>
          {todo === "pay" ? `${shared.pay} ${usd(missing, locale)}` : shared.finishPaying}
          <Icon name="arrow-right" class="size-4" />
        </a>
      ) : null}
    </Callout>
  );
}

const CALLOUT_TONES = {
  waiting: "warning",
  calm: "primary",
  good: "success",
  bad: "error",
  over: "primary",
} as const;

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
      return isBanks(escrow) ? words.now_bankDisputes : words.now_disputed;
    case "DEADLINE_EXPIRED":
      return escrow.fundedAt === null ? words.now_unpaidInTime : words.now_undelivered;
    case "COMPLETED":
    case "DECLINED":
    case "CANCELLED":
      return words[`now_${escrow.status}`];
    case "CLOSED":
      return isClosedByBank(order) ? words.now_closedByBank : words.now_CLOSED;
    default:
      return escrow.status satisfies never;
  }
}

function Links({ order, locale }: Props): JSX.Element {
  const words = orderWords(locale);
  const { escrow, merchant } = order;
  const path = orderUrl(merchant.sellerCode, escrow.id);
  const shop = placeOf(order.successUrl);
  return (
    <div class="flex flex-col gap-2.5">
      {escrow.funded === 0n ? null : (
        <a class="btn btn-outline border-base-300 bg-base-100" href={`${path}/receipt`}>
          <Icon name="receipt" class="size-4" />
          {words.printReceipt}
        </a>
      )}
      {escrow.funded === escrow.amount + escrow.fees ? null : (
        <a class="btn btn-outline border-base-300 bg-base-100" href={`${path}/invoice.pdf`} download>
          <Icon name="download" class="size-4" />
          {words.invoice}
        </a>
      )}
      {shop === null ? null : (
        <a
          class="btn btn-outline h-auto min-h-10 border-base-300 bg-base-100 py-2"
          href={order.successUrl}
          rel="noreferrer"
        >
          <Icon name="external-link" class="size-4" />
          <span class="min-w-0 [overflow-wrap:anywhere]">
            {words.backToShop} <bdi>{shop}</bdi>
          </span>
        </a>
      )}
      {mayDecline(escrow) ? (
        <a class="btn btn-ghost text-error" href={`${path}/decline`}>
          {words.cancelOrder}
        </a>
      ) : null}
    </div>
  );
}
