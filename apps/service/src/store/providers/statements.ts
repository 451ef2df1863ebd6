/**
 * What providers' statements tell: where the reading of each has come to, its lines as they were told first, and what was
 * said to lie there. One worker reads a provider's statement at a time, under a lease; a worker that lost it writes nothing.
 */
import type { Cents } from "../../domain/money.js";
import type { Amount, Line } from "../../domain/reconciliation.js";
import type { Queryable } from "../../platform/database.js";

/** Until a provider's statement is read for the first time. */
const FIRST_AFTER_SECONDS = 3_600;

/** Sees to it that the statement will be read. @param closeAt when its days are closed first (Unix seconds). */
export async function watchStatement(db: Queryable, provider: string, closeAfter: number): Promise<void> {
  await db.query({
    name: "watch statement",
    text: `
      insert into provider_statements (provider, due_at, close_due_at)
      select $1, service_now() + ${FIRST_AFTER_SECONDS}, ${nextAt("$2::integer")} on conflict (provider) do nothing`,
    values: [provider, closeAfter],
  });
}

/** The next time of day, so many seconds after midnight (UTC). */
const nextAt = (seconds: string): string =>
  `service_now() - mod(service_now(), 86400) + ${seconds}
    + case when mod(service_now(), 86400) >= ${seconds} then 86400 else 0 end`;

export type ClaimedStatement = {
  readonly provider: string;
  readonly cursor: string | null;
  readonly fence: number;
  /** What moved before this had been told when it was read last; null before the first time. */
  readonly toldUntil: number | null;
  /** Days have to be closed. */
  readonly isCloseDue: boolean;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** @param isForced whether or not it is due. Null when it is not, or somebody else is at it. */
export async function claimStatement(
  db: Queryable,
  provider: string,
  isForced: boolean,
): Promise<ClaimedStatement | null> {
  const rows = await db.query<Omit<ClaimedStatement, "toldUntil" | "now"> & { toldUntil: string | null; now: string }>({
    name: "claim statement",
    text: `
      with due as (
        select provider from provider_statements
        where provider = $1 and ($2::boolean or due_at <= service_now())
          and (leased_until is null or leased_until < clock_timestamp())
        for update skip locked
      )
      update provider_statements s set leased_until = clock_timestamp() + interval '1 minute', fence = s.fence + 1
      from due where s.provider = due.provider
      returning s.provider, s.cursor, s.fence, s.told_until as "toldUntil", service_now() as now,
        s.close_due_at <= service_now() as "isCloseDue"`,
    values: [provider, isForced],
  });
  const row = rows[0];
  return row === undefined
    ? null
    : { ...row, toldUntil: row.toldUntil === null ? null : Number(row.toldUntil), now: Number(row.now) };
}

/** A line as it is kept; amounts in the unit of their currency. */
type NewLine = Omit<Line, "of"> & {
  readonly of?: Amount | undefined;
  readonly id: string;
  /** Theirs. */
  readonly object: string | null;
  readonly net: Cents;
  readonly at: number;
  readonly availableAt: number;
};

const HELD = "update provider_statements set leased_until = clock_timestamp() + interval '1 minute'";

/**
 * Keeps a page of lines, and that it was read. A day that was closed and gets another line is open again.
 * @returns how many lines were new. @throws when another worker has taken it over.
 */
export async function keepLines(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  page: { readonly lines: readonly NewLine[]; readonly cursor: string | null },
): Promise<number> {
  const { lines } = page;
  const [row] = await db.query<{ held: string; added: string }>({
    name: "keep statement lines",
    text: `
      with held as (${HELD}, cursor = $3 where provider = $1 and fence = $2 returning provider),
      added as (
        insert into provider_lines
          (provider, line_id, type, object, reference, amount, fee, net, currency, at, available_at, of_amount, of_currency, read_at)
        select held.provider, given.*, service_now()
        from held, unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[],
          $12::bigint[], $13::bigint[], $14::bigint[], $15::text[]) as given
        on conflict (provider, line_id) do nothing returning at
      ),
      reopened as (
        delete from provider_days using (select min(at) / 86400 as day from added) first
        where provider_days.provider = $1 and provider_days.day >= first.day
      )
      select (select count(*) from held) as held, (select count(*) from added) as added`,
    values: [
      provider,
      fence,
      page.cursor,
      lines.map(({ id }) => id),
      lines.map(({ type }) => type),
      lines.map(({ object }) => object),
      lines.map(({ reference }) => reference),
      lines.map(({ amount }) => amount),
      lines.map(({ fee }) => fee),
      lines.map(({ net }) => net),
      lines.map(({ currency }) => currency),
      lines.map(({ at }) => at),
      lines.map(({ availableAt }) => availableAt),
      lines.map(({ of }) => of?.amount ?? null),
      lines.map(({ of }) => of?.currency ?? null),
    ],
  });
  if (row?.held !== "1") throw new Error(`the statement of ${provider} is read by another worker`);
  return Number(row.added);
}

type Said = {
  readonly currency: string;
  readonly available: bigint;
  readonly pending: bigint;
};

/** Keeps what the provider says lies there, by currency. */
export async function keepBalances(
  db: Queryable,
  { provider }: Pick<ClaimedStatement, "provider">,
  said: readonly Said[],
): Promise<void> {
  await db.query({
    name: "keep provider balances",
    text: `
      insert into provider_balances (provider, currency, at, available, pending)
      select $1, currency, service_now(), available, pending
      from unnest($2::text[], $3::bigint[], $4::bigint[]) as said (currency, available, pending)
      on conflict do nothing`,
    values: [
      provider,
      said.map(({ currency }) => currency),
      said.map(({ available }) => available),
      said.map(({ pending }) => pending),
    ],
  });
}

/** A balance is asked for and answered; what moves within so many seconds may count in it or not. */
export const ASKING_SECONDS = 10;

/** The first time that a provider ($1) said what lay there of a `currency` while nothing moved, as far as lines tell by a moment. */
export const firstSure = (currency: string, told: string): string => `(
  select b.at, b.available + b.pending as lies from provider_balances b
  where b.provider = $1 and b.currency = ${currency} and b.at + ${ASKING_SECONDS} <= ${told} and not exists (
    select 1 from provider_lines l
    where l.provider = $1 and l.currency = b.currency and l.at between b.at - ${ASKING_SECONDS} and b.at + ${ASKING_SECONDS})
  order by b.at limit 1)`;

/**
 * What lay there before the first line that is told is booked, and is for a person to explain: what the provider said first,
 * less what its lines add up to by then. It is known once all of those are told, which is once.
 * @param told lines up to these moments (Unix seconds) have come: by the reading before, null for none, and by this one.
 */
export async function bookOpening(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  told: { readonly before: number | null; readonly now: number },
): Promise<void> {
  await db.query({
    name: "book opening balances",
    text: `
      with opening as (
        select said.currency, first.lies - coalesce((
          select sum(net) from provider_lines l where l.provider = $1 and l.currency = said.currency and l.at <= first.at), 0) as lay
        from provider_statements s
        cross join (select distinct currency from provider_balances where provider = $1) said
        cross join lateral ${firstSure("said.currency", "$4::bigint")} first
        where s.provider = $1 and s.fence = $2 and first.at + ${ASKING_SECONDS} > coalesce($3::bigint, 0)
      ),
      booked as (
        insert into house_entries (kind, provider, currency, provider_balance, suspense, created)
        select 'opening', $1, currency, lay, -lay, service_now() from opening where lay <> 0
        on conflict do nothing returning currency, provider_balance
      )
      insert into reconciliation_differences (provider, class, currency, amount, suspense, opened)
      select $1, 'unknown_type', currency, provider_balance, -provider_balance, service_now() from booked`,
    values: [provider, fence, told.before, told.now],
  });
}

/** What came of reading it. @param closeAfter set when days were closed: seconds after midnight. */
export async function settleStatement(
  db: Queryable,
  { provider, fence }: Pick<ClaimedStatement, "provider" | "fence">,
  settled: {
    readonly afterSeconds: number;
    readonly toldUntil: number | null;
    readonly error: string | null;
    readonly closeAfter: number | null;
  },
): Promise<void> {
  await db.query({
    name: "settle statement",
    text: `
      update provider_statements set leased_until = null, due_at = service_now() + $3::integer,
        told_until = coalesce($4::bigint, told_until), error = $5,
        close_due_at = case when $6::integer is null then close_due_at else ${nextAt("$6::integer")} end
      where provider = $1 and fence = $2`,
    values: [provider, fence, settled.afterSeconds, settled.toldUntil, settled.error, settled.closeAfter],
  });
}
