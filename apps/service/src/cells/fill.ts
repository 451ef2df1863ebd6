/** A deployment that becomes one cell of several brings its accounts and keys along. */
import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { enterKnown, readAccountsAfter } from "../store/directory/cells.js";
import type { Directory } from "./directory.js";

const AT_ONCE = 500;

/** Enters what the directory does not know yet; it may be run again, and while the cell serves. */
export async function fillDirectory(
  db: Queryable,
  { cell, open }: Directory,
): Promise<{ readonly accounts: number; readonly keys: number }> {
  const directory = await open();
  let entered = { accounts: 0, keys: 0 };
  let after = "0" as AccountId;
  for (;;) {
    const known = await readAccountsAfter(db, after, AT_ONCE);
    const last = known.at(-1);
    if (last === undefined) return entered;
    const more = await enterKnown(directory, cell, known);
    entered = { accounts: entered.accounts + more.accounts, keys: entered.keys + more.keys };
    after = last.account;
  }
}
