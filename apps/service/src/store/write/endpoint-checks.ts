import type { Queryable } from "../../platform/database.js";
import type { EndpointKey } from "../read/webhooks/endpoints.js";

/** A check that nobody has ended after so long has lost the process that ran it. */
const GIVEN_UP = "interval '5 minutes'";

/** False while one waits or runs: then nothing changes. */
export async function askForCheck(db: Queryable, { account_id, id }: EndpointKey): Promise<boolean> {
  const rows = await db.query({
    name: "ask for endpoint check",
    text: `
      insert into endpoint_checks as c (account_id, endpoint_id, asked_at)
      select account_id, id, clock_timestamp() from webhook_endpoints
      where account_id = $1 and id = $2 and status <> 'DELETED'
      on conflict (account_id, endpoint_id) do update set
        status = 'WAITING', asked_at = excluded.asked_at, leased_until = null, fence = 0, finished = null, report = null, error = null
      where c.status = 'DONE' or c.asked_at < clock_timestamp() - ${GIVEN_UP}
      returning 1`,
    values: [account_id, id],
  });
  return rows.length === 1;
}
