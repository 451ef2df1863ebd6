/** Which clocks of an order run, and until when: Unix seconds, null for one that does not. */
import type { Escrow } from "../../domain/model.js";
import { isIn, UNFUNDED } from "../../domain/states.js";

export const isUnfunded = (escrow: Pick<Escrow, "status">): boolean => isIn(UNFUNDED, escrow.status);

/** Until when the buyer has to pay, while that clock runs. */
export const payBy = (escrow: Escrow): number | null => (isUnfunded(escrow) ? escrow.fundingDeadline : null);

/** Until when something has to be delivered, where the merchant has switched that clock on and it runs. */
export const deliverBy = (escrow: Escrow): number | null =>
  escrow.status === "IN_ESCROW" && escrow.deliveryDeadlineSeconds !== null && escrow.fundedAt !== null
    ? escrow.fundedAt + escrow.deliveryDeadlineSeconds
    : null;
