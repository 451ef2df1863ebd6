/** What a provider's capabilities are to orders, which are in US dollars, and to payers and sellers who have other money. */
import type { Currency } from "./currencies.js";
import { CURRENCY } from "./money.js";

/** `in`: nobody can pay by it. `out`: it pays nobody. `both`: it serves no order. */
export type Lack = "in" | "out" | "both";

type Capability = { readonly direction: "in" | "out"; readonly currency: Currency };

/** Which half of what orders need a provider does not serve now; null for neither. @param rated currencies that have a rate now */
export function lackOf(capabilities: readonly Capability[], rated: readonly Currency[]): Lack | null {
  const serves = (direction: "in" | "out"): boolean =>
    capabilities.some((one) => one.direction === direction && isOffered(one.currency, rated));
  if (serves("in")) return serves("out") ? null : "out";
  return serves("out") ? "in" : "both";
}

/** Currencies that it would serve if they had a rate, by their letters. */
export const unrated = (capabilities: readonly Capability[], rated: readonly Currency[]): readonly Currency[] =>
  [...new Set(capabilities.map(({ currency }) => currency))].filter((one) => !isOffered(one, rated)).sort();

const isOffered = (currency: Currency, rated: readonly Currency[]): boolean =>
  currency === CURRENCY || rated.includes(currency);
