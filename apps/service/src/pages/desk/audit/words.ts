import type { OperatorActionKind } from "../../../domain/operators.js";

/** What each action of an operator is called. */
export const ACTION_LABELS = {
  verify: "Verified",
  reject: "Refused verification",
  suspend: "Suspended",
  reinstate: "Reinstated",
  set_fees: "Changed fees",
  set_limits: "Changed limits",
  resolve_dispute: "Resolved a dispute",
  retry_call: "Tried a payment call again",
  retry_refund: "Tried a refund again",
  retry_payout: "Tried a payout again",
  send_evidence: "Sent evidence to a bank",
  close_notice: "Closed a notice",
  run_audit: "Asked for an audit",
  close_difference: "Closed a difference",
  move_float: "Wrote down a float",
  revoke_key: "Revoked a key",
  ask_second: "Asked a second operator",
  decline_second: "Declined a request",
} as const satisfies Record<OperatorActionKind, string>;
