/** One customer: what they have ordered from this seller, where its money is, what was disputed, and what the team wrote down. */
import type { JSX } from "preact";
import { CUSTOMER_NOTES, ORDERS_SUMMED } from "../../../../store/read/console/customers.js";
import type { EscrowLine } from "../../../../store/read/console/orders.js";
import { usd } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { ShortId } from "../../../kit/short-id.js";
import { Day, Time } from "../../../kit/times.js";
import { Empty, PageHead, Section, Stat, Stats } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { customerUrl, disputeUrl, escrowUrl } from "../../links.js";
import { NoteList } from "../notes/view.js";
import { OrderBadge } from "../order-badge.js";
import { OrderIdCell, OrderTable } from "../order-table.js";
import { customerWords, noteWords, orderWords } from "../words.js";
import type { CustomerView } from "./load.js";

type Props = { readonly context: ConsoleContext; readonly seen: CustomerView };

export function CustomerPage({ context, seen }: Props): JSX.Element {
  const { customer, orders, disputes, notes, escrow } = seen;
  const path = customerUrl(context, escrow);
  const { locale } = context;
  const words = customerWords(locale);
  return (
    <Frame context={context} title={words.title} entry="/customers">
      <PageHead
        title={<bdi>{customer.email}</bdi>}
        up={{ href: escrowUrl(context, escrow), label: words.up }}
        lead={<Lead seen={seen} />}
      >
        <a class="btn" href={`mailto:${encodeURIComponent(customer.email)}`}>
          <Icon name="mail" class="size-4" />
          {words.write}
        </a>
      </PageHead>
      <Stats>
        <Stat label={words.paid} value={usd(customer.paid, locale)} note={words.paidNote} />
        <Stat label={words.held} value={usd(customer.held, locale)} note={words.heldNote} />
        <Stat label={words.released} value={usd(customer.released, locale)} note={words.releasedNote} />
        <Stat label={words.refunded} value={usd(customer.refunded, locale)} note={words.refundedNote} />
      </Stats>
      <h2 class="mb-3 text-lg font-semibold tracking-tight">{words.list}</h2>
      <OrderTable
        label={words.list}
        dated={orderWords(locale).confirmed}
        path={path}
        listed={orders}
        href={(line) => escrowUrl(context, line.position)}
        status={(order) => <OrderBadge order={order} />}
        columns={[
          {
            head: orderWords(locale).id,
            from: "md",
            cell: (one) => <OrderIdCell own={one.externalReference} code={one.referenceCode} />,
          },
        ]}
        small={(line) => <Small line={line} />}
        nothing={<Empty icon="shield-check" title={words.end} />}
      />
      {disputes.length === 0 ? null : <Disputes context={context} disputes={disputes} />}
      <Section title={noteWords(locale).title} lead={words.notesLead({ most: CUSTOMER_NOTES })}>
        <NoteList context={context} notes={notes} namesOrders />
      </Section>
    </Frame>
  );
}

function Lead({ seen: { customer } }: { seen: CustomerView }): JSX.Element {
  const locale = useLocale();
  const words = customerWords(locale);
  const orders = words.orders({ count: customer.orders });
  return (
    <>
      {customer.orders === ORDERS_SUMMED ? words.atLeast({ orders }) : orders}
      {customer.first === null ? null : (
        <>
          {" "}
          <Say text={words.since} date={<Day at={customer.first} locale={locale} />} />
        </>
      )}
    </>
  );
}

const Small = ({ line }: { line: EscrowLine }): JSX.Element => (
  <>
    <span class="muted block">
      <ShortId width="code">{line.referenceCode}</ShortId>
    </span>
    {line.externalReference === "" ? null : <Given text={line.externalReference} lines={2} class="muted text-xs" />}
  </>
);

const Disputes = ({ context, disputes }: { context: ConsoleContext; disputes: readonly EscrowLine[] }): JSX.Element => (
  <Section title={useWords(customerWords).disputes}>
    <ul class="divide-y divide-base-300 text-sm">
      {disputes.map((line) => (
        <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
          <a class="link link-primary min-w-0 flex-1 basis-48" href={disputeUrl(context, line.position)}>
            <Given text={line.title} lines={2} />
          </a>
          <OrderBadge order={line} />
          <span class="muted text-xs">
            <Time at={line.created} />
          </span>
        </li>
      ))}
    </ul>
  </Section>
);
