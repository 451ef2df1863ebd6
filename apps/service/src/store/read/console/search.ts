/** The search over an account's orders: its index, and what is not in the index yet (migration 0037). */
import type { AccountId, EscrowId, EventId, SessionId } from "../../../domain/ids.js";
import { cents } from "../../../domain/money.js";
import { hasWords, readingsOf, type Searchable, searchText } from "../../../domain/search.js";
import type { Queryable } from "../../../platform/database.js";

/** Matches that are gone through at most, newest first. */
export const MATCHES_MAX = 2_000;
/** Orders that are read in place of the index, newest first. */
const UNINDEXED_MAX = 2_000;

export type Search = {
  readonly typed: string;
  /** Sessions that have all the words, also those that became orders. */
  readonly sessions: readonly SessionId[];
  /** The newest so many were looked for; null when there are no more. */
  readonly cutAt: number | null;
  /** Whether so much was made lately that not all of it was looked through. */
  readonly isBehind: boolean;
};

/** Null where nothing was typed. @param asked.wanted matches, newest first: each costs a look-up. */
export async function searchOrders(
  db: Queryable,
  account: AccountId,
  { typed, wanted = MATCHES_MAX }: { readonly typed: string; readonly wanted?: number },
): Promise<Search | null> {
  const readings = readingsOf(typed);
  if (readings.length === 0) return null;
  const find = (words: readonly string[]): Promise<readonly { id: SessionId }[]> =>
    db.query<{ id: SessionId }>({
      name: "search sessions",
      text: "select id from search_sessions($1, $2, $3) as found (id)",
      values: [account, words, wanted],
    });
  const [found, waiting] = await Promise.all([Promise.all(readings.map(find)), readUnindexed(db, account)]);
  const isMeant = (one: Searchable): boolean => readings.some((words) => hasWords(searchText(one), words));
  const fresh = waiting.filter(isMeant).map(({ session }) => session);
  const sessions = [...new Set([...fresh, ...found.flat().map(({ id }) => id)])];
  return {
    typed: typed.trim(),
    sessions,
    cutAt: found.some((indexed) => indexed.length === wanted) ? wanted : null,
    isBehind: waiting.length >= UNINDEXED_MAX,
  };
}

/** The newest of what a search found, by kind. */
export type ByKind = {
  readonly orders: Search;
  /** Of the orders, those that are or were disputed. */
  readonly disputes: Search;
  /** Sessions that became no order. */
  readonly sessions: Search;
};

/** Each match is looked up once, in place of once for each list. @param limit of each kind */
export async function newestByKind(
  db: Queryable,
  account: AccountId,
  { search, limit }: { readonly search: Search; readonly limit: number },
): Promise<ByKind> {
  const rows = await db.query<Record<keyof ByKind, readonly SessionId[]>>({
    name: "newest matches by kind",
    // "limit 1" keeps the server from reading all orders of the account in place of these.
    text: `
      with looked as materialized (
        select match.session, e.id as escrow, e.dispute_reference
        from unnest($2::uuid[]) match (session) left join lateral (
          select e.id, e.dispute_reference from escrows e where e.account_id = $1 and e.session_id = match.session limit 1
        ) e on true
      )
      select
        array(select session from looked where escrow is not null order by escrow desc limit $3) as orders,
        array(select session from looked where dispute_reference is not null order by escrow desc limit $3) as disputes,
        array(select session from looked where escrow is null order by session desc limit $3) as sessions`,
    values: [account, search.sessions, limit],
  });
  const of = (kind: keyof ByKind): Search => ({ ...search, sessions: rows[0]?.[kind] ?? [] });
  return { orders: of("orders"), disputes: of("disputes"), sessions: of("sessions") };
}

/** The newest so many of an order are looked for: a text has its bounds, and an order may be sent again and again. */
const TRACKING_MAX = 20;

const SOURCES = `
  select s.id as session, s.content::json ->> 'title' as title, s.external_reference, s.content::json ->> 'customer_email' as customer_email,
    s.amount, s.fees, e.id as escrow, e.reference_code, e.dispute_reference, e.buyer_email,
    array(select m.reference_code from milestones m where m.account_id = e.account_id and m.escrow_id = e.id) as milestone_codes,
    array(
      select h.tracking_number from milestone_entries h
      where h.account_id = e.account_id and h.escrow_id = e.id and h.tracking_number <> '' order by h.number desc limit ${TRACKING_MAX}
    ) as tracking_numbers
  from checkout_sessions s left join escrows e on e.account_id = s.account_id and e.session_id = s.id`;

type SourceRow = {
  session: SessionId;
  title: string;
  external_reference: string;
  customer_email: string | null;
  amount: string;
  fees: string;
  escrow: EscrowId | null;
  reference_code: string | null;
  dispute_reference: string | null;
  buyer_email: string | null;
  milestone_codes: readonly string[];
  tracking_numbers: readonly string[];
};

const searchableFromRow = (row: SourceRow): Searchable => ({
  session: row.session,
  title: row.title,
  externalReference: row.external_reference,
  customerEmail: row.customer_email ?? "",
  amount: cents(BigInt(row.amount)),
  fees: cents(BigInt(row.fees)),
  order:
    row.escrow === null
      ? null
      : {
          id: row.escrow,
          referenceCode: row.reference_code ?? "",
          disputeReference: row.dispute_reference,
          buyerEmail: row.buyer_email ?? "",
          milestoneCodes: row.milestone_codes,
          trackingNumbers: row.tracking_numbers,
        },
});

/** Events after which an order has more to be found by. */
export const SEARCHABLE_EVENTS = ["escrow.created", "escrow.disputed", "escrow.milestone.submitted"] as const;

/** What the index has not seen: the newest sessions, and orders that were confirmed, sent or disputed since. */
async function readUnindexed(db: Queryable, account: AccountId): Promise<readonly Searchable[]> {
  const rows = await db.query<SourceRow>({
    name: "read unindexed orders",
    text: `
      with progress as materialized (select session_position, event_number from search_progress where account_id = $1),
      fresh as (
        select s.id from checkout_sessions s
        where s.account_id = $1 and s.id > (select session_position from progress) order by s.id desc limit ${UNINDEXED_MAX}
      ),
      told as (
        ${SEARCHABLE_EVENTS.map(
          (type) => `select e.escrow_id from events e
        where e.account_id = $1 and e.type = '${type}' and e.number > (select event_number from progress)`,
        ).join(" union ")}
        limit ${UNINDEXED_MAX}
      ),
      unindexed as materialized (
        select id from fresh
        union select o.session_id from told join escrows o on o.account_id = $1 and o.id = told.escrow_id
      )
      ${SOURCES} where s.account_id = $1 and s.id = any(array(select id from unindexed))`,
    values: [account],
  });
  return rows.map(searchableFromRow);
}

/** For the index: what its entries are made of. */
export async function readSearchables(
  db: Queryable,
  account: AccountId,
  sessions: readonly SessionId[],
): Promise<readonly Searchable[]> {
  const rows = await db.query<SourceRow>({
    name: "read searchables",
    text: `${SOURCES} where s.account_id = $1 and s.id = any($2::uuid[])`,
    values: [account, sessions],
  });
  return rows.map(searchableFromRow);
}

export type FoundEvent = {
  readonly id: EventId;
  readonly type: string;
  readonly created: number;
  /** Of the order that it is about, if it is about one. */
  readonly title: string | null;
};

/** Events with ids between the two, and the newest of the orders, newest first. */
export async function findEvents(
  db: Queryable,
  account: AccountId,
  wanted: {
    readonly between: readonly [EventId, EventId] | null;
    readonly orders: readonly EscrowId[];
    readonly limit: number;
  },
): Promise<readonly FoundEvent[]> {
  const [first, last] = wanted.between ?? [null, null];
  // In the text, as for lists: of any limit the server expects a tenth of the table, and would walk all events beside them.
  const limit = `limit ${wanted.limit}`;
  const rows = await db.query<Omit<FoundEvent, "created"> & { created: string }>({
    name: `find events, ${limit}`,
    text: `
      with found as (
        (select number from events where account_id = $1 and id between $2::uuid and $3::uuid order by id desc ${limit})
        union
        (select newest.number from unnest($4::uuid[]) as wanted (escrow)
         cross join lateral (
           select number from events where account_id = $1 and escrow_id = wanted.escrow order by number desc ${limit}
         ) newest)
      )
      select e.id, e.type, e.created, o.title
      from found join events e on e.account_id = $1 and e.number = found.number
      left join escrows o on o.account_id = $1 and o.id = e.escrow_id
      order by e.number desc ${limit}`,
    values: [account, first, last, wanted.orders],
  });
  return rows.map((row) => ({ ...row, created: Number(row.created) }));
}
