import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { markRead, markReadThrough } from "../store/write/notifications.js";

/** What a member has read: one notification, or all up to one, by the numbers of their events. */
export type ReadNotifications = { readonly one: string } | { readonly through: string };

export const readNotifications = (
  db: Queryable,
  member: { readonly account: AccountId; readonly seller: string },
  read: ReadNotifications,
): Promise<void> => ("one" in read ? markRead(db, member, read.one) : markReadThrough(db, member, read.through));
