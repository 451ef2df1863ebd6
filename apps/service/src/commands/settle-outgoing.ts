import type { EscrowId } from "../domain/ids.js";
import { needsSecond } from "../domain/operators.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { type SettledOutgoing, settleOutgoing as write } from "../store/write/rails.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/** What became of a refund that is sent by hand: sent, or it can't be, or it came back. Stale where it is otherwise by now. */
export const settleOutgoing = (
  db: Queryable,
  by: OnAccount,
  { escrow, ...given }: SettledOutgoing & { readonly escrow: EscrowId },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { outcome, worth, secondFrom } = given;
    if (outcome.status === "PAID" && needsSecond(by.operator, worth, secondFrom)) return refused("second_needed");
    const { found, done } = await write(db, { ...by, action: "settle_outgoing", escrow }, given);
    if (!found) return refused("not_found");
    return done ? ok(null) : refused("stale");
  });
