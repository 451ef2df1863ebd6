import { decideChangeLimits, type Limits, newLimits } from "../domain/decisions/account-terms.js";
import { needsSecond, type SecondFrom } from "../domain/operators.js";
import { decideThenWrite, refused } from "../domain/result.js";
import type { CurrentReads, Queryable } from "../platform/database.js";
import { readLimits } from "../store/read/desk/accounts.js";
import { setLimits } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

export const changeLimits = (
  db: CurrentReads & Queryable,
  by: OnAccount,
  { limits, secondFrom }: { readonly limits: Limits; readonly secondFrom: SecondFrom },
): Promise<Acted> =>
  notOwn(by, () =>
    decideThenWrite({
      load: () => readLimits(db, by.account),
      decide: (now) => {
        const decided = decideChangeLimits(now, limits);
        return decided.ok && newLimits(now, limits).some((amount) => needsSecond(by.operator, amount, secondFrom))
          ? refused("second_needed")
          : decided;
      },
      write: () => wasDone(setLimits(db, { ...by, action: "set_limits" }, limits)),
    }),
  );
