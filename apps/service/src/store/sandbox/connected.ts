/** Accounts that the simulated card company keeps for sellers; see bank.ts. Whatever it thinks anew is told by a notice. */
import type { Queryable } from "../../platform/database.js";

export type ConnectedStatus = "OPEN" | "VERIFIED" | "WANTED" | "REFUSED" | "RESTRICTED";
export type Connected = {
  readonly theirId: string;
  readonly status: ConnectedStatus;
  /** Where its page leads when it is done. */
  readonly returnUrl: string | null;
};

/** Its id of the account; of one that was opened under the reference before, that one's. */
export async function openConnected(
  db: Queryable,
  provider: string,
  { reference, theirId }: { readonly reference: string; readonly theirId: string },
): Promise<string> {
  const [row] = await db.query<{ their_id: string }>({
    name: "sandbox open connected",
    text: `
      insert into sandbox_bank.connected as known (provider, reference, their_id, created)
      values ($1, $2, $3, service_now())
      on conflict (provider, reference) do update set their_id = known.their_id
      returning their_id`,
    values: [provider, reference, theirId],
  });
  return row?.their_id ?? theirId;
}

export async function findConnected(
  db: Queryable,
  provider: string,
  { reference = null, theirId = null }: { readonly reference?: string | null; readonly theirId?: string | null },
): Promise<Connected | null> {
  const [row] = await db.query<Connected>({
    name: "sandbox find connected",
    text: `
      select their_id as "theirId", status, return_url as "returnUrl"
      from sandbox_bank.connected where provider = $1 and (their_id = $2 or reference = $3)`,
    values: [provider, theirId, reference],
  });
  return row ?? null;
}

/** Keeps where the account's page leads back to. False for an unknown account. */
export async function leadConnected(
  db: Queryable,
  provider: string,
  { theirId, back }: { readonly theirId: string; readonly back: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox lead connected",
    text: "update sandbox_bank.connected set return_url = $3 where provider = $1 and their_id = $2 returning 1",
    values: [provider, theirId, back],
  });
  return rows.length === 1;
}

export async function decideConnected(
  db: Queryable,
  provider: string,
  { theirId, status }: { readonly theirId: string; readonly status: ConnectedStatus },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox decide connected",
    text: "update sandbox_bank.connected set status = $3 where provider = $1 and their_id = $2 returning 1",
    values: [provider, theirId, status],
  });
  return rows.length === 1;
}
