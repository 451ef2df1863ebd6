/** Looks at the records of a seller's domain, outside of any transaction, and keeps what follows. */
import { afterLook, type Looked, type Missing } from "../domain/hosted-domain.js";
import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { claimDomains, findLookedAt, keepLook, type LookedAt } from "../store/write/domains.js";

/** Asks name servers. @returns what is missing; null for a domain that may be served. */
export type LookAtRecords = (domain: { readonly name: string; readonly token: string }) => Promise<Missing | null>;

type Means = { readonly db: Queryable; readonly lookAtRecords: LookAtRecords };

/** One that another account serves is told so, and looked at like any other: it may be given up there. */
async function look({ db, lookAtRecords }: Means, domain: LookedAt): Promise<Looked> {
  const found = afterLook(domain, await lookAtRecords(domain), domain.now);
  if (await keepLook(db, domain, found)) return found;
  const taken = afterLook(domain, "taken", domain.now);
  await keepLook(db, domain, taken);
  return taken;
}

/** Now, because somebody asks. Null for an account that has named no domain. */
export async function lookAtDomainOf(means: Means, account: AccountId): Promise<Looked | null> {
  const domain = await findLookedAt(means.db, account);
  return domain === null ? null : look(means, domain);
}

/** Those that are due, at most so many. @returns what became of each. */
export async function lookAtDueDomains(means: Means, limit: number): Promise<readonly Looked[]> {
  const due = await claimDomains(means.db, limit);
  return Promise.all(due.map((domain) => look(means, domain)));
}
