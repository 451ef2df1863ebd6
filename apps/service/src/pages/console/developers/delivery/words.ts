import type { WholeDelivery } from "../../../../store/read/webhooks/deliveries.js";

/** Why there is a delivery. */
export const ORIGINS = {
  event: "Event",
  ping: "Test from the console",
  resend: "Resent by a person",
} as const satisfies Record<WholeDelivery["origin"], string>;
