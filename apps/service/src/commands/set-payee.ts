import type { EscrowId } from "../domain/ids.js";
import type { Payee } from "../domain/payouts.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { setPayee as write } from "../store/write/rail-orders.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/** Names the account that a refund goes to, so that it can leave by a file. Whoever approves the batch looks at it. */
export const setPayee = (
  db: Queryable,
  by: OnAccount,
  { escrow, ...given }: { readonly escrow: EscrowId; readonly reference: string; readonly payee: Payee },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { found, done } = await write(db, { ...by, action: "set_payee", escrow }, given);
    if (!found) return refused("not_found");
    return done ? ok(null) : refused("stale");
  });
