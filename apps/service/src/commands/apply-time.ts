import type { AccountId } from "../domain/ids.js";
import type { Subject, SubjectKind } from "../domain/model.js";
import type { Door } from "./execute.js";
import type { Outcome } from "./unit.js";

/** Writes down what time has done to one subject: a unit that decides nothing is enough, for the door applies time first. */
export const applyTime = <Kind extends SubjectKind>(
  door: Door,
  account: AccountId,
  subject: Subject & { readonly kind: Kind },
): Promise<Outcome<Kind>> => door.change<Kind>({ account, subject, decide: () => ({ ok: true }) });
