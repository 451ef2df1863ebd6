/** Batches of rails of the operator's own, as operators read them. */
import type { BatchOrder, BatchStatus } from "../../../domain/batches.js";
import type { AccountId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { Payee } from "../../../domain/payouts.js";
import type { Queryable } from "../../../platform/database.js";
import { ACCOUNT_OF, IS_FREE } from "../../rail-orders.js";
import { toCents, toNumber } from "../../rows.js";

/** Times are Unix seconds. */
export type BatchView = {
  readonly code: string;
  readonly provider: string;
  readonly currency: string;
  readonly status: BatchStatus;
  readonly lines: number;
  readonly total: Cents;
  readonly madeBy: string;
  readonly madeName: string;
  readonly created: number;
  readonly approvedName: string | null;
  readonly approvedAt: number | null;
  readonly exportedName: string | null;
  readonly exportedAt: number | null;
  readonly fileName: string | null;
  readonly digest: string | null;
  readonly withdrawalBy: string | null;
  readonly withdrawalName: string | null;
  readonly withdrawalReason: string | null;
  readonly withdrawnName: string | null;
  readonly endedAt: number | null;
};
type Row = Omit<BatchView, "total" | "created" | "approvedAt" | "exportedAt" | "endedAt"> & {
  readonly total: string;
  readonly created: string;
  readonly approvedAt: string | null;
  readonly exportedAt: string | null;
  readonly endedAt: string | null;
};

const COLUMNS = `b.code, b.provider, b.currency, b.status, b.lines, b.total, b.made_by as "madeBy", b.made_name as "madeName", b.created,
  b.approved_name as "approvedName", b.approved_at as "approvedAt", b.exported_name as "exportedName", b.exported_at as "exportedAt",
  b.file_name as "fileName", b.digest, b.withdrawal_by as "withdrawalBy", b.withdrawal_name as "withdrawalName",
  b.withdrawal_reason as "withdrawalReason", b.withdrawn_name as "withdrawnName", b.ended_at as "endedAt"`;
const fromRow = ({ total, created, approvedAt, exportedAt, endedAt, ...row }: Row): BatchView => ({
  ...row,
  total: toCents(total),
  created: Number(created),
  approvedAt: toNumber(approvedAt),
  exportedAt: toNumber(exportedAt),
  endedAt: toNumber(endedAt),
});

const BATCHES_SHOWN = 50;

/** Those that wait for somebody first, then the latest. */
export async function listBatches(db: Queryable): Promise<readonly BatchView[]> {
  const rows = await db.query<Row>({
    name: "desk: list batches",
    text: `
      select ${COLUMNS} from rail_batches b
      order by b.status in ('DRAFT', 'APPROVED', 'EXPORTED') desc, b.id desc limit ${BATCHES_SHOWN}`,
  });
  return rows.map(fromRow);
}

export async function findBatch(db: Queryable, code: string): Promise<BatchView | null> {
  const [row] = await db.query<Row>({
    name: "desk: find batch",
    text: `select ${COLUMNS} from rail_batches b where b.code = $1`,
    values: [code],
  });
  return row === undefined ? null : fromRow(row);
}

export type OrderView = BatchOrder & {
  /** Of its amount. */
  readonly currency: string;
  readonly status: "OPEN" | "PAID" | "REFUSED" | "RETURNED";
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  /** Nothing leaves its account at present. */
  readonly isHeld: boolean;
  readonly reason: string | null;
  readonly bankReference: string | null;
  /** Who says that it ended otherwise, by id and name, and why; null where nobody does. */
  readonly endBy: string | null;
  readonly endName: string | null;
  readonly endReason: string | null;
  readonly created: number;
};
type OrderRow = Omit<OrderView, "amount" | "created"> & { readonly amount: string; readonly created: string };

const ORDERS = `
  select coalesce(o.line, 0) as line, o.kind, o.code, o.amount, o.currency, o.payee, o.status, a.id as account, a.seller_code as "sellerCode",
    a.trading_name as "tradingName", not ${IS_FREE} as "isHeld", o.reason, o.bank_reference as "bankReference", o.end_by as "endBy",
    o.end_name as "endName", o.end_reason as "endReason", o.created
  from rail_outgoing o join accounts a on a.id = ${ACCOUNT_OF}`;
const orderFrom = ({ amount, created, payee, ...row }: OrderRow): OrderView => ({
  ...row,
  payee: payee as Payee,
  amount: toCents(amount),
  created: Number(created),
});

/** All of a batch, in the order of its file; none once it was withdrawn. Leans on the index rail_outgoing_batch. */
export async function listOrders(db: Queryable, code: string): Promise<readonly OrderView[]> {
  const rows = await db.query<OrderRow>({
    name: "desk: list orders of batch",
    text: `${ORDERS} where o.batch = (select id from rail_batches where code = $1) and o.batch > 0 order by o.line`,
    values: [code],
  });
  return rows.map(orderFrom);
}

/** What waits for a batch. */
export type DueView = OrderView & { readonly provider: string };

export const DUE_SHOWN = 100;

/** What waits longest first. Leans on the index rail_outgoing_due. */
export async function listDue(db: Queryable): Promise<readonly DueView[]> {
  const rows = await db.query<OrderRow & { readonly provider: string }>({
    name: "desk: list due orders",
    text: `
      ${ORDERS.replace("select ", "select o.provider, ")}
      where o.status = 'OPEN' and o.batch is null and o.payee is not null and o.code is not null
      order by o.created, o.reference limit ${DUE_SHOWN}`,
  });
  return rows.map((row) => ({ ...orderFrom(row), provider: row.provider }));
}

/** How much waits on each rail, and how many orders. */
export async function sumDue(
  db: Queryable,
): Promise<readonly { readonly provider: string; readonly orders: number; readonly total: Cents }[]> {
  const rows = await db.query<{ provider: string; orders: number; total: string }>({
    name: "desk: sum due orders",
    text: `
      select provider, count(*)::int as orders, sum(amount) as total from rail_outgoing
      where status = 'OPEN' and batch is null and payee is not null and code is not null group by provider order by provider`,
  });
  return rows.map(({ total, ...row }) => ({ ...row, total: toCents(total) }));
}

/** One order, whether it is in a batch or waits for one. */
export async function findOrderOf(
  db: Queryable,
  code: string,
): Promise<(OrderView & { readonly inBatch: boolean }) | null> {
  const [row] = await db.query<OrderRow & { readonly inBatch: boolean }>({
    name: "desk: find order of rail",
    text: `${ORDERS.replace("select ", 'select o.batch is not null as "inBatch", ')} where o.code = $1 limit 1`,
    values: [code],
  });
  return row === undefined ? null : { ...orderFrom(row), inBatch: row.inBatch };
}
