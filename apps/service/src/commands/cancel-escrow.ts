import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import { heldOf } from "../domain/escrow.js";
import { refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/**
 * The merchant ends the escrow, and all that it holds goes back.
 * @param given.refund what the seller was told goes back: `invalid_state` when that is no longer true. Null for whatever
 * is held.
 */
export const cancelEscrow = (
  door: Door,
  { account, escrow: id, refund }: OfEscrow & { readonly refund: Cents | null },
): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) =>
      refund === null || heldOf(escrow) === refund
        ? decideEndEscrow(escrow, "cancel", context)
        : refuse("invalid_state"),
  });
