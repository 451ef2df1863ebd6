/**
 * Keeps what the API was asked, for the sellers' pages, off the way of requests: what was answered waits in memory, bounded,
 * and is written together about once a second. What does not fit is left out and counted; no request ever waits for it.
 *
 * Modes: empty (nothing is armed), waiting (a timer runs), writing (what comes meanwhile waits for the next turn).
 */
import type { AccountId } from "../domain/ids.js";
import { monotonicMs } from "../platform/clock.js";
import type { Database } from "../platform/database.js";
import { DatabaseUnavailable } from "../platform/database-errors.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import { insertRequests, type LoggedRequest, sweepRequests, trimRequests } from "../store/write/requests.js";

/** A request that was answered just now. */
export type Answered = Omit<LoggedRequest, "ageMs">;

export type RequestLog = {
  /**
   * Notes that a key was used, and takes the request if there is a place for it: only then is it put together. Never throws.
   * @param by whose key it was.
   */
  add(by: Pick<Answered, "account" | "keyLookup">, request: () => Answered): void;
  /** Writes what waits. Afterwards nothing is armed. */
  stop(): Promise<void>;
};

/** Kept of an account: its newest, a little more until the next trimming, and none for longer than so many days. */
export const REQUESTS_KEPT = { newest: 10_000, days: 30, bodyDays: 7 } as const;

const FLUSH_EVERY_MS = 1_000;
const WAITING_MAX = 5_000;
/** Characters of bodies and answers that wait. */
const TEXT_MAX = 8_000_000;
/** Of one account between two writings, in this process: twelve times what ten keys may send by the default limit. */
const PER_ACCOUNT_MAX = 250;
/** So many rows of an account are written before it is trimmed again: reading 10,000 entries of an index is not for each batch. */
const TRIM_EVERY = 1_000;

type Waiting = { readonly request: Answered; readonly atMs: number };

export function openRequestLog(parts: {
  readonly db: Database;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countUnlogged">;
  readonly flushEveryMs?: number | undefined;
}): RequestLog {
  const { db, log, metrics, flushEveryMs = FLUSH_EVERY_MS } = parts;
  let waiting: Waiting[] = [];
  let text = 0;
  /** When each key was used last. */
  let keys = new Map<string, number>();
  let countOf = new Map<AccountId, number>();
  const sinceTrim = new Map<AccountId, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  const arm = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, flushEveryMs);
  };

  const add: RequestLog["add"] = ({ account, keyLookup }, put) => {
    const now = monotonicMs();
    keys.set(keyLookup, now);
    arm();
    const count = countOf.get(account) ?? 0;
    if (count >= PER_ACCOUNT_MAX || waiting.length >= WAITING_MAX) return metrics.countUnlogged(1);
    const request = put();
    const size = (request.body?.length ?? 0) + (request.answer?.length ?? 0);
    if (text + size > TEXT_MAX) return metrics.countUnlogged(1);
    countOf.set(account, count + 1);
    text += size;
    waiting.push({ request, atMs: now - request.durationMs });
  };

  const write = async (): Promise<void> => {
    const [rows, used] = [waiting, keys];
    waiting = [];
    text = 0;
    keys = new Map();
    countOf = new Map();
    const now = monotonicMs();
    try {
      await insertRequests(
        db,
        rows.map(({ request, atMs }) => ({ ...request, ageMs: Math.round(now - atMs) })),
        [...used].map(([lookup, atMs]) => ({ lookup, ageMs: Math.round(now - atMs) })),
      );
      for (const account of grown(sinceTrim, rows)) await trimRequests(db, account, REQUESTS_KEPT.newest);
    } catch (error) {
      // A database that is away or slow is not asked again for the sake of a log.
      metrics.countUnlogged(rows.length);
      if (!(error instanceof DatabaseUnavailable)) log.error({ err: error, rows: rows.length }, "requests not logged");
    }
  };

  const flush = async (): Promise<void> => {
    if (writing !== null) return arm();
    writing = write();
    await writing;
    writing = null;
  };

  return {
    add,
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await writing;
      if (waiting.length > 0 || keys.size > 0) await write();
    },
  };
}

/** The accounts that so much was written of that they are to be trimmed. */
function grown(sinceTrim: Map<AccountId, number>, rows: readonly Waiting[]): readonly AccountId[] {
  for (const { request } of rows) sinceTrim.set(request.account, (sinceTrim.get(request.account) ?? 0) + 1);
  const due = [...sinceTrim].filter(([, count]) => count >= TRIM_EVERY).map(([account]) => account);
  for (const account of due) sinceTrim.delete(account);
  return due;
}

/** Forgets what is no longer kept. */
export const sweepRequestLog = (db: Database): Promise<void> => sweepRequests(db, REQUESTS_KEPT);
