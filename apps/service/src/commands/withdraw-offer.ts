import { decideWithdrawOffer } from "../domain/decisions/negotiate.js";
import type { Executor } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** @param number of the offer, which the same side made. */
export const withdrawOffer = (executor: Executor, side: Side, number: number): Promise<Outcome<"escrow">> =>
  changeOffer(executor, side, ({ escrow, dispute }) =>
    decideWithdrawOffer(escrow, dispute, { party: side.party, number }),
  );
