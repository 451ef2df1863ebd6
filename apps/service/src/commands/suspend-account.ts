import { decideSuspension } from "../domain/decisions/verification.js";
import { decideThenWrite } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { loadVerification } from "../store/read/console/verification.js";
import { setSuspended } from "../store/write/operators.js";
import { type Acted, type OnAccount, wasDone } from "./on-account.js";

/** A suspended account reads and changes nothing, by its keys and in its console; its checkout takes nothing new. */
export const suspendAccount = (db: Queryable, by: OnAccount): Promise<Acted> =>
  decideThenWrite({
    load: () => loadVerification(db, by.account),
    decide: (facts) => decideSuspension(facts, true),
    write: () => wasDone(setSuspended(db, { ...by, action: "suspend" }, true)),
  });
