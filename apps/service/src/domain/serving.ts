/** What a provider's capabilities are to orders, which are in one currency. */
import { CURRENCY } from "./money.js";

/** `in`: nobody can pay by it. `out`: it pays nobody. `both`: it serves no order. */
export type Lack = "in" | "out" | "both";

/** Which half of what orders need a provider does not serve in their currency; null for neither. */
export function lackOf(
  capabilities: readonly { readonly direction: "in" | "out"; readonly currency: string }[],
): Lack | null {
  const serves = (direction: "in" | "out"): boolean =>
    capabilities.some((one) => one.currency === CURRENCY && one.direction === direction);
  if (serves("in")) return serves("out") ? null : "out";
  return serves("out") ? "in" : "both";
}
