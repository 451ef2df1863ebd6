/** When what was asked before may be asked for again; part of the wrapper (wrapper.ts). */
import type { Queryable } from "../platform/database.js";
import { type ObjectKey, repeatObject, type StoredObject } from "../store/providers/objects.js";
import type { Bounded } from "./bounded.js";
import type { Unreachable } from "./port.js";

export type Store = { readonly db: Queryable; readonly provider: string; readonly bounded: Bounded };

/**
 * For so long after it was asked nothing is asked for again, although the provider knows nothing of it: the question may
 * still be on its way. Seconds of the service's clock; more than a call may take (port.ts).
 */
export const QUIET_SECONDS = 10;

/** Null while the last question may still be on its way, or when somebody else was first. */
export async function repeated(db: Queryable, key: ObjectKey, object: StoredObject): Promise<StoredObject | null> {
  if (object.asks > 0 && object.now - object.lastAt < QUIET_SECONDS) return null;
  return repeatObject(db, key, object);
}

/** That a look-up did nothing says nothing of what was looked for. */
export const stillUnknown = ({ isUndone: _, ...answer }: Unreachable): Unreachable => answer;

export const TOO_SOON: Unreachable = { kind: "unreachable", reason: "it was asked for a moment ago" };
export const LOST: Unreachable = { kind: "unreachable", reason: "it knows nothing any more of what it had taken" };
