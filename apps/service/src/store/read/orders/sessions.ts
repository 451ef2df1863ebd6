import type { AccountId, SessionId } from "../../../domain/ids.js";
import type { Session } from "../../../domain/model.js";
import type { CurrentReads, Database, Queryable } from "../../../platform/database.js";
import { lookUp } from "../../bulk.js";
import { type SessionRow, toNumber } from "../../rows.js";
import { type Page, type PageRequest, pageOf } from "../page.js";

/** What answers show of a session: its stored text as it is, not read into fields, and what its life changes. */
export type StoredSession = Pick<
  Session,
  "id" | "status" | "content" | "escrow" | "expiresAt" | "completedAt" | "created"
>;

type Row = Pick<SessionRow, "id" | "status" | "content" | "escrow_id" | "expires_at" | "completed_at" | "created">;
const COLUMNS = "s.id, s.status, s.content, s.escrow_id, s.expires_at, s.completed_at, s.created";

const fromRow = (row: Row): StoredSession => ({
  id: row.id,
  status: row.status,
  content: row.content,
  escrow: row.escrow_id,
  expiresAt: Number(row.expires_at),
  completedAt: toNumber(row.completed_at),
  created: Number(row.created),
});

const FIND_SESSION = lookUp(
  "find session",
  { account_id: "bigint", id: "uuid" },
  (given) => `
    select given.ordinal, ${COLUMNS}
    from ${given} join checkout_sessions s on s.account_id = given.account_id and s.id = given.id`,
);

export async function findSession(
  db: Pick<Database, "lookUp">,
  account: AccountId,
  id: SessionId,
): Promise<StoredSession | null> {
  const [row] = await db.lookUp<Row>(FIND_SESSION, [account, id]);
  return row === undefined ? null : fromRow(row);
}

/** What is left of the request that came first under a key: its answer or, of a session that was forgotten, which one that was. */
export type Earlier = { readonly requestHash: Buffer } & (
  | { readonly kind: "stored"; readonly response: string }
  | { readonly kind: "forgotten"; readonly session: SessionId; readonly created: number }
);

/** Null for a key that is free. */
export async function findEarlier(db: Queryable, account: AccountId, key: string): Promise<Earlier | null> {
  type Found = { request_hash: Buffer; response: string | null; session_id: SessionId; created: string };
  const [row] = await db.query<Found>({
    name: "find earlier request",
    text: `
      select request_hash, response, id as session_id, created from checkout_sessions
      where account_id = $1 and idempotency_key = $2
      union all
      select request_hash, null, session_id, created from forgotten_keys
      where account_id = $1 and key_hash = hash_of_key($1, $2)`,
    values: [account, key],
  });
  if (row === undefined) return null;
  const { request_hash: requestHash, response, session_id: session, created } = row;
  return response === null
    ? { kind: "forgotten", requestHash, session, created: Number(created) }
    : { kind: "stored", requestHash, response };
}

/** Newest first; ids are ordered by time, so the primary key is the order. */
export async function listSessions(
  db: CurrentReads,
  account: AccountId,
  { page, ...filter }: { externalReference: string | null; page: PageRequest },
): Promise<Page<StoredSession>> {
  const found = await pageOf<Row>(db, {
    name: "list sessions",
    select: COLUMNS,
    from: "checkout_sessions s",
    key: "s.id",
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
