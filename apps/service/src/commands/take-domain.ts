import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { takeDomain } from "../store/write/operators-domains.js";
import { type Acted, notOwn, type OnAccount, wasDone } from "./on-account.js";

/** A domain that misleads buyers, or is somebody else's, answers no longer. Stale when the account has another by now. */
export const takeDomainAway = (db: Queryable, by: OnAccount & { readonly domain: string }): Promise<Acted> =>
  notOwn(by, async () =>
    (await wasDone(takeDomain(db, { ...by, action: "take_domain" }, by.domain))) ? ok(null) : refused("stale"),
  );
