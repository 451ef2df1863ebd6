/** What operators do, and the line that it leaves: who, what, to which account, what it was and what it is. */
import type { AccountId } from "./ids.js";
import type { Cents } from "./money.js";

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
  "send_evidence",
  "close_notice",
  "run_audit",
  "close_difference",
  "move_float",
  "revoke_key",
  "ask_second",
  "decline_second",
] as const;
export type OperatorActionKind = (typeof OPERATOR_ACTIONS)[number];

/** Who acts: a person, or the command line. */
export type Operator = {
  /** Null for the command line. */
  readonly id: string | null;
  /** The mail address, as it is kept; or "command line". */
  readonly name: string;
  /** Accounts that the operator belongs to: of none of them is it theirs to decide. */
  readonly accounts: readonly AccountId[];
  /** Who confirmed what this operator asked for; null where nobody did. */
  readonly second: SecondOperator | null;
};

type SecondOperator = {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly AccountId[];
  /** What was asked for. */
  readonly approval: string;
};

/** Somebody at the command line of the deployment: not a member of any account, and needs no second operator. */
export const COMMAND_LINE: Operator = { id: null, name: "command line", accounts: [], second: null };

/** Why an operator may not do what another one might. */
export type OperatorRefusal =
  /** The operator, or who confirmed it, belongs to the account. */
  | "own_account"
  /** Somebody else has to confirm it. */
  | "second_needed";

/** From which amount on a second operator has to confirm; null for none. Changes of fees always take one then. */
export type SecondFrom = Cents | null;

/** Null when the operator may decide about the account. */
export const refusalOfOwn = ({ accounts, second }: Operator, account: AccountId): "own_account" | null =>
  [...accounts, ...(second?.accounts ?? [])].includes(account) ? "own_account" : null;

/** Whether somebody else has to confirm what moves that much, or changes what is charged. */
export const needsSecond = (operator: Operator, amount: Cents | "fees", from: SecondFrom): boolean =>
  operator.id !== null && operator.second === null && from !== null && (amount === "fees" || amount > from);

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
