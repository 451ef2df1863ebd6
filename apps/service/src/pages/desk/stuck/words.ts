import type { ParkedCallView } from "../../../store/read/desk/stuck.js";

/** What a provider was asked to do. */
export const CALL_KINDS = {
  create: "Order a payment",
  cancel: "Cancel a payment",
  look_up: "Look up a payment",
} as const satisfies Record<ParkedCallView["kind"], string>;
