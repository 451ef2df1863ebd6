/** What buyers have said of payments by rails of the operator's own, for themselves. */
import type { PaymentClaim } from "../../../domain/claims.js";
import type { AccountId, EscrowId, PaymentId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";

/** Null until the buyer has said something. */
export async function findClaim(
  db: Queryable,
  { account, escrow, payment }: { readonly account: AccountId; readonly escrow: EscrowId; readonly payment: PaymentId },
): Promise<PaymentClaim | null> {
  const [row] = await db.query<{ claimed_at: string; files: number; refusal: string | null }>({
    name: "find payment claim",
    text: `
      select r.claimed_at, r.refusal, (
        select count(*)::int from payment_proofs f
        where f.account_id = p.account_id and f.escrow_id = p.escrow_id and f.payment_id = p.id) as files
      from payments p join rail_payments r on r.provider = p.provider and r.reference = p.reference
      where p.account_id = $1 and p.escrow_id = $2 and p.id = $3 and r.claimed_at is not null`,
    values: [account, escrow, payment],
  });
  return row === undefined ? null : { claimedAt: Number(row.claimed_at), files: row.files, refusal: row.refusal };
}
