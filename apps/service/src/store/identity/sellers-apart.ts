/**
 * Sellers and operators who are apart from cells: rows of the directory's database, by the statements of one cell. Here are those that
 * one cell does with its accounts in one go. Each of these is two, one in either database, and what counts stands in the first.
 */
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { type Opening, signUpSql, signUpValues, sweepSql } from "./seller-challenges.js";
import { belonging, type NewSellerSession, openSessionSql, type SellerSessionRow } from "./sellers.js";
import { accountValues, type NewAccount, openAccountSql, takeAccountPlace } from "./team.js";

/** What a cell keeps of a person. */
export type KnownSeller = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null for somebody who chose none. */
  readonly locale: string | null;
  /** Null until it is known. */
  readonly zone: string | null;
  readonly is_operator: boolean;
  /** Higher with each change of these. */
  readonly version: string;
};

export type ApartSessionRow = Omit<SellerSessionRow, keyof BelongingRow> & {
  readonly version: string;
  /** Milliseconds until the session ends, unless it is used. */
  readonly left_ms: number;
};
export type BelongingRow = Pick<SellerSessionRow, "memberships" | "now">;

/** In the directory: who holds the token of an open session. */
export async function findSessionApart(people: Queryable, tokenHash: Buffer): Promise<ApartSessionRow | null> {
  const rows = await people.query<ApartSessionRow>({
    name: "find seller session apart",
    text: openSessionSql(
      ", p.version, (extract(epoch from s.expires_at - clock_timestamp()) * 1000)::double precision as left_ms",
    ),
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

/** In the cell: where a person belongs here, the time here, and whether this cell knows them. */
export async function readBelonging(
  cell: Queryable,
  sellerId: string,
): Promise<BelongingRow & { readonly is_known: boolean }> {
  const [row] = await cell.query<BelongingRow & { readonly is_known: boolean }>({
    name: "read belonging of seller",
    text: `select exists (select 1 from sellers where id = $1) as is_known, ${belonging("$1")}`,
    values: [sellerId],
  });
  if (row === undefined) throw new Error("a statement without a table has a row");
  return row;
}

/**
 * In the cell: takes people over, unless it has heard of a later version. Those whom nothing here refers to are left out, unless they
 * are operators, who get mails of every cell, or `isHere` says that they are. Somebody else with the address, from before there was a
 * directory, stays.
 */
export async function takeSellers(
  cell: Queryable,
  sellers: readonly KnownSeller[],
  { isHere }: { readonly isHere: boolean },
): Promise<void> {
  const statement = {
    name: "take sellers",
    text: `
      insert into sellers as known (id, email, name, locale, zone, is_operator, version, created)
      select given.id, given.email, given.name, given.locale, given.zone, given.is_operator, given.version, service_now()
      from jsonb_to_recordset($1) as given (id uuid, email text, name text, locale text, zone text, is_operator boolean, version bigint)
      where ($2 or given.is_operator or exists (select 1 from sellers s where s.id = given.id))
        and not exists (select 1 from sellers s where s.email = given.email and s.id <> given.id)
      on conflict (id) do update set name = excluded.name, locale = excluded.locale, zone = excluded.zone,
        is_operator = excluded.is_operator, version = excluded.version
      where known.version < excluded.version`,
    values: [JSON.stringify(sellers), isHere],
  };
  try {
    await cell.query(statement);
  } catch (error) {
    // The address has become somebody's since the statement began: the next one sees whose.
    if (brokenUnique(error) !== "sellers_email_key") throw error;
    await cell.query(statement);
  }
}

export type SignedUp = KnownSeller & {
  /** Of the account that is to be opened; null for people who were invited. */
  readonly trading_name: string | null;
};

/** In the directory: uses up the code, makes the person, and opens a session. Null when somebody was faster. */
export async function completeSignUpApart(
  people: Queryable,
  session: NewSellerSession,
  opening: Opening,
): Promise<SignedUp | null> {
  const rows = await people.query<SignedUp>({
    name: "complete sign-up apart",
    text: `${signUpSql()}
      select person.id, person.email, person.name, person.locale, null as zone, false as is_operator, 1 as version, used.trading_name
      from opened cross join person cross join used`,
    values: signUpValues(session, opening),
  });
  return rows[0] ?? null;
}

/** In the directory. False when the person has opened as many accounts today as one may. */
export async function takeAccountPlaceApart(people: Queryable, sellerId: string): Promise<boolean> {
  const rows = await people.query({
    name: "take account place apart",
    text: takeAccountPlace("$1"),
    values: [sellerId],
  });
  return rows.length === 1;
}

/** In the cell, whose people include the owner. */
export async function openAccountApart(cell: Queryable, opening: NewAccount): Promise<boolean> {
  const rows = await cell.query({
    name: "open account apart",
    text: openAccountSql("select 1"),
    values: accountValues(opening),
  });
  return rows.length === 1;
}

/** In the directory: which of these people have a second factor. */
export async function listGuarded(people: Queryable, sellerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await people.query<{ id: string }>({
    name: "list guarded sellers",
    text: "select id from sellers where id = any($1::uuid[]) and has_second_factor(id, totp_sealed)",
    values: [sellerIds],
  });
  return new Set(rows.map(({ id }) => id));
}

export type PeopleNews = {
  /** 1, 2, 3 in the order of commits. */
  readonly number: string;
  /** Somebody as they are now; null where something happened to a sign-in. */
  readonly seller: KnownSeller | null;
  readonly event: {
    readonly kind: string;
    readonly seller: string | null;
    readonly subject: string;
    readonly network: string;
    readonly user_agent: string;
    /** Unix seconds of real time. */
    readonly created: number;
  } | null;
};

/** In the directory: the number of the last that cells are told, and what they are told from behind a number on, in order. */
export async function listPeopleNews(
  people: Queryable,
  after: string,
  limit: number,
): Promise<{ readonly last: string; readonly news: readonly PeopleNews[] }> {
  const rows = await people.query<PeopleNews & { readonly last: string }>({
    name: "list people news",
    text: `
      select w.last, n.number,
        case when p.id is not null then jsonb_build_object(
          'id', p.id, 'email', p.email, 'name', p.name, 'locale', p.locale, 'zone', p.zone, 'is_operator', p.is_operator,
          'version', p.version) end as seller,
        case when e.id is not null then jsonb_build_object('kind', e.kind, 'seller', e.seller_id, 'subject', e.subject,
          'network', e.network, 'user_agent', e.user_agent, 'created', e.created) end as event
      from people_news_number w left join people_news n on n.number > $1
      left join sellers p on p.id = n.seller_id left join security_events e on e.id = n.event_id
      order by n.number limit $2`,
    values: [after, limit],
  });
  return { last: rows[0]?.last ?? after, news: rows.filter(({ number }) => number !== null) };
}

/** In the cell: the number behind which it reads on. */
export async function readPeopleNewsRead(cell: Queryable): Promise<string> {
  const [row] = await cell.query<{ last: string }>({
    name: "read people news read",
    text: "select last from people_news_read",
  });
  return row?.last ?? "0";
}

/**
 * In the cell: the directory has lost what it told last, so it numbers other things with these numbers, and versions of people too.
 * False when another process was faster.
 */
export async function rereadPeople(
  cell: Queryable,
  { after, last }: { readonly after: string; readonly last: string },
): Promise<boolean> {
  const rows = await cell.query({
    name: "reread people",
    text: `
      with read as (update people_news_read set last = $2 where last = $1 returning 1),
      known as (update sellers set version = 0 where version > 0 and exists (select 1 from read))
      select 1 from read`,
    values: [after, last],
  });
  return rows.length === 1;
}

/**
 * In the cell, by its clock: logs what happened to sign-ins of its people, and every try that failed, for anybody; once, however
 * many processes bring it. A person of other cells is nobody here.
 */
export async function takePeopleEvents(
  cell: Queryable,
  news: readonly PeopleNews[],
  { after, last }: { readonly after: string; readonly last: string },
): Promise<void> {
  await cell.query({
    name: "take people events",
    text: `
      with read as (update people_news_read set last = $2 where last = $1 returning 1)
      insert into security_events (kind, seller_id, subject, network, user_agent, created)
      select given.kind, p.id, given.subject, given.network, given.user_agent, given.created + clock.offset_seconds
      from read cross join rows from (
        jsonb_to_recordset($3) as (kind text, seller uuid, subject text, network text, user_agent text, created bigint)
      ) with ordinality as given (kind, seller, subject, network, user_agent, created, place)
      cross join test_clock clock left join sellers p on p.id = given.seller
      where p.id is not null or given.kind in ('sign_in_failed', 'code_wrong')
      order by given.place`,
    values: [after, last, JSON.stringify(news.flatMap(({ event }) => event ?? []))],
  });
}

const EVENTS_KEPT_DAYS = 90;

/** In the directory: forgets what has run out, and what every cell has logged long ago. */
export async function sweepPeople(people: Queryable): Promise<void> {
  await people.query({ name: "sweep people", text: sweepSql() });
  await people.query({
    name: "sweep people events",
    text: `
      delete from security_events where id in (
        select id from security_events where created < service_now() - $1::bigint * 86400 order by id limit 1000 for update skip locked)`,
    values: [EVENTS_KEPT_DAYS],
  });
}
