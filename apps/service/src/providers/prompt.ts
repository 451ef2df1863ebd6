import type { Asked, PaymentOrder } from "./port.js";

/** A payer has so long to agree on the phone. Networks may take a request back before. */
const PROMPT_SECONDS = 300;

/** What a payer is told of a request on their phone: it ends with the order at the latest. */
export const promptOf = ({ phone, expiresAt }: PaymentOrder, { at }: Asked) => ({
  kind: "prompt" as const,
  phone: phone ?? "",
  expiresAt: Math.min(expiresAt, at + PROMPT_SECONDS),
});
