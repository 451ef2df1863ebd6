import { type FeeSchedule, feesFor } from "../fees.js";
import type { Decision, Session, Terms } from "../model.js";

/** An order as the merchant described it, read and checked. */
export type Order = Omit<Session, keyof Terms | "fees" | "status" | "escrow" | "completedAt">;

/** Offers an order: the fees and the terms that hold now are the session's for ever (decisions, "Fees", "Clocks"). */
export function decideCreateSession(
  order: Order,
  schedule: FeeSchedule,
  terms: Terms,
): Decision & { session: Session } {
  const session: Session = {
    ...order,
    ...terms,
    fees: feesFor(order.amount, schedule),
    status: "OPEN",
    escrow: null,
    completedAt: null,
  };
  return { ok: true, session };
}
