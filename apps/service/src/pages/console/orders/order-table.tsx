import type { JSX } from "preact";
import type { Page } from "../../../store/read/page.js";
import { Pager, Table } from "../../kit/ui.js";
import { keptIn, type Typed } from "./query.js";

/** The rows of a list of orders, and the ways to older and newer ones. */
export const OrderTable = <Line extends { readonly position: string }>({
  label,
  dated,
  list: { page, path, typed },
  row,
}: {
  label: string;
  /** What happened on the day in the last column. */
  dated: string;
  list: { readonly page: Page<Line>; readonly path: string; readonly typed: Typed };
  row: (line: Line) => JSX.Element;
}): JSX.Element => (
  <>
    {page.rows.length === 0 ? null : (
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
