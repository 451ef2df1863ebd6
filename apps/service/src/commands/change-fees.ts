import { decideChangeFees } from "../domain/decisions/account-terms.js";
import type { FeeSchedule } from "../domain/fees.js";
import { decideThenWrite } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { readOffering } from "../store/read/console/orders.js";
import { setFees } from "../store/write/operators.js";
import { type Acted, type OnAccount, wasDone } from "./on-account.js";

/** For sessions that are created from now on. @param fees null for those of the deployment. */
export const changeFees = (db: Queryable, by: OnAccount, fees: FeeSchedule | null): Promise<Acted> =>
  decideThenWrite({
    load: () => readOffering(db, by.account),
    decide: (offering) => decideChangeFees(offering.fees, fees),
    write: () => wasDone(setFees(db, { ...by, action: "set_fees" }, fees)),
  });
