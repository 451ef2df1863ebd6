import type { ApprovalRequest } from "../../../domain/approvals.js";

/** What was asked for. */
export const ACTION_LABELS = {
  resolve_dispute: "Resolve a dispute",
  set_fees: "Change fees",
  set_limits: "Change the payout limit",
  retry_payout: "Retry a payout",
} as const satisfies Record<ApprovalRequest["action"], string>;
