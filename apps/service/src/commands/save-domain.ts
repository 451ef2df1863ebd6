import type { AccountId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { token } from "../platform/random.js";
import { forgetDomain, nameDomain } from "../store/write/domains.js";

const TOKEN_LENGTH = 32;

/**
 * From now on its records are looked for. @param change.name read by domain/hosted-domain.
 * @returns false for one that an operator took away from the account.
 */
export const saveDomain = (
  db: Queryable,
  account: AccountId,
  change: { readonly name: string; readonly actor: Actor },
): Promise<boolean> => nameDomain(db, account, { ...change, token: token(TOKEN_LENGTH) });

/** Its checkouts answer on the service's own address again. */
export const dropDomain = (db: Queryable, account: AccountId, actor: Actor): Promise<void> =>
  forgetDomain(db, account, actor);
