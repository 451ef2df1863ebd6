/** Figures of an account by day, for the console. */
import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { closeDays, type DayFigures, type Figures } from "../store/write/days.js";

export type { DayFigures, Figures };

/**
 * What happened on each day from `from` on, and before it in one sum. Looking keeps the days that are over: they are a copy of
 * facts that can't change any more, so that a look changes nothing that anybody could notice but its speed.
 * @param given.from days of UTC since 1 January 1970.
 */
export const readFigures = (
  db: Queryable,
  given: { readonly account: AccountId; readonly from: number },
): Promise<{ readonly before: Figures; readonly days: readonly DayFigures[] }> => closeDays(db, given);
