/**
 * What is forgotten with time, in steps: each statement looks at a bounded number of rows, skips what others hold, and tells how
 * many went. Running it again continues; two runs at once do the work once. Ages are by the service's clock.
 */
import type { AccountId, EndpointId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { NOW } from "../read/clock.js";

const DAY = 86_400;

/** Sent mails, and those that were given up. */
export async function forgetMails(db: Queryable, { days, limit }: Step): Promise<number> {
  const rows = await db.query({
    name: `forget mails, ${limit}`,
    text: `
      delete from mails where id in (
        select id from mails where next_try_at is null and coalesce(sent_at, created) <= (select ${NOW}) - $1::bigint
        order by coalesce(sent_at, created) limit ${limit} for update skip locked)
      returning 1`,
    values: [days * DAY],
  });
  return rows.length;
}

/** Addresses that accounts were to have, and whose link has run out. Leans on the index accounts_email_next_until. */
export async function forgetAccountEmails(db: Queryable): Promise<void> {
  await db.query({
    name: "forget account emails",
    text: `
      update accounts set email_next = null, email_next_hash = null, email_next_until = null, email_next_by = null where id in (
        select id from accounts where email_next_until < clock_timestamp() and not moving
        order by email_next_until limit 1000 for no key update skip locked)`,
  });
}

/** Rates that are current no more, and those that an operator refused. Leans on the index rates_past. */
export async function forgetRates(db: Queryable, { days, limit }: Step): Promise<number> {
  const rows = await db.query({
    name: `forget rates, ${limit}`,
    text: `
      delete from rates where id in (
        select id from rates where status in ('PAST', 'REFUSED') and created <= (select ${NOW}) - $1::bigint
        order by created limit ${limit} for update skip locked)
      returning 1`,
    values: [days * DAY],
  });
  return rows.length;
}

export type AttemptPosition = { readonly account: AccountId; readonly endpoint: EndpointId; readonly slot: number };

/**
 * Old lines of the log of attempts. It is walked by its key, for an index by time would cost every attempt: the next step goes
 * on behind the position that this one returns; null when it has come to the end.
 */
export async function forgetAttempts(
  db: Queryable,
  { days, limit, after }: Step & { readonly after: AttemptPosition | null },
): Promise<{ readonly forgotten: number; readonly position: AttemptPosition | null }> {
  const [row] = await db.query<{ forgotten: string; seen: string; last: AttemptPosition | null }>({
    name: `forget attempts, ${limit}`,
    text: `
      with seen as materialized (
        select account_id, endpoint_id, slot, created from webhook_attempts
        where (account_id, endpoint_id, slot) > ($2::bigint, $3::uuid, $4::int)
        order by account_id, endpoint_id, slot limit ${limit}
      ),
      forgotten as (
        delete from webhook_attempts a using seen
        where a.account_id = seen.account_id and a.endpoint_id = seen.endpoint_id and a.slot = seen.slot
          and seen.created <= (select ${NOW}) - $1::bigint and a.created = seen.created and ${isFree("a.account_id")}
        returning 1
      )
      select (select count(*) from forgotten) as forgotten, (select count(*) from seen) as seen,
        (select jsonb_build_object('account', account_id::text, 'endpoint', endpoint_id, 'slot', slot) from seen
         order by account_id desc, endpoint_id desc, slot desc limit 1) as last`,
    values: [days * DAY, after?.account ?? 0, after?.endpoint ?? NIL, after?.slot ?? -1],
  });
  return { forgotten: Number(row?.forgotten), position: Number(row?.seen) === limit ? (row?.last ?? null) : null };
}

/**
 * How old, and at most how many in one step. The limit stands in the text: of any limit the server expects a tenth of the table, and
 * would read all of it in each step.
 */
type Step = { readonly days: number; readonly limit: number };

const NIL = "00000000-0000-0000-0000-000000000000";
