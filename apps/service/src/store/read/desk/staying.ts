/** Money that is held and comes near the end of how long it may stay where it was paid, or can be paid back from there. */
import type { PaymentMethod } from "@holdfast/contract";
import type { EscrowId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import { toCents, toNumber } from "../../rows.js";

/** In days; null for no end. */
export type StayBound = {
  readonly provider: string;
  readonly method: PaymentMethod;
  readonly refundDays: number | null;
  readonly holdDays: number | null;
};

export type StayingMoney = {
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly escrow: EscrowId;
  readonly referenceCode: string;
  readonly held: Cents;
  readonly provider: string;
  readonly method: PaymentMethod;
  /** Unix seconds: the oldest payment that may have to go back, and when it can't any more, or has to leave; null for no end. */
  readonly paidAt: number;
  readonly refundUntil: number | null;
  readonly holdUntil: number | null;
};

type Row = Omit<StayingMoney, "held" | "paidAt" | "refundUntil" | "holdUntil"> &
  Record<"held" | "paidAt", string> &
  Record<"refundUntil" | "holdUntil", string | null>;

/** More than that, and something else is wrong. */
const SHOWN_MAX = 100;

/** What has less than so many days left, the nearest first; leans on the index escrows_held. */
export async function listStaying(
  db: Queryable,
  bounds: readonly StayBound[],
  withinDays: number,
): Promise<readonly StayingMoney[]> {
  if (bounds.length === 0) return [];
  const rows = await db.query<Row>({
    name: "list staying money",
    text: `
      select a.seller_code as "sellerCode", a.trading_name as "tradingName", e.id as escrow, e.reference_code as "referenceCode",
        e.held, p.provider, p.method, p.created as "paidAt", p.created + bound."refundDays" * 86400 as "refundUntil",
        p.created + bound."holdDays" * 86400 as "holdUntil"
      from escrows e
      cross join lateral (
        select distinct on (p.provider, p.method) p.provider, p.method, p.created from payments p
        where p.account_id = e.account_id and p.escrow_id = e.id and p.status = 'SUCCEEDED' and p.given_back < p.received
        order by p.provider, p.method, p.created
      ) p
      join jsonb_to_recordset($1::jsonb) as bound (provider text, method text, "refundDays" bigint, "holdDays" bigint)
        on bound.provider = p.provider and bound.method = p.method
      join accounts a on a.id = e.account_id
      where e.held > 0
        and p.created + least(bound."refundDays", bound."holdDays") * 86400 < service_now() + $2::bigint * 86400
      order by p.created + least(bound."refundDays", bound."holdDays") * 86400, e.id limit ${SHOWN_MAX}`,
    values: [JSON.stringify(bounds), withinDays],
  });
  return rows.map((row) => ({
    ...row,
    held: toCents(row.held),
    paidAt: Number(row.paidAt),
    refundUntil: toNumber(row.refundUntil),
    holdUntil: toNumber(row.holdUntil),
  }));
}
