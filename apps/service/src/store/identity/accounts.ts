/** Seller accounts. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import type { ShownAccountRow } from "../rows.js";

export type AccountRow = ShownAccountRow & {
  readonly api_version: string;
  readonly created: string;
};

const COLUMNS = "id, seller_code, trading_name, email, verification_status, suspended, api_version, created";

/** Opens an account, with its event counter. Throws a unique violation when the email address has one already. */
export async function insertAccount(
  db: Queryable,
  account: Pick<AccountRow, "id" | "seller_code" | "trading_name" | "email" | "verification_status" | "api_version">,
): Promise<void> {
  await db.query({
    name: "insert account",
    text: `
      with opened as (
        insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, created)
        values ($1, $2, $3, $4, $5, $6, service_now()) returning id
      )
      insert into event_counters (account_id) select id from opened`,
    values: [
      account.id,
      account.seller_code,
      account.trading_name,
      account.email,
      account.verification_status,
      account.api_version,
    ],
  });
}

export function listAccounts(db: Queryable): Promise<readonly AccountRow[]> {
  return db.query<AccountRow>({ name: "list accounts", text: `select ${COLUMNS} from accounts order by created, id` });
}

export async function findAccount(db: Queryable, id: AccountId): Promise<AccountRow | null> {
  const rows = await db.query<AccountRow>({
    name: "find account",
    text: `select ${COLUMNS} from accounts where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}
