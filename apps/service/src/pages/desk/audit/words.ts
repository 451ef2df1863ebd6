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
  retry_call: "Retried a payment call",
  retry_refund: "Retried a refund",
  retry_payout: "Retried a payout",
  run_audit: "Requested an audit",
  send_evidence: "Sent evidence to a bank",
  close_notice: "Closed a notice",
  close_difference: "Closed a difference",
  move_float: "Recorded a float",
  revoke_key: "Revoked a key",
  ask_second: "Asked a second operator",
  decline_second: "Declined a request",
  set_identity: "Changed the identity",
  search: "Searched",
  open_order: "Opened an order",
  ask_question: "Asked a question",
  take_domain: "Took a domain away",
  allow_domain: "Let a seller name a domain again",
} as const satisfies Record<OperatorActionKind, string>;
