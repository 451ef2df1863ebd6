/** Links of mails by which a buyer stops the clock of a review. */
import type { AccountId, EscrowId, MilestoneId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";

/** What a link is about: one review of one milestone. */
export type StopLink = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly milestone: MilestoneId;
  readonly reviewSince: number;
};

/** Null for a link that was never sent. */
export async function findStopLink(db: Queryable, tokenHash: Buffer): Promise<StopLink | null> {
  const [row] = await db.query<Omit<StopLink, "reviewSince"> & { readonly review_since: string }>({
    name: "find stop link",
    text: `
      select account_id as account, escrow_id as escrow, milestone_id as milestone, review_since
      from stop_links where token_hash = $1`,
    values: [tokenHash],
  });
  if (row === undefined) return null;
  const { review_since: since, ...about } = row;
  return { ...about, reviewSince: Number(since) };
}
