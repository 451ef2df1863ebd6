/**
 * What operators write in the books of rails of their own. Each verb is one statement: the row, the notice that has it booked as any
 * provider's would be, and the line of the audit log.
 */
import type { GivenReceipt } from "../../domain/approvals.js";
import type { PaymentId } from "../../domain/ids.js";
import type { Cents } from "../../domain/money.js";
import type { SecondFrom } from "../../domain/operators.js";
import type { Queryable } from "../../platform/database.js";
import { IS_REVERSED, linesNamed } from "../rail-near.js";
import { refundOrder } from "../rail-orders.js";
import { DONE, type Done, type Line, LOGGED, lineValues, run } from "./operators.js";

/** {@link LOGGED} of what moves money: `$6` is how much one operator alone may move, null for any amount. */
const LOGGED_MOVED = LOGGED.replace("reason, created)", "reason, created, moved, alone_max)").replace(
  /service_now\(\)\s+from changed/,
  "service_now(), changed.moved, $6::bigint from changed",
);

/** Which payment of the order `$2` names is meant, with what is kept of it on its rail. */
const OF_PAYMENT = (payment: string): string => `
  select r.provider, r.reference, r.currency, e.reference_code, p.asked, coalesce(p.presented_asked, p.asked) as presented
  from payments p
  join rail_payments r on r.provider = p.provider and r.reference = p.reference
  join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
  where p.account_id = $1 and p.escrow_id = ($2::jsonb ->> 'escrow')::uuid and p.id = ${payment}::uuid
  for no key update of r`;

const dollars = (column: string): string => `to_char(${column} / 100.0, 'FM999999999999990.00')`;

/** How often at most a reference of the bank's is booked anew, after it was booked by mistake. */
const ANEW_MAX = 9;

/**
 * What came in; not done where the bank's reference is booked already, by an operator or by a statement. Taken back, it may be booked anew.
 * @throws a violation of rail_receipts_pkey where another receipt of the payment was booked at the same moment.
 */
export function insertReceipt(
  db: Queryable,
  line: Line,
  {
    payment,
    amount,
    day,
    bankReference,
    secondFrom,
  }: GivenReceipt & { readonly payment: PaymentId; readonly secondFrom: SecondFrom },
): Promise<Done> {
  return run(db, {
    name: "desk: book receipt",
    text: `
      with old as (${OF_PAYMENT("$7")}),
      before as (
        select count(*) as times, coalesce(bool_and(${IS_REVERSED}), true) as is_free
        from old join rail_receipts c on c.provider = old.provider
        where c.bank_reference in ${linesNamed("$10::text")}
          or c.bank_reference in (select $10::text || '#' || nth from generate_series(2, ${ANEW_MAX}) nth)
      ),
      booked as (
        insert into rail_receipts (provider, reference, receipt, amount, currency, day, bank_reference, booked_by, created)
        select provider, reference, 1 + coalesce((
            select max(c.receipt) from rail_receipts c where c.provider = old.provider and c.reference = old.reference), 0),
          $8::bigint, currency, $9::integer, $10::text || case when times = 0 then '' else '#' || (times + 1) end, $3::text, service_now()
        from old, before where is_free and times < ${ANEW_MAX}
        on conflict (provider, bank_reference) do nothing
        returning provider, reference, receipt, amount, currency, day, bank_reference
      ),
      closed as (
        update rail_payments r set closed_at = coalesce(r.closed_at, service_now())
        from booked where r.provider = booked.provider and r.reference = booked.reference
      ),
      line as (
        update rail_lines l set type = 'payment', reference = booked.reference, receipt = booked.receipt
        from booked
        where l.provider = booked.provider and l.line_id in ${linesNamed("$10::text")} and l.amount = booked.amount and l.is_read
          and l.receipt is null and l.type not in ('payout_returned', 'refund_returned')
        returning l.provider, l.line_id, l.reference || case when l.receipt = 1 then '' else '.' || l.receipt end as reference
      ),
      known as (
        insert into provider_objects (provider, kind, reference, status, asks, asked_at, last_at, their_id)
        select provider, 'deposit', reference, 'MADE', 1, service_now(), service_now(), line_id from line on conflict do nothing
      ),
      told as (
        insert into provider_notices (provider, notice_id, reports, body, received, due_at)
        select provider, 'receipt:' || reference || '#' || receipt, jsonb_build_array(jsonb_build_object('about', 'payment',
          'reference', reference, 'receipt', receipt, 'outcome', 'succeeded', 'amount', amount::text, 'currency', currency,
          'at', day::bigint * 86400)), '', service_now(), service_now_ms()
        from booked
      ),
      changed as (
        select old.reference_code as subject, null::jsonb as before,
          ceil(booked.amount::numeric * old.asked / old.presented)::bigint as moved, jsonb_build_object('provider', booked.provider, 'reference', booked.reference, 'amount', ${dollars("booked.amount")}, 'currency', booked.currency,
          'day', to_char(date '1970-01-01' + booked.day, 'YYYY-MM-DD'), 'bank reference', booked.bank_reference) as after
        from booked join old using (provider, reference)
      ),
      logged as (${LOGGED_MOVED})
      ${DONE}`,
    values: [...lineValues(line), secondFrom, payment, amount, day, bankReference],
  });
}

/** The buyer's claim was looked into, and the money is not there: the reason is for the buyer. Not done where nothing is claimed. */
export function refuseClaim(db: Queryable, line: Line, payment: PaymentId): Promise<Done> {
  return run(db, {
    name: "desk: refuse payment claim",
    text: `
      with old as (${OF_PAYMENT("$6")}),
      refused as (
        update rail_payments r set refused_at = service_now(), refusal = $5
        from old
        where r.provider = old.provider and r.reference = old.reference and r.closed_at is null and r.claimed_at is not null
          and r.refused_at is null
        returning r.provider, r.reference
      ),
      changed as (
        select old.reference_code as subject, null::jsonb as before,
          jsonb_build_object('provider', old.provider, 'reference', old.reference, 'claim', 'not found') as after
        from refused join old using (provider, reference)
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), payment],
  });
}

export type SettledOutgoing = {
  readonly reference: string;
  /** How much it is in USD, as it was shown: limits are, whatever the rail's currency. */
  readonly worth: Cents;
  /** Sent, by the bank's own reference; or it can't be, or came back, for a reason. */
  readonly outcome:
    | { readonly status: "PAID"; readonly bankReference: string }
    | { readonly status: "REFUSED" | "RETURNED"; readonly reason: string };
  readonly secondFrom: SecondFrom;
};

/** What became of a refund that a rail owes. Not done where it is otherwise by now, or the bank's reference is taken. */
export function settleOutgoing(
  db: Queryable,
  line: Line,
  { reference, outcome, secondFrom }: SettledOutgoing,
): Promise<Done> {
  const { status } = outcome;
  return run(db, {
    name: "desk: settle outgoing",
    text: `
      with old as (
        ${refundOrder("$7")}
      ),
      settled as (
        update rail_outgoing o set status = $8, bank_reference = coalesce($9::text, o.bank_reference), reason = $10::text, ended_at = service_now()
        from old
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference
          and o.status = case when $8 = 'RETURNED' then 'PAID' else 'OPEN' end and o.batch is null
          and not exists (
            select 1 from rail_outgoing t where t.provider = o.provider and t.bank_reference = $9::text)
        returning o.provider, o.kind, o.reference, o.amount, o.currency, o.status, o.reason, o.bank_reference
      ),
      told as (
        insert into provider_notices (provider, notice_id, reports, body, received, due_at)
        select provider, kind || ':' || reference || ':' || status, jsonb_build_array(jsonb_build_object('about', kind,
          'reference', reference, 'outcome', lower(status), 'money', jsonb_build_object('amount', amount::text, 'currency', currency))
          || case when reason is null then '{}' else jsonb_build_object('reason', reason) end),
          '', service_now(), service_now_ms()
        from settled
      ),
      changed as (
        select old.reference_code as subject, null::jsonb as before, case when settled.status = 'PAID' then old.worth else 0 end as moved,
          jsonb_strip_nulls(jsonb_build_object('provider', settled.provider, 'reference', settled.reference, 'status', settled.status,
            'amount', ${dollars("settled.amount")}, 'currency', settled.currency, 'bank reference', settled.bank_reference)) as after
        from settled join old using (provider, kind, reference)
      ),
      logged as (${LOGGED_MOVED})
      ${DONE}`,
    values: [
      ...lineValues(line),
      secondFrom,
      reference,
      status,
      outcome.status === "PAID" ? outcome.bankReference : null,
      outcome.status === "PAID" ? null : outcome.reason.slice(0, OUTGOING_REASON_MAX),
    ],
  });
}

const OUTGOING_REASON_MAX = 300;
