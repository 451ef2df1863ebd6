/** Erases what is kept of a buyer and need not be (docs/runbooks/personal-data.md). */
import type { Queryable } from "../../platform/database.js";

/** Orders of the address that have not come to their end: until then its owner has to be reached, and let in. */
export async function countOpenOrders(db: Queryable, email: string): Promise<number> {
  const [row] = await db.query<{ open: number }>({
    name: "count open orders",
    text: `
      select count(*)::int as open from escrows e where lower(e.buyer_email collate "C") = $1
        and e.status not in ('COMPLETED', 'DECLINED', 'CANCELLED', 'CLOSED', 'DEADLINE_EXPIRED')`,
    values: [email],
  });
  return row?.open ?? 0;
}

/** How many rows of each kind were erased. */
export type Erased = {
  readonly sessions: number;
  readonly codes: number;
  readonly mails: number;
  readonly requests: number;
  readonly answers: number;
  /** What teams of sellers wrote down about their orders. */
  readonly notes: number;
  /** What was written about its orders, or named it elsewhere: who wrote, and when, stays. */
  readonly messages: number;
};

/**
 * One statement, so an address is erased as a whole or not at all. Mails to somebody who signs in to the console with the same
 * address go on being kept: templates of those begin with who or what they are about.
 */
export async function eraseBuyer(db: Queryable, email: string): Promise<Erased> {
  const [row] = await db.query<Erased>({
    name: "erase buyer",
    text: `
      with sessions as (delete from buyer_sessions where email = $1 returning 1),
      codes as (delete from sign_in_challenges where email = $1 returning 1),
      windows as (
        delete from sign_in_windows
        where kind in ('mail', 'mail_day', 'mail_all') and (subject = $1 or starts_with(subject, $1 || ' '))
      ),
      refusals as (delete from sign_in_refusals where email = $1),
      mails as (delete from mails where lower(recipient) = $1 and template !~ '^(seller|team|webhook)_' returning 1),
      orders as materialized (
        select account_id, id from escrows e where lower(e.buyer_email collate "C") = $1
      ),
      erased as (
        update order_messages m set text = '', erased_at = service_now()
        where m.erased_at is null and (strpos(lower(m.text), $1) > 0
          or exists (select 1 from orders o where o.account_id = m.account_id and o.id = m.escrow_id))
        returning m.account_id, m.escrow_id, m.number
      ),
      files as (
        delete from message_files f using erased
        where f.account_id = erased.account_id and f.escrow_id = erased.escrow_id and f.number = erased.number
      ),
      quotes as (
        delete from mails using orders o
        where template in ('seller_order_message', 'seller_order_question') and params ->> 'escrow' = o.id::text
      ),
      requests as (
        delete from api_requests
        where strpos(lower(body), $1) > 0 or strpos(lower(answer), $1) > 0
          or strpos(lower(path), $1) > 0 or strpos(lower(path), lower($2)) > 0
        returning 1
      ),
      answers as (
        update webhook_attempts set response = '' where strpos(lower(response), $1) > 0 returning 1
      ),
      notes as (
        delete from order_notes n using escrows e
        where e.account_id = n.account_id and e.id = n.escrow_id 
          and (lower(e.buyer_email collate "C") = $1 or strpos(lower(n.text), $1) > 0)
        returning 1
      )
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from codes) as codes,
        (select count(*)::int from mails) as mails, (select count(*)::int from requests) as requests,
        (select count(*)::int from answers) as answers, (select count(*)::int from notes) as notes,
        (select count(*)::int from erased) as messages`,
    values: [email, encodeURIComponent(email)],
  });
  if (row === undefined) throw new Error("a count has no row");
  // Sessions refer to it, and a statement sees what stood before it.
  await db.query({
    name: "forget buyer",
    text: "delete from buyers where email = $1 and not exists (select 1 from buyer_sessions where email = $1)",
    values: [email],
  });
  return row;
}
