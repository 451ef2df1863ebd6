/** What operators' verbs about one account have in common. Each leaves a line in their audit log, written with the change. */
import type { AccountId } from "../domain/ids.js";
import type { Operator } from "../domain/operators.js";
import type { Told } from "../domain/told.js";
import type { Done } from "../store/write/operators.js";

/** The command line is an operator too. */
export type OnAccount = {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Checked by whoever asks: some verbs take none. */
  readonly reason: string;
};

/** `unchanged`: it is so already. `stale`: it is no longer as the operator saw it. Nothing was done in either case. */
export type Acted = Told<null, "not_found" | "unchanged" | "stale" | "out_of_bounds">;

export const wasDone = async (statement: Promise<Done>): Promise<boolean> => (await statement).done;
