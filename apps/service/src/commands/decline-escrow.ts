import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import type { Door } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The buyer gives up an order that is not paid in full: what was paid goes back. */
export const declineEscrow = (door: Door, { account, escrow: id, buyer }: OfBuyer): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow }, context) => decideEndEscrow(escrow, "decline", context)),
  });
