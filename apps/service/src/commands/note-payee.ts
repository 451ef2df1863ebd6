import type { Connected } from "../domain/connected.js";
import type { Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import type { PayeeFound } from "../providers/port-holder.js";
import { keepState, lookLater } from "../store/write/connected.js";
import { insertDestination } from "../store/write/payouts.js";

/** An account as it was known, with whose it is. */
export type Noted = Connected & {
  readonly openedBy: string | null;
  readonly name: string;
  /** Whether its destination was ever added. */
  readonly hasDestination: boolean;
};

/**
 * Keeps what the provider says of a seller's account; the first time that it can be paid, it becomes a payout destination, which waits
 * as any other does. Of what could not be asked about nothing changes, and it is asked about again in a minute.
 *
 * @returns whether it is news that the provider stopped it.
 */
export async function notePayee(db: Queryable, known: Noted, found: PayeeFound): Promise<boolean> {
  if (found.kind !== "known") {
    await lookLater(db, known);
    return false;
  }
  const isNews = await keepState(db, known, found);
  if (found.isPayable && !known.hasDestination) await addDestination(db, known);
  return isNews && found.stopped !== null;
}

async function addDestination(db: Queryable, known: Noted): Promise<void> {
  const { account, destination: id, name, theirId, openedBy, provider } = known;
  const payee = { kind: "connected", name, number: theirId ?? "" } as const;
  const actor = { sellerId: openedBy, network: "", userAgent: provider };
  try {
    await insertDestination(db, { account, id, payee, actor });
  } catch (error) {
    // Another worker was first.
    if (brokenUnique(error) === null) throw error;
  }
}
