import type { Queryable } from "../platform/database.js";
import type { Acted, OnAccount } from "./on-account.js";
import { changeSuspension } from "./suspension.js";

/** A suspended account reads and changes nothing, by its keys and in its console; its checkout takes nothing new. */
export const suspendAccount = (db: Queryable, by: OnAccount): Promise<Acted> => changeSuspension(db, by, "suspend");
