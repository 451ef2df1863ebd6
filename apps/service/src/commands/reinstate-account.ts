import { decideSuspension } from "../domain/decisions/verification.js";
import { decideThenWrite } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { loadVerification } from "../store/read/console/verification.js";
import { setSuspended } from "../store/write/operators.js";
import { type Acted, type OnAccount, wasDone } from "./on-account.js";

/** A suspended account goes on. */
export const reinstateAccount = (db: Queryable, by: OnAccount): Promise<Acted> =>
  decideThenWrite({
    load: () => loadVerification(db, by.account),
    decide: (facts) => decideSuspension(facts, false),
    write: () => wasDone(setSuspended(db, { ...by, action: "reinstate" }, false)),
  });
