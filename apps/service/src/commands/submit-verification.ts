import { decideSubmitVerification } from "../domain/decisions/verification.js";
import type { AccountId } from "../domain/ids.js";
import { decideThenWrite } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { loadVerification } from "../store/read/console/verification.js";
import { insertSubmission } from "../store/write/settings.js";

/** A member submits what was put together: the account waits for an operator from now on. */
export const submitVerification = (
  db: Queryable,
  { account, seller }: { readonly account: AccountId; readonly seller: string },
) =>
  decideThenWrite({
    load: () => loadVerification(db, account),
    decide: decideSubmitVerification,
    write: () => insertSubmission(db, account, { id: uuidv7(), seller }),
  });
