import type { Connected } from "../domain/connected.js";
import type { Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import type { Unknown, Unreachable } from "../providers/port.js";
import type { AccountBooks, PayeeFound } from "../providers/port-holder.js";
import { keepBooks, keepState, lookLater } from "../store/write/connected.js";
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

/**
 * Keeps what lies in a seller's account, and what went on to their bank; it is asked for again in a minute where it could not be.
 * @param asked.now Unix seconds in which it was asked for.
 */
export async function noteBooks(
  db: Queryable,
  asked: Pick<Connected, "account" | "provider"> & { readonly now: number },
  found: AccountBooks | Unknown | Unreachable,
): Promise<void> {
  if (found.kind === "books") await keepBooks(db, asked, { ...found, at: asked.now });
  else if (found.kind === "unreachable") await lookLater(db, asked);
}
