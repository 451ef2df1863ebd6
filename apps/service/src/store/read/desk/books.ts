/** The house's books as operators see them: what lies where, whether all that is owed is covered, days, and differences. */
import { COVER_PARTS, type CoverParts } from "../../../domain/coverage.js";
import { type Currency, formatAmount } from "../../../domain/currencies.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import {
  type BookedTo,
  type DifferenceClass,
  HOUSE_ACCOUNTS,
  type HouseAccount,
} from "../../../domain/reconciliation.js";
import type { Queryable } from "../../../platform/database.js";
import type { Reads } from "../../../platform/late-reads.js";
import { toCents, toNumber } from "../../rows.js";

export type Float = {
  readonly provider: string;
  readonly currency: string;
  /** As the provider said last; null before it was asked. */
  readonly available: Cents | null;
  readonly pending: Cents | null;
  /** As its statement has it: what is booked. */
  readonly booked: Readonly<Record<HouseAccount, Cents>>;
  /** Unix seconds: what moved before has been told; null while nothing has. */
  readonly toldUntil: number | null;
  /** Why its statement could not be read when it was last tried. */
  readonly error: string | null;
};

type FloatRow = Record<HouseAccount, string> & {
  readonly provider: string;
  readonly currency: string;
  readonly available: string | null;
  readonly pending: string | null;
  readonly toldUntil: string | null;
  readonly error: string | null;
};

/**
 * Of every provider whose statement is read, and of the house, in each currency of theirs; a provider that has not told anything yet has
 * zeros. @param currency of such a one.
 */
export async function listFloats(db: Reads, currency: string): Promise<readonly Float[]> {
  const rows = await db.read<FloatRow>({
    name: "list floats",
    text: `
      with recursive told (provider, currency) as (
        -- From one currency that a provider has said to the next, by its key: there are many moments of each.
        select s.provider, (select min(currency) from provider_balances p where p.provider = s.provider) from provider_statements s
        union all
        select t.provider, (select min(currency) from provider_balances p where p.provider = t.provider and p.currency > t.currency)
        from told t where t.currency is not null
      ),
      floats as (
        select provider, currency from told where currency is not null
        union
        select provider, currency from house_balances
      )
      select coalesce(f.provider, s.provider) as provider, coalesce(f.currency, $1) as currency,
        ${HOUSE_ACCOUNTS.map((name) => `coalesce(b.${name}, 0)::text as ${name}`).join(", ")},
        said.available::text as available, said.pending::text as pending, s.told_until::text as "toldUntil", s.error
      from provider_statements s
      full join floats f on f.provider = s.provider
      left join house_balances b on b.provider = f.provider and b.currency = f.currency
      left join lateral (
        select available, pending from provider_balances p
        where p.provider = f.provider and p.currency = f.currency order by at desc limit 1
      ) said on true
      order by 1, 2`,
    values: [currency],
  });
  return rows.map((row) => ({
    provider: row.provider,
    currency: row.currency,
    available: row.available === null ? null : toCents(row.available),
    pending: row.pending === null ? null : toCents(row.pending),
    booked: Object.fromEntries(HOUSE_ACCOUNTS.map((name) => [name, toCents(row[name])])) as Record<HouseAccount, Cents>,
    toldUntil: toNumber(row.toldUntil),
    error: row.error,
  }));
}

export type CoveredDay = {
  /** Counted from 1970, in UTC. */
  readonly day: number;
  readonly at: number;
  readonly isCovered: boolean;
} & Readonly<Record<(typeof COVER)[number], Cents>>;

const COVER = ["owed", ...COVER_PARTS] as const;

/** In USD, with what lay in other currencies at the rates of the day; the latest first. */
export async function listCoveredDays(db: Reads, limit: number): Promise<readonly CoveredDay[]> {
  const rows = await db.read<Record<(typeof COVER)[number], string> & { day: number; at: string; isCovered: boolean }>({
    name: "list covered days",
    text: `
      select day, at::text as at, is_covered as "isCovered", ${COVER.map((name) => `${name}::text as ${name}`).join(", ")}
      from client_money_days where currency = '${CURRENCY}' order by day desc limit $1`,
    values: [limit],
  });
  return rows.map(({ day, at, isCovered, ...amounts }) => ({
    day,
    at: Number(at),
    isCovered,
    ...(Object.fromEntries(COVER.map((name) => [name, toCents(amounts[name])])) as Record<
      (typeof COVER)[number],
      Cents
    >),
  }));
}

export type CurrencyDay = {
  readonly day: number;
  readonly currency: Currency;
  /** When it was looked at last on that day. */
  readonly at: number;
  readonly parts: CoverParts;
  /** What was reckoned by; null of USD, and where there was none. `at`: as of when it held. */
  readonly rate: { readonly rate: string; readonly source: string; readonly at: number } | null;
  /** What lay there, in USD; null where there was no rate. */
  readonly worth: Cents | null;
  /** What exchange holds, in the currency and in USD; debits are positive. */
  readonly fx: { readonly abroad: Cents; readonly books: Cents };
  /** What exchange has brought since the day before, and in all, in USD; null where nobody can say. */
  readonly gain: Cents | null;
  readonly gainInAll: Cents | null;
};

type CurrencyDayRow = Record<keyof CoverParts | "at" | "abroad" | "books", string> & {
  readonly day: number;
  readonly currency: Currency;
  readonly rate: string | null;
  readonly source: string | null;
  readonly rateAt: string | null;
  readonly worth: string | null;
  readonly gain: string | null;
  readonly gainInAll: string | null;
};

/**
 * What lay in each currency on days, and what exchange brought in it; the latest first. A day without a rate says nothing of exchange:
 * the next that has one says what it brought since the last that had.
 * @param wanted.since the first day, counted from 1970 in UTC. @param wanted.before that day and later ones are left out; null for none.
 */
export async function listCurrencyDays(
  db: Reads,
  wanted: { readonly since: number; readonly before: number | null; readonly limit: number },
): Promise<readonly CurrencyDay[]> {
  const rows = await db.read<CurrencyDayRow>({
    name: "list currency days",
    text: `
      select d.day, d.currency, d.at::text as at, ${COVER_PARTS.map((name) => `d.${name}::text as ${name}`).join(", ")},
        d.fx_abroad::text as abroad, d.fx_books::text as books, d.rate, d.rate_source as source, d.rate_at::text as "rateAt",
        d.worth::text as worth, d.fx_result::text as "gainInAll", (d.fx_result - coalesce(earlier.fx_result, 0))::text as gain
      from currency_days d
      left join lateral (
        select e.fx_result from currency_days e
        where e.currency = d.currency and e.day < d.day and e.fx_result is not null order by e.day desc limit 1
      ) earlier on true
      where d.day >= $1 and ($2::integer is null or d.day < $2)
      order by d.day desc, d.currency limit $3`,
    values: [wanted.since, wanted.before, wanted.limit],
  });
  const orNull = (amount: string | null): Cents | null => (amount === null ? null : toCents(amount));
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    at: Number(row.at),
    parts: Object.fromEntries(COVER_PARTS.map((name) => [name, toCents(row[name])])) as CoverParts,
    rate:
      row.rate === null || row.source === null || row.rateAt === null
        ? null
        : { rate: row.rate, source: row.source, at: Number(row.rateAt) },
    worth: orNull(row.worth),
    fx: { abroad: toCents(row.abroad), books: toCents(row.books) },
    gain: orNull(row.gain),
    gainInAll: orNull(row.gainInAll),
  }));
}

export type StatementDay = {
  readonly provider: string;
  readonly currency: string;
  readonly day: number;
  readonly lines: number;
  readonly opening: Cents;
  readonly moved: Cents;
  readonly closing: Cents;
  /** What the provider said, less what its lines add up to; null when it was not asked on that day. */
  readonly off: Cents | null;
};

/** Closed days, the latest first. @param wanted null for all providers, and for any day. */
export async function listStatementDays(
  db: Reads,
  wanted: { readonly provider: string | null; readonly day: number | null; readonly limit: number },
): Promise<readonly StatementDay[]> {
  const rows = await db.read<
    Pick<StatementDay, "provider" | "currency" | "day" | "lines"> &
      Record<"opening" | "moved" | "closing", string> & {
        off: string | null;
      }
  >({
    name: "list statement days",
    text: `
      select provider, currency, day, lines, opening::text as opening, moved::text as moved, closing::text as closing, off::text as off
      from provider_days where ($1::text is null or provider = $1) and ($2::integer is null or day = $2)
      order by day desc, provider, currency limit $3`,
    values: [wanted.provider, wanted.day, wanted.limit],
  });
  return rows.map((row) => ({
    ...row,
    opening: toCents(row.opening),
    moved: toCents(row.moved),
    closing: toCents(row.closing),
    off: row.off === null ? null : toCents(row.off),
  }));
}

export type DifferenceView = {
  readonly id: string;
  readonly provider: string;
  readonly class: DifferenceClass;
  readonly currency: string;
  readonly amount: Cents;
  readonly suspense: Cents;
  /** Of the line, or of what we booked; null for what lay there before. */
  readonly type: string | null;
  readonly reference: string | null;
  /** The provider's own: the id of the line, and of what it is about. */
  readonly lineId: string | null;
  readonly object: string | null;
  /** Unix seconds: when it moved, and when it was found. */
  readonly at: number;
  readonly opened: number;
  readonly status: "OPEN" | "MATCHED" | "CLOSED";
  readonly lookedAfterBy: string | null;
  readonly closedBy: string | null;
  readonly reason: string | null;
  readonly bookedTo: BookedTo | null;
};

type DifferenceRow = Omit<DifferenceView, "amount" | "suspense" | "at" | "opened"> &
  Record<"amount" | "suspense" | "at" | "opened", string>;

export type WantedDifferences = {
  /** Null for all of them. */
  readonly provider: string | null;
  /** Of what moved on that day; null for any. */
  readonly day: number | null;
  readonly isOpen: boolean;
  /** Behind that one; "0" for from the first. */
  readonly after: string;
  readonly limit: number;
};

/** The oldest first. */
export async function listDifferences(db: Reads, wanted: WantedDifferences): Promise<readonly DifferenceView[]> {
  const rows = await db.read<DifferenceRow>({
    name: "list differences",
    text: `
      select d.id::text as id, d.provider, d.class, d.currency, d.amount::text as amount, d.suspense::text as suspense,
        coalesce(l.type, m.type) as type, coalesce(m.reference, l.reference) as reference, l.line_id as "lineId", l.object,
        coalesce(l.at, m.created, d.opened)::text as at, d.opened::text as opened, d.status,
        d.looked_after_by as "lookedAfterBy", d.closed_by as "closedBy", d.reason, d.booked_to as "bookedTo"
      from reconciliation_differences d
      left join provider_lines l on l.number = d.line
      left join provider_movements m on m.id = d.movement
      where d.id > $4::bigint and ($1::text is null or d.provider = $1) and (not $3::boolean or d.status = 'OPEN')
        and ($2::integer is null or coalesce(l.at, m.created, d.opened) / 86400 = $2)
      order by d.id limit $5`,
    values: [wanted.provider, wanted.day, wanted.isOpen, wanted.after, wanted.limit],
  });
  return rows.map((row) => ({
    ...row,
    amount: toCents(row.amount),
    suspense: toCents(row.suspense),
    at: Number(row.at),
    opened: Number(row.opened),
  }));
}

export type BooksFigures = {
  readonly open: readonly {
    readonly provider: string;
    readonly class: DifferenceClass;
    readonly count: number;
    readonly ageSeconds: number;
  }[];
  /** As providers said last, in whole units of the currency and their decimals: what is available and what is pending. */
  readonly balances: readonly { readonly provider: string; readonly currency: Currency; readonly amount: number }[];
  /** Null before it was looked at. */
  readonly isCovered: boolean | null;
};

/** For the metrics; leans on the indexes reconciliation_differences_open and those of the keys. */
export async function readBooksFigures(db: Queryable): Promise<BooksFigures> {
  type Row = Omit<BooksFigures, "balances"> & { balances: { provider: string; currency: Currency; amount: string }[] };
  const [row] = await db.query<Row>({
    name: "read books figures",
    text: `
      select
        coalesce((select jsonb_agg(open) from (
          select provider, class, count(*) as count, service_now() - min(opened) as "ageSeconds"
          from reconciliation_differences where status = 'OPEN' group by 1, 2
        ) open), '[]') as open,
        coalesce((select jsonb_agg(said) from (
          select b.provider, b.currency, last.amount::text as amount
          from house_balances b
          cross join lateral (
            select p.available + p.pending as amount from provider_balances p
            where p.provider = b.provider and p.currency = b.currency order by p.at desc limit 1
          ) last
        ) said), '[]') as balances,
        (select bool_and(is_covered) from (
          select distinct on (currency) is_covered from client_money_days order by currency, day desc) latest) as "isCovered"`,
  });
  const { balances, ...figures } = row as Row;
  const inUnits = (amount: string, currency: Currency): number => Number(formatAmount(BigInt(amount), currency));
  return { ...figures, balances: balances.map((one) => ({ ...one, amount: inUnits(one.amount, one.currency) })) };
}
