import type { EventType } from "@holdfast/contract";
import type { AccountId, EventId } from "../../../domain/ids.js";
import type { Database, Queryable } from "../../../platform/database.js";
import { type Page, type PageRequest, pageOf } from "../page.js";

export type WholeEvent = EventRow & { readonly type: string; readonly created: string };

export async function findEvent(db: Queryable, account: AccountId, id: EventId): Promise<WholeEvent | null> {
  const rows = await db.query<WholeEvent>({
    name: "find event",
    text: "select id, number, body, type, created from events where account_id = $1 and id = $2",
    values: [account, id],
  });
  return rows[0] ?? null;
}

export type EventLine = Omit<WholeEvent, "body" | "number"> & { readonly position: string };

/** Events without their bodies. */
export function listEventLines(
  db: Pick<Database, "read">,
  account: AccountId,
  { type, page }: { readonly type: EventType | null; readonly page: PageRequest },
): Promise<Page<EventLine>> {
  return pageOf<EventLine>(db, {
    name: "list event lines",
    select: "id, number as position, type, created",
    from: "events",
    key: "number",
    keyType: "bigint",
    filters: [{ sql: "account_id = $", value: account }, ...(type === null ? [] : [{ sql: "type = $", value: type }])],
    page,
  });
}

export type EventRow = { readonly id: EventId; readonly number: string; readonly body: string };

/** The event's number in its account's feed; null when the account has no such event. */
export async function findEventNumber(db: Queryable, account: AccountId, id: EventId): Promise<string | null> {
  const rows = await db.query<{ number: string }>({
    name: "find event number",
    text: "select number from events where account_id = $1 and id = $2",
    values: [account, id],
  });
  return rows[0]?.number ?? null;
}

export function listEvents(
  db: Pick<Database, "read">,
  account: AccountId,
  { page, ...filter }: { type: EventType | null; page: PageRequest },
): Promise<Page<EventRow>> {
  return pageOf<EventRow>(db, {
    name: "list events",
    select: "id, number, body",
    from: "events",
    key: "number",
    keyType: "bigint",
    filters: [
      { sql: "account_id = $", value: account },
      ...(filter.type === null ? [] : [{ sql: "type = $", value: filter.type }]),
    ],
    page,
  });
}
