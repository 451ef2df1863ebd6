/**
 * The way to PostgreSQL: one pool of pipelining connections, every call bounded in time, failover between the hosts of
 * `DATABASE_URL`.
 */
import pg from "pg";
import { monotonicMs } from "./clock.js";
import {
  DatabaseUnavailable,
  isConnectionLoss,
  isHostLost,
  LOCK_NOT_AVAILABLE,
  OBJECT_IN_USE,
  RowHeld,
  sqlState,
} from "./database-errors.js";
import { failoverClient, splitHosts } from "./database-hosts.js";
import { allowedMsOf, boundsOf, refusesSettings, setLocal, startupOf } from "./database-settings.js";
import {
  BEGIN,
  BEGIN_ON_PRIMARY,
  begin,
  COMMIT,
  isChangeable,
  isMisled,
  ROLLBACK,
  refuseStandby,
  run,
  runAlone,
  type Send,
  type Statement,
  sender,
} from "./database-wire.js";
import { gather } from "./gather.js";

export type { Statement } from "./database-wire.js";

/** A connection, or the pool itself: whatever takes a statement. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<readonly Row[]>;
};

/** Finds rows by their keys, for many callers at once: returns as `ordinal` which key, counted from 1, a row is for. */
export type LookUp = { readonly name: string; readonly of: (keys: readonly (readonly unknown[])[]) => Statement };

export type Database = Queryable & {
  /**
   * The rows of a statement that only reads, and so waits for nobody's lock. Those that are asked for in one turn travel
   * together: lists of 25 at 32 requests at a time become a third faster.
   */
  read<Row>(statement: Statement): Promise<readonly Row[]>;
  /**
   * The rows of one key. Calls that arrive together share a statement, which is sent after the last of them, so the
   * answer is as fresh as that of a statement of its own. At 32 requests at a time this halves what a read costs.
   */
  lookUp<Row>(lookUp: LookUp, key: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Runs `work` on one connection between BEGIN and COMMIT. Statements that `work` sends without awaiting travel
   * together; BEGIN travels with the first. When `work` throws, nothing stands.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  readonly pool: pg.Pool;
  /** What it reads is true now: it is of the primary. Tells it from reads that may be late (late-reads.ts). */
  readonly isCurrent: true;
  close(): Promise<void>;
};

/** For reads that may not show what was true a moment ago: to decide, to follow the feed, to show what was just done. */
export type CurrentReads = Pick<Database, "read" | "isCurrent">;

export type Transaction = Queryable & {
  /** Sends COMMIT behind what was sent; after it `work` may only await. Sent by itself when `work` returns. */
  commit(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3_000;
const CLIENT_GRACE_MS = 1_500;

/**
 * @param options.timeoutMs bounds one statement; what audits a whole database may need more than a request. Each transaction then
 * brings its bounds along, and each statement is a transaction: behind a pooler the connection has those of its role.
 */
export function openDatabase(
  url: string,
  {
    connections = 16,
    applicationName = "holdfast",
    timeoutMs,
  }: { readonly connections?: number; readonly applicationName?: string; readonly timeoutMs?: number } = {},
): Database {
  const hosts = splitHosts(url);
  const patienceMs = (timeoutMs ?? allowedMsOf(hosts)) + CLIENT_GRACE_MS;
  const begins = hosts.length > 1 ? BEGIN_ON_PRIMARY : BEGIN;
  const beginning = timeoutMs === undefined ? begins : `${begins}; ${setLocal(boundsOf(timeoutMs))}`;
  const pool = new pg.Pool({
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: applicationName,
    ...startupOf(allowedMsOf(hosts)),
    keepAlive: true,
    pipeline: true,
    Client: failoverClient(hosts),
    ...(hosts.length > 1 ? { onConnect: (client: pg.ClientBase) => refuseStandby(client, CONNECT_TIMEOUT_MS) } : {}),
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  const lend = openLending(pool, hosts.length);
  const withSender: WithSender = (work) => lend((client) => work(sender(client, patienceMs), client));
  const transaction: Database["transaction"] = (work) => withSender((send) => transact(send, beginning, work));
  const query = <Row>(statement: Statement): Promise<readonly Row[]> =>
    timeoutMs === undefined
      ? withSender((send, client) => runAlone<Row>(client, send, statement))
      : transaction((tx) => tx.query<Row>(statement));
  return {
    pool,
    isCurrent: true,
    query,
    read: timeoutMs === undefined ? openReads(withSender) : query,
    lookUp: openLookUps(query),
    transaction,
    close: () => pool.end(),
  };
}

/** Statements that share a connection: the last of them waits for the others. */
const READS_TOGETHER_MAX = 8;

type WaitingRead = {
  readonly statement: Statement;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (reason: unknown) => void;
};

function openReads(withSender: WithSender): Database["read"] {
  let waiting: WaitingRead[] = [];
  const start = (): void => {
    const reads = waiting;
    waiting = [];
    for (let at = 0; at < reads.length; at += READS_TOGETHER_MAX) {
      const together = reads.slice(at, at + READS_TOGETHER_MAX);
      withSender((send, client) => readTogether((statement) => runAlone(client, send, statement), together)).catch(
        (error: unknown) => {
          for (const { reject } of together) reject(error);
        },
      );
    }
  };
  return <Row>(statement: Statement) =>
    new Promise<readonly Row[]>((resolve, reject) => {
      if (waiting.push({ statement, resolve: resolve as WaitingRead["resolve"], reject }) === 1) setImmediate(start);
    });
}

/** Each is told its own result as soon as it is there. @throws when the connection is lost, which concerns all of them. */
async function readTogether(
  ask: (statement: Statement) => Promise<readonly unknown[]>,
  reads: readonly WaitingRead[],
): Promise<void> {
  const told = await Promise.allSettled(
    reads.map(({ statement, resolve, reject }) =>
      ask(statement).then(resolve, (error: unknown) => {
        if (isConnectionLoss(error)) throw error;
        reject(error);
      }),
    ),
  );
  const lost = told.find((one) => one.status === "rejected");
  if (lost !== undefined) throw lost.reason;
}

const LOOK_UP_LANES = 2;
const LOOK_UP_BATCH_MAX = 64;

type Found = { readonly ordinal: string };

/** One queue for each kind of look-up. */
function openLookUps(query: Queryable["query"]): Database["lookUp"] {
  const queues = new Map<string, (key: readonly unknown[]) => Promise<readonly Found[]>>();
  const openQueue = (lookUp: LookUp): ((key: readonly unknown[]) => Promise<readonly Found[]>) => {
    const run = (keys: readonly (readonly unknown[])[]) => findTogether(query, lookUp, keys);
    const queue = gather({ run, lanes: LOOK_UP_LANES, batchMax: LOOK_UP_BATCH_MAX });
    queues.set(lookUp.name, queue);
    return queue;
  };
  return <Row>(lookUp: LookUp, key: readonly unknown[]) =>
    (queues.get(lookUp.name) ?? openQueue(lookUp))(key) as Promise<readonly unknown[]> as Promise<readonly Row[]>;
}

async function findTogether(
  query: Queryable["query"],
  lookUp: LookUp,
  keys: readonly (readonly unknown[])[],
): Promise<readonly (readonly Found[])[]> {
  const found: Found[][] = keys.map(() => []);
  for (const row of await query<Found>(lookUp.of(keys))) found[Number(row.ordinal) - 1]?.push(row);
  return found;
}

/** One connection outside of any pool, to the first of the hosts that is up and the primary. The caller ends it. */
export async function openConnection(url: string, applicationName: string): Promise<pg.Client> {
  const failures: unknown[] = [];
  const hosts = splitHosts(url);
  for (const host of hosts) {
    const client = new pg.Client({
      connectionString: host,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => undefined); // the next query reports it
    try {
      await client.connect();
      if (hosts.length > 1) await refuseStandby(client, CONNECT_TIMEOUT_MS);
      return client;
    } catch (error) {
      failures.push(error);
      await client.end().catch(() => undefined);
    }
  }
  throw failures.find((failure) => sqlState(failure) !== null) ?? failures[0];
}

type Lend = <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

/**
 * Lends connections of the pool. When a host falls silent or turns out a standby, the connections that were opened before go with it: a
 * host that hangs would otherwise cost the whole patience once more for each of them. So they do when a pooler gives one up, since it
 * keeps the others open and lets each wait for a server of its own.
 */
function openLending(pool: pg.Pool, hosts: number): Lend {
  const openedAt = new WeakMap<object, number>();
  let silentAt = Number.NEGATIVE_INFINITY;
  pool.on("connect", (client) => openedAt.set(client, monotonicMs()));
  const acquire = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect(pool, hosts);
      if ((openedAt.get(client) ?? silentAt) >= silentAt) return client;
      client.connection.stream.destroy(); // a word of farewell would wait for the silent
      client.release(true);
    }
  };
  return async (work) => {
    const client = await acquire();
    try {
      return await lent(client, work);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && (isHostLost(error.cause) || isGivenUp(client, error))) {
        silentAt = monotonicMs();
        client.emit("left");
      }
      throw error;
    }
  };
}

/** Behind a pooler that stands before one of several hosts, whatever ends a connection concerns that host. */
const isGivenUp = (client: pg.PoolClient, error: DatabaseUnavailable): boolean =>
  isChangeable(client) && !(error instanceof RowHeld);

async function lent<Result>(client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await work(client);
  } catch (error) {
    if (broken === undefined && [LOCK_NOT_AVAILABLE, OBJECT_IN_USE].includes(sqlState(error) ?? "")) {
      throw new RowHeld("a row was held by somebody else for too long", { cause: error });
    }
    if (isConnectionLoss(error)) broken ??= error instanceof Error ? error : new Error(String(error));
    throw broken === undefined ? error : new DatabaseUnavailable("the database did not answer", { cause: error });
  } finally {
    client.removeListener("error", onError);
    client.release(broken ?? isMisled(client));
  }
}

async function connect(pool: pg.Pool, hosts: number): Promise<pg.PoolClient> {
  let mayBeRefused = true;
  for (let attempts = 1; ; ) {
    try {
      return await pool.connect();
    } catch (error) {
      // A machine that is slow to open connections still answers on those that have come free meanwhile.
      const mayTryAgain = attempts < hosts || (attempts === 1 && pool.idleCount > 0);
      // The same host is asked again, by a connection that brings no settings: each of the hosts has its turn.
      if (mayBeRefused && refusesSettings(error)) mayBeRefused = false;
      else if (!mayTryAgain) throw new DatabaseUnavailable("the database can't be reached", { cause: error });
      else attempts += 1;
    }
  }
}

type WithSender = <Result>(work: (send: Send, client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

async function transact<Result>(
  send: Send,
  beginning: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const sent: Promise<unknown>[] = [];
  // A statement that fails while an earlier one is awaited must not count as unhandled.
  let failed = false;
  const track = <T>(promise: Promise<T>): Promise<T> => {
    promise.catch(() => {
      failed = true;
    });
    sent.push(promise);
    return promise;
  };
  void track(begin(send, beginning));
  let committed: Promise<void> | null = null;
  const tx: Transaction = {
    query: (statement) => track(run(send, statement)),
    commit: () => {
      committed ??= track(commitUnless(() => failed, send));
      return committed;
    },
  };
  try {
    const result = await work(tx);
    await tx.commit();
    await Promise.all(sent);
    return result;
  } catch (error) {
    await Promise.allSettled(sent);
    if (!isConnectionLoss(error)) await send(ROLLBACK);
    throw firstCause(await Promise.allSettled(sent), error);
  }
}

/** A statement that the driver could not even send has failed by the next turn: without it nothing may be committed. */
async function commitUnless(hasFailed: () => boolean, send: Send): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (hasFailed()) throw new Error("the transaction was rolled back");
  requireCommit(await send(COMMIT));
}

/** In a pipeline the first failure is the cause; those behind it only say that the transaction is aborted. */
function firstCause(settled: readonly PromiseSettledResult<unknown>[], fallback: unknown): unknown {
  const first = settled.find((result) => result.status === "rejected");
  return first?.status === "rejected" ? first.reason : fallback;
}

/** A COMMIT of a failed transaction succeeds, as a ROLLBACK. */
function requireCommit(result: pg.QueryResult): void {
  if (result.command !== "COMMIT") throw new Error("the transaction was rolled back");
}
