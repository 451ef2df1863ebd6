import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type ParkedCall, reopenCall } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/** Has a parked call to a provider made again. Stale when it is not parked any more. */
export function retryCall(db: Queryable, by: OnAccount, call: ParkedCall): Promise<Acted> {
  return notOwn(by, async () => {
    const { found, done } = await reopenCall(db, { ...by, action: "retry_call", escrow: call.escrow }, call);
    return done ? ok(null) : refused(found ? "stale" : "not_found");
  });
}
