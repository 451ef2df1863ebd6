/** Which key the secrets of this database are sealed with. */
import type { Queryable } from "../../platform/database.js";

/** True when it is this one, which it becomes while nothing is sealed. */
export async function agreeOnKey(db: Queryable, fingerprint: Buffer): Promise<boolean> {
  const rows = await db.query<{ agrees: boolean }>({
    name: "agree on key",
    text: `
      insert into secret_key_check as known (fingerprint) values ($1)
      on conflict (only_row) do update set fingerprint =
        case when exists (select 1 from webhook_endpoints where status <> 'DELETED')
          or exists (select 1 from sellers where totp_sealed is not null) then known.fingerprint else excluded.fingerprint end
      returning fingerprint = $1 as agrees`,
    values: [fingerprint],
  });
  return rows[0]?.agrees === true;
}
