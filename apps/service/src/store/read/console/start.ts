/** How far a new account has come: what it really did, not what it clicked. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { CurrentReads } from "../../../platform/database.js";
import { HAS_SESSION } from "./attention.js";

export type Begun = {
  readonly hasKey: boolean;
  readonly hasSession: boolean;
  /** The first order that a buyer has paid; null while there is none. */
  readonly firstPaid: { readonly id: EscrowId; readonly isDelivered: boolean } | null;
  /** An endpoint has answered with 2xx. */
  readonly hasDelivery: boolean;
  /** Somebody with a key follows the feed, as `holdfast listen` does. */
  readonly followsFeed: boolean;
};

type Row = {
  readonly has_key: boolean;
  readonly has_session: boolean;
  readonly first_paid: string | null;
  readonly is_delivered: boolean | null;
  readonly has_delivery: boolean;
  readonly follows_feed: boolean;
};

// Parts of statements about account `$1`. The log of requests holds ten thousand of an account at most. Sessions and deliveries are
// looked for in the order of an index: asked whether any exists, the server would read the table from its beginning.
export const HAS_KEY = "exists (select 1 from api_keys where account_id = $1 and revoked_at is null)";
export const HAS_DELIVERY = `
  (select true from webhook_deliveries where account_id = $1 and state = 'SUCCEEDED' order by endpoint_id, closed_at limit 1) is not null`;
export const FOLLOWS_FEED =
  "exists (select 1 from api_requests where account_id = $1 and status = 200 and path like '/events?%after=%')";

export async function readBegun(db: CurrentReads, account: AccountId): Promise<Begun> {
  const [row] = await db.read<Row>({
    name: "read begun",
    text: `
      select first.id as first_paid, first.is_delivered,
        ${HAS_KEY} as has_key,
        ${HAS_SESSION} as has_session,
        ${HAS_DELIVERY} as has_delivery,
        ${FOLLOWS_FEED} as follows_feed
      from (select) as one left join
        (select id, first_submitted_at is not null as is_delivered from escrows where account_id = $1 and funded_at is not null order by id limit 1) as first on true`,
    values: [account],
  });
  if (row === undefined) throw new Error("no answer to how far an account has come");
  return {
    hasKey: row.has_key,
    hasSession: row.has_session,
    firstPaid:
      row.first_paid === null ? null : { id: row.first_paid as EscrowId, isDelivered: row.is_delivered === true },
    hasDelivery: row.has_delivery,
    followsFeed: row.follows_feed,
  };
}
