/** The index of the console's search, built in one go: its worker takes its time. */
import type pg from "pg";
import { mergedSegments, SEGMENT_ENTRIES } from "../../../apps/service/dist/domain/search-segments.js";

const INDEX = "search_entries_keys";

/** All orders of an account, whose worker may go on then, and may have entered some meanwhile. Texts are those of domain/search.ts, for orders in plain letters. */
export async function indexOrders(pool: pg.Pool, account: string): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ definition: string }>(
      "select pg_get_indexdef(oid) as definition from pg_class where relname = $1",
      [INDEX],
    );
    await client.query(`drop index ${INDEX}`);
    const counted = await client.query<{ sessions: number }>(
      "select count(*)::int as sessions from checkout_sessions where account_id = $1",
      [account],
    );
    const full = Math.ceil((counted.rows[0]?.sessions ?? 0) / SEGMENT_ENTRIES);
    await client.query("delete from search_entries where account_id = $1", [account]);
    await client.query("delete from search_chapters where account_id = $1", [account]);
    const chapters = mergedSegments(Array.from({ length: full }, () => SEGMENT_ENTRIES));
    await client.query(
      `insert into search_chapters (account_id, entries)
       select $1, entries from unnest($2::int[]) with ordinality as c (entries, place) order by place`,
      [account, chapters],
    );
    await client.query(
      `insert into search_entries (account_id, session_id, chapter, text)
       select $1, one.id, c.id, one.text
       from (
         select s.id, row_number() over (order by s.id) as place,
           lower(concat_ws(e'\\n', s.content::json ->> 'title', nullif(s.external_reference, ''), nullif(s.content::json ->> 'customer_email', ''),
             e.buyer_email) || chr(31) || concat_ws(e'\\n', 'cs_' || left(replace(s.id::text, '-', ''), 26), e.id, e.reference_code, e.dispute_reference)) as text
         from checkout_sessions s left join escrows e on e.account_id = s.account_id and e.session_id = s.id
         where s.account_id = $1
       ) one
       join (
         select id, sum(entries) over (order by id) as last, entries from search_chapters
         where account_id = $1 and id > (select max(id) - $2::int from search_chapters)
       ) c on one.place > c.last - c.entries and one.place <= c.last
       order by one.id on conflict do nothing`,
      [account, chapters.length],
    );
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query(rows[0]?.definition ?? "");
    await client.query(
      `update search_progress p set session_position = (select max(id::text)::uuid from checkout_sessions where account_id = $1),
         event_number = (select last_number from event_counters where account_id = $1), leased_until = '-infinity'
       where p.account_id = $1`,
      [account],
    );
    await client.query("analyze search_entries");
  } finally {
    client.release();
  }
}
