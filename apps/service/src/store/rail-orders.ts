/** What statements about orders that leave rails of the operator's own have in common. */
import type { Payee } from "../domain/payouts.js";

/** Whose account an order is of; `o` is the order. Leans on the indexes payouts_reference and refund_parts_reference. */
export const ACCOUNT_OF = `(
  select p.account_id from payouts p where o.kind = 'payout' and p.reference = o.reference::uuid and p.provider = o.provider
  union all select r.account_id from refund_parts r where o.kind = 'refund' and r.reference = o.reference::uuid limit 1)`;

/** Who bought the order that a refund `o` is of, in small letters; null for a payout. */
export const BUYER_OF = `(
  select lower(e.buyer_email) from refund_parts r join escrows e on e.account_id = r.account_id and e.id = r.escrow_id
  where o.kind = 'refund' and r.reference = o.reference::uuid limit 1)`;

/** What of a refund's part `p` its payer gets, in USD. */
export const WORTH_OF_PART = "p.amount - p.charged_back - p.kept";

/** A refund of an order as a rail owes it, locked: `$1` is the account, `$2` the line of the audit log. @param reference its parameter. */
export const refundOrder = (reference: string): string => `
  select o.provider, o.kind, o.reference, e.reference_code, ${WORTH_OF_PART} as worth
  from refund_parts p
  join rail_outgoing o on o.kind = 'refund' and o.reference = p.reference::text
  join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
  where p.account_id = $1 and p.escrow_id = ($2::jsonb ->> 'escrow')::uuid and p.reference = ${reference}::uuid
  for no key update of o`;

/** Nothing is paid out of an account that was stopped; what goes back to a buyer goes on. `a` is the account. */
export const IS_FREE = "(o.kind = 'refund' or a.verification_status = 'VERIFIED' and not a.suspended)";

/** The bank's reference of one order `o` that a line paid together with all others of its batch. @param line the line's alias. */
export const partOf = (line: string): string => `left(${line}.line_id, 130) || '#' || o.line`;

/** What a file needs of a payee, and nothing else that an object may bear. */
export function payeeJson(payee: Payee): string {
  const { kind, name, number } = payee;
  return JSON.stringify(
    kind === "bank" ? { kind, name, number, bank: payee.bank, details: payee.details ?? {} } : { kind, name, number },
  );
}
