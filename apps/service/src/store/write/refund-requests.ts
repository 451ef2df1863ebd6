/** Writes what a team says about refunds that take two of them: what one may give back alone, and what a colleague is asked. */
import type { Money } from "../../domain/currencies.js";
import type { AccountId, EscrowId, MilestoneId } from "../../domain/ids.js";
import type { Cents } from "../../domain/money.js";
import type { RefundReason } from "../../domain/refunds.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { accessChanged, actorJson } from "../security-events.js";
import { sellerMailsSql } from "./mails.js";

type OfOrder = { readonly account: AccountId; readonly escrow: EscrowId /** Of the request. */; readonly id: string };

export type NewRefundRequest = OfOrder & {
  readonly member: string;
  readonly amount: Cents | null;
  readonly milestone: MilestoneId | null;
  readonly reason: RefundReason;
  readonly gets: Cents;
  /** The same as it was paid; null for USD alone. For the mail: later the order says what it is then. */
  readonly back: readonly Money[] | null;
};

/** With a mail to the colleagues. The same request twice is one. False while another one of the order is open. */
export async function insertRefundRequest(
  db: Queryable,
  { account, escrow, id, member, amount, milestone, reason, gets, back }: NewRefundRequest,
): Promise<boolean> {
  const paid = back?.map(({ amount: of, currency }) => ({ amount: of.toString(), currency })) ?? null;
  const rows = await db.query({
    name: "insert refund request",
    text: `
      with ordered as (
        select account_id, id, title, reference_code from escrows where account_id = $1 and id = $2 for no key update
      ),
      asked as (
        insert into refund_requests (account_id, id, escrow_id, asked_by, amount, milestone_id, reason, gets, created)
        select account_id, $3, id, $4, $5, $6, $7, $8, service_now() from ordered
        on conflict do nothing returning account_id, asked_by, gets
      ),
      mailed as (
        select asked.account_id, asker.email as asker, asker.name, asked.gets, o.id as escrow, o.title, o.reference_code
        from asked join sellers asker on asker.id = asked.asked_by cross join ordered o
      ),
      told as (${sellerMailsSql({
        from: "mailed",
        account: "mailed.account_id",
        kind: "message",
        template: "'seller_refund_asked'",
        params: `jsonb_build_object('escrow', mailed.escrow, 'title', mailed.title, 'reference', mailed.reference_code,
          'amount', mailed.gets::text, 'by', mailed.name, 'back', $9::jsonb)`,
        but: "mailed.asker",
      })})
      select 1 from asked
      union all select 1 from refund_requests where account_id = $1 and escrow_id = $2 and id = $3`,
    values: [account, escrow, id, member, amount, milestone, reason, gets, paid === null ? null : JSON.stringify(paid)],
  });
  return rows.length > 0;
}

/** False where it is not open any more. Waits for a refund that is being made of the order. */
export async function declineRefundRequest(
  db: Queryable,
  { account, escrow, id, by }: OfOrder & { readonly by: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "decline refund request",
    text: `
      with ordered as (select account_id, id from escrows where account_id = $1 and id = $2 for no key update)
      update refund_requests q set status = 'DECLINED', closed_by = $4, closed_at = service_now()
      from ordered
      where q.account_id = ordered.account_id and q.escrow_id = ordered.id and q.id = $3 and q.status = 'OPEN' returning 1`,
    values: [account, escrow, id, by],
  });
  return rows.length === 1;
}

/**
 * Owners get a mail. Removing the limit declines requests that still wait.
 * @returns false when only one member handles orders, so that nobody could confirm.
 */
export async function updateRefundAlone(
  db: Queryable,
  account: AccountId,
  { max, actor, roles }: { readonly max: Cents | null; readonly actor: Actor; readonly roles: readonly string[] },
): Promise<boolean> {
  const rows = await db.query({
    name: "update refund limit",
    text: `
      with before as (
        select id, refund_alone_max from accounts where id = $1
          and ($2::bigint is null or (select count(*) from team_members where account_id = $1 and role = any($4::text[])) > 1)
        for update
      ),
      changed as (
        update accounts a set refund_alone_max = $2 from before
        where a.id = before.id and a.refund_alone_max is distinct from $2
        returning a.id, coalesce('$' || round(a.refund_alone_max / 100.0, 2)::text, '') as named
      ),
      declined as (
        update refund_requests set status = 'DECLINED', closed_by = ($3::jsonb->>'seller')::uuid, closed_at = service_now()
        where account_id = $1 and status = 'OPEN' and $2::bigint is null
      ),${accessChanged({ kind: "refund_limit_changed", from: "changed", account: "changed.id", subject: "changed.named", actor: "$3" })}
      select 1 from before`,
    values: [account, max, actorJson(actor), roles],
  });
  return rows.length === 1;
}
