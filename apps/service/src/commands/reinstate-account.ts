import type { Queryable } from "../platform/database.js";
import type { Acted, OnAccount } from "./on-account.js";
import { changeSuspension } from "./suspension.js";

/** A suspended account goes on. */
export const reinstateAccount = (db: Queryable, by: OnAccount): Promise<Acted> => changeSuspension(db, by, "reinstate");
