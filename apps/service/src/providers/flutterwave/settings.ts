/** What an account at Flutterwave is reached with. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Currency } from "../port.js";

export type FlutterwaveSettings = {
  /** `FLWSECK-…` or `FLWSECK_TEST-…`. */
  readonly secretKey: string;
  /** The words that notices bear: any of them. */
  readonly secretHashes: readonly string[];
  readonly isLive: boolean;
  /** That the account takes payments in. */
  readonly currencies: readonly Currency[];
  readonly methods: readonly PaymentMethod[];
  /** An origin, without a slash at the end. */
  readonly apiBase: string;
};
