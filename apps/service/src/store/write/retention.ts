/** Sessions that nothing refers to any more are forgotten in steps, by the service's clock. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { NOW } from "../read/clock.js";

const DAY = 86_400;

/** How old, and at most how many in one step. */
type Step = { readonly days: number; readonly limit: number };

/** Accounts that have sessions to forget, at most `limit`: their figures are kept first. */
export async function accountsWithOldSessions(db: Queryable, { days, limit }: Step): Promise<readonly AccountId[]> {
  const rows = await db.query<{ account_id: AccountId }>({
    name: "accounts with old sessions",
    text: `
      select distinct account_id from (
        select account_id from checkout_sessions
        where status = 'EXPIRED' and escrow_id is null and expires_at <= (select ${NOW}) - $1::bigint and ${isFree("account_id")}
        order by expires_at limit $2
      ) old`,
    values: [days * DAY, limit],
  });
  return rows.map((row) => row.account_id);
}

/** Expired sessions that became no order. A hash of the key under which each came stays (0075_forgotten_keys.sql). */
export async function forgetSessions(db: Queryable, { days, limit }: Step): Promise<number> {
  const rows = await db.query({
    // The limit is in the text: of any limit the server expects a tenth of the table, and would read all sessions in each step.
    name: `forget sessions, ${limit}`,
    text: `
      with forgotten as (
        delete from checkout_sessions where (account_id, id) in (
          select account_id, id from checkout_sessions s
          where status = 'EXPIRED' and escrow_id is null and expires_at <= (select ${NOW}) - $1::bigint and ${isFree("account_id")}
            and exists (select 1 from account_days d where d.account_id = s.account_id and d.day = s.created / ${DAY})
          order by expires_at limit ${limit} for update skip locked)
        returning account_id, id
      ),
      unfindable as (
        delete from search_entries e using forgotten f where e.account_id = f.account_id and e.session_id = f.id
      )
      select 1 from forgotten`,
    values: [days * DAY],
  });
  return rows.length;
}
