/** What an account at Stripe is reached with. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Currency } from "../port.js";

export type StripeSettings = {
  /** A secret or, better, a restricted key: `sk_live_…`, `rk_live_…`, or the same with `test`. */
  readonly secretKey: string;
  readonly isLive: boolean;
  /** For how many days money may stay in the balance; it depends on the country of the account. */
  readonly holdDays: number;
  /** Of our webhook endpoint, `whsec_…`: one, or two while it is rolled. */
  readonly webhookSecrets: readonly string[];
  /** Card, bank, or both. */
  readonly methods: readonly PaymentMethod[];
  /** That cards are charged in: some of those that Stripe takes. */
  readonly currencies: readonly Currency[];
  /** An origin, without a slash at the end. */
  readonly apiBase: string;
  /** Where files are handed in; the same kind. */
  readonly filesBase: string;
  /** Behind the account's own name on the statements of cards; null for nothing. */
  readonly statementDescriptor: string | null;
  /** It keeps accounts for sellers (Connect). */
  readonly isHolder?: boolean;
};
