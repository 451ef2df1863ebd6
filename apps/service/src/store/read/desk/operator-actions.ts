/** The operators' audit log. */
import type { AccountId } from "../../../domain/ids.js";
import type { Noted, OperatorActionKind } from "../../../domain/operators.js";
import type { Reads } from "../../../platform/late-reads.js";
import { type DayRange, daysFilter, type List, listOf } from "../page.js";

export type LoggedAction = {
  /** Its place in the list. */
  readonly position: string;
  readonly operator: string;
  /** Who confirmed it; null where nobody had to. */
  readonly second: string | null;
  readonly action: OperatorActionKind;
  /** Null for what concerns the whole deployment. */
  readonly account: { readonly sellerCode: string; readonly tradingName: string } | null;
  readonly subject: string;
  readonly before: Noted | null;
  readonly after: Noted | null;
  readonly reason: string;
  readonly created: number;
};

type Row = Omit<LoggedAction, "position" | "account" | "created"> & {
  readonly id: string;
  readonly seller_code: string | null;
  readonly trading_name: string | null;
  readonly created: string;
};

/** Newest first. A filter that is null takes all. */
export function listOperatorActions(
  db: Reads,
  wanted: DayRange & {
    readonly operator: string | null;
    readonly account: AccountId | null;
    readonly action: OperatorActionKind | null;
  },
): List<LoggedAction> {
  const { operator, account, action } = wanted;
  const listing = {
    name: "list operator actions",
    select: `l.id, l.operator, l.second, l.action, a.seller_code, a.trading_name, l.subject, l.before, l.after, l.reason, l.created`,
    from: "operator_actions l left join accounts a on a.id = l.account_id",
    key: "l.id",
    keyType: "bigint",
    filters: [
      ...(operator === null ? [] : [{ sql: "l.operator = $", value: operator }]),
      ...(account === null ? [] : [{ sql: "l.account_id = $", value: account }]),
      ...(action === null ? [] : [{ sql: "l.action = $", value: action }]),
      ...daysFilter("l.created", wanted),
      { sql: "l.id > $", value: 0, mark: "all" },
    ],
  } as const;
  return listOf<Row, LoggedAction>(db, listing, actionFromRow);
}

const actionFromRow = ({ id, seller_code, trading_name, created, ...row }: Row): LoggedAction => ({
  ...row,
  position: id,
  account: seller_code === null ? null : { sellerCode: seller_code, tradingName: trading_name ?? "" },
  created: Number(created),
});

/** Who has a line in the log, for its filter. */
export async function listActing(db: Reads): Promise<readonly string[]> {
  // Walks the index operator_actions_operator from one name to the next, however many lines each has.
  const rows = await db.read<{ operator: string }>({
    name: "list acting operators",
    text: `
      with recursive names as (
        (select operator from operator_actions order by operator limit 1)
        union all
        select (select l.operator from operator_actions l where l.operator > names.operator order by l.operator limit 1)
        from names where names.operator is not null
      )
      select operator from names where operator is not null`,
  });
  return rows.map(({ operator }) => operator);
}
