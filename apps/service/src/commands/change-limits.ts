import { decideChangeLimits } from "../domain/decisions/account-terms.js";
import type { Cents } from "../domain/money.js";
import { needsSecond, type SecondFrom } from "../domain/operators.js";
import { decideThenWrite, refused } from "../domain/result.js";
import type { CurrentReads, Queryable } from "../platform/database.js";
import { readWallet } from "../store/read/money/wallet.js";
import { setPayoutLimit } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/** @param change.dailyMax what may leave the wallet in a day; null for what holds for everybody. */
export const changeLimits = (
  db: CurrentReads & Queryable,
  by: OnAccount,
  { dailyMax, secondFrom }: { readonly dailyMax: Cents | null; readonly secondFrom: SecondFrom },
): Promise<Acted> =>
  notOwn(by, () =>
    decideThenWrite({
      load: () => readWallet(db, by.account),
      decide: (wallet) => {
        const decided = decideChangeLimits(wallet.dailyMax, dailyMax);
        return decided.ok && dailyMax !== null && needsSecond(by.operator, dailyMax, secondFrom)
          ? refused("second_needed")
          : decided;
      },
      write: () => wasDone(setPayoutLimit(db, { ...by, action: "set_limits" }, dailyMax)),
    }),
  );
