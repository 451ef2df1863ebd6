import type { VerificationStatus } from "@holdfast/contract";
import { decideVerification as decide } from "../domain/decisions/verification.js";
import { decideThenWrite } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { loadVerification } from "../store/read/console/verification.js";
import { setVerification } from "../store/write/operators.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/**
 * Takes or refuses what an account handed in for its verification. The seller reads the reason of a refusal.
 * @param given.from what it has to be now; null for whatever it is.
 * @param given.submission the one that was looked at: stale when another one waits. Null for none.
 */
export const decideVerification = (
  db: Queryable,
  by: OnAccount,
  {
    to,
    ...seen
  }: {
    readonly to: "VERIFIED" | "REJECTED";
    readonly from: VerificationStatus | null;
    readonly submission: number | null;
  },
): Promise<Acted> =>
  notOwn(by, () =>
    decideThenWrite({
      load: () => loadVerification(db, by.account),
      decide: (facts) => decide(facts, to, seen),
      write: () =>
        wasDone(
          setVerification(db, { ...by, action: to === "VERIFIED" ? "verify" : "reject" }, { status: to, ...seen }),
        ),
    }),
  );
