/** Which pages may show a seller's checkout inside of them. */
import type { Queryable } from "../../platform/database.js";

/** Empty for a seller that allows none, and for a code that is nobody's. */
export async function findFrameOrigins(db: Queryable, sellerCode: string): Promise<readonly string[]> {
  const [row] = await db.query<{ frame_origins: readonly string[] }>({
    name: "find frame origins",
    text: "select frame_origins from accounts where seller_code = $1",
    values: [sellerCode],
  });
  return row?.frame_origins ?? [];
}
