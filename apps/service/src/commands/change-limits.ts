import { decideChangeLimits } from "../domain/decisions/account-terms.js";
import type { Cents } from "../domain/money.js";
import { decideThenWrite } from "../domain/told.js";
import type { Database } from "../platform/database.js";
import { readWallet } from "../store/read/money/wallet.js";
import { setPayoutLimit } from "../store/write/operators.js";
import { type Acted, type OnAccount, wasDone } from "./on-account.js";

/** @param dailyMax what may leave the wallet in a day; null for what holds for everybody. */
export const changeLimits = (
  db: Pick<Database, "read" | "query">,
  by: OnAccount,
  dailyMax: Cents | null,
): Promise<Acted> =>
  decideThenWrite({
    load: () => readWallet(db, by.account),
    decide: (wallet) => decideChangeLimits(wallet.dailyMax, dailyMax),
    write: () => wasDone(setPayoutLimit(db, { ...by, action: "set_limits" }, dailyMax)),
  });
