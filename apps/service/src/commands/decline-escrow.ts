import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import type { Executor } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The buyer gives up an order that is not paid in full: what was paid goes back. */
export const declineEscrow = (
  executor: Executor,
  { account, escrow: id, buyer }: OfBuyer,
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow }, context) => decideEndEscrow(escrow, "decline", context)),
  });
