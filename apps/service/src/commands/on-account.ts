/** What operators' verbs about one account have in common. Each leaves a line in their audit log, written with the change. */
import type { AccountId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import { type Operator, type OperatorRefusal, refusalOfOwn } from "../domain/operators.js";
import { type Refused, refused, type Told, told } from "../domain/told.js";
import { type Done, noted } from "../store/write/operators.js";

/** The command line is an operator too. */
export type OnAccount = {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Checked by the caller: some verbs take none. */
  readonly reason: string;
};

/** `unchanged`: it is so already. `stale`: it is no longer as the operator saw it. Nothing was done in either case. */
export type Acted = Told<null, "not_found" | "unchanged" | "stale" | "out_of_bounds" | OperatorRefusal>;

/** The verb, unless the account is the operator's own. */
export const notOwn = async (
  { operator, account }: Pick<OnAccount, "operator" | "account">,
  act: () => Promise<Acted>,
): Promise<Acted> => {
  const own = refusalOfOwn(operator, account);
  return own === null ? act() : refused(own);
};

export const wasDone = async (statement: Promise<Done>): Promise<boolean> => (await statement).done;

export const isSecondNeeded = (acted: Acted): boolean => !acted.ok && acted.reason === "second_needed";

/** What the operator is told of a change that went through the door. */
export const actedOf = (outcome: { readonly ok: true } | Refused<{ readonly code: string }>): Acted => {
  if (outcome.ok) return told(null);
  const { code } = outcome.reason;
  return refused(code === "not_found" || code === "second_needed" || code === "own_account" ? code : "stale");
};

/** The line of the audit log about money that is sent once more. */
export const sentAgain = ({ amount, status }: { readonly amount: Cents; readonly status: string }) => ({
  before: noted({ amount, status }),
  after: { status: "SENT" },
});
