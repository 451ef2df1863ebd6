/** The outbox of the simulated providers: notices on their way to the service that ordered them. */
import type { Queryable } from "../../platform/database.js";

export type DueNotice = {
  readonly id: string;
  readonly provider: string;
  readonly body: string;
  readonly is_forged: boolean;
  readonly is_unsigned: boolean;
  /** Which try this is, from 1. */
  readonly tries: number;
};

/** Notices that are due, oldest first; ours for a minute of real time. */
export function claimNotices(db: Queryable, limit: number): Promise<readonly DueNotice[]> {
  return db.query<DueNotice>({
    name: "sandbox claim notices",
    text: `
      with due as (
        select id from sandbox_bank.notices
        where due_at <= (select service_now_ms()) and (leased_until is null or leased_until < clock_timestamp())
        order by due_at, id limit $1
        for update skip locked
      )
      update sandbox_bank.notices n set leased_until = clock_timestamp() + interval '1 minute', tries = n.tries + 1
      from due where n.id = due.id
      returning n.id, n.provider, n.body, n.is_forged, n.is_unsigned, n.tries`,
    values: [limit],
  });
}

/** @param retryAfterSeconds of the service's clock; null when it was taken, or is given up. */
export async function settleNotice(
  db: Queryable,
  { id, tries }: Pick<DueNotice, "id" | "tries">,
  retryAfterSeconds: number | null,
): Promise<void> {
  await db.query({
    name: "sandbox settle notice",
    text: `
      update sandbox_bank.notices set leased_until = null, due_at = service_now_ms() + $3::bigint * 1000
      where id = $1 and tries = $2`,
    values: [id, tries, retryAfterSeconds],
  });
}
