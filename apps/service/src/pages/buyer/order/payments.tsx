/** What was paid for an order and what went back, each with where it stands. */
import type { ComponentChildren, JSX } from "preact";
import { ZERO } from "../../../domain/money.js";
import { receiptWords } from "../../../papers/words.js";
import { askedOf, type PaymentView, type RefundView, receivedOf } from "../../../store/read/money/payments.js";
import { labelled, money, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { minusMoneys, moneys, worthLine } from "../../../words/presented.js";
import { Badge } from "../../kit/badge.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import { Instant } from "../../kit/times.js";
import type { OrderView } from "../load.js";
import { PAYMENT_STANDINGS, REFUND_STANDINGS } from "../standing.js";
import { sharedWords } from "../words.js";
import { orderWords } from "./words.js";

export function Payments({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element | null {
  const words = orderWords(locale);
  if (order.payments.length + order.refunds.length === 0) return null;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" class="text-lg font-semibold tracking-tight">
        {words.payments}
      </h2>
      <ul class="panel mt-3 divide-y divide-base-300">
        {order.payments.map((payment) => (
          <Payment payment={payment} locale={locale} />
        ))}
        {order.refunds.map((refund) => (
          <Refund refund={refund} path={orderUrl(order.merchant.sellerCode, order.escrow.id)} locale={locale} />
        ))}
        {order.transfers.map((transfer) => (
          <OfBank transfer={transfer} locale={locale} />
        ))}
      </ul>
    </section>
  );
}

const METHOD_ICONS = {
  card: "credit-card",
  mobile_money: "smartphone",
  bank: "landmark",
} as const satisfies Record<PaymentView["method"], IconName>;

function Payment({ payment, locale }: { payment: PaymentView; locale: Locale }): JSX.Element {
  const words = orderWords(locale);
  const { method, status, failure, created } = payment;
  const isPaid = status === "SUCCEEDED";
  const [asked, received] = [askedOf(payment), receivedOf(payment)];
  const shown = isPaid ? received : asked;
  const differs = isPaid && received.amount !== asked.amount && asked.amount !== ZERO;
  return (
    <Line
      icon={METHOD_ICONS[method]}
      title={sharedWords(locale)[`method_${method}`]}
      at={created}
      locale={locale}
      amount={money(shown.amount, shown.currency, locale)}
      worth={worthLine(payment, isPaid ? payment.received : payment.asked, locale)}
    >
      <Badge {...PAYMENT_STANDINGS[status]} text={words[`payment_${status}`]} />
      {failure === null ? null : <span class="muted">{words[`failure_${failure}`]}</span>}
      {differs ? (
        <span class="muted">
          {words.asked} {money(asked.amount, asked.currency, locale)}
        </span>
      ) : null}
    </Line>
  );
}

function Refund({ refund, path, locale }: { refund: RefundView; path: string; locale: Locale }): JSX.Element {
  const words = sharedWords(locale);
  const { amount, held, taken, back, reason, status, created, asked } = refund;
  const notes = [
    ...(held > ZERO && held < amount ? [`${labelled(words.heldBack, locale)} ${usd(held, locale)}`] : []),
    ...(taken > ZERO ? [`${labelled(words.takenBack, locale)} ${usd(taken, locale)}`] : []),
  ];
  return (
    <Line
      icon="undo"
      title={orderWords(locale).refund}
      at={created}
      locale={locale}
      amount={back === null ? `−${usd(amount, locale)}` : minusMoneys(back, locale)}
      worth={back === null ? null : usd(amount, locale)}
    >
      <Badge {...REFUND_STANDINGS[status]} text={words[`refundStatus_${status}`]} />
      <span class="muted">{words[`refund_${reason}`]}</span>
      {asked === null ? null : (
        <a class="link link-primary" href={`${path}/credit-notes/${asked.number}`} download>
          {receiptWords(locale).creditNote}
        </a>
      )}
      {notes.map((note) => (
        <span class="muted">{note}</span>
      ))}
    </Line>
  );
}

/** Money that the buyer's bank moved by itself, or that was booked by mistake; nothing for all other transfers. */
function OfBank({
  transfer: { kind, amount, presented, created, isMistake },
  locale,
}: {
  transfer: OrderView["transfers"][number];
  locale: Locale;
}): JSX.Element | null {
  const isTaken = kind === "chargeback_taken";
  if (!isTaken && kind !== "chargeback_returned") return null;
  return (
    <Line
      icon={isMistake ? "circle-x" : "landmark"}
      title={
        isMistake
          ? sharedWords(locale).mistaken
          : isTaken
            ? sharedWords(locale).takenBack
            : orderWords(locale).returnedByBank
      }
      at={created}
      locale={locale}
      amount={`${isTaken ? "−" : ""}${presented === null ? usd(amount, locale) : moneys(presented, locale)}`}
      worth={presented === null ? null : usd(amount, locale)}
    />
  );
}

function Line(props: {
  icon: IconName;
  title: string;
  at: number;
  locale: Locale;
  amount: string;
  /** What it is in USD, where the amount is in the payer's currency. */
  worth: string | null;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <li class="flex gap-3.5 p-4 sm:px-5">
      <span class="grid size-9 shrink-0 place-items-center rounded-lg border border-base-300 text-primary">
        <Icon name={props.icon} class="size-4.5" />
      </span>
      <div class="min-w-0 flex-1">
        <div class="flex flex-wrap justify-between gap-x-4">
          <p class="font-medium">{props.title}</p>
          <p class="money max-w-full font-medium">
            <bdi dir="ltr">{props.amount}</bdi>
          </p>
        </div>
        {props.worth === null ? (
          <When {...props} />
        ) : (
          <div class="flex flex-wrap justify-between gap-x-4">
            <When {...props} />
            <p class="muted money ms-auto max-w-full text-xs">
              <bdi>{props.worth}</bdi>
            </p>
          </div>
        )}
        {props.children === undefined ? null : (
          <div class="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">{props.children}</div>
        )}
      </div>
    </li>
  );
}

const When = ({ at, locale }: { at: number; locale: Locale }): JSX.Element => (
  <p class="muted text-xs">
    <Instant at={at} locale={locale} />
  </p>
);
