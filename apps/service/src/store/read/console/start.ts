/** How far a new account has come: what it really did, not what it clicked. */
import type { AccountId } from "../../../domain/ids.js";
import type { Database } from "../../../platform/database.js";

export type Begun = {
  readonly hasKey: boolean;
  readonly hasSession: boolean;
  /** An endpoint has answered with 2xx. */
  readonly hasDelivery: boolean;
  /** Somebody with a key follows the feed, as `holdfast listen` does. */
  readonly followsFeed: boolean;
};

type Row = {
  readonly has_key: boolean;
  readonly has_session: boolean;
  readonly has_delivery: boolean;
  readonly follows_feed: boolean;
};

// The log of requests holds ten thousand of an account at most; of deliveries, one of the first has succeeded as a rule.
export async function readBegun(db: Pick<Database, "read">, account: AccountId): Promise<Begun> {
  const [row] = await db.read<Row>({
    name: "read begun",
    text: `
      select exists (select 1 from api_keys where account_id = $1 and revoked_at is null) as has_key,
        exists (select 1 from checkout_sessions where account_id = $1) as has_session,
        exists (select 1 from webhook_deliveries where account_id = $1 and state = 'SUCCEEDED') as has_delivery,
        exists (select 1 from api_requests where account_id = $1 and status = 200 and path like '/events?%after=%') as follows_feed`,
    values: [account],
  });
  if (row === undefined) throw new Error("no answer to how far an account has come");
  return {
    hasKey: row.has_key,
    hasSession: row.has_session,
    hasDelivery: row.has_delivery,
    followsFeed: row.follows_feed,
  };
}
