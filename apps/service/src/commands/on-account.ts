/** What operators' verbs about one account have in common. Each leaves a line in their audit log, written with the change. */
import type { AccountId } from "../domain/ids.js";
import type { Cents } from "../domain/money.js";
import type { Operator } from "../domain/operators.js";
import { refused, type Told, told } from "../domain/told.js";
import { type Done, noted } from "../store/write/operators.js";
import type { Outcome } from "./unit.js";

/** The command line is an operator too. */
export type OnAccount = {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Checked by the caller: some verbs take none. */
  readonly reason: string;
};

/** `unchanged`: it is so already. `stale`: it is no longer as the operator saw it. Nothing was done in either case. */
export type Acted = Told<null, "not_found" | "unchanged" | "stale" | "out_of_bounds">;

export const wasDone = async (statement: Promise<Done>): Promise<boolean> => (await statement).done;

/** What the operator is told of a change that went through the door. */
export const actedOf = (outcome: Outcome<"payout"> | Outcome<"refund">): Acted =>
  outcome.ok ? told(null) : refused(outcome.reason.code === "not_found" ? "not_found" : "stale");

/** The line of the audit log about money that is sent once more. */
export const sentAgain = ({ amount, status }: { readonly amount: Cents; readonly status: string }) => ({
  before: noted({ amount, status }),
  after: { status: "SENT" },
});
