/** Whether what is owed to buyers and sellers is there, as it is written down day by day. */
import { COVER_PARTS, type CoverParts, coverOf, type Holding, type Valued } from "../../domain/coverage.js";
import { type Cents, CURRENCY, cents } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { toCents } from "../rows.js";

type HoldingRow = Record<keyof CoverParts | "abroad" | "books", string> & { readonly currency: string };

/** What is owed, in USD, and what lies where, by currency; `now` by the service's clock. */
export type Cover = { readonly now: number; readonly owed: Cents; readonly holdings: readonly Holding[] };

/**
 * What was booked a moment ago and no statement tells of yet counts as there, and what lies at a provider that keeps no books does.
 * @param untoldSeconds how long a moment is.
 */
export async function readCover(db: Queryable, untoldSeconds: number): Promise<Cover> {
  const [row] = await db.query<{ now: string; owed: string; holdings: readonly HoldingRow[] }>({
    name: "read cover",
    text: `
      with booked as (
        select currency, sum(provider_balance) as provider_balance, sum(in_transit) as in_transit, sum(bank) as bank,
          sum(least(suspense, 0)) as unexplained
        from house_balances group by 1
      ),
      untold as (
        select currency, sum(amount) as untold from provider_movements m
        where m.line is null and not m.is_told_elsewhere
          and (m.created > service_now() - $1::integer or not exists (select 1 from provider_statements s where s.provider = m.provider))
        group by 1
      ),
      holdings as (
        select currency, ${COVER_PARTS.map((name) => `coalesce(${name}, 0)::text as ${name}`).join(", ")},
          coalesce(abroad, 0)::text as abroad, coalesce(books, 0)::text as books
        from booked full join untold using (currency) full join fx_positions using (currency)
      )
      select service_now()::text as now,
        (select coalesce(sum(credits - debits), 0)::text from ledger_accounts
         where kind not in ('external', 'fees_earned', 'merchant_owes')) as owed,
        coalesce((select jsonb_agg(holdings order by currency) from holdings), '[]') as holdings`,
    values: [untoldSeconds],
  });
  const { now = "0", owed = "0", holdings = [] } = row ?? {};
  return { now: Number(now), owed: toCents(owed), holdings: withUsd(holdings.map(holdingFrom)) };
}

const holdingFrom = ({ currency, abroad, books, ...parts }: HoldingRow): Holding => ({
  currency,
  parts: Object.fromEntries(COVER_PARTS.map((name) => [name, toCents(parts[name])])) as CoverParts,
  fx: { abroad: toCents(abroad), books: toCents(books) },
});

const NOTHING: Omit<Holding, "currency"> = {
  parts: Object.fromEntries(COVER_PARTS.map((name) => [name, cents(0n)])) as CoverParts,
  fx: { abroad: cents(0n), books: cents(0n) },
};

/** What is owed is in USD, so that there is always something to say of it. */
const withUsd = (holdings: readonly Holding[]): readonly Holding[] =>
  holdings.some(({ currency }) => currency === CURRENCY) ? holdings : [...holdings, { ...NOTHING, currency: CURRENCY }];

/** Writes down for today what lies there, and whether it is enough. Whoever looks last has the last word of a day. */
export async function keepCover(
  db: Queryable,
  { now, owed, valued }: Pick<Cover, "now" | "owed"> & { readonly valued: readonly Valued[] },
): Promise<void> {
  const parts = COVER_PARTS.join(", ");
  const all = coverOf(valued);
  await db.query({
    name: "keep cover",
    text: `
      with day as (
        insert into client_money_days (day, currency, at, owed, ${parts})
        values ($1::bigint / 86400, '${CURRENCY}', $1, $2, ${COVER_PARTS.map((_name, nth) => `$${nth + 3}`).join(", ")})
        on conflict (day, currency) do update set at = excluded.at, owed = excluded.owed,
          ${COVER_PARTS.map((name) => `${name} = excluded.${name}`).join(", ")}
        returning day
      )
      insert into currency_days (day, currency, at, ${parts}, fx_abroad, fx_books, rate, rate_source, rate_at, worth, fx_result)
      select day.day, one.currency, $1, ${COVER_PARTS.map((name) => `one.${name}`).join(", ")}, one.abroad, one.books, one.rate,
        one.source, one.at, one.worth, one.result
      from day, jsonb_to_recordset($8::jsonb) as one (currency text, ${COVER_PARTS.map((name) => `${name} bigint`).join(", ")},
        abroad bigint, books bigint, rate text, source text, at bigint, worth bigint, result bigint)
      order by one.currency
      on conflict (day, currency) do update set at = excluded.at, ${COVER_PARTS.map((name) => `${name} = excluded.${name}`).join(", ")},
        fx_abroad = excluded.fx_abroad, fx_books = excluded.fx_books, rate = excluded.rate, rate_source = excluded.rate_source,
        rate_at = excluded.rate_at, worth = excluded.worth, fx_result = excluded.fx_result`,
    values: [now, owed, ...COVER_PARTS.map((name) => all[name]), asJson(valued.map(rowOf))],
  });
}

const rowOf = ({ currency, parts, fx, rate, worth, fxResult }: Valued): object => ({
  ...parts,
  ...fx,
  currency,
  rate: rate?.rate ?? null,
  source: rate?.source ?? null,
  at: rate?.at ?? null,
  worth: worth === null ? null : COVER_PARTS.reduce((all, name) => all + worth[name], 0n),
  result: fxResult,
});

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one));
