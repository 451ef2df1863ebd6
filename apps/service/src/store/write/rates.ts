/** Rates of currencies, as a source gives them. */
import type { Rate } from "../../domain/rates.js";
import type { Queryable } from "../../platform/database.js";
import { NOW } from "../read/clock.js";

export type NewRate = Rate & {
  readonly status: "CURRENT" | "WAITING";
  /** Which one it was judged by; null where the currency had none. */
  readonly judgedBy: string | null;
};

/**
 * Writes rates down, each of another currency, and returns those that are new. One that is known already, or that was judged by one
 * which is current no more, is left out. What was current, or waited, gives way.
 */
export async function insertRates(db: Queryable, rates: readonly NewRate[]): Promise<readonly NewRate[]> {
  const rows = await db.query<{ currency: string }>({
    name: "insert rates",
    text: `
      with given as (
        select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
          as given (currency, rate, source, at, status, judged_by)
        where not exists (
          select from rates r where r.currency = given.currency and r.at = given.at and r.rate = given.rate)
      ),
      past as (
        update rates r set status = 'PAST' from given g
        where r.currency = g.currency and r.status in ('CURRENT', 'WAITING')
          and (r.status = 'WAITING' or g.status = 'CURRENT' and r.id = g.judged_by)
        returning r.id
      )
      insert into rates (currency, rate, source, at, status, created)
      select currency, rate, source, at, status, ${NOW} from given
      where status = 'WAITING' or judged_by is null or judged_by in (select id from past)
      order by currency
      on conflict do nothing
      returning currency`,
    values: [
      rates.map(({ currency }) => currency),
      rates.map(({ rate }) => rate),
      rates.map(({ source }) => source),
      rates.map(({ at }) => at),
      rates.map(({ status }) => status),
      rates.map(({ judgedBy }) => judgedBy),
    ],
  });
  const written = new Set(rows.map(({ currency }) => currency));
  return rates.filter(({ currency }) => written.has(currency));
}
