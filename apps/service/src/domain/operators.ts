/** What operators do, and the line that it leaves: who, what, to which account, what it was and what it is. */
import type { AccountId } from "./ids.js";

/** In the order of the audit log's filter. The database lists the same. */
export const OPERATOR_ACTIONS = [
  "verify",
  "reject",
  "suspend",
  "reinstate",
  "set_fees",
  "set_limits",
  "resolve_dispute",
  "retry_call",
  "retry_refund",
  "retry_payout",
  "run_audit",
  "revoke_key",
] as const;
export type OperatorActionKind = (typeof OPERATOR_ACTIONS)[number];

/** Who acts: a person, or the command line. */
export type Operator = {
  /** Null for the command line. */
  readonly id: string | null;
  /** The mail address, as it is kept; or "command line". */
  readonly name: string;
};

export const COMMAND_LINE: Operator = { id: null, name: "command line" };

/** Values by their names, as people read them; amounts as the contract writes money. */
export type Noted = Readonly<Record<string, string | null>>;

export type OperatorAction = {
  readonly operator: Operator;
  readonly action: OperatorActionKind;
  /** Null for what concerns the whole deployment. */
  readonly account: AccountId | null;
  /** What it was about within the account, as people name it; "" for the account itself. */
  readonly subject: string;
  readonly before: Noted | null;
  readonly after: Noted | null;
  /** "" where none was asked for. */
  readonly reason: string;
};

/** Code points of a reason. */
export const REASON_MAX = 2000;
