/** The list of a buyer's orders, newest first. */
import type { JSX } from "preact";
import type { ListedOrder } from "../../../store/read/orders/orders.js";
import type { Page } from "../../../store/read/page.js";
import { labelled, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { ORDERS_PATH, orderUrl, payUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import { BackLink, OnLink } from "../../kit/pager.js";
import { Day } from "../../kit/times.js";
import { SIGN_INS_PATH } from "../links.js";
import { messagesWords } from "../messages/words.js";
import { Frame, Merchant } from "../parts.js";
import { signInsWords } from "../sign-ins/words.js";
import { STANDINGS, waitsForBuyer } from "../standing.js";
import { sharedWords } from "../words.js";
import type { AllOrders } from "./load.js";
import { listWords } from "./words.js";

export function OrdersPage({
  context,
  orders: { page, isPartial },
}: {
  context: PageContext;
  orders: AllOrders;
}): JSX.Element {
  const { locale } = context;
  const words = sharedWords(locale);
  return (
    <Frame context={context} title={words.orders}>
      <h1 class="text-2xl font-semibold tracking-tight">{words.orders}</h1>
      {isPartial ? (
        <p class="panel mt-4 p-4 text-sm" role="status">
          {listWords(locale).someAway}
        </p>
      ) : null}
      {page.rows.length === 0 ? (
        isPartial ? null : (
          <Nothing locale={locale} />
        )
      ) : (
        <ul class="panel mt-4 divide-y divide-base-300">
          {page.rows.map((order) => (
            <Row order={order} locale={locale} />
          ))}
        </ul>
      )}
      <Pages page={page} locale={locale} />
      <p class="mt-8 text-sm">
        <a class="link link-primary inline-flex min-h-10 items-center gap-1.5 font-medium" href={SIGN_INS_PATH}>
          <Icon name="lock" class="size-4" />
          {signInsWords(locale).title}
        </a>
      </p>
    </Frame>
  );
}

function Nothing({ locale }: { locale: Locale }): JSX.Element {
  const words = listWords(locale);
  return (
    <div class="panel mt-4 px-5 py-14 text-center">
      <span class="mx-auto grid size-14 place-items-center rounded-2xl bg-primary/10 text-primary">
        <Icon name="package-check" class="size-7" />
      </span>
      <h2 class="mt-4 text-lg font-semibold">{words.noOrders}</h2>
      <p class="muted mx-auto mt-1.5 max-w-md text-sm leading-relaxed text-balance">{words.noOrdersText}</p>
    </div>
  );
}

function Row({ order, locale }: { order: ListedOrder; locale: Locale }): JSX.Element {
  const words = sharedWords(locale);
  const href = orderUrl(order.merchant.sellerCode, order.id);
  return (
    <li class="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
      <div class="min-w-0">
        <h2 class="font-semibold">
          <a class="link-hover rounded-sm" href={href}>
            <Given text={order.title} lines={2} />
          </a>
        </h2>
        <div class="mt-0.5">
          <Merchant merchant={order.merchant} locale={locale} />
        </div>
        <div class="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          {order.isMistaken ? (
            <Badge tone="over" icon="circle-x" text={words.mistaken} />
          ) : (
            <Badge {...STANDINGS[order.status]} text={words[`status_${order.status}`]} />
          )}
          {order.isUnread ? (
            <Badge tone="waiting" icon="message-square" text={messagesWords(locale).newMessage} />
          ) : null}
          <span class="muted">
            <span class="sr-only">{words.placedOn} </span>
            <Day at={order.created} locale={locale} />
          </span>
        </div>
      </div>
      <div class="flex min-w-0 flex-wrap items-center justify-between gap-3 sm:flex-col sm:items-end sm:justify-start">
        <p class="money shrink-0 text-lg font-semibold max-sm:max-w-2/3 sm:whitespace-nowrap">
          {usd(order.total, locale)}
        </p>
        <Todo order={order} locale={locale} />
      </div>
    </li>
  );
}

/** What waits for the buyer, as a way to do it. */
function Todo({ order, locale }: { order: ListedOrder; locale: Locale }): JSX.Element | null {
  const words = sharedWords(locale);
  const { sellerCode } = order.merchant;
  const todo = waitsForBuyer(order);
  if (todo === null) return null;
  const [href, label] =
    todo === "review"
      ? [orderUrl(sellerCode, order.id), listWords(locale).reviewDelivery]
      : [payUrl(sellerCode, order.session), todo === "pay" ? words.pay : words.finishPaying];
  return (
    <a class="btn btn-primary btn-sm min-h-9" href={href} aria-label={`${labelled(label, locale)} ${order.title}`}>
      {label}
      <Icon name="arrow-right" class="size-4" />
    </a>
  );
}

function Pages({ page, locale }: { page: Page<ListedOrder>; locale: Locale }): JSX.Element | null {
  const words = listWords(locale);
  if (!page.hasNewer && !page.hasOlder) return null;
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  return (
    <nav aria-label={words.pages} class="mt-4 flex flex-wrap justify-between gap-3">
      {page.hasNewer ? (
        <BackLink href={first === undefined ? ORDERS_PATH : `${ORDERS_PATH}?newer=${first.id}`} text={words.newer} />
      ) : (
        <span />
      )}
      {page.hasOlder ? (
        <OnLink href={last === undefined ? ORDERS_PATH : `${ORDERS_PATH}?older=${last.id}`} text={words.older} />
      ) : null}
    </nav>
  );
}
