/** How an order of a rail ends otherwise than paid. What left by a file takes two operators: money that left all the same would be doubled. */
import { ok, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { settleBatches } from "../store/write/rail-batches.js";
import {
  askEnding as ask,
  confirmEnding as confirm,
  dropEnding as drop,
  type Ending,
  refuseOrder as refuse,
} from "../store/write/rail-orders.js";
import { type Acted, notOwn, type OnAccount } from "./on-account.js";

const acted = async (done: ReturnType<typeof ask>): Promise<Acted> => {
  const { found, done: isDone } = await done;
  if (!found) return refused("not_found");
  return isDone ? ok(null) : refused("stale");
};

/** A payout that waits for a batch can't be sent: the money goes back to the seller's wallet, with the reason. */
export const refuseOrder = (db: Queryable, by: OnAccount, code: string): Promise<Acted> =>
  notOwn(by, () => acted(refuse(db, { ...by, action: "settle_outgoing" }, code)));

/** `by.reason`: the bank's, which the seller reads. */
export const askEnding = (db: Queryable, by: OnAccount, ending: Ending): Promise<Acted> =>
  notOwn(by, () => acted(ask(db, { ...by, action: "settle_outgoing" }, ending)));

export const dropEnding = (db: Queryable, by: OnAccount, code: string): Promise<Acted> =>
  notOwn(by, () => acted(drop(db, { ...by, action: "settle_outgoing" }, code)));

/** By another operator than who asked: else it stays as it is. */
export const confirmEnding = (
  db: Queryable,
  by: OnAccount,
  { provider, ...ending }: Ending & { readonly provider: string },
): Promise<Acted> =>
  notOwn(by, async () => {
    const done = await acted(confirm(db, { ...by, action: "settle_outgoing" }, ending));
    if (done.ok) await settleBatches(db, provider);
    return done;
  });
