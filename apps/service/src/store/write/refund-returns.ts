/** Refunds that come back in the sandbox. */
import type { AccountId, EscrowId, PaymentId, RefundId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

type Returnable = {
  readonly escrow: EscrowId;
  readonly refund: RefundId;
  readonly payment: PaymentId;
  readonly provider: string;
  readonly reference: string;
};

/** The parts of a refund that are with the buyer, or on their way. */
export const readReturnable = (db: Queryable, account: AccountId, number: string): Promise<readonly Returnable[]> =>
  db.query<Returnable>({
    name: "sandbox read returnable",
    text: `
      select r.escrow_id as escrow, r.id as refund, part.payment_id as payment, p.provider, part.reference
      from refunds r
      join refund_parts part on part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id
      join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
      where r.account_id = $1 and r.number = $2 and part.status in ('PENDING', 'SENT', 'SUCCEEDED')
      order by part.payment_id`,
    values: [account, number],
  });

/** In the books of the simulated provider, where it keeps some; told already. */
export async function returnOutgoing(db: Queryable, provider: string, reference: string): Promise<void> {
  await db.query({
    name: "sandbox return outgoing",
    text: `
      with back as (
        update sandbox_bank.outgoing set returns_at = service_now(), is_told = true
        where provider = $1 and reference = $2 and not is_refused and returns_at is null
        returning provider, receipt, amount
      )
      update sandbox_bank.receipts r set refunded = r.refunded - back.amount from back
      where r.provider = back.provider and r.reference = split_part(back.receipt, '.', 1)
        and r.number = coalesce(nullif(split_part(back.receipt, '.', 2), '')::smallint, 1)`,
    values: [provider, reference],
  });
}
