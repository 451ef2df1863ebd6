/** Refunds that were asked for, as answers show them. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import { type Cents, subtract } from "../../../domain/money.js";
import { shownRefund } from "../../../domain/refund-parts.js";
import type {
  AskedRefund,
  EarlierRefund,
  RefundFacts,
  RefundRequestStatus,
  ShownRefund,
} from "../../../domain/refunds.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "../../refund-rows.js";
import { REFUNDABLE_COLUMNS, type RefundableRow, refundFactsFrom } from "../../refundables.js";
import { type DayRange, daysFilter, type List, listOf, type Page, type PageRequest, pageOf } from "../page.js";

/** A refund with its id in the database, by which a list goes on. */
export type ListedRefund = { readonly id: string; readonly shown: ShownRefund };

/** By its `RF-` number; null when the account has no such refund. */
export async function findRefund(db: Queryable, account: AccountId, number: string): Promise<ShownRefund | null> {
  const [row] = await db.query<RefundRow>({
    name: "find refund",
    text: `select ${REFUND_COLUMNS} from refunds r where r.account_id = $1 and r.number = $2`,
    values: [account, number],
  });
  return row === undefined ? null : listed(row).shown;
}

/** What there is to know before somebody refunds an order, without a lock: to say what would happen. @param of.member null for an operator */
export async function readRefundable(
  db: Queryable,
  {
    account,
    escrow,
    member,
  }: { readonly account: AccountId; readonly escrow: EscrowId; readonly member: string | null },
): Promise<RefundFacts> {
  const [row] = await db.query<RefundableRow>({
    name: "read refundable",
    text: `select ${REFUNDABLE_COLUMNS} from (values ($1::bigint, $2::uuid, null::text, '', $3::uuid, null::uuid)) given (account_id, id, key, external_reference, member, request)`,
    values: [account, escrow, member],
  });
  if (row === undefined) throw new Error("an order was asked about without a row");
  return refundFactsFrom(row);
}

/** Of a refund that a member asked for; null where the order has no such request. */
export async function findRequestStatus(
  db: Queryable,
  { account, escrow, id }: { readonly account: AccountId; readonly escrow: EscrowId; readonly id: string },
): Promise<RefundRequestStatus | null> {
  const [row] = await db.query<{ status: RefundRequestStatus }>({
    name: "find refund request",
    text: "select status from refund_requests where account_id = $1 and escrow_id = $2 and id = $3",
    values: [account, escrow, id],
  });
  return row?.status ?? null;
}

/** Whose order it is, by the key of escrows in each account; null for nobody's. */
export async function findAccountOfEscrow(db: Queryable, escrow: EscrowId): Promise<AccountId | null> {
  const [row] = await db.query<{ account: AccountId }>({
    name: "find account of escrow",
    text: `
      select a.id as account from accounts a
      cross join lateral (select 1 from escrows e where e.account_id = a.id and e.id = $1 limit 1) found limit 1`,
    values: [escrow],
  });
  return row?.account ?? null;
}

/** What came under a key of the account before; null for nothing. */
export async function findKeyedRefund(db: Queryable, account: AccountId, key: string): Promise<EarlierRefund | null> {
  const [row] = await db.query<RefundRow>({
    name: "find keyed refund",
    text: `select ${REFUND_COLUMNS} from refunds r where r.account_id = $1 and r.idempotency_key = $2`,
    values: [account, key],
  });
  return row === undefined ? null : { requestHash: row.asked?.[13] ?? "", shown: listed(row).shown };
}

/** Newest first. */
export async function listRefundsOf(
  db: CurrentReads,
  account: AccountId,
  { escrow, page }: { readonly escrow: EscrowId; readonly page: PageRequest },
): Promise<Page<ListedRefund>> {
  const found = await pageOf<RefundRow>(db, {
    name: "list refunds of escrow",
    select: REFUND_COLUMNS,
    from: "refunds r",
    key: "r.id",
    keyType: "uuid",
    filters: [
      { sql: "r.account_id = $", value: account },
      { sql: "r.number is not null and r.escrow_id = $", value: escrow },
    ],
    page,
  });
  return { ...found, rows: found.rows.map(listed) };
}

/** A refund as a line of a file: with the order and the seller that it is of. */
export type RefundLine = ShownRefund & {
  readonly position: string;
  readonly sellerCode: string;
  readonly orderReference: string;
  readonly title: string;
  readonly orderExternalReference: string;
  readonly buyerEmail: string;
  /** The title of the milestone that was named; "" for none. */
  readonly part: string;
  readonly actor: AskedRefund["actor"];
  /** What of the amount the seller's wallet gave, and what the seller owed for it. */
  readonly wallet: Cents;
  readonly owed: Cents;
};

type OfOrder = Pick<RefundLine, "sellerCode" | "orderReference" | "title" | "orderExternalReference" | "buyerEmail"> & {
  readonly part: string | null;
};

/** Of an account, or of all, newest first; by refunds_asked and refunds_asked_anywhere. @param days in which they were asked for. */
export const listRefundLines = (db: Reads, account: AccountId | null, days: DayRange): List<RefundLine> =>
  listOf<RefundRow & OfOrder, RefundLine>(
    db,
    {
      name: "list refund lines",
      select: `${REFUND_COLUMNS}, e.reference_code as "orderReference", e.title, e.external_reference as "orderExternalReference",
        e.buyer_email as "buyerEmail", a.seller_code as "sellerCode", m.title as part`,
      from: `refunds r
        join escrows e on e.account_id = r.account_id and e.id = r.escrow_id
        join accounts a on a.id = r.account_id
        left join milestones m on m.account_id = r.account_id and m.escrow_id = r.escrow_id and m.id = r.milestone_id`,
      key: "r.id",
      keyType: "uuid",
      filters: [
        account === null
          ? { sql: "r.number is not null and r.created >= $", value: 0, mark: "all" }
          : { sql: "r.number is not null and r.account_id = $", value: account },
        ...daysFilter("r.created", days),
      ],
    },
    lineFromRow,
  );

function lineFromRow(row: RefundRow & OfOrder): RefundLine {
  const { shown, id } = listed(row);
  const { asked } = refundFromRow(row).refund as { readonly asked: AskedRefund };
  return {
    ...shown,
    position: id,
    ...{ sellerCode: row.sellerCode, orderReference: row.orderReference, title: row.title },
    ...{ orderExternalReference: row.orderExternalReference, buyerEmail: row.buyerEmail, part: row.part ?? "" },
    actor: asked.actor,
    wallet: subtract(asked.released, asked.owed),
    owed: asked.owed,
  };
}

function listed(row: RefundRow): ListedRefund {
  const shown = shownRefund(row.escrow_id, refundFromRow(row));
  if (shown === null) throw new Error(`refund ${row.id} was not asked for`);
  return { id: row.id, shown };
}
