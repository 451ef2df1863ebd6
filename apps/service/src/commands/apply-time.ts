import type { AccountId } from "../domain/ids.js";
import type { Subject, SubjectKind } from "../domain/model.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/** Writes down what time has done to one subject: a unit that decides nothing is enough, for the executor applies time first. */
export const applyTime = <Kind extends SubjectKind>(
  executor: Executor,
  account: AccountId,
  subject: Subject & { readonly kind: Kind },
): Promise<Outcome<Kind>> => executor.change<Kind>({ account, subject, decide: () => ({ ok: true }) });
