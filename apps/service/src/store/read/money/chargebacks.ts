/** Chargebacks of one escrow, as its seller sees them. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import {
  CHARGEBACK,
  type ChargebackRow,
  DISPUTED_CURRENCY,
  type ListedChargeback,
  withDisputed,
} from "../../chargebacks.js";

export type { ListedChargeback } from "../../chargebacks.js";

/** Oldest first. */
export async function listChargebacksOf(
  db: Queryable,
  account: AccountId,
  escrow: EscrowId,
): Promise<readonly ListedChargeback[]> {
  const rows = await db.query<{ chargeback: ChargebackRow; currency: string | null }>({
    name: "list chargebacks of an escrow",
    text: `
      select ${CHARGEBACK.asJson} as chargeback, ${DISPUTED_CURRENCY} as currency from chargebacks c
      where c.account_id = $1 and c.escrow_id = $2 order by c.created, c.id`,
    values: [account, escrow],
  });
  return rows.map(({ chargeback, currency }) => withDisputed(CHARGEBACK.fromRow(chargeback), currency));
}

export type ChargebackCounts = {
  /** By status, of those that are open. */
  readonly open: number;
  /** Until the first of them has to be answered, in seconds of the service's clock; null when none waits. */
  readonly answerWithinSeconds: number | null;
  /** In cents. */
  readonly owed: number;
};

/** Over the whole deployment; leans on the partial indexes of what is open and what is owed. */
export async function countChargebacks(db: Queryable): Promise<ChargebackCounts> {
  const [row] = await db.query<{ open: string; within: string | null; owed: string }>({
    name: "count chargebacks",
    text: `
      select count(*) as open,
        min(answer_by) filter (where status in ('INQUIRY', 'OPEN')) - service_now() as within,
        coalesce((select sum(from_owed + fee_owed) from chargebacks where from_owed + fee_owed > 0), 0) as owed
      from chargebacks where closed_at is null`,
  });
  return {
    open: Number(row?.open),
    answerWithinSeconds: row?.within == null ? null : Number(row.within),
    owed: Number(row?.owed),
  };
}
