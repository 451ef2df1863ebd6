/** The house's books as operators see them: what lies where, whether all that is owed is covered, days, and differences. */
import type { Cents } from "../../../domain/money.js";
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

/** Of every provider whose statement is read, and of the house; a provider that has not told anything yet has zeros. */
export async function listFloats(db: Reads, currency: string): Promise<readonly Float[]> {
  const rows = await db.read<FloatRow>({
    name: "list floats",
    text: `
      select coalesce(b.provider, s.provider) as provider, coalesce(b.currency, said.currency, $1) as currency,
        ${HOUSE_ACCOUNTS.map((name) => `coalesce(b.${name}, 0)::text as ${name}`).join(", ")},
        said.available::text as available, said.pending::text as pending, s.told_until::text as "toldUntil", s.error
      from provider_statements s
      full join house_balances b on b.provider = s.provider
      left join lateral (
        select currency, available, pending from provider_balances p
        where p.provider = coalesce(b.provider, s.provider) and p.currency = coalesce(b.currency, $1) order by at desc limit 1
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

const COVER = ["owed", "provider_balance", "in_transit", "bank", "untold", "unexplained"] as const;

/** The latest first. */
export async function listCoveredDays(db: Reads, currency: string, limit: number): Promise<readonly CoveredDay[]> {
  const rows = await db.read<Record<(typeof COVER)[number], string> & { day: number; at: string; isCovered: boolean }>({
    name: "list covered days",
    text: `
      select day, at::text as at, is_covered as "isCovered", ${COVER.map((name) => `${name}::text as ${name}`).join(", ")}
      from client_money_days where currency = $1 order by day desc limit $2`,
    values: [currency, limit],
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
  /** As providers said last, in hundredths: what is available and what is pending. */
  readonly balances: readonly { readonly provider: string; readonly currency: string; readonly amount: number }[];
  /** Null before it was looked at. */
  readonly isCovered: boolean | null;
};

/** For the metrics; leans on the indexes reconciliation_differences_open and those of the keys. */
export async function readBooksFigures(db: Queryable): Promise<BooksFigures> {
  const [row] = await db.query<BooksFigures>({
    name: "read books figures",
    text: `
      select
        coalesce((select jsonb_agg(open) from (
          select provider, class, count(*) as count, service_now() - min(opened) as "ageSeconds"
          from reconciliation_differences where status = 'OPEN' group by 1, 2
        ) open), '[]') as open,
        coalesce((select jsonb_agg(said) from (
          select b.provider, b.currency, last.amount
          from house_balances b
          cross join lateral (
            select p.available + p.pending as amount from provider_balances p
            where p.provider = b.provider and p.currency = b.currency order by p.at desc limit 1
          ) last
        ) said), '[]') as balances,
        (select bool_and(is_covered) from (
          select distinct on (currency) is_covered from client_money_days order by currency, day desc) latest) as "isCovered"`,
  });
  return row as BooksFigures;
}
