import type { AccountId } from "../domain/ids.js";
import type { Queryable } from "../platform/database.js";
import { DatabaseUnavailable, RowHeld } from "../platform/database-errors.js";
import { gather } from "../platform/gather.js";
import type { Log } from "../platform/log.js";
import { traced } from "../platform/traces.js";
import { type DueSubject, findDue } from "../store/read/orders/due.js";
import { applyTime } from "./apply-time.js";
import type { Executor } from "./execute.js";

/** Subjects that one walk has at the executor at a time: no more than one batch of it, so that nobody's own work queues behind. */
const BATCH = 64;
/** Accounts that are walked at a time. */
const WALKS = 8;
/** What one sweep settles at most; the next one goes on from there. */
const SWEEP_MAX = 50 * BATCH;

/**
 * Settles one account until nothing of it is due; resolves to how many subjects it touched. One that can't be written stays
 * as it is and keeps nobody from the others. Callers that come while a walk of their account is under way share the next
 * one, so a crowd of readers costs two; readers of other accounts wait for neither.
 * @throws when the database can't be reached.
 */
export type SettleDue = (account: AccountId) => Promise<number>;

export type Settling = {
  readonly settleDue: SettleDue;
  /** All accounts, until nothing is due. */
  readonly settleAll: () => Promise<number>;
  /** All accounts, in bounded steps: each goes on where the last one stopped. `hasMore`: it stopped before the end. */
  readonly sweep: () => Promise<Walked>;
};

type Walked = { readonly settled: number; readonly hasMore: boolean };
type Means = { readonly db: Queryable; readonly executor: Executor; readonly log: Log };

/** Writes what time has done. */
export function openSettling(means: Means): Settling {
  const everything = { after: null, max: Number.POSITIVE_INFINITY };
  const inItsPlace = gather<AccountId, number>({
    run: async ([account]) => [(await walk(means, account as AccountId, everything)).settled],
    lanes: WALKS,
    batchMax: 1,
  });
  let swept: DueSubject | null = null;
  return {
    settleDue: openShared(inItsPlace),
    settleAll: async () => (await walk(means, null, everything)).settled,
    sweep: async () => {
      const { settled, last, hasMore } = await walk(means, null, { after: swept, max: SWEEP_MAX });
      swept = hasMore ? last : null;
      return { settled, hasMore };
    },
  };
}

/** One run a key at a time; calls that come meanwhile share the next one. */
function openShared<Key, Result>(run: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const lines = new Map<Key, { join: (key: Key) => Promise<Result>; callers: number }>();
  const openLine = (key: Key) => {
    const together = async (calls: readonly Key[]): Promise<readonly Result[]> => {
      const result = await run(key);
      return calls.map(() => result);
    };
    return { join: gather({ run: together, lanes: 1, batchMax: Number.POSITIVE_INFINITY }), callers: 0 };
  };
  return async (key) => {
    const line = lines.get(key) ?? openLine(key);
    lines.set(key, line);
    line.callers += 1;
    try {
      return await line.join(key);
    } finally {
      line.callers -= 1;
      if (line.callers === 0) lines.delete(key);
    }
  };
}

/** Goes through what is due in its order, so that what can't be settled is met once. @param account null for all. */
async function walk(
  { db, executor, log }: Means,
  account: AccountId | null,
  { after, max }: { readonly after: DueSubject | null; readonly max: number },
): Promise<Walked & { readonly last: DueSubject | null }> {
  let settled = 0;
  for (let last = after, seen = 0; ; ) {
    const due = await findDue(db, { account, after: last, limit: BATCH });
    const told = await Promise.allSettled(
      due.map((subject) =>
        traced(
          () => ({ name: "due" }),
          () => applyTime(executor, subject.account, subject.subject),
        ),
      ),
    );
    for (const [index, one] of told.entries()) {
      if (one.status === "fulfilled") settled += 1;
      else if (one.reason instanceof DatabaseUnavailable && !(one.reason instanceof RowHeld)) throw one.reason;
      else log.error({ err: one.reason, due: due[index] }, "what time has done could not be written");
    }
    seen += due.length;
    last = due.at(-1) ?? last;
    if (due.length < BATCH) return { settled, last, hasMore: false };
    if (seen >= max) return { settled, last, hasMore: true };
  }
}
