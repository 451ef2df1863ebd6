import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The merchant ends the escrow, and all that it holds goes back. */
export const cancelEscrow = (executor: Executor, { account, escrow: id }: OfEscrow): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideEndEscrow(escrow, "cancel", context),
  });
