/** Checks of endpoints that wait for a worker. One is claimed by a lease in real time, and begun three times at most. */
import type { EndpointId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { isFree } from "../held.js";
import { NOW } from "../read/clock.js";
import type { EndpointKey } from "../read/webhooks/endpoints.js";

export type ClaimedCheck = EndpointKey & {
  readonly fence: number;
  readonly url: string;
  /** Sealed, for the endpoint's id. */
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  /** Whether the one before still signs. */
  readonly overlaps: boolean;
};

const LEASE = "interval '90 seconds'";
export const CHECK_TRIES_MAX = 3;

/** The one that waits longest; null while none does. */
export async function claimCheck(db: Queryable): Promise<ClaimedCheck | null> {
  const rows = await db.query<ClaimedCheck & { readonly id: EndpointId }>({
    name: "claim endpoint check",
    text: `
      with due as (
        select account_id, endpoint_id from endpoint_checks
        where status <> 'DONE' and fence < ${CHECK_TRIES_MAX} and (leased_until is null or leased_until < clock_timestamp())
          and ${isFree("account_id")}
        order by asked_at limit 1 for update skip locked
      )
      update endpoint_checks c set status = 'RUNNING', leased_until = clock_timestamp() + ${LEASE}, fence = c.fence + 1
      from due join webhook_endpoints e on e.account_id = due.account_id and e.id = due.endpoint_id
      where c.account_id = due.account_id and c.endpoint_id = due.endpoint_id
      returning e.account_id, e.id, c.fence, e.url, e.secret, e.previous_secret,
        coalesce(e.previous_secret_until > ${NOW}, false) as overlaps`,
  });
  return rows[0] ?? null;
}

/** Given up for now: the next worker that looks takes it, as if it had not been begun. */
export async function releaseCheck(db: Queryable, { account_id, id, fence }: ClaimedCheck): Promise<void> {
  await db.query({
    name: "release endpoint check",
    text: `
      update endpoint_checks set leased_until = null, fence = fence - 1
      where account_id = $1 and endpoint_id = $2 and fence = $3 and status = 'RUNNING'`,
    values: [account_id, id, fence],
  });
}

/** Says nothing when somebody else has claimed it since. */
export async function endCheck(
  db: Queryable,
  { account_id, id, fence }: ClaimedCheck,
  ended: { readonly report: string } | { readonly error: string },
): Promise<void> {
  await db.query({
    name: "end endpoint check",
    text: `
      update endpoint_checks set status = 'DONE', leased_until = null, finished = service_now(), report = $4, error = $5
      where account_id = $1 and endpoint_id = $2 and fence = $3 and status = 'RUNNING'`,
    values: [account_id, id, fence, "report" in ended ? ended.report : null, "error" in ended ? ended.error : null],
  });
}
