/** The seller of a sandbox that visitors try the checkout with. */
import type { FeeSchedule } from "../../../domain/fees.js";
import type { AccountId } from "../../../domain/ids.js";
import type { Terms } from "../../../domain/model.js";
import { SAMPLE_SELLER_EMAIL } from "../../../domain/sample-order.js";
import type { Queryable } from "../../../platform/database.js";
import { FEE_COLUMNS, type FeesRow, feesFromRow } from "../../rows.js";
import { NOW } from "../clock.js";

export type SampleSeller = {
  readonly account: AccountId;
  readonly sellerCode: string;
  /** Null for those of the deployment. */
  readonly fees: FeeSchedule | null;
  readonly terms: Terms;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** Null where there is none, or none that takes payments: in a database that began with other accounts, and in several cells. */
export async function findSampleSeller(db: Queryable): Promise<SampleSeller | null> {
  const [row] = await db.query<
    FeesRow & {
      id: AccountId;
      seller_code: string;
      review_window_seconds: number | null;
      delivery_deadline_seconds: number | null;
      now: string;
    }
  >({
    name: "find sample seller",
    text: `
      select a.id, a.seller_code, ${FEE_COLUMNS}, a.review_window_seconds, a.delivery_deadline_seconds, ${NOW} as now
      from accounts a -- accounts_email
      where lower(a.email) = $1 and a.opened_by is null
        and not a.suspended and not a.moving and a.verification_status <> 'REJECTED'`,
    values: [SAMPLE_SELLER_EMAIL],
  });
  if (row === undefined) return null;
  return {
    account: row.id,
    sellerCode: row.seller_code,
    fees: feesFromRow(row),
    terms: { reviewWindowSeconds: row.review_window_seconds, deliveryDeadlineSeconds: row.delivery_deadline_seconds },
    now: Number(row.now),
  };
}
