/** Figures by day: a day that can't change any more is computed once and kept. */
import type { Queryable } from "../../platform/database.js";
import {
  type AskedDays,
  DAY_COLUMNS,
  DAYS_MADE,
  type DayRow,
  type Days,
  daysFromRows,
  daysSql,
  IS_CLOSED,
} from "../read/days.js";

const CLOSE_DAYS = `
  with ${DAYS_MADE},
  kept as (
    insert into account_days (account_id, ${DAY_COLUMNS})
    select $1, ${DAY_COLUMNS} from made where ${IS_CLOSED}
    order by day
    on conflict do nothing
  ),
  ${daysSql()}`;

/** The figures of an account by day, closed days kept on the way. One statement; two that run at once keep the same. */
export async function closeDays(db: Queryable, { account, from }: AskedDays): Promise<Days> {
  return daysFromRows(await db.query<DayRow>({ name: "close days", text: CLOSE_DAYS, values: [account, from] }));
}
