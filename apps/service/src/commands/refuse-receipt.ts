import type { EscrowId, PaymentId } from "../domain/ids.js";
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { refuseClaim } from "../store/write/rails.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

/**
 * The money that a buyer says was paid is not there. The buyer reads the reason and may say so again; money that comes is booked all
 * the same. Stale where nothing is claimed any more.
 */
export const refuseReceipt = (
  db: Queryable,
  by: OnAccount,
  { escrow, payment }: { readonly escrow: EscrowId; readonly payment: PaymentId },
): Promise<Acted> =>
  notOwn(by, async () => {
    const { found, done } = await refuseClaim(db, { ...by, action: "refuse_receipt", escrow }, payment);
    if (!found) return refused("not_found");
    return done ? ok(null) : refused("stale");
  });
