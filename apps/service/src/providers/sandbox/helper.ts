import type { Provider } from "../port.js";
import { HELPER_PROVIDER } from "./names.js";

/**
 * Stands behind the payments of `POST /test_helpers/escrows/{id}/payments`, which nobody ordered and nobody notifies of.
 * All that is left to do is to pay them back, which it always has done: it keeps no books, so nothing can be done twice.
 */
export const helperProvider: Provider = {
  name: HELPER_PROVIDER,
  method: "card",
  createPayment: async () => ({ kind: "refused", failure: "unavailable" }),
  cancelPayment: async () => ({ kind: "cancelled" }),
  lookUp: async () => ({ kind: "unknown" }),
  refund: async () => ({ kind: "paid" }),
  payout: async () => ({ kind: "refused", reason: "it holds no money" }),
  verifyCallback: () => ({ kind: "forged", reason: "it notifies nobody" }),
};
