/** A receipt: one page to print or keep, with nothing to click on paper. */
import type { ComponentChildren, JSX } from "preact";
import { restOf, sumOf } from "../../../store/read/orders/lines.js";
import { grouped, usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { orderUrl } from "../../kit/links.js";
import type { PageContext } from "../../kit/page-context.js";
import { Day, Instant } from "../../kit/times.js";
import { kitWords } from "../../kit/words.js";
import type { OrderView } from "../load.js";
import { Sum } from "../order/summary.js";
import { Frame } from "../parts.js";
import { moneyOf } from "../standing.js";
import { sharedWords } from "../words.js";
import { receiptWords } from "./words.js";

type Props = { readonly order: OrderView; readonly locale: Locale };

export function ReceiptPage({ context, order }: { context: PageContext; order: OrderView }): JSX.Element {
  const { locale, site } = context;
  const words = receiptWords(locale);
  const { escrow, merchant } = order;
  return (
    <Frame
      context={context}
      title={`${words.receipt} ${escrow.referenceCode}`}
      back={{ href: orderUrl(merchant.sellerCode, escrow.id), label: sharedWords(locale).backToOrder }}
    >
      <div class="mx-auto max-w-3xl">
        <p class="unprinted muted mb-3 text-sm">{words.print}</p>
        <article class="receipt panel p-5 sm:p-10">
          {site.isSandbox ? <p class="mb-5 text-sm font-medium text-warning">{words.rehearsal}</p> : null}
          <Letterhead order={order} locale={locale} />
          <Parties order={order} locale={locale} />
          <Lines order={order} locale={locale} />
          <Sums order={order} locale={locale} />
          <Received order={order} locale={locale} />
          <p class="muted mt-8 border-t border-base-300 pt-4 text-xs">{words.footer}</p>
        </article>
      </div>
    </Frame>
  );
}

function Letterhead({ order, locale }: Props): JSX.Element {
  const words = receiptWords(locale);
  const { escrow } = order;
  return (
    <div class="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div>
        <p class="flex items-center gap-2 font-semibold tracking-tight text-primary">
          <Icon name="shield-check" />
          Holdfast
        </p>
        <h1 class="mt-1 text-3xl font-semibold tracking-tight">{words.receipt}</h1>
      </div>
      <dl class="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-sm">
        <Fact label={words.number}>
          <span class="font-mono text-xs [overflow-wrap:anywhere]">{escrow.referenceCode}</span>
        </Fact>
        <Fact label={words.ordered}>
          <Day at={escrow.created} locale={locale} />
        </Fact>
        <Fact label={words.issued}>
          <Day at={order.now} locale={locale} />
        </Fact>
        <Fact label={words.status}>{sharedWords(locale)[`status_${escrow.status}`]}</Fact>
      </dl>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <>
    <dt class="muted">{label}</dt>
    <dd class="min-w-0">{children}</dd>
  </>
);

function Parties({ order, locale }: Props): JSX.Element {
  const words = receiptWords(locale);
  const { escrow, merchant } = order;
  return (
    <dl class="mt-8 grid gap-5 text-sm sm:grid-cols-3">
      <Party label={words.from}>
        <Given text={merchant.tradingName} lines={3} class="font-medium" />
        <span class="muted block font-mono text-xs">{merchant.sellerCode}</span>
      </Party>
      <Party label={words.to}>
        <bdi class="font-medium [overflow-wrap:anywhere]">{escrow.buyerEmail}</bdi>
      </Party>
      <Party label={words.heldBy}>
        <span class="font-medium">Holdfast</span>
      </Party>
    </dl>
  );
}

const Party = ({ label, children }: { label: string; children: ComponentChildren }): JSX.Element => (
  <div class="min-w-0">
    <dt class="muted text-xs">{label}</dt>
    <dd class="mt-0.5">{children}</dd>
  </div>
);

function Lines({ order, locale }: Props): JSX.Element {
  const words = receiptWords(locale);
  const { escrow, lines } = order;
  const rest = restOf(lines, escrow.amount);
  return (
    <div class="mt-8">
      <h2 class="font-semibold">
        <Given text={escrow.title} lines={3} />
      </h2>
      <table class="mt-2 w-full table-fixed text-sm">
        <thead class="muted border-b border-base-300 text-xs">
          <tr>
            <th scope="col" class="py-2 pe-3 text-start font-medium">
              {words.item}
            </th>
            <th scope="col" class="w-20 py-2 pe-3 text-end font-medium max-sm:hidden">
              {words.quantity}
            </th>
            <th scope="col" class="w-28 py-2 pe-3 text-end font-medium max-sm:hidden">
              {words.price}
            </th>
            <th scope="col" class="w-28 py-2 text-end font-medium">
              {words.sum}
            </th>
          </tr>
        </thead>
        <tbody class="divide-y divide-base-300">
          {lines.length === 0 ? (
            <Row
              name={<Given text={escrow.title} lines={3} />}
              quantity="1"
              price={usd(escrow.amount, locale)}
              sum={usd(escrow.amount, locale)}
            />
          ) : (
            lines.map((line) => (
              <Row
                name={<Given text={line.name} lines={3} />}
                quantity={grouped(line.quantity, locale)}
                price={usd(line.unitAmount, locale)}
                sum={usd(sumOf(line), locale)}
              />
            ))
          )}
          {rest === null ? null : (
            <tr class="align-top">
              <td class="py-2 pe-3">{kitWords(locale).otherItems}</td>
              <td class="max-sm:hidden" colSpan={2} />
              <td class="money py-2">{usd(rest, locale)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: { name: ComponentChildren; quantity: string; price: string; sum: string }): JSX.Element {
  return (
    <tr class="align-top">
      <td class="py-2 pe-3">
        {props.name}
        <span class="muted block text-xs [overflow-wrap:anywhere] tabular-nums sm:hidden">
          {props.quantity} × {props.price}
        </span>
      </td>
      <td class="money py-2 pe-3 max-sm:hidden">{props.quantity}</td>
      <td class="money py-2 pe-3 max-sm:hidden">{props.price}</td>
      <td class="money py-2">{props.sum}</td>
    </tr>
  );
}

function Sums({ order, locale }: Props): JSX.Element {
  const words = sharedWords(locale);
  return (
    <dl class="mt-3 ms-auto max-w-xs space-y-1.5 border-t border-base-300 pt-3 text-sm">
      <Sum label={words.amount} amount={order.escrow.amount} locale={locale} />
      <Sum label={words.fees} amount={order.escrow.fees} locale={locale} />
      <Sum label={words.total} amount={moneyOf(order).total} locale={locale} isTotal />
    </dl>
  );
}

/** What arrived, and what went back. */
function Received({ order, locale }: Props): JSX.Element {
  const [words, standing] = [receiptWords(locale), sharedWords(locale)];
  const payments = order.payments.filter(({ status }) => status === "SUCCEEDED");
  const { received, returned } = moneyOf(order);
  return (
    <>
      <h2 class="mt-8 font-semibold">{words.paymentsReceived}</h2>
      {payments.length === 0 ? (
        <p class="muted mt-2 text-sm">{words.nothing}</p>
      ) : (
        <ul class="mt-1 divide-y divide-base-300 text-sm">
          {payments.map((payment) => (
            <Movement
              title={standing[`method_${payment.method}`]}
              at={payment.created}
              amount={usd(payment.received, locale)}
              locale={locale}
            />
          ))}
        </ul>
      )}
      {order.refunds.length === 0 ? null : (
        <>
          <h2 class="mt-6 font-semibold">{words.refunds}</h2>
          <ul class="mt-1 divide-y divide-base-300 text-sm">
            {order.refunds.map((refund) => (
              <Movement
                title={`${standing[`refundStatus_${refund.status}`]} · ${standing[`refund_${refund.reason}`]}`}
                at={refund.created}
                amount={`−${usd(refund.amount, locale)}`}
                locale={locale}
              />
            ))}
          </ul>
        </>
      )}
      <dl class="mt-3 ms-auto max-w-xs space-y-1.5 border-t border-base-300 pt-3 text-sm">
        <Sum label={standing.received} amount={received} locale={locale} />
        <Sum label={standing.returned} amount={returned} locale={locale} />
      </dl>
    </>
  );
}

const Movement = (props: { title: string; at: number; amount: string; locale: Locale }): JSX.Element => (
  <li class="flex justify-between gap-4 py-2">
    <div class="min-w-0">
      <p>{props.title}</p>
      <p class="muted text-xs">
        <Instant at={props.at} locale={props.locale} />
      </p>
    </div>
    <p class="money max-w-1/2 shrink-0">{props.amount}</p>
  </li>
);
