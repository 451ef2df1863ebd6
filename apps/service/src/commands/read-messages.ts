import type { AccountId, EscrowId } from "../domain/ids.js";
import type { MessageSide } from "../domain/messages.js";
import type { Queryable } from "../platform/database.js";
import type { OrderMessage } from "../store/read/orders/messages.js";
import { markMessagesRead } from "../store/write/messages.js";

/** What was shown to somebody who had not seen it; without anything new nothing is written. */
export async function readMessages(
  db: Queryable,
  order: { readonly account: AccountId; readonly escrow: EscrowId },
  { reader, shown }: { readonly reader: MessageSide; readonly shown: readonly OrderMessage[] },
): Promise<void> {
  const last = shown.findLast(({ isUnread }) => isUnread);
  if (last !== undefined) await markMessagesRead(db, order, { reader, through: last.number });
}
