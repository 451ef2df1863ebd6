/**
 * Reads that may be a little late, on standbys: lists that people look through, and files of them. What decides or writes takes a
 * `Queryable`, a `Database` or `CurrentReads`, and so never gets these; nor does the feed, which a standby may show in another order.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "./clock.js";
import { type Database, openDatabase } from "./database.js";
import { DatabaseUnavailable, isRetryable } from "./database-errors.js";
import { splitHosts } from "./database-hosts.js";

/** For lists, which may be a little late: the database itself, or a standby of it. What may not be late takes `CurrentReads`. */
export type Reads = Pick<Database, "read">;

export type LateReads = Reads & {
  /** How many seconds old what it reads is at most; null where it is of the primary, and so is up to date. */
  readonly ageSeconds: number | null;
};

/** Of the primary, where late reads are taken too. */
export const current = ({ read }: Reads): LateReads => ({ ageSeconds: null, read });

export type LateSource = {
  /** For one page or one file. */
  open(): Promise<LateReads>;
  close(): Promise<void>;
};

const LATE_SECONDS_MAX = 30;
const CONNECTIONS = 4;
const ANSWERS_WITHIN_MS = 1_500;
/** One that failed is not asked again for so long: each time, somebody would wait. */
const LEFT_ALONE_MS = 10_000;

const AGE = {
  name: "age of a standby",
  text: `
    select pg_is_in_recovery() as standby,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds`,
};

type Standby = { readonly db: Database; failedAtMs: number };

/**
 * @param url of standbys, the first that is sound is asked; null leaves all reads to the primary.
 * @param secondsMax one that is further behind is not asked.
 */
export function openLateReads(url: string | null, primary: Reads, secondsMax = LATE_SECONDS_MAX): LateSource {
  const standbys: readonly Standby[] = (url === null ? [] : splitHosts(url)).map((host) => ({
    db: openDatabase(host, { connections: CONNECTIONS, applicationName: "holdfast late reads" }),
    failedAtMs: Number.NEGATIVE_INFINITY,
  }));
  const fail = (standby: Standby): void => {
    standby.failedAtMs = monotonicMs();
  };
  return {
    async open() {
      for (const standby of standbys) {
        if (monotonicMs() - standby.failedAtMs < LEFT_ALONE_MS) continue;
        const ageSeconds = await ageOf(standby.db);
        if (ageSeconds === null || ageSeconds > secondsMax) fail(standby);
        else return { ageSeconds, read: readOr(standby.db, { primary, onFailure: () => fail(standby) }) };
      }
      return current(primary);
    },
    close: async () => {
      await Promise.all(standbys.map(({ db }) => db.close()));
    },
  };
}

/**
 * From when what it shows is at most, in seconds; null for none that is sound. It is the time since the last commit that it replayed:
 * while nobody writes, a standby that has everything counts as late too.
 */
async function ageOf(db: Database): Promise<number | null> {
  const asked = db.read<{ standby: boolean; seconds: number | null }>(AGE).catch(() => []);
  const [row] = await Promise.race([asked, sleep(ANSWERS_WITHIN_MS, [], { ref: false })]);
  // The name of a standby may have become the primary's; whether it is the only one, nobody has looked.
  if (row === undefined || !row.standby || row.seconds === null) return null;
  return Math.max(0, row.seconds);
}

/** A standby that goes away, or ends a statement that stands in the way of what it replays, leaves the read to the primary. */
const readOr =
  (
    standby: Reads,
    { primary, onFailure }: { readonly primary: Reads; readonly onFailure: () => void },
  ): Reads["read"] =>
  async (statement) => {
    try {
      return await standby.read(statement);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onFailure();
      else if (!isRetryable(error)) throw error;
      return primary.read(statement);
    }
  };
