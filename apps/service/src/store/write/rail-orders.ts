/** What operators write of single orders that leave a rail: whom they go to, that they can't be sent, and how they ended otherwise than paid. */
import { ORDER_REASON_MAX } from "../../domain/batches.js";
import type { Payee } from "../../domain/payouts.js";
import { shortCode } from "../../domain/reference-key.js";
import type { Queryable } from "../../platform/database.js";
import { ACCOUNT_OF, BUYER_OF, payeeJson, refundOrder } from "../rail-orders.js";
import { DONE, type Done, type Line, LOGGED, lineValues, run } from "./operators.js";

const dollars = (column: string): string => `to_char(${column} / 100.0, 'FM999999999999990.00')`;

/** How the bank is told apart from what was asked: the notice has it booked as any provider's would be. */
const TOLD = `
  insert into provider_notices (provider, notice_id, reports, body, received, due_at)
  select provider, kind || ':' || reference || ':' || status, jsonb_build_array(jsonb_build_object('about', kind, 'reference', reference,
    'outcome', lower(status), 'reason', reason, 'money', jsonb_build_object('amount', amount::text, 'currency', currency))),
    '', service_now(), service_now_ms()
  from ended`;
const SHOWN = `jsonb_build_object('provider', provider, 'reference', code, 'amount', ${dollars("amount")}, 'currency', currency)`;

/** The account that a refund goes to, as the bank's file needs it. Not done once it is in a batch, or over. */
export function setPayee(
  db: Queryable,
  line: Line,
  { reference, payee }: { readonly reference: string; readonly payee: Payee },
): Promise<Done> {
  return run(db, {
    name: "desk: set payee",
    text: `
      with old as (
        ${refundOrder("$6")}
      ),
      set as (
        update rail_outgoing o set payee = $7::jsonb, code = coalesce(o.code, $8::text)
        from old
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference and o.status = 'OPEN' and o.batch is null
        returning old.reference_code, o.provider, o.code, o.amount, o.currency, o.payee
      ),
      changed as (
        select reference_code as subject, null::jsonb as before, ${SHOWN} || jsonb_build_object('to', payee ->> 'name',
          'number', 'ending in ' || right(payee ->> 'number', 4)) as after from set
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), reference, payeeJson(payee), shortCode("HP", reference)],
  });
}

/** A payout that waits for a batch can't be sent, such as to an account that does not exist: it goes back to the wallet. */
export function refuseOrder(db: Queryable, line: Line, code: string): Promise<Done> {
  return run(db, {
    name: "desk: refuse rail payout",
    text: `
      with old as (
        select o.provider, o.kind, o.reference from rail_outgoing o
        where o.code = $6::text and o.kind = 'payout' and ${ACCOUNT_OF} = $1 for no key update of o
      ),
      ended as (
        update rail_outgoing o set status = 'REFUSED', reason = left($5::text, ${ORDER_REASON_MAX}), ended_at = service_now()
        from old
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference and o.status = 'OPEN' and o.batch is null
        returning o.provider, o.kind, o.reference, o.code, o.amount, o.currency, o.status, o.reason
      ),
      told as (${TOLD}),
      changed as (select 'payout ' || code as subject, null::jsonb as before, ${SHOWN} || '{"status": "REFUSED"}' as after from ended),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), code],
  });
}

/** How an order of a batch that was sent ends otherwise than paid: the bank did not pay it, or what it paid came back. */
export type Ending = {
  readonly code: string;
  /** As it was seen: OPEN ends as refused, PAID as returned. */
  readonly seen: "OPEN" | "PAID";
};

const order = (more = ""): string => `
  select o.provider, o.kind, o.reference, o.status, o.batch, o.end_by, o.end_name, o.end_reason from rail_outgoing o
  where o.code = $6::text and ${ACCOUNT_OF} = $1 and o.batch > 0 and ${BUYER_OF} is distinct from lower($3::text) ${more} for no key update of o`;

/** Somebody says so, with the bank's reason; nothing happens before another operator agrees. */
export function askEnding(db: Queryable, line: Line, { code, seen }: Ending): Promise<Done> {
  return run(db, {
    name: "desk: ask for ending of order",
    text: `
      with old as (${order()}),
      asked as (
        update rail_outgoing o set end_by = ($2::jsonb ->> 'id')::uuid, end_name = $3::text, end_reason = left($5::text, ${ORDER_REASON_MAX})
        from old join rail_batches b on b.id = old.batch and b.status in ('EXPORTED', 'SETTLED')
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference and o.status = $7::text and o.end_by is null
        returning o.kind, o.provider, o.code, o.amount, o.currency, o.status
      ),
      changed as (
        select kind || ' ' || code as subject, jsonb_build_object('status', status) as before, ${SHOWN} || jsonb_build_object('asked for',
          case status when 'OPEN' then 'REFUSED' else 'RETURNED' end) as after from asked
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), code, seen],
  });
}

/** It was not so. */
export function dropEnding(db: Queryable, line: Line, code: string): Promise<Done> {
  return run(db, {
    name: "desk: drop ending of order",
    text: `
      with old as (${order()}),
      kept as (
        update rail_outgoing o set end_by = null, end_name = null, end_reason = null from old
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference and o.end_by is not null
        returning o.kind, o.provider, o.code, o.amount, o.currency, o.status
      ),
      changed as (
        select kind || ' ' || code as subject, null::jsonb as before, ${SHOWN} || jsonb_build_object('status', status) as after from kept
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), code],
  });
}

/** Another operator agrees: it ends so. */
export function confirmEnding(db: Queryable, line: Line, { code, seen }: Ending): Promise<Done> {
  return run(db, {
    name: "desk: confirm ending of order",
    text: `
      with batch as (
        select b.id from rail_batches b join rail_outgoing o on o.batch = b.id where o.code = $6::text for no key update of b
      ),
      old as (${order("and o.batch in (select id from batch)")}),
      ended as (
        update rail_outgoing o set status = case old.status when 'OPEN' then 'REFUSED' else 'RETURNED' end, reason = old.end_reason,
          ended_at = service_now(), end_by = null, end_name = null, end_reason = null
        from old
        where o.provider = old.provider and o.kind = old.kind and o.reference = old.reference and old.status = $7::text
          and old.end_by is not null and old.end_by <> ($2::jsonb ->> 'id')::uuid
        returning o.provider, o.kind, o.reference, o.code, o.amount, o.currency, o.status, o.reason, o.batch, old.end_name
      ),
      told as (${TOLD}),
      changed as (
        select kind || ' ' || code as subject, jsonb_build_object('asked by', end_name) as before,
          ${SHOWN} || jsonb_build_object('status', status, 'reason of the bank', reason) as after from ended
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), code, seen],
  });
}
