import { decideWithdrawOffer } from "../domain/decisions/negotiate.js";
import type { Door } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** @param number of the offer, which the same side made. */
export const withdrawOffer = (door: Door, side: Side, number: number): Promise<Outcome<"escrow">> =>
  changeOffer(door, side, ({ escrow, dispute }) => decideWithdrawOffer(escrow, dispute, { party: side.party, number }));
