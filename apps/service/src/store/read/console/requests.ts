/** The log of the API's requests, as sellers look through it: an account's newest ten thousand (commands/request-log.ts). */
import type { AccountId } from "../../../domain/ids.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { type DayRange, daysFilter, type Filter, type List, listOf } from "../page.js";

export type RequestRow = {
  /** The UUID behind `req_…`. */
  readonly id: string;
  readonly position: string;
  readonly method: string;
  /** Below the API's root. */
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly key_lookup: string;
  readonly duration_ms: number;
  readonly is_replay: boolean;
  /** Unix seconds of the service's clock. */
  readonly created: string;
};

export type RequestFilter = DayRange & {
  /** 2, 4 or 5. */
  readonly statusClass: number | null;
  readonly method: string | null;
  readonly keyLookup: string | null;
  /** How the path begins. */
  readonly path: string | null;
};

const COLUMNS = "id, id as position, method, path, status, error_code, key_lookup, duration_ms, is_replay, created";

// Walks the account's part of the primary key, of which there is never much more than ten thousand entries.
export function listRequests(
  db: Reads,
  account: AccountId,
  { statusClass, method, keyLookup, path, ...days }: RequestFilter,
): List<RequestRow> {
  const wanted: readonly Filter[] = [
    { sql: "status / 100 = $", value: statusClass },
    { sql: "method = $", value: method },
    { sql: "key_lookup = $", value: keyLookup },
    { sql: "path ^@ $", value: path, mark: "path" },
  ];
  return listOf<RequestRow, RequestRow>(
    db,
    {
      name: "list requests",
      select: COLUMNS,
      from: "api_requests",
      key: "id",
      keyType: "uuid",
      filters: [
        { sql: "account_id = $", value: account },
        ...wanted.filter(({ value }) => value !== null),
        ...daysFilter("created", days),
      ],
    },
    (row) => row,
  );
}

export type WholeRequest = RequestRow & {
  readonly idempotency_key: string | null;
  readonly object_id: string | null;
  readonly address: string;
  readonly user_agent: string;
  /** What was sent, of a refused request of the last days; its first 16 KiB. */
  readonly body: string | null;
  /** The error envelope of a refused request. */
  readonly answer: string | null;
};

export async function findRequest(db: Queryable, account: AccountId, id: string): Promise<WholeRequest | null> {
  const rows = await db.query<WholeRequest>({
    name: "find request",
    text: `
      select ${COLUMNS}, idempotency_key, object_id, address, user_agent, body, answer
      from api_requests where account_id = $1 and id = $2`,
    values: [account, id],
  });
  return rows[0] ?? null;
}
