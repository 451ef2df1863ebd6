/** Rates that tests say, and none. */
import type { Rates } from "../src/domain/rates.js";

export const NO_RATES: Rates = { find: () => null, list: () => [], marginOf: () => 0, quoteGraceSeconds: 3_600 };

/** Of which none gets old. @param rates by currency: units for one US dollar. */
export function ratesOf(rates: Readonly<Record<string, string>>, { marginBps = 0, graceSeconds = 3_600 } = {}): Rates {
  const list = Object.entries(rates).map(([currency, rate]) => ({ currency, rate, source: "test", at: 1_700_000_000 }));
  return {
    find: (currency) => list.find((one) => one.currency === currency) ?? null,
    list: () => list,
    marginOf: () => marginBps,
    quoteGraceSeconds: graceSeconds,
  };
}
