import type { AccountId } from "../domain/ids.js";
import type { SetupBy } from "../domain/settings.js";
import type { Queryable } from "../platform/database.js";
import { hideSetup, updateSetupBy } from "../store/write/settings.js";

/** Keeps who sets the account up, or hides its checklist, for all members. @param choice null to hide it */
export const saveSetup = (db: Queryable, account: AccountId, choice: SetupBy | null): Promise<void> =>
  choice === null ? hideSetup(db, account) : updateSetupBy(db, account, choice);
