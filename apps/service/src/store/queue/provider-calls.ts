/**
 * Calls that providers are owed. A call is claimed by a lease, made without a transaction, and settled; one whose worker
 * died comes due again, and its provider takes it once for all. Claims skip what others hold, so any number of workers
 * may ask.
 */
import type { AccountId, EscrowId, RefundId, SessionId } from "../../domain/ids.js";
import type { Payment, RefundPart } from "../../domain/model.js";
import type { PartStatus } from "../../domain/states.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { PAYMENT_AS_JSON, type PaymentRow, paymentFromRow } from "../payment-rows.js";
import { HOSTED_DOMAIN } from "../read/domains.js";
import { PRESENTED_PART_AS_JSON, type PresentedPartRow, presentedPartFromRow } from "../refund-rows.js";
import { toCents, toNumber } from "../rows.js";

/** What is known of a call from the tries before this one. Moments are Unix seconds of the service's clock. */
export type Tried = {
  /** Which try this is, from 1. */
  readonly tries: number;
  /** How many of the last ones in a row nobody answered. */
  readonly silent: number;
  /** What was said last, and since when; null as long as nothing was. */
  readonly said: { readonly what: Said; readonly at: number } | null;
  readonly now: number;
};
export type Said = "pending" | "paid" | "short";

/** A call that is ours for half a minute of real time, and what it takes to make it. */
export type ClaimedCall = Tried & {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly kind: "create" | "cancel" | "look_up" | "refund";
  readonly refund: RefundId;
  readonly fence: string;
  /** As it was when the call was claimed. */
  readonly payment: Payment;
  readonly session: SessionId;
  readonly sellerCode: string;
  /** Where the seller's buyers pay; null on the service's own. */
  readonly hostedDomain: string | null;
  /** What is paid for, and by whom. */
  readonly title: string;
  readonly email: string;
  /** What the payer reads: en, fr, sw or pt. */
  readonly language: string;
  /** Its provider is left alone at present. */
  readonly isHeld: boolean;
  /** The claim has written down that the provider is asked to take the payment for the first time. */
  readonly isFirst: boolean;
  /** Unix seconds from which on the money is not wanted any more. */
  readonly deadline: number;
  /** Until when money may come although the payment was given up (Unix seconds); null when its provider did not say. */
  readonly lookUntil: number | null;
  /** What is to be paid out, which is less than the part where the payer's bank took or the payer kept some of it; null for every other kind of call. */
  readonly part: Pick<RefundPart, "amount" | "kept" | "presented" | "status" | "reference" | "returns"> | null;
};

type ClaimedRow = Omit<ClaimedCall, "payment" | "deadline" | "lookUntil" | "part" | "now" | "said"> &
  SaidRow & {
    readonly look_until: string | null;
    readonly payment: PaymentRow;
    readonly funding_deadline: string;
    readonly part_amount: string | null;
    readonly part_status: PartStatus | null;
    readonly part_reference: string | null;
    readonly part_returns: number | null;
    readonly part_kept: string | null;
    readonly part_presented: PresentedPartRow | null;
    readonly now: string;
  };

type SaidRow = { readonly said: Said | null; readonly said_at: string | null };
export const saidFrom = ({ said, said_at }: SaidRow): Tried["said"] =>
  said === null ? null : { what: said, at: Number(said_at) };

/**
 * How many calls to a provider may be made: as many as there is room for, none while it is left alone, and one when that is
 * over, which finds out whether it answers again. The worker that takes that one holds the others off until the gap has passed.
 */
export const HEALTH = `
  health as materialized (select held_until from provider_health where provider = $1 and held_until is not null),
  probe as materialized (
    select provider from provider_health
    where provider = $1 and held_until <= (select service_now_ms()) for update skip locked
  ),
  room as materialized (
    select case when not exists (select 1 from health) then $2::integer when exists (select 1 from probe) then 1 else 0 end as calls
  )`;
/** Needs the claimed calls as `claimed`. */
export const PROBING = `
  probing as (
    update provider_health h set held_until = service_now_ms() + h.gap * 1000
    from probe where h.provider = probe.provider and exists (select 1 from claimed)
  )`;

// What was ordered is called off only when the order is no longer on its way: a provider would take them in any order, but
// a cancellation that comes first costs the order's answer. A buyer waits for an order: it is claimed although its provider is
// left alone, and given up at once.
// A refund of what lies in the seller's account at the provider that holds their money waits until it is back.
const CLAIM = `
  with ${HEALTH},
  due as (
    select c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id from provider_calls c
    where c.provider = $1 and c.status = 'OPEN' and c.due_at <= (select service_now_ms())
      and (c.leased_until is null or c.leased_until < clock_timestamp()) and ${isFree("c.account_id")}
      and (c.kind <> 'cancel' or not exists (
        select 1 from provider_calls o
        where o.account_id = c.account_id and o.escrow_id = c.escrow_id and o.payment_id = c.payment_id
          and o.kind = 'create' and o.status = 'OPEN' and o.leased_until >= clock_timestamp()))
      and ((select calls from room) > 0 or c.kind = 'create')
      and (c.kind <> 'refund' or not exists (
        select 1 from connected_accounts h
        join refunds r on r.account_id = h.account_id and r.escrow_id = c.escrow_id and r.id = c.refund_id
        where h.account_id = c.account_id and r.owed_left > 0))
    order by c.due_at limit (select case when calls = 0 then $2::integer else calls end from room)
    for update of c skip locked
  ),
  claimed as (
    update provider_calls c set leased_until = clock_timestamp() + interval '30 seconds', fence = c.fence + 1, tries = c.tries + 1,
      again = false
    from due where (c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id)
      = (due.account_id, due.escrow_id, due.payment_id, due.kind, due.refund_id)
    returning c.*
  ),
  ${PROBING},
  asked as (
    insert into provider_objects (provider, kind, reference, status, asks, asked_at, last_at)
    select p.provider, 'payment', p.reference, 'ASKED', 1, service_now(), service_now()
    from claimed c join payments p on p.account_id = c.account_id and p.escrow_id = c.escrow_id and p.id = c.payment_id
    where c.kind = 'create' and p.status = 'CREATED' and (select calls from room) > 0
    on conflict do nothing returning reference
  )
  select c.account_id as account, c.escrow_id as escrow, c.kind, c.refund_id as refund, c.fence, c.tries, c.silent, c.said,
    c.said_at, c.look_until, (select calls from room) = 0 as "isHeld",
    c.kind = 'create' and exists (select 1 from asked where asked.reference = p.reference) as "isFirst",
    ${PAYMENT_AS_JSON} as payment, e.funding_deadline, e.session_id as session, a.seller_code as "sellerCode", ${HOSTED_DOMAIN} as "hostedDomain", e.title,
    e.buyer_email as email, coalesce(b.locale, 'en') as language,
    part.amount - part.charged_back - part.kept as part_amount, part.status as part_status, part.reference as part_reference, part.returns as part_returns, part.kept as part_kept,
    ${PRESENTED_PART_AS_JSON} as part_presented, service_now() as now
  from claimed c
  join payments p on p.account_id = c.account_id and p.escrow_id = c.escrow_id and p.id = c.payment_id
  join escrows e on e.account_id = c.account_id and e.id = c.escrow_id
  join accounts a on a.id = c.account_id
  left join buyers b on b.email = e.buyer_email
  left join refund_parts part on part.account_id = c.account_id and part.escrow_id = c.escrow_id
    and part.refund_id = c.refund_id and part.payment_id = c.payment_id`;

/** The calls of one provider that have been due longest. Leans on the index provider_calls_due, which holds open ones only. */
export async function claimCalls(db: Queryable, provider: string, limit: number): Promise<readonly ClaimedCall[]> {
  const rows = await db.query<ClaimedRow>({ name: "claim provider calls", text: CLAIM, values: [provider, limit] });
  return rows.map(
    ({
      payment,
      funding_deadline,
      part_amount,
      part_status,
      part_reference,
      part_returns,
      part_kept,
      part_presented,
      now,
      said,
      said_at,
      look_until,
      ...row
    }) => {
      const ofPayment = paymentFromRow(payment);
      const part =
        part_amount === null || part_status === null || part_reference === null
          ? null
          : {
              amount: toCents(part_amount),
              status: part_status,
              reference: part_reference,
              returns: part_returns ?? 0,
              kept: toCents(part_kept ?? "0"),
              presented: presentedPartFromRow(part_presented),
            };
      return {
        ...row,
        payment: ofPayment,
        deadline: ofPayment.expiresAt ?? Number(funding_deadline),
        lookUntil: toNumber(look_until),
        part,
        said: saidFrom({ said, said_at }),
        now: Number(now),
      };
    },
  );
}

/** What became of a call: over, given up until an operator looks, or to be made again so many seconds from now. */
export type Settled =
  | { readonly status: "DONE" | "PARKED"; readonly error: string | null }
  | {
      readonly status: "OPEN";
      readonly afterSeconds: number;
      readonly error: string | null;
      /** What was said; "nothing" counts as one more that nobody answered. Left out: it was answered, and there is no more to it. */
      readonly said?: Said | "nothing";
    };

/** As statements take it: status, error, the wait in seconds where the call is to be made again, and what was said. */
export const settledValues = (settled: Settled): readonly (string | number | null)[] => [
  settled.status,
  settled.error,
  settled.status === "OPEN" ? settled.afterSeconds : null,
  settled.status === "OPEN" ? (settled.said ?? null) : null,
];

/**
 * Columns of a call as it is settled, by the places of {@link settledValues}, of which `first` is the first. What was said to be new
 * while it was made brings another at once, although this may have been the last.
 */
export const settling = (first: number): string => {
  const [status, error, wait, said] = [0, 1, 2, 3].map((offset) => `$${first + offset}`);
  return `status = case when ${status} = 'DONE' and again then 'OPEN' else ${status} end, error = ${error},
    leased_until = null, again = false,
    due_at = case when again then service_now_ms()
      when ${status} = 'OPEN' then service_now_ms() + ${wait}::bigint * 1000 else due_at end,
    silent = case when ${said}::text = 'nothing' then silent + 1 else 0 end,
    said = case when ${said}::text = 'nothing' then said else ${said} end,
    said_at = case when ${said}::text = 'nothing' then said_at when ${said}::text is null then null
      when said = ${said}::text then said_at else service_now() end`;
};

/** Says nothing when somebody else has claimed the call since, or it was asked for anew. */
export async function settleCall(db: Queryable, call: ClaimedCall, settled: Settled): Promise<void> {
  await db.query({
    name: "settle provider call",
    text: `
      update provider_calls set ${settling(7)}
      where account_id = $1 and escrow_id = $2 and payment_id = $3 and kind = $4 and refund_id = $5
        and fence = $6 and leased_until is not null`,
    values: [call.account, call.escrow, call.payment.id, call.kind, call.refund, call.fence, ...settledValues(settled)],
  });
}

/** The order stands: what the payer has to do is kept, as it was said first, and the call is over. */
export async function settleCreated(db: Queryable, call: ClaimedCall, instructions: string): Promise<void> {
  await db.query({
    name: "settle created payment",
    text: `
      with kept as (
        update payments set instructions = $7::jsonb
        where account_id = $1 and escrow_id = $2 and id = $3 and instructions is null
      )
      update provider_calls set status = 'DONE', error = null, leased_until = null, silent = 0
      where account_id = $1 and escrow_id = $2 and payment_id = $3 and kind = $4 and refund_id = $5
        and fence = $6 and leased_until is not null`,
    values: [call.account, call.escrow, call.payment.id, call.kind, call.refund, call.fence, instructions],
  });
}

/** The payment of a call was given up, and money may come until then: its look-ups go on, also one that ends them at this moment. */
export async function lookUntil(
  db: Queryable,
  { account, escrow, payment }: ClaimedCall,
  until: number,
): Promise<void> {
  await db.query({
    name: "look until",
    text: `
      update provider_calls set look_until = greatest(look_until, $4::bigint), status = 'OPEN', leased_until = null,
        due_at = case status when 'OPEN' then due_at else least($4::bigint * 1000 + 1000, service_now_ms() + 180000) end
      where account_id = $1 and escrow_id = $2 and payment_id = $3 and kind = 'look_up'`,
    values: [account, escrow, payment.id, until],
  });
}

/** What there is to worry about, in the whole deployment; payouts are counted too. */
export type CallBacklog = {
  readonly open: number;
  readonly parked: number;
  /** How long the one that is due longest has been due, by the service's clock. */
  readonly oldestDueSeconds: number;
  /** What providers told and nobody could book. */
  readonly notices: { readonly parked: number; readonly unnamed: number };
};

export async function readCallBacklog(db: Queryable): Promise<CallBacklog> {
  const rows = await db.query<{ open: string; parked: string; oldest: string; told: string; unnamed: string }>({
    name: "read provider call backlog",
    text: `
      with calls as (
        select status, due_at from provider_calls where status <> 'DONE'
        union all
        select status, due_at from payout_calls where status <> 'DONE'
      )
      select count(*) filter (where status = 'OPEN') as open, count(*) filter (where status = 'PARKED') as parked,
        coalesce(greatest(0, service_now_ms() - min(due_at) filter (where status = 'OPEN')) / 1000, 0) as oldest,
        (select count(*) from provider_notices where status = 'PARKED') as told,
        (select count(*) from provider_notices where status = 'UNNAMED') as unnamed
      from calls`,
  });
  const [row] = rows;
  return {
    open: Number(row?.open),
    parked: Number(row?.parked),
    oldestDueSeconds: Number(row?.oldest),
    notices: { parked: Number(row?.told), unnamed: Number(row?.unnamed) },
  };
}
