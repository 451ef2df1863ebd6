/** Where rates come from, as it was found last, and whose turn it is to ask. */
import type { Queryable } from "../../platform/database.js";
import { NOW } from "../read/clock.js";

/** What was found of a source. `isRead` false: its problem is that it can't be read. */
export type FoundSource = { readonly name: string; readonly isRead: boolean; readonly problem: string | null };

/** Notes it; since when a problem has been there stays. A source of another name takes the place of the one before. */
export async function noteRateSource(db: Queryable, { name, isRead, problem }: FoundSource): Promise<void> {
  await db.query({
    name: "note rate source",
    text: `
      insert into rate_source as s (name, asked, read, problem, since)
      values ($1, ${NOW}, case when $2::boolean then ${NOW} end, $3::text, case when $3::text is not null then ${NOW} end)
      on conflict (single) do update set name = $1, asked = excluded.asked, problem = $3::text,
        read = case when $2 then excluded.asked when s.name = $1 then s.read end,
        since = case when $3::text is not null then coalesce(case when s.name = $1 then s.since end, excluded.asked) end`,
    values: [name, isRead, problem],
  });
}

/** Whether it is this process that asks now: one does, once in so many seconds by the service's clock. */
export async function claimRateSource(db: Queryable, name: string, everySeconds: number): Promise<boolean> {
  const rows = await db.query({
    name: "claim rate source",
    text: `
      insert into rate_source as s (name, asked) values ($1, ${NOW})
      on conflict (single) do update set name = $1, asked = excluded.asked,
        read = case when s.name = $1 then s.read end, problem = case when s.name = $1 then s.problem end,
        since = case when s.name = $1 then s.since end
      where s.name <> $1 or s.asked <= excluded.asked - $2
      returning 1`,
    values: [name, everySeconds],
  });
  return rows.length === 1;
}
