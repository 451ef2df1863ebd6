import type { ApprovalRequest } from "../domain/approvals.js";
import type { Noted } from "../domain/operators.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { insertApproval } from "../store/write/approvals.js";
import type { OnAccount } from "./on-account.js";

/** Nothing is done yet: another operator is asked to confirm it. `asked_already`: somebody is asked about the same. */
export async function askSecond(
  db: Queryable,
  by: OnAccount,
  asking: { readonly request: ApprovalRequest; readonly subject: string; readonly shown: Noted },
): Promise<Result<null, "asked_already">> {
  return (await insertApproval(db, { id: uuidv7(), ...by, ...asking })) ? ok(null) : refused("asked_already");
}
