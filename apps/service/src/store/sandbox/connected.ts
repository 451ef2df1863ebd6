/** Accounts that the simulated card company keeps for sellers; see bank.ts. Whatever it thinks anew is told by a notice. */
import type { BankPayout } from "../../domain/connected.js";
import type { Cents } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { toCents } from "../rows.js";

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

// What lies there, and what went on to the seller's bank -------------------------------------------------------------------

const LIES = `(coalesce((
    select sum(o.amount - coalesce((
      select sum(t.amount) from sandbox_bank.taken_back t where t.provider = o.provider and t.reference = o.reference), 0))
    from sandbox_bank.outgoing o
    where o.provider = c.provider and o.destination = c.their_id and not o.is_refused and coalesce(o.returns_at > service_now(), true)
  ), 0) - coalesce((
    select sum(p.amount) from sandbox_bank.bank_payouts p
    where p.provider = c.provider and p.reference = c.reference and not p.is_failed), 0))`;

/** Null for an unknown account. */
export async function readKept(db: Queryable, provider: string, theirId: string): Promise<Cents | null> {
  const [row] = await db.query<{ lies: string }>({
    name: "sandbox read lying",
    text: `select ${LIES} as lies from sandbox_bank.connected c where provider = $1 and their_id = $2`,
    values: [provider, theirId],
  });
  return row === undefined ? null : toCents(row.lies);
}

/** The newest first. */
export async function listPaidToBank(
  db: Queryable,
  provider: string,
  { theirId, limit }: { readonly theirId: string; readonly limit: number },
): Promise<readonly BankPayout[]> {
  const rows = await db.query<{ their_id: string; amount: string; is_failed: boolean; created: string }>({
    name: "sandbox list bank payouts",
    text: `
      select p.their_id, p.amount, p.is_failed, p.created
      from sandbox_bank.bank_payouts p
      join sandbox_bank.connected c on c.provider = p.provider and c.reference = p.reference
      where c.provider = $1 and c.their_id = $2 order by p.created desc, p.their_id desc limit $3`,
    values: [provider, theirId, limit],
  });
  return rows.map(({ their_id: id, amount, is_failed: isFailed, created }) => ({
    theirId: id,
    amount: toCents(amount),
    status: isFailed ? "FAILED" : "PAID",
    failure: isFailed ? "account_closed" : null,
    arrivesAt: Number(created),
    created: Number(created),
  }));
}

/** Pays all that lies there to the seller's bank; false for nothing. */
export async function payToBank(
  db: Queryable,
  provider: string,
  { theirId, id }: { readonly theirId: string; readonly id: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox pay bank",
    text: `
      insert into sandbox_bank.bank_payouts (provider, reference, their_id, amount, created)
      select c.provider, c.reference, $3, ${LIES}, service_now() from sandbox_bank.connected c
      where c.provider = $1 and c.their_id = $2 and ${LIES} > 0 returning 1`,
    values: [provider, theirId, id],
  });
  return rows.length === 1;
}

/** The bank sends the last one back; false where there is none. */
export async function failToBank(db: Queryable, provider: string, theirId: string): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox fail bank payout",
    text: `
      update sandbox_bank.bank_payouts set is_failed = true
      where (provider, their_id) = (
        select p.provider, p.their_id from sandbox_bank.bank_payouts p
        join sandbox_bank.connected c on c.provider = p.provider and c.reference = p.reference
        where c.provider = $1 and c.their_id = $2 and not p.is_failed order by p.created desc, p.their_id desc limit 1)
      returning 1`,
    values: [provider, theirId],
  });
  return rows.length === 1;
}
