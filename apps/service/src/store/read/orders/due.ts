/** What time has done to rows that nobody has touched since. */
import type { AccountId, EscrowId, SessionId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import { isFree } from "../../held.js";

export type DueSubject = {
  readonly account: AccountId;
  readonly subject:
    | { readonly kind: "session"; readonly id: SessionId }
    | { readonly kind: "escrow"; readonly id: EscrowId };
  /** Since when, Unix seconds. */
  readonly at: string;
};

/** `after`: what the last reading ended with; null for the first. */
type Asked = { readonly account: AccountId | null; readonly after: DueSubject | null; readonly limit: number };

// service_now() in a subquery is asked once and leaves the partial indexes of due rows usable. A place among what is due is
// its moment, account and id, in the order of those indexes.
const due = (table: string, { isDue, at, only }: { isDue: string; at: string; only: string }): string => `
  (select account_id, id, ${at} as at, '${table}' as of from ${table}
   where ${isDue} and ${at} <= (select service_now()) and ${at} >= $2
     and (${at}, account_id, id) > ($2::bigint, $3::bigint, $4::uuid) ${only}
   order by ${at}, account_id, id limit $1)`;

const findWhere = (only: string): string => `
  select * from (
    ${due("checkout_sessions", { isDue: "status = 'OPEN'", at: "expires_at", only })}
    union all
    ${due("escrows", { isDue: "due_at is not null", at: "due_at", only })}
  ) due order by at, account_id, id limit $1`;

const EVERYWHERE = findWhere(`and ${isFree("account_id")}`);
const OF_ACCOUNT = findWhere("and account_id = $5");

/**
 * Which accounts have something due, as part of a statement: a row with their ids, and whether so much is due that any may. Read off the low
 * end of the partial indexes of what is due, which `order by … limit` leaves as the only sensible plan: asked by account, the server, which
 * can't know how few rows are due, may read the whole table.
 * @param now an expression
 */
export const dueAccounts = (now: string): string => `
  select array_agg(account_id) as accounts, count(*) >= ${PROBE} as may_be_any from (
    (select account_id from checkout_sessions where status = 'OPEN' and expires_at <= ${now}
     order by expires_at, account_id, id limit ${PROBE})
    union all
    (select account_id from escrows where due_at <= ${now} order by due_at, account_id, id limit ${PROBE})
  ) due`;
const PROBE = 100;

/** The subjects that came due first, at most `limit`; of one account, or of all of them. */
export async function findDue(db: Queryable, { account, after, limit }: Asked): Promise<readonly DueSubject[]> {
  const from = after === null ? [0, 0, NIL] : [after.at, after.account, after.subject.id];
  const rows = await db.query<{ account_id: AccountId; id: string; at: string; of: string }>({
    name: `find due ${account === null ? "everywhere" : "of account"}`,
    text: account === null ? EVERYWHERE : OF_ACCOUNT,
    values: [limit, ...from, ...(account === null ? [] : [account])],
  });
  return rows.map(({ account_id, id, at, of }) => ({
    account: account_id,
    at,
    subject: of === "escrows" ? { kind: "escrow", id: id as EscrowId } : { kind: "session", id: id as SessionId },
  }));
}

const NIL = "00000000-0000-0000-0000-000000000000";
