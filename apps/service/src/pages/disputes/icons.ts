import type { OrderEntry } from "../../store/read/orders/orders.js";
import type { IconName } from "../kit/icons.js";

/** What each line of the history of an order is drawn as. */
export const ENTRY_ICONS = {
  submit: "package-check",
  requestRevision: "message-square",
  approve: "hand-coins",
  dispute: "triangle-alert",
  resume: "shield-check",
  release: "hand-coins",
  settle: "hand-coins",
  refund: "undo",
  statement: "message-square",
  offer: "scale",
  withdrawOffer: "undo",
  declineOffer: "circle-x",
} as const satisfies Record<OrderEntry["verb"], IconName>;
