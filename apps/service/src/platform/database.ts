/**
 * The way to PostgreSQL: one pool of pipelining connections, every call bounded in time, failover between the hosts of
 * `DATABASE_URL`.
 */
import pg from "pg";
import { monotonicMs } from "./clock.js";
import { DatabaseUnavailable, heldRowOf, isConnectionLoss, isHostLost, RowHeld, sqlState } from "./database-errors.js";
import { failoverClient, splitHosts } from "./database-hosts.js";
import { type InOrder, openLookUps, openOrder, openReads, type SingleStatements } from "./database-reads.js";
import { allowedMsOf, boundsOf, refusesSettings, setLocal, startupOf } from "./database-settings.js";
import {
  BEGIN,
  BEGIN_ON_PRIMARY,
  begin,
  COMMIT,
  isChangeable,
  isMisled,
  type Queryable,
  ROLLBACK,
  refuseStandby,
  run,
  runAlone,
  type Send,
  type Statement,
  sender,
  type WithSender,
} from "./database-wire.js";

export type { InOrder, LookUp } from "./database-reads.js";
export type { Queryable, Statement } from "./database-wire.js";

export type Database = SingleStatements & {
  /** Statements that leave together: see {@link InOrder}. */
  inOrder(): InOrder;
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
  const read = timeoutMs === undefined ? openReads(withSender) : query;
  const lookUp = openLookUps(query);
  return {
    pool,
    isCurrent: true,
    query,
    read,
    lookUp,
    inOrder: () => openOrder(withSender, { read, lookUp }),
    transaction,
    close: () => pool.end(),
  };
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
    const held = broken === undefined ? heldRowOf(error) : null;
    if (held !== null) throw held;
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
