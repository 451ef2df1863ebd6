/** What time has done to rows that nobody has touched since. */
import type { AccountId, EscrowId, SessionId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";

export type DueSubject =
  | { readonly account: AccountId; readonly session: SessionId }
  | { readonly account: AccountId; readonly escrow: EscrowId };

/** The subjects that came due first, at most `limit`; of one account, or of all of them. */
export async function findDue(db: Queryable, account: AccountId | null, limit: number): Promise<readonly DueSubject[]> {
  const only = account === null ? "" : "and account_id = $2";
  const values = account === null ? [limit] : [limit, account];
  const rows = await db.query<{ account: AccountId; session: SessionId | null; escrow: EscrowId | null }>({
    name: `find due ${account === null ? "everywhere" : "of account"}`,
    // service_now() in a subquery is asked once and leaves the partial indexes of due rows usable.
    text: `
      (select account_id as account, id as session, null::uuid as escrow, expires_at as at from checkout_sessions
       where status = 'OPEN' and expires_at <= (select service_now()) ${only} order by expires_at limit $1)
      union all
      (select account_id, null, id, due_at from escrows
       where due_at is not null and due_at <= (select service_now()) ${only} order by due_at limit $1)
      order by at limit $1`,
    values,
  });
  return rows.map(({ account: owner, session, escrow }) =>
    session === null ? { account: owner, escrow: escrow as EscrowId } : { account: owner, session },
  );
}
