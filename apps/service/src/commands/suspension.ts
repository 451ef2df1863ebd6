import { decideSuspension } from "../domain/decisions/verification.js";
import { decideThenWrite } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { loadVerification } from "../store/read/console/verification.js";
import { setSuspended } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/** Suspends or reinstates an account. Unchanged when it is so already. */
export const changeSuspension = (db: Queryable, by: OnAccount, action: "suspend" | "reinstate"): Promise<Acted> => {
  const suspends = action === "suspend";
  return notOwn(by, () =>
    decideThenWrite({
      load: () => loadVerification(db, by.account),
      decide: (facts) => decideSuspension(facts, suspends),
      write: () => wasDone(setSuspended(db, { ...by, action }, suspends)),
    }),
  );
};
