import type { Cents } from "../domain/money.js";
import { refused, told } from "../domain/told.js";
import type { Queryable } from "../platform/database.js";
import { setPayoutLimit } from "../store/write/operators.js";
import type { Acted, OnAccount } from "./on-account.js";

/** @param dailyMax what may leave the wallet in a day; null for what holds for everybody. */
export async function changeLimits(db: Queryable, by: OnAccount, dailyMax: Cents | null): Promise<Acted> {
  const { found, done } = await setPayoutLimit(db, { ...by, action: "set_limits" }, dailyMax);
  return done ? told(null) : refused(found ? "unchanged" : "not_found");
}
