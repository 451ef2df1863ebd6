import { keptProfile } from "../domain/decisions/verification.js";
import type { AccountId } from "../domain/ids.js";
import type { Profile } from "../domain/settings.js";
import type { Queryable } from "../platform/database.js";
import { loadSettings } from "../store/read/console/settings.js";
import { updateProfile } from "../store/write/settings.js";

/** Legal name, country and address stay as they are once they were submitted to be verified. */
export async function saveProfile(db: Queryable, account: AccountId, typed: Profile): Promise<void> {
  const { verificationStatus: status, profile } = await loadSettings(db, account);
  await updateProfile(db, account, keptProfile({ status, profile }, typed));
}
