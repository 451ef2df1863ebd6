import { type DestinationProblems, decideAddDestination, type TypedDestination } from "../domain/destinations.js";
import type { AccountId, DestinationId } from "../domain/ids.js";
import { decideThenWrite, type Result, refused } from "../domain/result.js";
import type { Actor } from "../domain/security.js";
import { readPayee } from "../phones/payee.js";
import type { CurrentReads, Database, Queryable } from "../platform/database.js";
import { brokenUnique } from "../platform/database-errors.js";
import { uuidv7 } from "../platform/random.js";
import { listDestinations } from "../store/read/money/wallet.js";
import { insertDestination } from "../store/write/payouts.js";
import { payoutCurrency } from "./payout-currency.js";

type Destination = Parameters<typeof insertDestination>[1];

type Means = Parameters<typeof payoutCurrency>[0] & {
  readonly db: CurrentReads & Queryable;
  /** By the service's clock: a currency is paid out in while it has a rate. */
  readonly now: number;
};

/** Adds a destination that a provider pays out to; it then waits for a day. Anything that is wrong is told by its field, and nothing is added. */
export async function addDestination(
  { db, now, ...means }: Means,
  { account, actor }: { readonly account: AccountId; readonly actor: Actor },
  typed: TypedDestination,
): Promise<Result<null, DestinationProblems>> {
  const read = readPayee(typed);
  if (!read.ok) return read;
  const isReached = payoutCurrency(means, read.value, now) !== null;
  const destination = { account, id: uuidv7() as DestinationId, payee: read.value, actor };
  const added = await decideThenWrite({
    load: () => listDestinations(db, account),
    decide: (known) => decideAddDestination(known, read.value, isReached),
    write: () => insert(db, destination),
  });
  if (added.ok) return added;
  const { reason } = added;
  // What was not there when it was looked for, twice, was there when it was added.
  return refused(typeof reason === "string" ? { number: "known" } : reason);
}

async function insert(db: Pick<Database, "query">, destination: Destination): Promise<boolean> {
  // Two that want the same slot at once: the later one takes the next.
  for (;;) {
    try {
      return await insertDestination(db, destination);
    } catch (error) {
      const broken = brokenUnique(error);
      if (broken === "payout_destinations_number") return false;
      if (broken !== "payout_destinations_slot") throw error;
    }
  }
}
