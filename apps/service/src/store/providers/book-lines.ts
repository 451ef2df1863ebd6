/** Lines of statements and what our books have beside them, and the entries that they are booked by. */
import type { PaymentMethod } from "@holdfast/contract";
import type { Currency } from "../../domain/currencies.js";
import type { Cents } from "../../domain/money.js";
import {
  type Booking,
  type CurrencyEntry,
  type Difference,
  type DifferenceClass,
  HOUSE_ACCOUNTS,
  type HouseAccount,
  type Known,
  type Line,
  type Movement,
} from "../../domain/reconciliation.js";
import type { Queryable } from "../../platform/database.js";
import { toCents } from "../rows.js";
import type { ClaimedStatement } from "./statements.js";

/** A line that is kept, and all that decides how it is booked. */
export type BookedLine = Line & {
  readonly number: string;
  readonly object: string | null;
  readonly net: Cents;
  readonly movements: readonly Movement[];
  readonly known: Known;
};

type Row = {
  readonly number: string;
  readonly type: Line["type"];
  readonly object: string | null;
  readonly reference: string | null;
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  readonly currency: Currency;
  readonly ofAmount: string | null;
  readonly ofCurrency: Currency | null;
  readonly movements: readonly MovementRow[];
  readonly method: PaymentMethod | null;
  readonly paid: string | null;
  readonly paidIn: Currency | null;
  readonly isOtherwise: boolean;
};

type MovementRow = Omit<Movement, "amount" | "books"> & { readonly amount: string; readonly books: string };

/** Movements under one reference; more than these are no receipts any more, but a fault. */
const MOVEMENTS_MAX = 20;

/**
 * Of the lines `l`: by the provider's id of the object or of the dispute where that is kept, else by the reference that they name,
 * which names none where the line was read before we knew what it is about. Leans on the indexes provider_objects_theirs,
 * chargebacks_theirs, provider_movements_sought, payments_reference, refund_parts_reference, payouts_reference.
 */
const BESIDE = `
  cross join lateral (
    select coalesce((
      select o.reference from provider_objects o
      where o.provider = l.provider and o.their_id = l.object and o.kind = any(case
        when l.type like 'payment%' or l.type = 'fee' then array['payment', 'intent', 'deposit']
        when l.type like 'refund%' then array['refund'] when l.type like 'payout%' then array['payout'] else '{}' end)
      limit 1), (
      select p.reference from chargebacks c
      join payments p on (p.account_id, p.escrow_id, p.id) = (c.account_id, c.escrow_id, c.payment_id)
      where l.type like 'chargeback%' and c.provider = l.provider and c.their_id = l.object), l.reference) as reference
  ) named
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id::text, 'reference', m.reference, 'amount', m.amount::text,
      'books', coalesce(m.books, m.amount)::text, 'currency', m.currency, 'isTold', m.line is not null) order by m.id), '[]') as list
    from (
      select * from provider_movements m
      where m.provider = l.provider and m.type = l.type and split_part(m.reference, '.', 1) = split_part(named.reference, '.', 1)
      order by m.id limit ${MOVEMENTS_MAX}
    ) m
  ) movements
  left join lateral (
    select p.method, coalesce(nullif(p.presented_received, 0), p.presented_asked, nullif(p.received, 0), p.asked) as paid,
      coalesce(p.presented_currency, 'USD') as "paidIn"
    from payments p
    where l.type in ('payment', 'fee') and p.provider = l.provider and p.reference = named.reference limit 1
  ) payment on true
  cross join lateral (
    select case l.type
      when 'refund_returned' then exists (
        select 1 from provider_movements m where m.provider = l.provider and m.type = 'refund'
          and split_part(m.reference, '.', 1) = named.reference)
      when 'payout_returned' then exists (
        select 1 from provider_movements m where m.provider = l.provider and m.type = 'payout'
          and split_part(m.reference, '.', 1) = named.reference)
      when 'refund' then exists (
        select 1 from refund_parts r where r.reference::text = named.reference and r.reference = case
          when named.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named.reference::uuid end and r.status = 'FAILED')
      when 'payout' then exists (
        select 1 from payouts o where o.reference = case
          when named.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named.reference::uuid end
          and o.provider = l.provider and o.status in ('FAILED', 'CANCELLED'))
      else false end as "isOtherwise"
  ) other`;

const COLUMNS = `l.number::text as number, l.type, l.object, named.reference, l.amount::text as amount, l.fee::text as fee,
  l.net::text as net, l.currency, l.of_amount::text as "ofAmount", l.of_currency as "ofCurrency", movements.list as movements,
  payment.method, payment.paid::text as paid, payment."paidIn", other."isOtherwise"`;

const fromRow = ({ method, paid, paidIn, isOtherwise, ofAmount, ofCurrency, ...row }: Row): BookedLine => ({
  ...row,
  of: ofAmount === null || ofCurrency === null ? null : { amount: toCents(ofAmount), currency: ofCurrency },
  amount: toCents(row.amount),
  fee: toCents(row.fee),
  net: toCents(row.net),
  movements: row.movements.map((one) => ({ ...one, amount: toCents(one.amount), books: toCents(one.books) })),
  known: {
    method,
    paid: paid === null || paidIn === null ? null : { amount: toCents(paid), currency: paidIn },
    isOtherwise,
  },
});

/** Those that were read at least so long ago and are not booked, in the order of their reading. */
export async function readUnbooked(
  db: Queryable,
  provider: string,
  { restedSeconds, limit }: { readonly restedSeconds: number; readonly limit: number },
): Promise<readonly BookedLine[]> {
  const rows = await db.query<Row>({
    name: "read unbooked lines",
    text: `
      select ${COLUMNS}
      from (
        select * from provider_lines
        where provider = $1 and number > (select booked from provider_statements where provider = $1)
          and read_at <= service_now() - $2::integer
        order by number limit $3
      ) l ${BESIDE} order by l.number`,
    values: [provider, restedSeconds, limit],
  });
  return rows.map(fromRow);
}

/** A line whose counterpart had not come, and how it was booked. */
export type OpenLine = BookedLine & {
  readonly difference: string;
  readonly class: DifferenceClass;
  readonly before: readonly CurrencyEntry[];
};

type EntryRow = Readonly<Record<HouseAccount, string>> & { readonly currency: Currency; readonly exchanged: Currency };

/** Of differences that end when ours comes, those behind the one that is given. */
export async function readOpenLines(
  db: Queryable,
  provider: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly OpenLine[]> {
  const rows = await db.query<Row & { difference: string; class: DifferenceClass; before: readonly EntryRow[] }>({
    name: "read open lines",
    text: `
      select ${COLUMNS}, d.id::text as difference, d.class, (
        select jsonb_agg(jsonb_build_object('currency', e.currency, 'exchanged', coalesce(e.exchanged, e.currency),
          ${HOUSE_ACCOUNTS.map((name) => `'${name}', e.${name}::text`).join(", ")}))
        from house_entries e where e.line = l.number) as before
      from (
        select * from reconciliation_differences
        where provider = $1 and status = 'OPEN' and class in ('theirs_only', 'status') and id > $2::bigint
        order by id limit $3
      ) d
      join provider_lines l on l.number = d.line ${BESIDE} order by d.id`,
    values: [provider, after, limit],
  });
  return rows.map((row) => ({
    ...fromRow(row),
    difference: row.difference,
    class: row.class,
    before: row.before.map(({ currency, exchanged, ...moves }) => ({
      currency,
      exchanged,
      moves: Object.fromEntries(HOUSE_ACCOUNTS.map((name) => [name, toCents(moves[name])])),
    })),
  }));
}

/** A line with what it was decided to be; no entries when nothing moves any more. */
export type Decided = {
  readonly line: string;
  /** Of its differences. */
  readonly currency: Currency;
  readonly entries: readonly CurrencyEntry[];
  readonly tells: readonly string[];
  readonly differences: readonly Difference[];
};

export const decided = (line: BookedLine, booking: Booking): Decided => ({
  line: line.number,
  currency: line.currency,
  ...booking,
});

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === "bigint" ? String(one) : one));

const ENTRY_COLUMNS = `currency, exchanged, ${HOUSE_ACCOUNTS.join(", ")}`;
const ENTRY_TYPES = `currency text, exchanged text, ${HOUSE_ACCOUNTS.map((name) => `${name} bigint`).join(", ")}`;
const ENTRY_VALUES = `e.currency, nullif(e.exchanged, e.currency), ${HOUSE_ACCOUNTS.map((name) => `coalesce(e.${name}, 0)`).join(", ")}`;

const rowsOf = (entries: readonly CurrencyEntry[], cause: Readonly<Record<string, string>>): readonly object[] =>
  entries.map(({ moves, ...entry }) => ({ ...moves, ...entry, ...cause }));

/** Which movements lines tell of, the differences that were found, and those that a line has ended. */
const FOLLOWS = `
  told as (
    update provider_movements m set line = t.line
    from held, jsonb_to_recordset($4::jsonb) as t (movement bigint, line bigint)
    where m.id = t.movement and m.line is null and not m.is_told_elsewhere returning m.id
  ),
  found as (
    insert into reconciliation_differences (provider, class, line, movement, currency, amount, suspense, opened)
    select $1, d.class, d.line, d.movement, d.currency, d.amount, d.suspense, service_now()
    from held, jsonb_to_recordset($5::jsonb) as d (class text, line bigint, movement bigint, currency text, amount bigint, suspense bigint)
    returning 1
  ),
  come as (
    update reconciliation_differences d set status = 'MATCHED', ended = service_now()
    from told where d.movement = told.id and d.class = 'ours_only' and d.status = 'OPEN'
  )`;

const CHECKED = `
  (select count(*) from found) as found,
  expect_rows((select count(*) from told), jsonb_array_length($4::jsonb), 'movements that lines tell of'),
  expect_rows((select count(*) from entries), jsonb_array_length($3::jsonb), 'entries of lines')`;

const HELD = "update provider_statements set leased_until = clock_timestamp() + interval '1 minute'";

const followsOf = (all: readonly Decided[]): readonly [string, string] => [
  asJson(all.flatMap(({ line, tells }) => tells.map((movement) => ({ movement, line })))),
  asJson(all.flatMap(({ line, currency, differences }) => differences.map((one) => ({ ...one, line, currency })))),
];

/** Books lines: each once, with all that follows, or none of them. @returns how many differences were found. @throws when another worker is at it. */
export async function bookLines(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  lines: readonly Decided[],
): Promise<number> {
  const [row] = await db.query<{ found: string }>({
    name: "book statement lines",
    text: `
      with held as (${HELD}, booked = $6::bigint where provider = $1 and fence = $2 returning 1),
      entries as (
        insert into house_entries (kind, provider, line, created, ${ENTRY_COLUMNS})
        select 'line', $1, e.line, service_now(), ${ENTRY_VALUES}
        from held, jsonb_to_recordset($3::jsonb) as e (line bigint, ${ENTRY_TYPES})
        returning 1
      ),${FOLLOWS}
      select ${CHECKED}`,
    values: [
      provider,
      fence,
      asJson(lines.flatMap(({ line, entries }) => rowsOf(entries, { line }))),
      ...followsOf(lines),
      lines.at(-1)?.line,
    ],
  });
  return Number(row?.found);
}

/** What stood in suspense goes where it belongs, for our side has come. @throws when another worker is at it, or a person was faster. */
export async function matchLines(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  lines: readonly (Decided & { readonly difference: string })[],
): Promise<void> {
  await db.query({
    name: "match statement lines",
    text: `
      with held as (${HELD} where provider = $1 and fence = $2 returning 1),
      ended as (
        update reconciliation_differences d set status = 'MATCHED', ended = service_now()
        from held where d.id = any($6::bigint[]) and d.status = 'OPEN' returning d.id
      ),
      entries as (
        insert into house_entries (kind, provider, difference, created, ${ENTRY_COLUMNS})
        select 'cleared', $1, e.difference, service_now(), ${ENTRY_VALUES}
        from ended join jsonb_to_recordset($3::jsonb) as e (difference bigint, ${ENTRY_TYPES}) on e.difference = ended.id
        returning 1
      ),${FOLLOWS}
      select ${CHECKED}`,
    values: [
      provider,
      fence,
      asJson(lines.flatMap(({ difference, entries }) => rowsOf(entries, { difference }))),
      ...followsOf(lines),
      lines.map(({ difference }) => difference),
    ],
  });
}

/**
 * What left and came back, or came back and left again, without our books hearing of it moved nothing: its two lines explain each
 * other, once both have waited so long that nothing about them is on its way to us any more.
 */
export async function matchUndone(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  waitedSeconds: number,
): Promise<void> {
  await db.query({
    name: "match undone lines",
    text: `
      with held as (${HELD} where provider = $1 and fence = $2 returning provider),
      open as (
        select d.id, l.reference, l.currency, l.type, l.amount, row_number() over (
          partition by l.reference, l.currency, l.type, l.amount order by d.id) as nth
        from held join reconciliation_differences d using (provider) join provider_lines l on l.number = d.line
        where d.status = 'OPEN' and d.class in ('theirs_only', 'status', 'twice') and d.opened <= service_now() - $3::integer
      ),
      undone as (
        select gone.id as one, back.id as other
        from open gone join open back using (reference, currency, nth)
        where gone.type in ('refund', 'payout') and back.type = gone.type || '_returned' and back.amount = -gone.amount
      )
      update reconciliation_differences d set status = 'MATCHED', ended = service_now()
      from undone where d.id in (undone.one, undone.other)`,
    values: [provider, fence, waitedSeconds],
  });
}
