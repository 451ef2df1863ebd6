/** The page of one order. */

import type { JSX } from "preact";
import { isEndedByMistake } from "../../../domain/ended-by-bank.js";
import { clip, placeOf } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge } from "../../kit/badge.js";
import { Contacts } from "../../kit/brand.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { ORDERS_PATH, orderUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import type { OrderView } from "../load.js";
import { Frame, Merchant, sellerOf } from "../parts.js";
import { askedOfBuyer, mayDecline, STANDINGS } from "../standing.js";
import { sharedWords } from "../words.js";
import { DisputeOfOrder } from "./dispute.js";
import { AskSeller, Messages, Questions } from "./messages.js";
import { Milestones } from "./milestones.js";
import type { Notice } from "./notice.js";
import { Now } from "./now.js";
import { Payments } from "./payments.js";
import { Summary, WhereMoneyIs } from "./summary.js";
import { Timeline } from "./timeline-view.js";
import { Tracker } from "./tracker.js";
import { orderWords } from "./words.js";

const TITLE_LENGTH = 80;
/** More parts than these fill their column by themselves. */
const PARTS_BESIDE = 5;

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
  const isLong = order.escrow.milestones.length > PARTS_BESIDE;
  return (
    <Frame
      context={context}
      title={clip(order.escrow.title, TITLE_LENGTH)}
      back={{ href: ORDERS_PATH, label: sharedWords(locale).orders }}
      seller={sellerOf(order)}
    >
      <Head context={context} order={order} />
      <div class="mt-4 space-y-5">
        <Now order={order} notice={notice} locale={locale} />
        <Tracker order={order} locale={locale} />
      </div>
      <div class="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div class="min-w-0 space-y-8">
          <Questions context={context} order={order} />
          <DisputeOfOrder context={context} order={order} />
          <Milestones order={order} locale={locale} />
          <Messages context={context} order={order} />
          {isLong ? null : <Past order={order} locale={locale} />}
        </div>
        <aside aria-label={orderWords(locale).details} class="min-w-0 space-y-4">
          <WhereMoneyIs order={order} locale={locale} />
          <Summary order={order} locale={locale} />
          <Links order={order} locale={locale} />
          <Contacts brand={order.brand} locale={locale} />
          {isLong ? (
            <div class="space-y-8 pt-4">
              <Past order={order} locale={locale} />
            </div>
          ) : null}
        </aside>
      </div>
    </Frame>
  );
}

const Past = (props: Props): JSX.Element => (
  <>
    <Payments {...props} />
    <Timeline {...props} />
  </>
);

function Head({ context, order }: { context: PageContext; order: OrderView }): JSX.Element {
  const { locale } = context;
  const shared = sharedWords(locale);
  const { escrow } = order;
  return (
    <div>
      <h1 class="text-2xl font-semibold tracking-tight">
        <Given text={escrow.title} lines={3} />
      </h1>
      <div class="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isEndedByMistake(order) ? (
          <Badge tone="over" icon="circle-x" text={shared.mistaken} />
        ) : askedOfBuyer(order) === null ? (
          <Badge {...STANDINGS[escrow.status]} text={shared[`status_${escrow.status}`]} />
        ) : (
          <Badge tone="waiting" icon="clock" text={orderWords(locale).yourTurn} />
        )}
        <Merchant merchant={order.merchant} locale={locale} />
        <AskSeller context={context} order={order} />
      </div>
    </div>
  );
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
          class="link link-primary inline-flex min-h-8 items-center gap-1.5 text-sm"
          href={order.successUrl}
          rel="noreferrer"
        >
          <Icon name="arrow-left" class="size-4" />
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
