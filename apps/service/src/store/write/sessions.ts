/** New sessions, any number in one statement. The statement is its own transaction. */

import type { SessionId } from "../../domain/ids.js";
import type { Session } from "../../domain/model.js";
import type { Queryable } from "../../platform/database.js";
import { bulkInsert, type Columns, JSON_TEXT, overRows } from "../bulk.js";
import { hasMark } from "../statement-marks.js";

/** What a repeat of the request will be answered with (decisions, "Idempotency"). */
type Idempotency = { readonly key: string; readonly requestHash: Buffer; readonly response: string };
export type NewSession = { readonly session: Session; readonly idempotency: Idempotency | null };

const COLUMNS: Columns<NewSession> = {
  account_id: ["bigint", ({ session }) => session.account],
  id: ["uuid", ({ session }) => session.id],
  status: ["text", ({ session }) => session.status],
  amount: ["bigint", ({ session }) => session.amount],
  fees: ["bigint", ({ session }) => session.fees],
  external_reference: ["text", ({ session }) => session.externalReference],
  content: [JSON_TEXT, ({ session }) => session.content],
  review_window_seconds: ["integer", ({ session }) => session.reviewWindowSeconds],
  delivery_deadline_seconds: ["integer", ({ session }) => session.deliveryDeadlineSeconds],
  idempotency_key: ["text", ({ idempotency }) => idempotency?.key ?? null],
  request_hash: ["bytea", ({ idempotency }) => idempotency?.requestHash ?? null],
  response: [JSON_TEXT, ({ idempotency }) => idempotency?.response ?? null],
  expires_at: ["bigint", ({ session }) => session.expiresAt],
  created: ["bigint", ({ session }) => session.created],
};

const ONCE_A_KEY =
  "on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing returning id";

const insertSessions = bulkInsert<NewSession>("checkout_sessions", COLUMNS, ONCE_A_KEY);

/**
 * Inserts the sessions whose idempotency key is new and returns their ids. A key that another transaction is just
 * inserting is waited for, so that the second request finds the first one's answer. Keys are inserted in their order,
 * so that two batches with the same keys don't wait for each other in a circle.
 */
export async function insertNewSessions(
  db: Queryable,
  sessions: readonly NewSession[],
): Promise<ReadonlySet<SessionId>> {
  const rows = await db.query<{ id: SessionId }>(insertSessions(sessions.toSorted(byKey)));
  return new Set(rows.map((row) => row.id));
}

/** A session that waits for the check of its key, which tells the mark, on the same connection. */
export type Offered = { readonly mark: string; readonly created: NewSession };

const insertOffered = overRows<Offered>(
  "insert offered checkout_sessions",
  {
    mark: ["text", ({ mark }) => mark],
    ...Object.fromEntries(
      Object.entries(COLUMNS).map(([column, [type, value]]) => [
        column,
        [type, ({ created }: Offered) => value(created)],
      ]),
    ),
  },
  ({ names, rows }) => {
    const columns = Object.keys(COLUMNS).join(", ");
    return `insert into checkout_sessions (${columns}) select ${columns} from ${rows(...names)} where ${hasMark("given.mark")} ${ONCE_A_KEY}`;
  },
);

/** Inserts the session if its mark was told and its idempotency key is new. Whether it did. */
export async function insertOfferedSession(db: Queryable, offered: Offered): Promise<boolean> {
  return (await db.query(insertOffered([offered]))).length === 1;
}

function byKey(a: NewSession, b: NewSession): number {
  const [left, right] = [a, b].map(({ session, idempotency }) => `${session.account} ${idempotency?.key ?? ""}`);
  return (left ?? "") < (right ?? "") ? -1 : 1;
}
