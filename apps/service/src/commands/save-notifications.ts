import type { AccountId } from "../domain/ids.js";
import { NOTIFICATION_KINDS, type NotificationKind } from "../domain/notifications.js";
import type { Queryable } from "../platform/database.js";
import { upsertNotificationSettings } from "../store/write/settings.js";

/** Which mails a member gets. @param wanted every other kind is switched off. */
export const saveNotifications = (
  db: Queryable,
  member: { readonly account: AccountId; readonly seller: string },
  wanted: ReadonlySet<NotificationKind>,
): Promise<void> =>
  upsertNotificationSettings(
    db,
    member,
    NOTIFICATION_KINDS.map((kind) => ({ kind, enabled: wanted.has(kind) })),
  );
