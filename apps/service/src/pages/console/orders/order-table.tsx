import type { ComponentChildren, JSX } from "preact";
import type { EscrowId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import { ROWS_SUMMED, type Totals } from "../../../store/read/page.js";
import { grouped, usd } from "../../../words/format.js";
import { CHOSEN_ROWS } from "../../kit/answer.js";
import { addressOf } from "../../kit/filters.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { useLocale, useWords } from "../../kit/language.js";
import type { Listed } from "../../kit/listed.js";
import { Pager } from "../../kit/pager.js";
import { OLDEST_FIRST } from "../../kit/paging.js";
import { ShortId } from "../../kit/short-id.js";
import { ShortDay } from "../../kit/times.js";
import { Cell, Table } from "../../kit/ui.js";
import { listWords } from "../../kit/words.js";
import type { ConsoleContext } from "../context.js";
import { CHOSEN_FORM } from "../exports/link.js";
import { customerUrl } from "../links.js";
import { SearchBounds } from "../search/bounds.js";
import { orderWords } from "./words.js";

type OrderLine = {
  readonly position: string;
  readonly title: string;
  readonly amount: Cents;
  readonly total: Cents;
  readonly created: number;
};

/** A column between an order's status and its amount, for screens with room for it. */
type OrderColumn<Line> = {
  readonly head: string;
  /** From which width on it is there. */
  readonly from: "md" | "xl" | "2xl";
  readonly cell: (line: Line) => ComponentChildren;
};

type Props<Line> = {
  readonly label: string;
  /** What happened on the day in the last column. */
  readonly dated: string;
  readonly path: string;
  readonly listed: Listed<Line>;
  /** Of the whole list; none are said without. */
  readonly totals?: Totals;
  readonly href: (line: Line) => string;
  /** The order's status, and what is to be done about it. */
  readonly status: (line: Line) => ComponentChildren;
  readonly columns: readonly OrderColumn<Line>[];
  /** Below the title on a phone, in place of the columns. */
  readonly small: (line: Line) => ComponentChildren;
  /** Whether rows can be chosen for a file, and turned round by their day. */
  readonly isOwn?: boolean;
  /** In place of the table when the list is empty. */
  readonly nothing: JSX.Element;
};

/** Between the two, the menu beside the list takes what a wider screen gains. */
export const WIDTHS = {
  md: "max-[53rem]:hidden lg:max-[70rem]:hidden",
  xl: "max-xl:hidden",
  "2xl": "max-2xl:hidden",
} as const;
const SUM = "text-end! whitespace-nowrap tabular-nums";

/** A list of orders in rows of one line, or what stands in place of an empty one, and the ways to further ones. */
export function OrderTable<Line extends OrderLine>(props: Props<Line>): JSX.Element {
  const { label, path, columns, nothing, totals, isOwn = false } = props;
  const { page, query, search = null, oldestFirst } = props.listed;
  const words = useWords(orderWords);
  const kept = oldestFirst ? { ...query, sort: OLDEST_FIRST } : query;
  return (
    <>
      {page.rows.length === 0 ? (
        nothing
      ) : (
        <Table
          label={label}
          head={[
            ...(isOwn ? [<span class="sr-only">{words.choose}</span>] : []),
            words.order,
            words.status,
            ...columns.map(({ head }) => head),
            words.youGet,
            isOwn ? <Turn {...props} /> : props.dated,
          ]}
          columns={[...(isOwn ? ["w-10"] : []), "", "", ...columns.map(({ from }) => WIDTHS[from]), "text-end!", ""]}
          {...(isOwn ? { sorted: oldestFirst ? "ascending" : "descending" } : {})}
          stacks
          dense
        >
          {page.rows.map((line) => (
            <OrderRow {...props} line={line} />
          ))}
        </Table>
      )}
      <SearchBounds search={search} />
      <div class="flex flex-wrap items-start justify-between gap-x-4">
        {totals === undefined || page.rows.length === 0 ? null : <Found totals={totals} />}
        <Pager page={page} path={path} query={kept} oldestFirst={oldestFirst} />
      </div>
    </>
  );
}

/** The head of the last column, which turns the list round. */
function Turn<Line>({ dated, path, listed: { query, oldestFirst } }: Props<Line>): JSX.Element {
  const words = useWords(listWords);
  return (
    <a
      class="link-hover inline-flex items-center gap-1"
      href={addressOf(path, oldestFirst ? query : { ...query, sort: OLDEST_FIRST })}
      title={oldestFirst ? words.newestFirst : words.oldestFirst}
    >
      {dated}
      <Icon name="chevron-down" class={oldestFirst ? "size-3.5 rotate-180" : "size-3.5"} />
    </a>
  );
}

function Found({ totals }: { totals: Totals }): JSX.Element {
  const locale = useLocale();
  const words = orderWords(locale);
  return (
    <p class="muted mb-4 text-sm">
      {totals === null
        ? words.foundMany({ most: grouped(ROWS_SUMMED, locale) })
        : words.found({
            count: totals.rows,
            shown: grouped(totals.rows, locale),
            amount: usd(totals.amount, locale),
          })}
    </p>
  );
}

/** On a phone what the seller gets stands beside the title, and the status below both. */
function OrderRow<Line extends OrderLine>({
  line,
  href,
  status,
  columns,
  small,
  isOwn = false,
}: Props<Line> & { line: Line }): JSX.Element {
  const locale = useLocale();
  const words = orderWords(locale);
  return (
    <tr class="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_fit-content(8rem)]">
      {isOwn ? (
        <Cell class="max-sm:hidden">
          <label class="row-box">
            <input type="checkbox" name={CHOSEN_ROWS} value={line.position} form={CHOSEN_FORM} class="size-4.5" />
            <span class="sr-only">{words.chooseOne({ title: line.title })}</span>
          </label>
        </Cell>
      ) : null}
      <Cell class="row-title">
        <a class="row-link font-medium" href={href(line)}>
          <Given text={line.title} lines={2} class="sm:line-clamp-1" />
        </a>
        <div class="sm:hidden">{small(line)}</div>
      </Cell>
      <Cell class="max-sm:order-last max-sm:col-span-2 sm:whitespace-nowrap">{status(line)}</Cell>
      {columns.map(({ from, cell }) => (
        <Cell class={`max-sm:hidden ${WIDTHS[from]}`}>{cell(line)}</Cell>
      ))}
      <Cell class={`${SUM} font-medium`}>
        {usd(line.amount, locale)}
        <span class="muted block text-xs font-normal whitespace-normal sm:hidden">
          {words.buyerPaysAmount({ amount: usd(line.total, locale) })}
        </span>
      </Cell>
      <Cell class="whitespace-nowrap max-sm:hidden">
        <ShortDay at={line.created} locale={locale} />
      </Cell>
    </tr>
  );
}

/** The shop's own id of an order, else ours. */
export const OrderIdCell = ({ own, code }: { own: string; code?: string }): JSX.Element | null =>
  own !== "" ? (
    <Given text={own} lines={1} class="text-xs sm:w-24" />
  ) : code === undefined ? null : (
    <span class="muted">
      <ShortId width="narrow">{code}</ShortId>
    </span>
  );

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
  <a class="link-hover muted over-row block text-xs sm:w-36" href={customerUrl(context, escrow)}>
    <Given text={email} lines={1} />
  </a>
);
