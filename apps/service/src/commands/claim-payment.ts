import type { NewEvidence } from "../domain/evidence.js";
import type { PaymentId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { writeClaim } from "../store/write/rail-claims.js";
import type { OfEscrow } from "./parties.js";

/**
 * The buyer says that a payment by a rail of the operator's own was made. Nothing is believed: an operator looks for the money sooner.
 * @param files of the types and sizes that the form takes. `full`: the order has as many as it may, and nothing was kept.
 */
export const claimPayment = (
  db: Queryable,
  { account, escrow, payment }: OfEscrow & { readonly payment: PaymentId },
  files: readonly NewEvidence[],
): Promise<"claimed" | "full" | "over"> => writeClaim(db, { account, escrow, payment }, files);
