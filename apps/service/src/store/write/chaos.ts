import type { AccountId, EndpointId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/** What the sandbox does to deliveries of an endpoint (operating contract, "Sandbox helpers"). */
export type Chaos = {
  readonly duplicate: boolean;
  readonly shuffle: boolean;
  /** 0 to 86400. */
  readonly delaySeconds: number;
  /** Attempts of each delivery, 0 to 9. */
  readonly dropFirst: number;
};

/** Replaces the chaos of an endpoint; false when the account has no such endpoint, or has deleted it. */
export async function writeChaos(
  db: Queryable,
  { account, endpoint, chaos }: { account: AccountId; endpoint: EndpointId; chaos: Chaos },
): Promise<boolean> {
  const rows = await db.query({
    name: "write chaos",
    text: `
      update webhook_endpoints
      set chaos_duplicate = $3, chaos_shuffle = $4, chaos_delay_seconds = $5, chaos_drop_first = $6
      where account_id = $1 and id = $2 and status <> 'DELETED'
      returning 1`,
    values: [account, endpoint, chaos.duplicate, chaos.shuffle, chaos.delaySeconds, chaos.dropFirst],
  });
  return rows.length === 1;
}
