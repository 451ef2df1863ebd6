import type { ComponentChildren, JSX } from "preact";
import type { EscrowId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import { usd } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { useLocale, useWords } from "../../kit/language.js";
import type { Listed } from "../../kit/listed.js";
import { Pager } from "../../kit/pager.js";
import { Day } from "../../kit/times.js";
import { Cell, Table } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { customerUrl } from "../links.js";
import { SearchBounds } from "../search/bounds.js";
import { orderWords } from "./words.js";

/** A list of orders, or what stands in place of an empty one, and the ways to older and newer ones. */
export const OrderTable = <Line extends { readonly position: string }>({
  label,
  dated,
  path,
  listed: { page, query, search = null },
  row,
  nothing,
}: {
  label: string;
  /** What happened on the day in the last column. */
  dated: string;
  path: string;
  listed: Listed<Line>;
  row: (line: Line) => JSX.Element;
  /** In place of the table when the list is empty. */
  nothing: JSX.Element;
}): JSX.Element => {
  const words = useWords(orderWords);
  return (
    <>
      {page.rows.length === 0 ? (
        nothing
      ) : (
        <Table
          label={label}
          head={[words.order, words.status, words.youGet, words.buyerPays, dated]}
          columns={["", "", "text-end!", "text-end!"]}
          stacks
        >
          {page.rows.map(row)}
        </Table>
      )}
      <SearchBounds search={search} />
      <Pager page={page} path={path} query={query} />
    </>
  );
};

type RowProps = {
  readonly line: {
    readonly title: string;
    readonly amount: Cents;
    readonly total: Cents;
    readonly created: number;
  };
  readonly href: string;
  /** The order's status, and what is to be done about it. */
  readonly status: ComponentChildren;
  /** Below the title: what tells this order from others. */
  readonly children: ComponentChildren;
};

const SUM = "text-end! whitespace-nowrap tabular-nums";

/** An order in the table. On a phone what the seller gets stands beside the title, and the status below both. */
export function OrderRow({ line, href, status, children }: RowProps): JSX.Element {
  const locale = useLocale();
  return (
    <tr class="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_fit-content(8rem)]">
      <Cell class="sm:min-w-40">
        <a class="link-hover font-medium" href={href}>
          <Given text={line.title} lines={2} />
        </a>
        {children}
      </Cell>
      <Cell class="max-sm:order-last max-sm:col-span-2 md:whitespace-nowrap">{status}</Cell>
      <Cell class={`${SUM} font-medium`}>
        {usd(line.amount, locale)}
        <span class="muted block text-xs font-normal whitespace-normal sm:hidden">
          {orderWords(locale).buyerPaysAmount({ amount: usd(line.total, locale) })}
        </span>
      </Cell>
      <Cell class={`${SUM} muted max-sm:hidden`}>{usd(line.total, locale)}</Cell>
      <Cell class="whitespace-nowrap max-sm:hidden">
        <Day at={line.created} locale={locale} />
      </Cell>
    </tr>
  );
}

/** Who bought it, which leads to all their orders. */
export const BuyerLink = ({
  context,
  escrow,
  email,
}: {
  context: ConsoleContext;
  escrow: EscrowId;
  email: string;
}): JSX.Element => (
  <a class="link-hover muted block text-xs" href={customerUrl(context, escrow)}>
    <Given text={email} lines={2} />
  </a>
);
