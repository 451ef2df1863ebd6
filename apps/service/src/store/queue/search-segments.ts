/** Chapters of the search's index (migration 0072). */

import type { AccountId } from "../../domain/ids.js";
import { MERGED_SEGMENTS, nextMerge, SEGMENT_ENTRIES } from "../../domain/search-segments.js";
import type { Queryable } from "../../platform/database.js";

/** That takes new entries. */
export async function openSegment(db: Queryable, account: AccountId): Promise<number> {
  const [last] = await db.query<{ id: number; entries: number }>({
    name: "last search chapter",
    text: "select id, entries from search_chapters where account_id = $1 order by id desc limit 1",
    values: [account],
  });
  if (last !== undefined && last.entries < SEGMENT_ENTRIES) return last.id;
  const [opened] = await db.query<{ id: number }>({
    name: "open search chapter",
    text: "insert into search_chapters (account_id) values ($1) returning id",
    values: [account],
  });
  if (opened === undefined) throw new Error("an insert returns its row");
  await planMerge(db, account);
  return opened.id;
}

async function planMerge(db: Queryable, account: AccountId): Promise<void> {
  const chapters = await db.query<{ id: number; entries: number; merges: boolean }>({
    name: "search chapters",
    text: `
      select id, entries, merges_into is not null as merges from search_chapters where account_id = $1 order by id`,
    values: [account],
  });
  if (chapters.some(({ merges }) => merges)) return;
  const first = nextMerge(chapters.map(({ entries }) => entries));
  if (first === null) return;
  const [into, ...others] = chapters.slice(first, first + MERGED_SEGMENTS).map(({ id }) => id);
  await db.query({
    name: "plan search merge",
    text: "update search_chapters set merges_into = $1 where id = any($2::int[])",
    values: [into, others],
  });
}

/**
 * Moves the oldest entries of a chapter that is merged into another. The older chapter holds what is older at any moment, so a
 * search meanwhile finds each order once, the newest first.
 * @param limit of entries: each is written into the index anew, in some tenths of a millisecond.
 * @returns whether there was something to merge.
 */
export async function mergeOnce(db: Queryable, account: AccountId, limit: number): Promise<boolean> {
  const [step] = await db.query<{ merges: boolean; emptied: boolean }>({
    name: "merge search chapters",
    text: `
      with merging as materialized (
        select id, merges_into from search_chapters where account_id = $1 and merges_into is not null order by id limit 1
      ),
      oldest as materialized (
        select session_id from search_entries where chapter = (select id from merging) order by session_id limit $2
      ),
      moved as (
        update search_entries set chapter = (select merges_into from merging)
        where account_id = $1 and session_id = any(array(select session_id from oldest)) and chapter = (select id from merging)
        returning 1
      ),
      counted as (
        update search_chapters set entries = entries + (select count(*) from moved) where id = (select merges_into from merging)
      ),
      emptied as (
        delete from search_chapters where id = (select id from merging) and not exists (select 1 from oldest) returning 1
      )
      select exists (select 1 from merging) as merges, exists (select 1 from emptied) as emptied`,
    values: [account, limit],
  });
  if (step?.emptied) await planMerge(db, account);
  return step?.merges ?? false;
}
