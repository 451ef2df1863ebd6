import type { AccountId, SessionId } from "../../domain/ids.js";
import type { Session } from "../../domain/model.js";
import type { Queryable } from "../../platform/database.js";
import { SESSION_COLUMNS, type SessionRow, toNumber } from "../rows.js";
import { type Page, type PageRequest, pageOf } from "./page.js";

/** What answers show of a session: its stored text as it is, not read into fields, and what its life changes. */
export type StoredSession = Pick<
  Session,
  "id" | "status" | "content" | "escrow" | "expiresAt" | "completedAt" | "created"
>;

const fromRow = (row: SessionRow): StoredSession => ({
  id: row.id,
  status: row.status,
  content: row.content,
  escrow: row.escrow_id,
  expiresAt: Number(row.expires_at),
  completedAt: toNumber(row.completed_at),
  created: Number(row.created),
});

export async function findSession(db: Queryable, account: AccountId, id: SessionId): Promise<StoredSession | null> {
  const rows = await db.query<SessionRow>({
    name: "find session",
    text: `select ${SESSION_COLUMNS} from checkout_sessions where account_id = $1 and id = $2`,
    values: [account, id],
  });
  return rows[0] === undefined ? null : fromRow(rows[0]);
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
export async function listSessions(
  db: Queryable,
  account: AccountId,
  filter: { externalReference: string | null },
  page: PageRequest,
): Promise<Page<StoredSession>> {
  const found = await pageOf<SessionRow>(db, {
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
  return { ...found, rows: found.rows.map(fromRow) };
}
