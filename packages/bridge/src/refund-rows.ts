/** Rows of `bridge_refunds`: money that goes back, begun in the shop or at Holdfast. */
import type { Refund, RefundStatus } from "@holdfast/sdk";
import type { ShopRefund } from "./adapter.js";
import type { Query, Row } from "./database.js";
import { textOf } from "./tables.js";

/** How far one is, as far as the bridge knows. */
export type RefundStanding = "WAITING" | "REFUSED" | RefundStatus;

export type RefundRow = {
  /** The shop's id of it; null for one that was begun at Holdfast. */
  readonly own: string | null;
  readonly order: string;
  /** Key and `external_reference`, of the shop's own. */
  readonly reference: string;
  /** What the shop asked for; null where that isn't known. */
  readonly asked: Pick<ShopRefund, "amount" | "reason" | "milestone"> | null;
  /** The `RF-` id; null until it is known to be made. */
  readonly holdfast: string | null;
  readonly status: RefundStanding;
  /** What the shop knows; null when it knows nothing of it. */
  readonly told: RefundStanding | null;
  /** Why it was refused; empty when it was not. */
  readonly reason: string;
};

const COLUMNS = `origin, refund, "order", reference, asked, holdfast, status, told, reason`;

const rowOf = (row: Row): RefundRow => ({
  own: row["origin"] === "SHOP" ? String(row["refund"]) : null,
  order: String(row["order"]),
  reference: String(row["reference"]),
  asked: JSON.parse(String(row["asked"])) as RefundRow["asked"],
  holdfast: textOf(row["holdfast"]),
  status: row["status"] as RefundStanding,
  told: row["told"] === "" ? null : (row["told"] as RefundStanding),
  reason: String(row["reason"]),
});

/** Keeps what the shop asks for. @returns whether it is new. */
export async function addOwn(
  query: Query,
  shop: string,
  {
    id,
    order,
    reference,
    asked,
  }: Pick<RefundRow, "order" | "reference"> & { readonly id: string; readonly asked: string },
): Promise<boolean> {
  const rows = await query(
    `insert into bridge_refunds (shop, origin, refund, "order", reference, asked, position, status)
     select cast($1 as text), 'SHOP', cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as text), count(*), 'WAITING'
     from bridge_refunds where shop = $1 and "order" = $3
     on conflict do nothing returning 1`,
    [shop, id, order, reference, asked],
  );
  return rows.length > 0;
}

export async function findOwn(query: Query, shop: string, id: string): Promise<RefundRow | null> {
  const sql = `select ${COLUMNS} from bridge_refunds where shop = $1 and origin = 'SHOP' and refund = $2`;
  const [row] = await query(sql, [shop, id]);
  return row === undefined ? null : rowOf(row);
}

/** Of an order, in the order in which they came, refusals first: those that are not made yet, or those of which the shop does not know how they stand. */
export async function refundsWhich(
  query: Query,
  shop: string,
  { order, which }: { readonly order: string; readonly which: "toMake" | "owed" },
): Promise<readonly RefundRow[]> {
  const rows = await query(
    `select ${COLUMNS} from bridge_refunds
     where shop = $1 and "order" = $2 and status <> told and status ${which === "toMake" ? "=" : "<>"} 'WAITING'
     order by case when status = 'REFUSED' then 0 else 1 end, position`,
    [shop, order],
  );
  return rows.map(rowOf);
}

/** What became of one that waited; another process may have been quicker. */
export async function endWait(
  query: Query,
  shop: string,
  { id, ...made }: { readonly id: string } & Pick<RefundRow, "holdfast" | "status" | "reason">,
): Promise<void> {
  await query(
    `update bridge_refunds set holdfast = $3, status = $4, reason = $5
     where shop = $1 and origin = 'SHOP' and refund = $2 and status = 'WAITING'`,
    [shop, id, made.holdfast, made.status, made.reason],
  );
}

/** The shop knows how it stands. */
export async function keepReported(
  query: Query,
  shop: string,
  { row, status }: { readonly row: RefundRow; readonly status: RefundStanding },
): Promise<void> {
  const [origin, refund] = row.own === null ? ["HOLDFAST", row.holdfast] : ["SHOP", row.own];
  await query(
    `update bridge_refunds set told = $4, status = $4 where shop = $1 and origin = $2 and refund = $3 and status = $5`,
    [shop, origin, refund, status, row.status],
  );
}

/** Where a refund says whose it is: it is found again when the table was lost. */
export const marksOf = (shop: string, refund: string) => ({ bridge_shop: shop, bridge_refund: refund });

/**
 * Refunds of an order as they stand at Holdfast: those that are known by their ids, the shop's own by what it gave them, and the others as
 * begun at Holdfast. @returns how many are new
 */
export async function keepStanding(
  query: Query,
  shop: string,
  { order, refunds }: { readonly order: string; readonly refunds: readonly Refund[] },
): Promise<number> {
  let count = 0;
  for (const { id, status, external_reference: reference, metadata } of refunds) {
    const known = await query(
      `update bridge_refunds set holdfast = $3, status = $4, reason = ''
       where shop = $1 and "order" = $2 and (holdfast = $3 or holdfast is null and origin = 'SHOP' and reference = $5) returning 1`,
      [shop, order, id, status, reference],
    );
    if (known.length > 0) continue;
    const own = metadata["bridge_shop"] === shop ? metadata["bridge_refund"] : undefined;
    await query(
      `insert into bridge_refunds (shop, origin, refund, "order", reference, asked, position, holdfast, status)
       select cast($1 as text), cast($6 as text), cast($7 as text), cast($2 as text), cast($5 as text), 'null', count(*),
         cast($3 as text), cast($4 as text)
       from bridge_refunds where shop = $1 and "order" = $2
       on conflict do nothing`,
      [shop, order, id, status, reference, own === undefined ? "HOLDFAST" : "SHOP", own ?? id],
    );
    count += 1;
  }
  return count;
}
