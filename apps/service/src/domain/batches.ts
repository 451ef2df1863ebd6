/** Batches of payouts and refunds that leave a rail of the operator's own by a file for its bank. */
import type { AccountId } from "./ids.js";
import type { Cents } from "./money.js";
import type { Payee } from "./payouts.js";

export const BATCH_STATUSES = ["DRAFT", "APPROVED", "EXPORTED", "SETTLED", "WITHDRAWN"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A person: nobody approves in the name of the command line. `accounts`: those that the operator belongs to. */
export type BatchOperator = { readonly id: string; readonly name: string; readonly accounts: readonly AccountId[] };

/** Orders in one batch: a file that people still look through. What is due beyond that is in the next. */
export const BATCH_LINES_MAX = 500;

/** Code points of why an order ended otherwise than paid, as the bank says it. */
export const ORDER_REASON_MAX = 300;

/** One order, as a file bears it. */
export type BatchOrder = {
  /** From 1, in the order of the file. */
  readonly line: number;
  readonly kind: "payout" | "refund";
  /** What file and statement call it: 14 signs. */
  readonly code: string;
  readonly amount: Cents;
  readonly payee: Payee;
};

/** What is written into a file. */
export type BatchContent = {
  /** What file and statement call it: 14 signs. */
  readonly code: string;
  readonly currency: string;
  readonly total: Cents;
  readonly orders: readonly BatchOrder[];
};

/** Why a batch was not changed; pages have a sentence for each. */
export type BatchRefusal =
  | "not_found"
  /** It is otherwise than the operator saw it. */
  | "stale"
  /** Who made it, or asked, does not decide. */
  | "own_request"
  /** It is of an account that the operator belongs to, or refunds an order that the operator bought. */
  | "own_account"
  /** An account in it was stopped since. */
  | "held"
  /** Nothing is due. */
  | "nothing"
  /** The rail is configured no more, or its format changed so that an order can't be written. */
  | "not_offered";
