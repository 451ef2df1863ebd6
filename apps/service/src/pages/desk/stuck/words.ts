import type { ParkedCallView } from "../../../store/read/desk/stuck.js";

/** What a provider was asked to do. */
export const CALL_KINDS = {
  create: "Order a payment",
  cancel: "Call a payment off",
  look_up: "Ask about a payment",
} as const satisfies Record<ParkedCallView["kind"], string>;
