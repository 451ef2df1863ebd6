/** What a provider would never say, and what becomes of a notice that says so. */
import { isRefusedForGood } from "../platform/database-errors.js";
import type { Verified } from "./port.js";

/** What was said can't be read. Of an answer it is then unknown what was done; a notice waits for a person. */
export class Unreadable extends Error {}

/**
 * What a notice says that is known to be the provider's own: one that can't be read is kept for a person, for the provider sends
 * it a few times at most, and then never again. What fails for a reason that may be over in a minute is thrown on: it is sent again.
 */
export async function readGenuine(id: string | null, read: () => Promise<Verified>): Promise<Verified> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", id, reason: error.message };
    if (!isOurFault(error)) throw error;
    return { kind: "unreadable", id, reason: "it says something that nobody here expects" };
  }
}

/** It fails the same way however often it is tried. */
const isOurFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || isRefusedForGood(error);
