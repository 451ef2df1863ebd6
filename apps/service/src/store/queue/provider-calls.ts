/**
 * Calls that providers are owed. A call is claimed by a lease, made without a transaction, and settled; one whose worker
 * died comes due again, and its provider takes it once for all. Claims skip what others hold, so any number of workers
 * may ask.
 */
import type { AccountId, EscrowId, RefundId, SessionId } from "../../domain/ids.js";
import type { Payment } from "../../domain/model.js";
import type { Cents } from "../../domain/money.js";
import type { RefundStatus } from "../../domain/states.js";
import type { Queryable } from "../../platform/database.js";
import { PAYMENT_AS_JSON, type PaymentRow, paymentFromRow, toCents } from "../rows.js";

/** A call that is ours for half a minute of real time, and what it takes to make it. */
export type ClaimedCall = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly kind: "create" | "cancel" | "look_up" | "refund";
  readonly refund: RefundId;
  readonly fence: string;
  /** Which try this is, from 1. */
  readonly tries: number;
  /** As it was when the call was claimed. */
  readonly payment: Payment;
  readonly session: SessionId;
  readonly sellerCode: string;
  /** Unix seconds from which on the money is not wanted any more. */
  readonly deadline: number;
  /** What is to be paid out; null for every other kind of call. */
  readonly part: { readonly amount: Cents; readonly status: RefundStatus; readonly reference: string } | null;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

type ClaimedRow = Omit<ClaimedCall, "payment" | "deadline" | "part" | "now"> & {
  readonly payment: PaymentRow;
  readonly funding_deadline: string;
  readonly part_amount: string | null;
  readonly part_status: RefundStatus | null;
  readonly part_reference: string | null;
  readonly now: string;
};

// What was ordered is called off only when the order is no longer on its way: a provider would take them in any order, but
// a cancellation that comes first costs the order's answer.
const CLAIM = `
  with due as (
    select c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id from provider_calls c
    where c.provider = $1 and c.status = 'OPEN' and c.due_at <= (select service_now_ms())
      and (c.leased_until is null or c.leased_until < clock_timestamp())
      and (c.kind <> 'cancel' or not exists (
        select 1 from provider_calls o
        where o.account_id = c.account_id and o.escrow_id = c.escrow_id and o.payment_id = c.payment_id
          and o.kind = 'create' and o.status = 'OPEN' and o.leased_until >= clock_timestamp()))
    order by c.due_at limit $2
    for update skip locked
  ),
  claimed as (
    update provider_calls c set leased_until = clock_timestamp() + interval '30 seconds', fence = c.fence + 1, tries = c.tries + 1
    from due where (c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id)
      = (due.account_id, due.escrow_id, due.payment_id, due.kind, due.refund_id)
    returning c.*
  )
  select c.account_id as account, c.escrow_id as escrow, c.kind, c.refund_id as refund, c.fence, c.tries,
    ${PAYMENT_AS_JSON} as payment, e.funding_deadline, e.session_id as session, a.seller_code as "sellerCode",
    part.amount as part_amount, part.status as part_status, part.reference as part_reference, service_now() as now
  from claimed c
  join payments p on p.account_id = c.account_id and p.escrow_id = c.escrow_id and p.id = c.payment_id
  join escrows e on e.account_id = c.account_id and e.id = c.escrow_id
  join accounts a on a.id = c.account_id
  left join refund_parts part on part.account_id = c.account_id and part.escrow_id = c.escrow_id
    and part.refund_id = c.refund_id and part.payment_id = c.payment_id`;

/** The calls of one provider that have been due longest. Leans on the index provider_calls_due, which holds open ones only. */
export async function claimCalls(db: Queryable, provider: string, limit: number): Promise<readonly ClaimedCall[]> {
  const rows = await db.query<ClaimedRow>({ name: "claim provider calls", text: CLAIM, values: [provider, limit] });
  return rows.map(({ payment, funding_deadline, part_amount, part_status, part_reference, now, ...row }) => {
    const ofPayment = paymentFromRow(payment);
    const part =
      part_amount === null || part_status === null || part_reference === null
        ? null
        : { amount: toCents(part_amount), status: part_status, reference: part_reference };
    return {
      ...row,
      payment: ofPayment,
      deadline: ofPayment.expiresAt ?? Number(funding_deadline),
      part,
      now: Number(now),
    };
  });
}

/** What became of a call: over, given up until an operator looks, or to be made again so many seconds from now. */
export type Settled =
  | { readonly status: "DONE" | "PARKED"; readonly error: string | null }
  | { readonly status: "OPEN"; readonly afterSeconds: number; readonly error: string | null };

/** As statements take it: status, error, and the wait in seconds where the call is to be made again. */
export const settledValues = (settled: Settled): readonly [string, string | null, number | null] => [
  settled.status,
  settled.error,
  settled.status === "OPEN" ? settled.afterSeconds : null,
];

/** Says nothing when somebody else has claimed the call since, or it was asked for anew. */
export async function settleCall(db: Queryable, call: ClaimedCall, settled: Settled): Promise<void> {
  await db.query({
    name: "settle provider call",
    text: `
      update provider_calls set status = $7, error = $8, leased_until = null,
        due_at = case when $7 = 'OPEN' then service_now_ms() + $9::bigint * 1000 else due_at end
      where account_id = $1 and escrow_id = $2 and payment_id = $3 and kind = $4 and refund_id = $5
        and fence = $6 and leased_until is not null`,
    values: [call.account, call.escrow, call.payment.id, call.kind, call.refund, call.fence, ...settledValues(settled)],
  });
}

/** What the payer has to do, as the provider said; kept as it was said first. */
export async function keepInstructions(
  db: Queryable,
  { account, escrow, payment }: Pick<ClaimedCall, "account" | "escrow" | "payment">,
  instructions: string,
): Promise<void> {
  await db.query({
    name: "keep instructions",
    text: `
      update payments set instructions = $4::jsonb
      where account_id = $1 and escrow_id = $2 and id = $3 and instructions is null`,
    values: [account, escrow, payment.id, instructions],
  });
}

/** What there is to worry about, in the whole deployment; payouts are counted too. */
export type CallBacklog = {
  readonly open: number;
  readonly parked: number;
  /** How long the one that is due longest has been due, by the service's clock. */
  readonly oldestDueSeconds: number;
};

export async function readCallBacklog(db: Queryable): Promise<CallBacklog> {
  const rows = await db.query<{ open: string; parked: string; oldest: string }>({
    name: "read provider call backlog",
    text: `
      with calls as (
        select status, due_at from provider_calls where status <> 'DONE'
        union all
        select status, due_at from payout_calls where status <> 'DONE'
      )
      select count(*) filter (where status = 'OPEN') as open, count(*) filter (where status = 'PARKED') as parked,
        coalesce(greatest(0, service_now_ms() - min(due_at) filter (where status = 'OPEN')) / 1000, 0) as oldest
      from calls`,
  });
  const [row] = rows;
  return { open: Number(row?.open), parked: Number(row?.parked), oldestDueSeconds: Number(row?.oldest) };
}
