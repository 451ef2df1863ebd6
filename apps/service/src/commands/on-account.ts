/** What operators' verbs about one account have in common. Each leaves a line in their audit log, written with the change. */
import type { AccountId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import { type Operator, type OperatorRefusal, refusalOfOwn } from "../domain/operators.js";
import { ok, type Refused, type Result, refused } from "../domain/result.js";
import { brokenCheck } from "../platform/database-errors.js";
import { type Done, noted } from "../store/write/operators.js";

/** The command line is an operator too. */
export type OnAccount = {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Checked by the caller: some verbs take none. */
  readonly reason: string;
};

/** `unchanged`: it is so already. `stale`: it is no longer as the operator saw it. Nothing was done in either case. */
export type Acted = Result<null, "not_found" | "unchanged" | "stale" | "out_of_bounds" | OperatorRefusal>;

/** The verb, unless the account is the operator's own. */
export const notOwn = async (
  { operator, account }: Pick<OnAccount, "operator" | "account">,
  act: () => Promise<Acted>,
): Promise<Acted> => {
  const own = refusalOfOwn(operator, account);
  if (own !== null) return refused(own);
  const acted = await withinRules(act);
  return acted.ok || typeof acted.reason === "string" ? (acted as Acted) : refused(acted.reason.code);
};

/** Rules of the operators' log: the database counts, and looks at who bought what, in the moment in which it is written. */
const RULES: ReadonlyMap<string, OperatorRefusal> = new Map([
  ["operator_actions_own_account", "own_account"],
  ["operator_actions_own_order", "own_order"],
  ["operator_actions_alone", "second_needed"],
]);

/** What breaks one of them is refused as if it had been known before: of two at once neither slips through. */
export async function withinRules<Outcome>(
  act: () => Promise<Outcome>,
): Promise<Outcome | Refused<{ readonly code: OperatorRefusal }>> {
  try {
    return await act();
  } catch (error) {
    const code = RULES.get(brokenCheck(error) ?? "");
    if (code === undefined) throw error;
    return refused({ code });
  }
}

export const wasDone = async (statement: Promise<Done>): Promise<boolean> => (await statement).done;

export const isSecondNeeded = (acted: Acted): boolean => !acted.ok && acted.reason === "second_needed";

/** What the operator is told of a change that went through the executor. */
export const actedOf = (outcome: { readonly ok: true } | Refused<{ readonly code: string }>): Acted => {
  if (outcome.ok) return ok(null);
  const { code } = outcome.reason;
  return refused(TOLD.find((one) => one === code) ?? "stale");
};

const TOLD = ["not_found", "second_needed", "own_account", "own_order"] as const;

/** The line of the audit log about money that is sent once more. */
export const sentAgain = ({ amount, status }: { readonly amount: Cents; readonly status: string }) => ({
  before: noted({ amount, status }),
  after: { status: "SENT" },
});
