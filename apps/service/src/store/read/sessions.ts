import type { AccountId, SessionId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { SESSION_COLUMNS, type SessionRow } from "../rows.js";
import { pageOf, type Page, type PageRequest } from "./page.js";

export async function findSession(db: Queryable, account: AccountId, id: SessionId): Promise<SessionRow | null> {
  const rows = await db.query<SessionRow>({
    name: "find session",
    text: `select ${SESSION_COLUMNS} from checkout_sessions where account_id = $1 and id = $2`,
    values: [account, id],
  });
  return rows[0] ?? null;
}

/** The stored answer to an earlier request with this key, and the hash of its body. */
export async function findReplay(
  db: Queryable,
  account: AccountId,
  key: string,
): Promise<{ request_hash: Buffer; response: string } | null> {
  const rows = await db.query<{ request_hash: Buffer; response: string }>({
    name: "find replay",
    text: "select request_hash, response from checkout_sessions where account_id = $1 and idempotency_key = $2",
    values: [account, key],
  });
  return rows[0] ?? null;
}

/** Newest first; ids are ordered by time, so the primary key is the order. */
export function listSessions(
  db: Queryable,
  account: AccountId,
  filter: { externalReference: string | null },
  page: PageRequest,
): Promise<Page<SessionRow>> {
  return pageOf<SessionRow>(db, {
    name: "list sessions",
    select: SESSION_COLUMNS,
    from: "checkout_sessions",
    key: "id",
    keyType: "uuid",
    filters: [
      { sql: "account_id = $", value: account },
      ...(filter.externalReference === null
        ? []
        : [{ sql: "external_reference <> '' and external_reference = $", value: filter.externalReference }]),
    ],
    page,
  });
}
