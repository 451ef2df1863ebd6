import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { findDue } from "../store/read/due.js";
import type { Door } from "./execute.js";

const BATCH = 500;

/**
 * Writes what time has done, of one account or of all, until nothing is due: a unit that decides nothing is enough, for
 * the door applies time to whatever it loads. Returns how many subjects it touched.
 */
export async function settleDue(db: Queryable, door: Door, account: AccountId | null): Promise<number> {
  let settled = 0;
  for (;;) {
    const due = await findDue(db, account, BATCH);
    await Promise.all(
      due.map(({ account: owner, ...subject }) =>
        door.change({ account: owner, subject, decide: () => ({ ok: true }) }),
      ),
    );
    settled += due.length;
    if (due.length < BATCH) return settled;
  }
}
