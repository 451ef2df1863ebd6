import { decideChangeFees } from "../domain/decisions/account-terms.js";
import type { FeeSchedule } from "../domain/fees.js";
import { needsSecond, type SecondFrom } from "../domain/operators.js";
import { decideThenWrite, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { readOffering } from "../store/read/console/orders.js";
import { setFees } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/** For sessions that are created from now on. @param change.fees null for those of the deployment. */
export const changeFees = (
  db: Queryable,
  by: OnAccount,
  { fees, secondFrom }: { readonly fees: FeeSchedule | null; readonly secondFrom: SecondFrom },
): Promise<Acted> =>
  notOwn(by, () =>
    decideThenWrite({
      load: () => readOffering(db, by.account),
      decide: (offering) => {
        const decided = decideChangeFees(offering.fees, fees);
        return decided.ok && needsSecond(by.operator, "fees", secondFrom) ? refused("second_needed") : decided;
      },
      write: () => wasDone(setFees(db, { ...by, action: "set_fees" }, fees)),
    }),
  );
