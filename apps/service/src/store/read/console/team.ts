/** What a team has agreed on about money. */
import type { AccountId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import { toCents } from "../../rows.js";

/** What one member refunds alone in a day; null for any sum. */
export async function findRefundAlone(db: Queryable, account: AccountId): Promise<Cents | null> {
  const [row] = await db.query<{ max: string | null }>({
    name: "find refund limit",
    text: "select refund_alone_max as max from accounts where id = $1",
    values: [account],
  });
  return row === undefined || row.max === null ? null : toCents(row.max);
}
