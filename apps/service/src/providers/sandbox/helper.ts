import type { Adapter } from "../port.js";
import { HELPER_PROVIDER } from "./names.js";

/**
 * Stands behind the payments of `POST /test_helpers/escrows/{id}/payments`, which nobody ordered and nobody notifies of.
 * All that is left to do is to pay them back, which it always has done: it keeps no books, so nothing can be done twice. It takes
 * any evidence, so that the desk can be tried.
 */
export const helperProvider: Adapter = {
  name: HELPER_PROVIDER,
  capabilities: [],
  isInstant: true,
  books: null,
  disputes: {
    files: { most: 2, types: ["application/pdf", "image/jpeg", "image/png"] },
    lookUp: async () => ({ kind: "unknown" }),
    answer: async () => ({ kind: "taken" }),
  },
  createPayment: async () => ({ kind: "refused", failure: "unavailable" }),
  findPayment: async () => ({ kind: "unknown" }),
  cancelPayment: async () => ({ kind: "cancelled" }),
  lookUp: async () => ({ kind: "unknown" }),
  refund: async () => ({ kind: "paid" }),
  lookUpRefund: async () => ({ kind: "paid" }),
  payout: async () => ({ kind: "refused", reason: "it holds no money" }),
  lookUpPayout: async () => ({ kind: "unknown" }),
  verifyCallback: async () => ({ kind: "forged", reason: "it notifies nobody" }),
  checkPayee: async () => ({ kind: "unsupported" }),
  balance: async () => ({ kind: "balance", available: [], pending: [] }),
  statement: async (_from, cursor) => ({ kind: "page", lines: [], cursor, hasMore: false }),
  check: async () => ({ account: "the sandbox's helpers", isLive: false, problems: [], kind: "checked" }),
};
