/** What an account at Paystack is reached with. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Currency } from "../port.js";

export type PaystackSettings = {
  /** `sk_live_…` or `sk_test_…`: the first is asked with, and any of them may have signed a notice. */
  readonly secretKeys: readonly string[];
  readonly isLive: boolean;
  /** That the account takes payments in. */
  readonly currencies: readonly Currency[];
  readonly methods: readonly PaymentMethod[];
  /** Whose address Paystack is told as the payer's: the buyer's, or one of ours for each payment. */
  readonly payerEmail: "buyer" | "ours";
  /** An origin, without a slash at the end. */
  readonly apiBase: string;
};
