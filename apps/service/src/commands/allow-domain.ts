import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { allowDomain } from "../store/write/operators-domains.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/** The account may name a domain again that the desk took away. Unchanged when it may already. */
export const allowDomainAgain = (db: Queryable, by: OnAccount & { readonly domain: string }): Promise<Acted> =>
  notOwn(by, async () =>
    (await wasDone(allowDomain(db, { ...by, action: "allow_domain" }, by.domain))) ? ok(null) : refused("unchanged"),
  );
