import type { AccountId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { updateTradingName } from "../store/write/settings.js";

/**
 * What buyers read from the next page and mail on; the owners are told. Not while the account is being verified: what is looked at
 * would be another name.
 * @param change.tradingName checked as at sign-up.
 */
export const renameAccount = (
  db: Queryable,
  account: AccountId,
  change: { readonly tradingName: string; readonly actor: Actor },
): Promise<void> => updateTradingName(db, account, change);
