/** Reads which seller's checkouts a domain serves, and what is known of the domain of an account. */
import type { DomainState, Missing } from "../../domain/hosted-domain.js";
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/** The domain of an account that is served now, as a column of the accounts `a`. */
export const HOSTED_DOMAIN = "case when a.domain_state = 'ACTIVE' then a.domain end";

/** `taken`: an operator took it away from the seller whom it served. */
export type DomainServes = { readonly sellerCode: string } | "taken";

/** Leans on the indexes accounts_domain_served and accounts_domains_barred. @returns null for a name that nobody has used. */
export async function findDomain(db: Queryable, domain: string): Promise<DomainServes | null> {
  const [row] = await db.query<{ seller_code: string | null }>({
    name: "find domain",
    text: `
      select seller_code from accounts where domain = $1 and domain_state = 'ACTIVE'
      union all
      (select null from accounts where domains_barred @> array[$1::text] and domains_barred <> '{}' limit 1)
      order by seller_code nulls last limit 1`,
    values: [domain],
  });
  if (row === undefined) return null;
  return row.seller_code === null ? "taken" : { sellerCode: row.seller_code };
}

export type OwnDomain = {
  readonly name: string;
  readonly token: string;
  readonly state: DomainState;
  readonly missing: Missing | null;
  /** Unix seconds; null before the first look. */
  readonly lookedAt: number | null;
};

/** Null for an account that has named none. */
export async function findOwnDomain(db: Queryable, account: AccountId): Promise<OwnDomain | null> {
  const [row] = await db.query<{
    name: string;
    token: string;
    state: DomainState;
    missing: Missing | null;
    looked_at: string | null;
  }>({
    name: "find own domain",
    text: `
      select domain as name, domain_token as token, domain_state as state, domain_missing as missing, domain_looked_at as looked_at
      from accounts where id = $1 and domain is not null`,
    values: [account],
  });
  if (row === undefined) return null;
  const { looked_at, ...domain } = row;
  return { ...domain, lookedAt: looked_at === null ? null : Number(looked_at) };
}
