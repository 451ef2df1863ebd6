import type { AccountId } from "../domain/ids.js";
import type { SetupBy } from "../domain/settings.js";
import type { Queryable } from "../platform/database.js";
import { updateSetupBy, updateSetupHidden } from "../store/write/settings.js";

/** Keeps who sets the account up, or hides its checklist or brings it back, for all members. */
export const saveSetup = (db: Queryable, account: AccountId, choice: SetupBy | "hide" | "show"): Promise<void> =>
  choice === "hide" || choice === "show"
    ? updateSetupHidden(db, account, choice === "hide")
    : updateSetupBy(db, account, choice);
