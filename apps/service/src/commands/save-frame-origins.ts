import type { AccountId } from "../domain/ids.js";
import type { Actor } from "../domain/security.js";
import type { Queryable } from "../platform/database.js";
import { updateFrameOrigins } from "../store/write/settings.js";

/** From the next page on. What is open in a frame stays until it is left. @param origins read by domain/frame-origins. */
export const saveFrameOrigins = (
  db: Queryable,
  account: AccountId,
  change: { readonly origins: readonly string[]; readonly actor: Actor },
): Promise<void> => updateFrameOrigins(db, account, change);
