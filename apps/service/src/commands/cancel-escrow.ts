import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The merchant ends the escrow, and all that it holds goes back. */
export const cancelEscrow = (door: Door, { account, escrow: id }: OfEscrow): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideEndEscrow(escrow, "cancel", context),
  });
