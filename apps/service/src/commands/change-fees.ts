import type { FeeSchedule } from "../domain/fees.js";
import { refused, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { setFees } from "../store/write/operators.js";
import type { Acted, OnAccount } from "./on-account.js";

/** For sessions that are created from now on. @param fees null for those of the deployment. */
export async function changeFees(db: Queryable, by: OnAccount, fees: FeeSchedule | null): Promise<Acted> {
  const { found, done } = await setFees(db, { ...by, action: "set_fees" }, fees);
  return done ? told(null) : refused(found ? "unchanged" : "not_found");
}
