import type { Chargeback } from "../../../domain/chargebacks.js";
import type { ChargebackLine } from "../../../store/read/desk/chargebacks.js";

export const SOURCES = {
  held: "Held by the order",
  refund: "A refund that waited",
  wallet: "The seller’s wallet",
  owed: "Owed by the seller",
} as const satisfies Record<keyof Chargeback["from"], string>;

export const ACTORS = { provider: "The provider", operator: "An operator" } as const satisfies Record<
  ChargebackLine["actor"],
  string
>;
