import { judgeRate, type Rate, type RateRules, type Verdict } from "../domain/rates.js";
import type { Queryable } from "../platform/database.js";
import { readClock } from "../store/read/clock.js";
import { listCurrentRates } from "../store/read/rates.js";
import { insertRates } from "../store/write/rates.js";

export type Judged = { readonly rate: Rate; readonly verdict: Exclude<Verdict, "PASSED"> };

/**
 * Takes over what a source gives. A rate that is usable is current from now on, one that jumps, or the first where it has to, waits for an operator; the others are
 * left out, and what was current stays so. Any number of processes may take the same rates.
 * @param rates each of another currency
 * @returns what is new or can't be used; rates that are known already are not among them.
 */
export async function takeRates(
  db: Queryable,
  { rates, ...rules }: RateRules & { readonly rates: readonly Rate[] },
): Promise<readonly Judged[]> {
  const [{ now }, stored] = await Promise.all([readClock(db), listCurrentRates(db)]);
  const current = new Map(stored.map((one) => [one.currency, one]));
  const judged = rates.flatMap((rate): readonly Judged[] => {
    const verdict = judgeRate(rate, { current: current.get(rate.currency) ?? null, now, ...rules });
    return verdict === "PASSED" ? [] : [{ rate, verdict }];
  });
  const usable = judged.flatMap(({ rate, verdict }) =>
    verdict === "CURRENT" || verdict === "WAITING"
      ? [{ ...rate, status: verdict, judgedBy: current.get(rate.currency)?.id ?? null }]
      : [],
  );
  const written = new Set(usable.length === 0 ? [] : (await insertRates(db, usable)).map(({ currency }) => currency));
  return judged.filter(({ rate, verdict }) => verdict === "STALE" || verdict === "EARLY" || written.has(rate.currency));
}
