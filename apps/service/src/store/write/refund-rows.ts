/** Refunds as they are loaded: each with all of its parts, and who pays these. */
import type { EscrowId, PaymentId, RefundId } from "../../domain/ids.js";
import type { Owed, PaidPart, Refund } from "../../domain/model.js";
import { toCents } from "../rows.js";

/** A refund with all of its parts; `r` is the refund. */
export const REFUND_COLUMNS = `r.escrow_id, r.id, r.payment_id, r.amount::text as amount, r.reason, r.status,
    (select json_agg(json_build_array(part.payment_id, part.amount::text, part.status, part.reference, part.is_refused,
       part.returns, p.provider, part.charged_back::text, part.kept::text, p.open_chargebacks > 0)
       order by part.payment_id)
     from refund_parts part
     join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
     where part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id) as parts`;

export type RefundRow = Omit<Refund, "payment" | "amount"> & {
  readonly escrow_id: EscrowId;
  readonly payment_id: PaymentId | null;
  readonly amount: string;
  readonly parts: readonly (readonly [
    payment: PaymentId,
    amount: string,
    status: PaidPart["status"],
    reference: string,
    isRefused: boolean,
    returns: number,
    provider: string,
    chargedBack: string,
    kept: string,
    isDisputed: boolean,
  ])[];
};

export function refundFromRow({ id, payment_id, amount, reason, status, parts }: RefundRow): Owed {
  const refund: Refund = { id, payment: payment_id, amount: toCents(amount), reason, status };
  return {
    refund,
    parts: parts.map(
      ([payment, part, partStatus, reference, isRefused, returns, provider, chargedBack, kept, isDisputed]) => ({
        refund: id satisfies RefundId,
        payment,
        amount: toCents(part),
        chargedBack: toCents(chargedBack),
        kept: toCents(kept),
        isDisputed,
        status: partStatus,
        reference,
        isRefused,
        returns,
        provider,
      }),
    ),
  };
}
