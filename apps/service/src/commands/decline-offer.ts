import { decideDeclineOffer } from "../domain/decisions/negotiate.js";
import type { Door } from "./execute.js";
import { asBuyer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** @param number of the offer, which the other side made. */
export const declineOffer = (
  door: Door,
  { account, escrow: id, party, buyer }: Side,
  number: number,
): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow, dispute }) => decideDeclineOffer(escrow, dispute, { party, number })),
  });
