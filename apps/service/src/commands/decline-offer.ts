import { decideDeclineOffer } from "../domain/decisions/negotiate.js";
import type { Executor } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** @param number of the offer, which the other side made. */
export const declineOffer = (executor: Executor, side: Side, number: number): Promise<Outcome<"escrow">> =>
  changeOffer(executor, side, ({ escrow, dispute }) =>
    decideDeclineOffer(escrow, dispute, { party: side.party, number }),
  );
