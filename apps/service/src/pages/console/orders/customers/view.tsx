/** The customers of an account, by their address. */
import type { JSX } from "preact";
import { type CustomerLine, ORDERS_LISTED } from "../../../../store/read/console/customers.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { ShortDay } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { customersUrl, customerUrl } from "../../links.js";
import { customersWords, orderWords } from "../words.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<CustomerLine> };

export function CustomersPage({ context, listed: { page, query } }: Props): JSX.Element {
  const path = customersUrl(context);
  const words = customersWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/customers">
      <PageHead title={words.title} isList />
      <Filters path={path} query={query} search={{ label: words.find, hint: words.findHint }} />
      {page.rows.length === 0 ? (
        <Nothing context={context} isSearched={"q" in query} />
      ) : (
        <Table
          label={words.title}
          head={[orderWords(context.locale).customer, words.orders, words.last, words.lastAt]}
          columns={["", "text-end!", "max-sm:hidden", "max-sm:hidden"]}
          dense
        >
          {page.rows.map((customer) => (
            <Row context={context} customer={customer} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={query} isByTime={false} />
    </Frame>
  );
}

function Nothing({ context, isSearched }: { context: ConsoleContext; isSearched: boolean }): JSX.Element {
  const words = customersWords(context.locale);
  return isSearched ? (
    <Empty icon="search-x" title={orderWords(context.locale).noMatch}>
      {words.noMatchText}
    </Empty>
  ) : (
    <Empty icon="users" title={words.none}>
      {words.noneText}
    </Empty>
  );
}

const Row = ({ context, customer }: { context: ConsoleContext; customer: CustomerLine }): JSX.Element => (
  <tr>
    <Cell class="max-w-0 min-w-32 sm:w-1/2">
      <a class="row-link font-medium" href={customerUrl(context, customer.position)}>
        <Given text={customer.email} lines={1} />
      </a>
    </Cell>
    <Cell class="text-end! whitespace-nowrap tabular-nums">
      {customer.orders < ORDERS_LISTED ? customer.orders : `${ORDERS_LISTED - 1}+`}
    </Cell>
    <Cell class="max-w-0 max-sm:hidden sm:w-1/2">
      <Given text={customer.lastTitle} lines={1} class="muted" />
    </Cell>
    <Cell class="whitespace-nowrap max-sm:hidden">
      <ShortDay at={customer.lastAt} locale={context.locale} />
    </Cell>
  </tr>
);
