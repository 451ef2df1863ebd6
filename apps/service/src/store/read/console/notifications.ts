/** What has happened to an account's orders that its members want to hear of, from its events; and which of it a member has read. */

import type { EventType } from "@holdfast/contract";
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import type { CurrentReads } from "../../../platform/database.js";
import { NOW } from "../clock.js";

/** Types of events that become notifications: what buyers, banks and deadlines do. */
const NOTIFIED = [
  "escrow.created",
  "escrow.partially_funded",
  "escrow.funded",
  "escrow.milestone.revision_requested",
  "escrow.milestone.approved",
  "escrow.disputed",
  "escrow.cancelled",
  "escrow.expired",
] as const satisfies readonly EventType[];
export type Notified = (typeof NOTIFIED)[number];

/** The newest so many are kept in sight, for so many days. */
export const NOTIFICATIONS_MAX = 100;
export const NOTIFICATION_DAYS = 30;

// In the text, as the bound is: of values that it doesn't know the server expects too many rows, and would plan each time anew.
const KINDS = NOTIFIED.map((type) => `('${type}')`).join(", ");

// Of an account $1 for its member $2. Each type walks the newest of its own, in events_type; what was
// there before the member came is no news to them.
const latest = (bound = "") => `
  select e.number, e.type, e.created, e.escrow_id,
    e.number <= coalesce(r.read_through, 0) or e.number = any(coalesce(r.read_numbers, '{}')) as read
  from team_members m
  left join notification_reads r on r.account_id = m.account_id and r.seller_id = m.seller_id
  cross join lateral (
    select newest.number from (values ${KINDS}) as kinds (type) cross join lateral (
      select n.number from events n
      where n.account_id = $1 and n.type = kinds.type ${bound} order by n.number desc limit ${NOTIFICATIONS_MAX}
    ) newest
    order by newest.number desc limit ${NOTIFICATIONS_MAX}
  ) latest
  join events e on e.account_id = m.account_id and e.number = latest.number
  where m.account_id = $1 and m.seller_id = $2 and e.created >= greatest(m.created, (select ${NOW}) - ${NOTIFICATION_DAYS * 86_400})`;

/** How many of them the member has not read, as part of a statement. What was read in one go is not walked. */
export const UNREAD = `(select count(*)::int from (${latest("and n.number > coalesce(r.read_through, 0)")}) n where not n.read)`;

export type Notification = {
  /** Of its event. */
  readonly number: string;
  readonly type: Notified;
  readonly created: number;
  readonly escrow: EscrowId;
  readonly title: string;
  readonly isRead: boolean;
};

type Row = Omit<Notification, "created"> & { readonly created: string };

/** Newest first, NOTIFICATIONS_MAX at most. */
export async function listNotifications(
  db: CurrentReads,
  { account, seller }: { readonly account: AccountId; readonly seller: string },
): Promise<readonly Notification[]> {
  const rows = await db.read<Row>({
    name: "list notifications",
    text: `
      select n.number, n.type, n.created, n.escrow_id as escrow, o.title, n.read as "isRead"
      from (${latest()}) n join escrows o on o.account_id = $1 and o.id = n.escrow_id
      order by n.number desc`,
    values: [account, seller],
  });
  return rows.map((row) => ({ ...row, created: Number(row.created) }));
}
