/**
 * Brings orders into the index of the console's search, behind those who make them: at its own pace, so that a machine on which a
 * shop makes a thousand orders a second goes on doing that. Any number of processes may run it.
 */
import { setTimeout as rest } from "node:timers/promises";
import type { AccountId } from "../domain/ids.js";
import { searchText } from "../domain/search.js";
import { monotonicMs, stopwatch } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import type { Log } from "../platform/log.js";
import {
  accountsToIndex,
  claimIndexStep,
  flushEntries,
  keepIndexStep,
  SETTLED_SECONDS,
} from "../store/queue/search.js";
import { mergeOnce } from "../store/queue/search-segments.js";
import { readSearchables } from "../store/read/console/search.js";
import { inJob } from "./job.js";
import { startTicker, TICK_MS, type Ticker } from "./ticker.js";

type Means = { readonly db: Database; readonly log: Log; readonly tickMs?: number | undefined };

const EVERY_TICKS = 5;
const ACCOUNTS = 50;
/** Orders of one step, new or merged: some tenths of a second for the database. */
const STEP = 250;
/** For every moment of work so many of rest: a tenth of one core, at most. */
const REST = 9;
/** Seldom enough that many entries are sorted in together, which costs less an entry. */
const FLUSHED_EVERY_MS = 60_000;

export function startSearchIndex({ db, log, tickMs = TICK_MS }: Means): Ticker {
  const stopping = new AbortController();
  let after: AccountId | null = null;
  let hasWritten = false;
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  /** The next accounts, one step each; true when there is more to do. */
  const look = async (): Promise<boolean> => {
    const accounts = await paced(() =>
      accountsToIndex(db, { after, limit: ACCOUNTS, settledSeconds: SETTLED_SECONDS }),
    );
    let hasMore = accounts.length === ACCOUNTS;
    after = hasMore ? (accounts.at(-1) ?? null) : null;
    for (const account of accounts) {
      if (stopping.signal.aborted) return false;
      hasMore = (await paced(() => inJob("search", () => indexOnce(db, account)))) || hasMore;
      hasWritten = true;
    }
    if (hasWritten && !hasMore && monotonicMs() - flushedAtMs > FLUSHED_EVERY_MS) {
      await paced(() => flushEntries(db));
      hasWritten = false;
      flushedAtMs = monotonicMs();
    }
    return hasMore;
  };
  const paced = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const took = stopwatch();
    const result = await work();
    await rest(took() * REST, undefined, { signal: stopping.signal }).catch(() => undefined);
    return result;
  };
  const ticker = startTicker(tickMs * EVERY_TICKS, async () => {
    try {
      return await look();
    } catch (error) {
      log.warn({ err: error }, "orders could not be brought into the search, and will be");
      return false;
    }
  });
  return {
    poke: ticker.poke,
    stop: () => {
      stopping.abort();
      return ticker.stop();
    },
  };
}

/** One step of one account; true when more waits. */
export async function indexOnce(
  db: Database,
  account: AccountId,
  settledSeconds: number = SETTLED_SECONDS,
): Promise<boolean> {
  const step = await claimIndexStep(db, account, { limit: STEP, settledSeconds });
  if (step === null) return false;
  const orders = await readSearchables(db, account, step.sessions);
  const merges = !step.hasMore && (await mergeOnce(db, account, STEP));
  await keepIndexStep(
    db,
    step,
    orders.map((order) => ({ session: order.session, text: searchText(order) })),
  );
  return step.hasMore || merges;
}
