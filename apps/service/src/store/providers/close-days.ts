/** What is done once a day with a provider's statement: days are closed, and what it lacks is a difference. */
import type { Queryable } from "../../platform/database.js";
import { ASKING_SECONDS, type ClaimedStatement, firstSure } from "./statements.js";

/** Days that one statement closes; a first look back over years takes several. */
const DAYS_MAX = 400;

export type ClosedDay = {
  readonly currency: string;
  readonly day: number;
  /** What the provider said, less what its lines add up to, in the unit of the currency. */
  readonly off: bigint;
};

/**
 * Closes days up to `last`, each where the one before it ended; leans on the index provider_lines_day.
 * @param openedBy set where something lay there before the first line: what did is known of the balances that were kept up to
 * this moment, and the days of other currencies wait for it.
 * @returns those that do not add up.
 */
export async function closeDays(
  db: Queryable,
  provider: string,
  { last, openedBy }: { readonly last: number; readonly openedBy: number | null },
): Promise<readonly ClosedDay[]> {
  const rows = await db.query<{ currency: string; day: number; off: string }>({
    name: "close provider days",
    text: `
      with start as (
        select b.currency,
          coalesce(before.day + 1, (select min(at) / 86400 from provider_lines l where l.provider = $1 and l.currency = b.currency),
            (select min(at) / 86400 from provider_balances s where s.provider = $1 and s.currency = b.currency)) as first,
          coalesce(before.closing, opening.lay, 0) as opening
        from house_balances b
        left join lateral (
          select day, closing from provider_days d where d.provider = $1 and d.currency = b.currency order by day desc limit 1
        ) before on true
        left join lateral (
          select provider_balance as lay from house_entries e
          where e.kind = 'opening' and e.provider = $1 and e.currency = b.currency
        ) opening on true
        where b.provider = $1 and ($3::bigint is null or exists ${firstSure("b.currency", "$3::bigint")})
      ),
      moved as (
        select start.currency, start.opening, day, coalesce(sums.net, 0) as net, coalesce(sums.lines, 0) as lines
        from start
        cross join generate_series(start.first, least($2::bigint, start.first + ${DAYS_MAX})) day
        left join lateral (
          select sum(net) as net, count(*) as lines from provider_lines l
          where l.provider = $1 and l.currency = start.currency and l.at >= day * 86400 and l.at < (day + 1) * 86400
        ) sums on true
      ),
      added as (
        select *, opening + sum(net) over (partition by currency order by day) as closing from moved
      ),
      closed as (
        insert into provider_days (provider, currency, day, lines, opening, moved, closing, off, closed_at)
        select $1, currency, day, lines, closing - net, net, closing, told.off, service_now()
        from added
        left join lateral (
          select case when bool_or(said.lies = cut.lies) then 0 else said.lies - max(cut.lies) filter (where cut.at <= said.at) end as off
          from (
            select at, available + pending as lies from provider_balances s
            where s.provider = $1 and s.currency = added.currency and s.at >= day * 86400 and s.at < (day + 1) * 86400
            order by at desc limit 1
          ) said
          cross join lateral (
            select c.at, added.closing - added.net + coalesce((
              select sum(net) from provider_lines l
              where l.provider = $1 and l.currency = added.currency and l.at >= day * 86400 and l.at <= c.at), 0) as lies
            from (
              select said.at - ${ASKING_SECONDS} as at
              union select said.at
              union select l.at from provider_lines l where l.provider = $1 and l.currency = added.currency
                and l.at > said.at - ${ASKING_SECONDS} and l.at <= said.at + ${ASKING_SECONDS}
            ) c
          ) cut
          group by said.lies, said.at
        ) told on true
        returning currency, day, off
      )
      select currency, day, off from closed where off <> 0 order by day, currency`,
    values: [provider, last, openedBy],
  });
  return rows.map((row) => ({ ...row, off: BigInt(row.off) }));
}

const STEP = 1_000;

/**
 * What we booked before a moment (Unix seconds) and the statement does not tell of is a difference; leans on the index
 * provider_movements_untold.
 * @returns how many there are more.
 */
export async function findUnreported(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  before: number,
): Promise<number> {
  const rows = await db.query({
    name: "find untold movements",
    text: `
      insert into reconciliation_differences (provider, class, movement, currency, amount, suspense, opened)
      select m.provider, 'ours_only', m.id, m.currency, -m.amount, 0, service_now()
      from provider_statements s
      join provider_movements m on m.provider = s.provider and m.line is null and not m.is_told_elsewhere and m.created < $3
      where s.provider = $1 and s.fence = $2
        and not exists (select 1 from reconciliation_differences d where d.movement = m.id)
      order by m.created limit ${STEP}
      returning 1`,
    values: [provider, fence, before],
  });
  return rows.length;
}
