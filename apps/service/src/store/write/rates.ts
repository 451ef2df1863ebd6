/** Rates of currencies, as a source gives them, an operator decides, or somebody sets them in the sandbox. */
import type { Operator } from "../../domain/operators.js";
import type { Rate } from "../../domain/rates.js";
import type { Queryable } from "../../platform/database.js";
import { NOW } from "../read/clock.js";

/**
 * All rates of some currencies that are current or wait, locked in one order: who takes rates over and who decides about one would
 * block each other otherwise.
 */
const held = (currencies: string): string => `
      held as materialized (
        select id, currency, status, rate, at from rates
        where status in ('CURRENT', 'WAITING') and currency ${currencies}
        order by id for update
      )`;

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
      ${held("in (select currency from given)").trim()},
      past as (
        update rates r set status = 'PAST' from given g, held h
        where r.id = h.id and h.currency = g.currency
          and (h.status = 'WAITING' or g.status = 'CURRENT' and h.id = g.judged_by)
        returning r.id
      )
      insert into rates (currency, rate, source, at, status, created)
      select currency, rate, source, at, status, ${NOW} from given
      -- What gives way does so first, whether it is named below or not.
      where (select count(*) from past) >= 0
        and (status = 'WAITING' or judged_by is null or judged_by in (select id from past))
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

export type DecidedRate = {
  /** Of the rate itself: one that took its place meanwhile is another. */
  readonly id: string;
  readonly isAccepted: boolean;
  readonly reason: string;
  /** Older than this it can't be accepted any more. */
  readonly ageMaxSeconds: number;
};

/** Accepts or refuses what waits, with its line of the audit log. False when it does not wait any more, or is too old. */
export async function decideRate(
  db: Queryable,
  operator: Operator,
  { id, isAccepted, reason, ageMaxSeconds }: DecidedRate,
): Promise<boolean> {
  const rows = await db.query({
    name: "desk: decide rate",
    text: `
      with ${held("= (select currency from rates where id = $3)").trim()},
      waiting as (
        select id from held where id = $3 and status = 'WAITING' and (not $4 or at >= ${NOW} - $6)
      ),
      past as (
        update rates r set status = 'PAST' from held h, waiting
        where $4 and r.id = h.id and h.status = 'CURRENT' returning 1
      ),
      decided as (
        update rates r set status = case when $4 then 'CURRENT' else 'REFUSED' end, decided_by = $1, decided_at = ${NOW}
        from waiting w
        -- What was current gives way first.
        where r.id = w.id and (select count(*) from past) < 2
        returning r.currency, r.rate, r.source, r.at
      )
      insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
      select $1::uuid, $2, case when $4 then 'accept_rate' else 'refuse_rate' end, 'rate of ' || d.currency,
        (select jsonb_build_object('rate', h.rate) from held h where h.status = 'CURRENT'),
        jsonb_build_object('rate', d.rate, 'source', d.source, 'as of', to_char(to_timestamp(d.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        $5, ${NOW}
      from decided d returning 1`,
    values: [operator.id, operator.name, id, isAccepted, reason, ageMaxSeconds],
  });
  return rows.length === 1;
}

/**
 * Makes a rate of now current, whatever was so before; nothing is kept of those that were set so. False when another one came
 * between. A rate of the same second is told from it by the next free one, so that what gives way is never left without a successor.
 */
export async function setRate(db: Queryable, { currency, rate, source }: Omit<Rate, "at">): Promise<boolean> {
  await db.query({
    name: "forget rates that were set",
    text: "delete from rates where currency = $1::text and source = $2::text and status = 'PAST'",
    values: [currency, source],
  });
  const rows = await db.query({
    name: "set rate",
    text: `
      with ${held("= $1").trim()},
      past as (
        update rates r set status = 'PAST' from held h where r.id = h.id returning 1
      )
      insert into rates (currency, rate, source, at, status, created)
      select $1::text, $2::text, $3::text, free.at, 'CURRENT', ${NOW}
      from generate_series(${NOW}, ${NOW} + 60) free (at)
      where (select count(*) from past) < 3
        and not exists (select from rates r where r.currency = $1::text and r.at = free.at and r.rate = $2::text)
      order by free.at limit 1
      on conflict do nothing returning 1`,
    values: [currency, rate, source],
  });
  return rows.length === 1;
}
