import { decideMakeOffer } from "../domain/decisions/negotiate.js";
import type { Split } from "../domain/decisions/resolve-dispute.js";
import type { Executor } from "./execute.js";
import { changeOffer, type Side } from "./parties.js";
import type { Outcome } from "./unit.js";

/** A side offers to split all that is left. @param offer.text why; may be empty. */
export const makeOffer = (
  executor: Executor,
  side: Side,
  { split, text }: { readonly split: Split; readonly text: string },
): Promise<Outcome<"escrow">> =>
  changeOffer(executor, side, ({ escrow, dispute }) =>
    decideMakeOffer(escrow, dispute, { party: side.party, split, text }),
  );
