import type { DestinationProblems, TypedDestination } from "../domain/destinations.js";
import type { EscrowId } from "../domain/ids.js";
import { ok, type Result, refused } from "../domain/result.js";
import { readPayee } from "../phones/payee.js";
import type { Queryable } from "../platform/database.js";
import { setPayee as write } from "../store/write/rail-orders.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/**
 * Names the account that a refund goes to, so that it can leave by a file. The operator who approves the batch checks it. If a field is wrong, the
 * answer says which and why, and nothing is kept.
 */
export async function setPayee(
  db: Queryable,
  by: OnAccount,
  {
    escrow,
    reference,
    typed,
  }: { readonly escrow: EscrowId; readonly reference: string; readonly typed: TypedDestination },
): Promise<Result<Acted, DestinationProblems>> {
  const read = readPayee(typed);
  if (!read.ok) return read;
  return ok(
    await notOwn(by, async () => {
      const { found, done } = await write(db, { ...by, action: "set_payee", escrow }, { reference, payee: read.value });
      if (!found) return refused("not_found");
      return done ? ok(null) : refused("stale");
    }),
  );
}
