import type { ComponentChildren, JSX } from "preact";
import type { Cents } from "../../../domain/money.js";
import type { Page } from "../../../store/read/page.js";
import { Given } from "../../kit/given.js";
import { Pager } from "../../kit/pager.js";
import { Day } from "../../kit/times.js";
import { Cell, MoneyCell, Table } from "../../kit/ui.js";
import { SmallTotal } from "./pieces.js";
import { keptIn, type Typed } from "./query.js";

/** A list of orders, or what stands in place of an empty one, and the ways to older and newer ones. */
export const OrderTable = <Line extends { readonly position: string }>({
  label,
  dated,
  list: { page, path, typed },
  row,
  nothing,
}: {
  label: string;
  /** What happened on the day in the last column. */
  dated: string;
  list: { readonly page: Page<Line>; readonly path: string; readonly typed: Typed };
  row: (line: Line) => JSX.Element;
  /** In place of the table when the list is empty. */
  nothing: JSX.Element;
}): JSX.Element => (
  <>
    {page.rows.length === 0 ? (
      nothing
    ) : (
      <Table
        label={label}
        head={["Order", "Status", "Total", dated]}
        columns={["", "", "text-end! max-sm:hidden", "max-sm:hidden"]}
      >
        {page.rows.map(row)}
      </Table>
    )}
    <Pager page={page} path={path} query={keptIn(typed)} />
  </>
);

type RowProps = {
  readonly line: { readonly title: string; readonly total: Cents; readonly created: number };
  readonly href: string;
  /** The order's status, and what is to be done about it. */
  readonly status: ComponentChildren;
  /** Below the title: what tells this order from others. */
  readonly children: ComponentChildren;
};

/** An order in the table. */
export const OrderRow = ({ line, href, status, children }: RowProps): JSX.Element => (
  <tr>
    <Cell class="min-w-40">
      <a class="link-hover font-medium" href={href}>
        <Given text={line.title} lines={2} />
      </a>
      {children}
      <SmallTotal total={line.total} />
    </Cell>
    <Cell class="sm:whitespace-nowrap">{status}</Cell>
    <MoneyCell amount={line.total} class="max-sm:hidden" />
    <Cell class="whitespace-nowrap max-sm:hidden">
      <Day at={line.created} locale="en" />
    </Cell>
  </tr>
);
