import { decideAcceptOffer } from "../domain/decisions/negotiate.js";
import type { Executor } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** Settles the escrow at once. @param number of the offer, which the other side made. */
export const acceptOffer = (executor: Executor, side: Side, number: number): Promise<Outcome<"escrow">> =>
  changeOffer(executor, side, ({ escrow, dispute }, context) =>
    decideAcceptOffer(escrow, dispute, { party: side.party, number, context }),
  );
