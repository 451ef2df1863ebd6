/** The countries that pawaPay serves, by the three letters that it calls them, with our two and the currencies of their wallets. */
import type { Currency } from "../port.js";

type Country = { readonly code: string; readonly currencies: readonly Currency[] };

/** Wallets of the DR Congo hold dollars too; everywhere else they hold the currency of the country alone. */
export const COUNTRIES: Readonly<Partial<Record<string, Country>>> = {
  BEN: { code: "BJ", currencies: ["XOF"] },
  BFA: { code: "BF", currencies: ["XOF"] },
  CIV: { code: "CI", currencies: ["XOF"] },
  CMR: { code: "CM", currencies: ["XAF"] },
  COD: { code: "CD", currencies: ["USD", "CDF"] },
  COG: { code: "CG", currencies: ["XAF"] },
  ETH: { code: "ET", currencies: ["ETB"] },
  GAB: { code: "GA", currencies: ["XAF"] },
  GHA: { code: "GH", currencies: ["GHS"] },
  KEN: { code: "KE", currencies: ["KES"] },
  LSO: { code: "LS", currencies: ["LSL"] },
  MOZ: { code: "MZ", currencies: ["MZN"] },
  MWI: { code: "MW", currencies: ["MWK"] },
  NGA: { code: "NG", currencies: ["NGN"] },
  RWA: { code: "RW", currencies: ["RWF"] },
  SEN: { code: "SN", currencies: ["XOF"] },
  SLE: { code: "SL", currencies: ["SLE"] },
  TZA: { code: "TZ", currencies: ["TZS"] },
  UGA: { code: "UG", currencies: ["UGX"] },
  ZMB: { code: "ZM", currencies: ["ZMW"] },
};
