/** What an account at MTN MoMo is reached with: of one country, for each is a contract of its own. */
import type { Currency } from "../port.js";

/** One of its products, each with a wallet of its own. */
export type Product = "collection" | "disbursement";
type ProductAccess = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string };

export type MomoSettings = {
  /** As MTN calls the country: `mtnuganda`; `sandbox` for its sandbox. */
  readonly target: string;
  readonly currencies: readonly Currency[];
  readonly collection: ProductAccess;
  readonly disbursement: ProductAccess;
  /** `transfer`: where the country has no refunds, money goes back to the payer's number. */
  readonly refunds: "refund" | "transfer";
  readonly isLive: boolean;
  /** An origin, without a slash at the end. */
  readonly apiBase: string;
};
