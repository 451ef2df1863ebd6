import type { WholeDelivery } from "../../../../store/read/webhooks/deliveries.js";

/** Why there is a delivery. */
export const ORIGINS = {
  event: "The event itself",
  ping: "A test from the console",
  resend: "Sent again by a person",
} as const satisfies Record<WholeDelivery["origin"], string>;
