/** The index of the console's search, written behind the requests that make orders (migration 0037). */
import type { AccountId, SessionId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { SEARCHABLE_EVENTS } from "../read/console/search.js";
import { openSegment } from "./search-segments.js";

/** How long a worker may keep an account to itself without being heard of. */
const LEASE = "interval '1 minute'";
/**
 * Younger sessions are left to the next time: a transaction that began before may still commit one with a smaller id. Longer than
 * any statement takes, and than clocks of processes are apart. Searches read them from the orders themselves.
 */
export const SETTLED_SECONDS = 30;
/** The first id of that moment (RFC 9562, section 5.7: 48 bits of milliseconds lead). @param seconds a parameter */
const horizon = (seconds: string): string => `
  (select (lpad(to_hex(floor((extract(epoch from clock_timestamp()) - ${seconds}::int) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)`;

/** Accounts behind `after`, in their order, whose index is behind their orders, or has chapters to merge. */
export async function accountsToIndex(
  db: Queryable,
  { after, limit, settledSeconds }: Bound & { readonly after: AccountId | null },
): Promise<readonly AccountId[]> {
  const rows = await db.query<{ account_id: AccountId }>({
    name: "accounts to index",
    text: `
      select p.account_id from search_progress p left join event_counters c on c.account_id = p.account_id
      where p.account_id > $1 and p.leased_until < clock_timestamp()
        and (c.last_number > p.event_number or exists (
          select 1 from checkout_sessions s
          where s.account_id = p.account_id and s.id > p.session_position and s.id < ${horizon("$3")})
        or exists (select 1 from search_chapters h where h.account_id = p.account_id and h.merges_into is not null))
      order by p.account_id limit $2`,
    values: [after ?? 0, limit, settledSeconds],
  });
  return rows.map((row) => row.account_id);
}

/** How much at most, and how old sessions have to be. */
type Bound = { readonly limit: number; readonly settledSeconds: number };

/** What comes next into an account's index, and where it then stands. */
export type IndexStep = {
  readonly account: AccountId;
  readonly from: IndexPosition;
  readonly to: IndexPosition;
  readonly sessions: readonly SessionId[];
  /** Whether there is more behind it. */
  readonly hasMore: boolean;
};

type IndexPosition = { readonly session: string; readonly event: string };

/** Takes the account for a while. Null when another worker has it. @param bound of new sessions, and of those that changed. */
export async function claimIndexStep(
  db: Queryable,
  account: AccountId,
  { limit, settledSeconds }: Bound,
): Promise<IndexStep | null> {
  const [claimed] = await db.query<{ session: string; event: string }>({
    name: "claim search index",
    text: `
      update search_progress set leased_until = clock_timestamp() + ${LEASE}
      where account_id = $1 and leased_until < clock_timestamp()
      returning session_position as session, event_number as event`,
    values: [account],
  });
  if (claimed === undefined) return null;
  // In the text: of any limit the server expects a tenth of the table, and would read all escrows beside them.
  const atMost = `limit ${limit}`;
  const [next] = await db.query<{
    fresh: readonly SessionId[];
    told: readonly (readonly [event: string, session: SessionId])[];
    last: string;
  }>({
    name: `next search index step, ${atMost}`,
    text: `
      select
        array(
          select s.id from checkout_sessions s where s.account_id = $1 and s.id > $2 and s.id < ${horizon("$4")} order by s.id ${atMost}
        ) as fresh,
        (select coalesce(jsonb_agg(jsonb_build_array(t.number::text, e.session_id) order by t.number), '[]')
         from (
           ${SEARCHABLE_EVENTS.map(
             (type) =>
               `(select number, escrow_id from events where account_id = $1 and type = '${type}' and number > $3 order by number ${atMost})`,
           ).join(" union all ")}
           order by number ${atMost}
         ) t join escrows e on e.account_id = $1 and e.id = t.escrow_id) as told,
        coalesce((select last_number from event_counters where account_id = $1), $3) as last`,
    values: [account, claimed.session, claimed.event, settledSeconds],
  });
  const { fresh, told, last } = next ?? { fresh: [], told: [], last: claimed.event };
  const event = told.length === limit ? (told.at(-1)?.[0] ?? last) : last;
  return {
    account,
    from: claimed,
    to: { session: fresh.at(-1) ?? claimed.session, event },
    sessions: [...new Set([...fresh, ...told.map(([, session]) => session)])],
    hasMore: fresh.length === limit || told.length === limit,
  };
}

/** Keeps the entries and how far they go; does neither when another worker has gone on meanwhile. */
export async function keepIndexStep(
  db: Queryable,
  { account, from, to }: IndexStep,
  entries: readonly { readonly session: SessionId; readonly text: string }[],
): Promise<void> {
  const chapter = entries.length === 0 ? null : await openSegment(db, account);
  await db.query({
    name: "keep search index step",
    text: `
      with moved as (
        update search_progress set session_position = $2, event_number = $3, leased_until = '-infinity'
        where account_id = $1 and session_position = $4 and event_number = $5 returning 1
      ),
      kept as (
        insert into search_entries as had (account_id, session_id, chapter, text)
        select $1, one.session, $6, one.text from unnest($7::uuid[], $8::text[]) as one (session, text)
        where exists (select 1 from moved)
        on conflict (account_id, session_id) do update set text = excluded.text where had.text <> excluded.text
        returning had.chapter, xmax = 0 as is_new
      )
      update search_chapters set entries = entries + (select count(*) from kept where is_new) where id = $6`,
    values: [
      account,
      to.session,
      to.event,
      from.session,
      from.event,
      chapter,
      entries.map(({ session }) => session),
      entries.map(({ text }) => text),
    ],
  });
}

/**
 * Sorts new entries into the index, which keeps up to 256 kB of them aside: each look into a chapter reads all that is aside.
 * @returns how many pages that was
 */
export async function flushEntries(db: Queryable): Promise<number> {
  const [flushed] = await db.query<{ pages: string }>({
    name: "flush search entries",
    text: "select flush_search_entries() as pages",
  });
  return Number(flushed?.pages);
}
