/** Refunds as they are loaded: each with all of its parts, and who pays these. */
import type { EscrowId, MilestoneId, PaymentId, RefundId } from "../domain/ids.js";
import type { Owed, PaidPart, Refund } from "../domain/model.js";
import type { AskedRefund, PresentedPart } from "../domain/refunds.js";
import { toCents } from "./rows.js";

/** What one that was asked for has besides, as one JSON array; null for one that went back by itself. */
const ASKED = `case when r.number is not null then json_build_array(r.number, r.milestone_id, r.actor, r.held::text,
    r.released::text, r.owed::text, r.fees::text, r.fees_earned::text, r.external_reference, r.metadata, r.created, r.updated,
    r.idempotency_key, r.request_hash) end`;

type AskedRow = readonly [
  number: string,
  milestone: MilestoneId | null,
  actor: AskedRefund["actor"],
  held: string,
  released: string,
  owed: string,
  fees: string,
  feesEarned: string,
  externalReference: string,
  metadata: string,
  created: number,
  updated: number,
  key: string | null,
  requestHash: string,
];

function askedFromRow(row: AskedRow): AskedRefund {
  const [number, milestone, actor, held, released, owed, fees, feesEarned, externalReference, ...rest] = row;
  const [metadata, created, updated, key, requestHash] = rest;
  return {
    ...{ number, milestone, actor, externalReference, created, updated, key, requestHash },
    held: toCents(held),
    released: toCents(released),
    owed: toCents(owed),
    fees: toCents(fees),
    feesEarned: toCents(feesEarned),
    metadata: JSON.parse(metadata) as Readonly<Record<string, string>>,
    shares: [],
  };
}

/** What goes back of `part` in the payer's currency; `p` is its payment. Null for one in USD. */
export const PRESENTED_PART_AS_JSON = `case when part.presented is not null then json_build_array(p.presented_currency,
       part.presented::text, part.presented_charged_back::text, part.presented_kept::text) end`;

export type PresentedPartRow = readonly [currency: string, amount: string, chargedBack: string, kept: string];

export function presentedPartFromRow(row: PresentedPartRow | null): PresentedPart | null {
  if (row === null) return null;
  const [currency, amount, chargedBack, kept] = row;
  return { currency, amount: toCents(amount), chargedBack: toCents(chargedBack), kept: toCents(kept) };
}

/** A refund with all of its parts; `r` is the refund. */
export const REFUND_COLUMNS = `r.escrow_id, r.id, r.payment_id, r.amount::text as amount, r.reason, r.status, ${ASKED} as asked,
    (select json_agg(json_build_array(part.payment_id, part.amount::text, part.status, part.reference, part.is_refused,
       part.returns, p.provider, part.charged_back::text, part.kept::text, p.open_chargebacks > 0, ${PRESENTED_PART_AS_JSON})
       order by part.payment_id)
     from refund_parts part
     join payments p on p.account_id = part.account_id and p.escrow_id = part.escrow_id and p.id = part.payment_id
     where part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id) as parts`;

export type RefundRow = Omit<Refund, "payment" | "amount" | "asked"> & {
  readonly asked: AskedRow | null;
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
    presented: PresentedPartRow | null,
  ])[];
};

export function refundFromRow({ id, payment_id, amount, reason, status, asked, parts }: RefundRow): Owed {
  const refund: Refund = {
    ...{ id, payment: payment_id, amount: toCents(amount), reason, status },
    asked: asked === null ? null : askedFromRow(asked),
  };
  return {
    refund,
    parts: parts.map(
      ([
        payment,
        part,
        partStatus,
        reference,
        isRefused,
        returns,
        provider,
        chargedBack,
        kept,
        isDisputed,
        presented,
      ]) => ({
        refund: id satisfies RefundId,
        payment,
        amount: toCents(part),
        chargedBack: toCents(chargedBack),
        kept: toCents(kept),
        presented: presentedPartFromRow(presented),
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
