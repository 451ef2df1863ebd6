/** Statements about the domains of sellers. Each is one statement, and names the account or claims what is due. */
import type { DomainStanding, Looked } from "../../domain/hosted-domain.js";
import type { AccountId } from "../../domain/ids.js";
import type { Actor } from "../../domain/security.js";
import type { Queryable } from "../../platform/database.js";
import { brokenUnique } from "../../platform/database-errors.js";
import { accessChanged, actorJson } from "../security-events.js";

/** A domain as it is looked at. */
export type LookedAt = DomainStanding & {
  readonly account: AccountId;
  readonly name: string;
  readonly token: string;
  /** Of the service's clock. */
  readonly now: number;
};

/**
 * Another name is another domain, with a proof of its own; the same one is left as it is. The owners are told.
 * @returns false for one that an operator took away from the account.
 */
export async function nameDomain(
  db: Queryable,
  account: AccountId,
  { name, token, actor }: { readonly name: string; readonly token: string; readonly actor: Actor },
): Promise<boolean> {
  const [row] = await db.query<{ may: boolean }>({
    name: "name domain",
    text: `
      with changed as (
        update accounts set domain = $2, domain_token = $3, domain_state = 'PENDING', domain_missing = null, domain_missing_since = null,
          domain_named_at = service_now(), domain_looked_at = null, domain_next_look = service_now()
        where id = $1 and domain is distinct from $2 and not $2 = any(domains_barred)
        returning id, domain
      ),${accessChanged({ kind: "domain_changed", from: "changed", account: "changed.id", subject: "changed.domain", actor: "$4" })}
      select not $2 = any(domains_barred) as may from accounts where id = $1`,
    values: [account, name, token, actorJson(actor)],
  });
  return row?.may === true;
}

/** Links to it lead nowhere from then on; those on the service's own address go on. */
export async function forgetDomain(db: Queryable, account: AccountId, actor: Actor): Promise<void> {
  await db.query({
    name: "forget domain",
    text: `
      with old as (select id, domain from accounts where id = $1 and domain is not null for no key update),
      changed as (
        update accounts a set domain = null, domain_token = null, domain_state = null, domain_missing = null, domain_missing_since = null,
          domain_named_at = null, domain_looked_at = null, domain_next_look = null
        from old where a.id = old.id returning a.id, old.domain
      ),${accessChanged({ kind: "domain_changed", from: "changed", account: "changed.id", subject: "''", actor: "$2" })}
      select 1 from changed`,
    values: [account, actorJson(actor)],
  });
}

const STANDING = `
  a.id as account, a.domain as name, a.domain_token as token, a.domain_state as state, a.domain_named_at as "namedAt",
  a.domain_missing_since as "missingSince", service_now() as now`;

type StandingRow = Omit<LookedAt, "namedAt" | "missingSince" | "now"> & {
  readonly namedAt: string;
  readonly missingSince: string | null;
  readonly now: string;
};
const fromRow = (row: StandingRow): LookedAt => ({
  ...row,
  namedAt: Number(row.namedAt),
  missingSince: row.missingSince === null ? null : Number(row.missingSince),
  now: Number(row.now),
});

/** Another process takes none of them for ten minutes, in which they are looked at. Leans on the index accounts_domain_next_look. */
export async function claimDomains(db: Queryable, limit: number): Promise<readonly LookedAt[]> {
  const rows = await db.query<StandingRow>({
    name: "claim domains",
    text: `
      with due as (
        select id from accounts where domain_next_look <= service_now() and not moving order by domain_next_look limit $1
        for no key update skip locked
      )
      update accounts a set domain_next_look = service_now() + 600 from due where a.id = due.id returning ${STANDING}`,
    values: [limit],
  });
  return rows.map(fromRow);
}

/** For somebody who asks. Null for an account without one. */
export async function findLookedAt(db: Queryable, account: AccountId): Promise<LookedAt | null> {
  const [row] = await db.query<StandingRow>({
    name: "find domain to look at",
    text: `select ${STANDING} from accounts a where id = $1 and domain is not null`,
    values: [account],
  });
  return row === undefined ? null : fromRow(row);
}

/**
 * Keeps what a look has found, unless the domain was changed meanwhile, and tells the owners when it is served no longer.
 * @returns false for a domain that another account has come to serve (index accounts_domain_served): nothing was kept.
 */
export async function keepLook(db: Queryable, domain: LookedAt, found: Looked): Promise<boolean> {
  const { account, name, token, now } = domain;
  const isLost = found.state === "LOST" && domain.state === "ACTIVE";
  const { state, missing, missingSince, nextLook } = found;
  try {
    await db.query({
      name: "keep look at domain",
      text: `
        with kept as (
          update accounts a set domain_state = $4, domain_missing = $5, domain_missing_since = $6, domain_looked_at = $7, domain_next_look = $8
          where a.id = $1 and a.domain = $2 and a.domain_token = $3
          returning a.id, a.domain, a.trading_name, a.seller_code
        ),
        told as (
          insert into mails (recipient, template, params, created)
          select p.email, 'seller_domain_lost', jsonb_build_object('domain', kept.domain, 'trading_name', kept.trading_name,
            'seller_code', kept.seller_code, 'locale', p.locale), service_now()
          from kept join team_members m on m.account_id = kept.id and m.role = 'owner' join sellers p on p.id = m.seller_id
          where $9::boolean order by p.email
        )
        select 1 from kept`,
      values: [account, name, token, state, missing, missingSince, now, nextLook, isLost],
    });
    return true;
  } catch (error) {
    if (brokenUnique(error) !== "accounts_domain_served") throw error;
    return false;
  }
}
