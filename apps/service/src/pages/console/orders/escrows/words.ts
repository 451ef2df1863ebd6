import type { EscrowGroup } from "../../../../store/read/console/orders.js";

/** What is to be done about escrows. */
export const GROUP_LABELS = {
  to_deliver: "To deliver",
  in_review: "In review",
  disputed: "Disputed",
  ever_disputed: "Disputed at any time",
  unfunded: "Not paid yet",
  done: "Done",
} as const satisfies Record<EscrowGroup, string>;
