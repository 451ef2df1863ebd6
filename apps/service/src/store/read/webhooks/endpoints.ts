/** Webhook endpoints, and what was sent to them lately. Deleted endpoints are left out. */
import { LIMITS } from "@holdfast/contract";
import type { AccountId, EndpointId, EventId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";

export type EndpointRow = {
  readonly account_id: AccountId;
  readonly id: EndpointId;
  readonly url: string;
  /** Null takes every type. */
  readonly event_types: readonly string[] | null;
  readonly status: "ENABLED" | "DISABLED" | "DELETED";
  readonly consecutive_failures: number;
  /** The one that signs, sealed; empty once it is deleted. */
  readonly secret: Buffer;
  /** Unix seconds. */
  readonly created: string;
};

/** What names an endpoint: its account and its id. */
export type EndpointKey = Pick<EndpointRow, "account_id" | "id">;

export const ENDPOINT_COLUMNS = "account_id, id, url, event_types, status, consecutive_failures, secret, created";

export async function hasAccount(db: Queryable, account: AccountId): Promise<boolean> {
  const rows = await db.query({ name: "has account", text: "select 1 from accounts where id = $1", values: [account] });
  return rows.length === 1;
}

/** Null when the account has no such endpoint, or none any more. */
export async function findEndpoint(db: Queryable, { account_id, id }: EndpointKey): Promise<EndpointRow | null> {
  const rows = await db.query<EndpointRow>({
    name: "find endpoint",
    text: `
      select ${ENDPOINT_COLUMNS} from webhook_endpoints where account_id = $1 and id = $2 and status <> 'DELETED'`,
    values: [account_id, id],
  });
  return rows[0] ?? null;
}

/** For the command line, which names an endpoint without its account: whose it is; null when there is none of that id. */
export async function ownerOfEndpoint(db: Queryable, id: EndpointId): Promise<AccountId | null> {
  const rows = await db.query<{ account_id: AccountId }>({
    name: "owner of endpoint",
    text: "select account_id from webhook_endpoints where id = $1 and status <> 'DELETED'",
    values: [id],
  });
  return rows[0]?.account_id ?? null;
}

/** The same for a delivery, open or closed. */
export async function ownerOfDelivery(db: Queryable, delivery: number): Promise<AccountId | null> {
  const rows = await db.query<{ account_id: AccountId }>({
    name: "owner of delivery",
    text: `
      select account_id from webhook_deliveries where id = $1
      union all select account_id from webhook_queue where id = $1 limit 1`,
    values: [delivery],
  });
  return rows[0]?.account_id ?? null;
}

/** The account's endpoints, oldest first. */
export function listEndpoints(db: Queryable, account: AccountId): Promise<readonly EndpointRow[]> {
  return db.query<EndpointRow>({
    name: "list endpoints",
    text: `
      select ${ENDPOINT_COLUMNS} from webhook_endpoints where account_id = $1 and status <> 'DELETED' order by created, id`,
    values: [account],
  });
}

export type AttemptRow = {
  /** The number that the receiver saw; all digits. */
  readonly delivery: string;
  readonly event: EventId;
  readonly type: string;
  /** 1 to 9. */
  readonly attempt: number;
  /** What the delivery was after it. */
  readonly state: "PENDING" | "SUCCEEDED" | "FAILED";
  /** Null when no answer came; then `error` says why. */
  readonly status_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  /** When it began, Unix seconds. */
  readonly created: string;
};

/** The last 50 attempts of the endpoint, newest first ("Delivery guarantees", 6). */
export function listAttempts(db: Queryable, { account_id, id }: EndpointKey): Promise<readonly AttemptRow[]> {
  return db.query<AttemptRow>({
    name: "list attempts",
    text: `
      select a.delivery_id as delivery, e.id as event, e.type, a.attempt, a.state, a.status_code, a.error, a.duration_ms, a.created
      from webhook_attempts a join events e on e.account_id = a.account_id and e.number = a.event_number
      where a.account_id = $1 and a.endpoint_id = $2
      order by a.number desc limit $3`,
    values: [account_id, id, LIMITS.webhookAttemptsShown],
  });
}
