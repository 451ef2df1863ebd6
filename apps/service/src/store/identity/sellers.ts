/** Sellers, their sessions, and the accounts that they belong to. Real time is the measure of sessions. */
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/** An account as its members see it in passing. Numbers that the driver gives as text stay text. */
export type MembershipRow = {
  readonly account_id: AccountId;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly verification_status: VerificationStatus;
  readonly suspended: boolean;
  readonly role: "owner" | "developer" | "support";
};

export type SellerSessionRow = {
  readonly seller_id: string;
  readonly session_id: string;
  readonly email: string;
  readonly name: string;
  readonly is_operator: boolean;
  /** Whether it is time to write down that it was used. */
  readonly is_aging: boolean;
  /** Oldest first. */
  readonly memberships: readonly MembershipRow[];
  /** Unix seconds of the service's clock. */
  readonly now: string;
};

/** Who holds the token of an open session, and where that person belongs: one statement, as fresh as that. */
export async function findSellerSession(db: Queryable, tokenHash: Buffer): Promise<SellerSessionRow | null> {
  const rows = await db.query<SellerSessionRow>({
    name: "find seller session",
    text: `
      select s.seller_id, s.id as session_id, p.email, p.name, p.is_operator, service_now() as now,
        s.seen_at < service_now() - 300 as is_aging,
        coalesce((
          select json_agg(json_build_object('account_id', a.id::text, 'seller_code', a.seller_code,
            'trading_name', a.trading_name, 'verification_status', a.verification_status, 'suspended', a.suspended,
            'role', m.role) order by m.created, a.id)
          from team_members m join accounts a on a.id = m.account_id where m.seller_id = s.seller_id), '[]') as memberships
      from seller_sessions s join sellers p on p.id = s.seller_id
      where s.token_hash = $1 and s.expires_at > clock_timestamp()`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}
