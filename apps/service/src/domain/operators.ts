/** What operators do, and the line that it leaves: who, what, to which account, what it was and what it is. */
import type { AccountId, EscrowId } from "./ids.js";
import { add, type Cents, ZERO } from "./money.js";

/** In the order of the audit log's filter. The database lists the same. */
export const OPERATOR_ACTIONS = [
  "verify",
  "reject",
  "suspend",
  "reinstate",
  "set_fees",
  "set_limits",
  "resolve_dispute",
  "refund_order",
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
  "set_identity",
  "search",
  "open_order",
  "ask_question",
  "take_domain",
  "allow_domain",
  "book_receipt",
  "refuse_receipt",
  "reverse_receipt",
  "settle_outgoing",
  "upload_statement",
  "import_statement",
  "decline_statement",
  "withdraw_statement",
  "make_batch",
  "approve_batch",
  "export_batch",
  "fetch_batch",
  "withdraw_batch",
  "set_payee",
  "accept_rate",
  "refuse_rate",
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
  /** One of them bought the order. */
  | "own_order"
  /** Somebody else has to confirm it. */
  | "second_needed";

/** From which amount on a second operator has to confirm; null for none. Changes of fees always take one then. */
export type SecondFrom = Cents | null;

/** Null when the operator may decide about the account. */
export const refusalOfOwn = ({ accounts, second }: Operator, account: AccountId): "own_account" | null =>
  [...accounts, ...(second?.accounts ?? [])].includes(account) ? "own_account" : null;

/**
 * Null when the operator may decide about the order. Buyers are known by their address, in whatever letters it was typed.
 * @param order.buyerEmail null for what is about the account alone.
 */
export function refusalOfOrder(
  operator: Operator,
  { account, buyerEmail }: { readonly account: AccountId; readonly buyerEmail: string | null },
): "own_account" | "own_order" | null {
  const own = refusalOfOwn(operator, account);
  if (own !== null || buyerEmail === null) return own;
  const buyer = buyerEmail.toLowerCase();
  return [operator, operator.second].some((one) => one?.name.toLowerCase() === buyer) ? "own_order" : null;
}

/** What one operator has moved without a second one: of an order, ever; and of its account, within a day. */
export type MovedAlone = { readonly inOrder: Cents; readonly inAccount: Cents };
export const NOTHING_ALONE: MovedAlone = { inOrder: ZERO, inAccount: ZERO };

/**
 * Why somebody else has to confirm what moves that much: it is too much by itself, or with what was moved before of the order or the
 * account. Null when nobody has to. The database counts the same under lock (moved_alone).
 */
export function whySecond(
  operator: Operator,
  { amount, inOrder, inAccount }: MovedAlone & { readonly amount: Cents },
  from: SecondFrom,
): "amount" | "order" | "account" | null {
  if (amount === ZERO || from === null || operator.id === null || operator.second !== null) return null;
  if (amount > from) return "amount";
  if (add(inOrder, amount) > from) return "order";
  return add(inAccount, amount) > from ? "account" : null;
}

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
  /** The order that it was about; left out for none. */
  readonly escrow?: EscrowId;
  /** What it moved, and how much one operator alone may; left out where no money moves. */
  readonly moved?: { readonly amount: Cents; readonly from: SecondFrom };
};

/** Code points of a reason. */
export const REASON_MAX = 2000;
