import { decideDeclineOffer } from "../domain/decisions/negotiate.js";
import type { Door } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** @param number of the offer, which the other side made. */
export const declineOffer = (door: Door, side: Side, number: number): Promise<Outcome<"escrow">> =>
  changeOffer(door, side, ({ escrow, dispute }) => decideDeclineOffer(escrow, dispute, { party: side.party, number }));
