/**
 * The way to PostgreSQL: one pool of pipelining connections, every call bounded in time, failover between the hosts of
 * `DATABASE_URL`, and errors told apart by what a caller can do about them.
 */
import pg from "pg";

/** A connection, or the pool itself: whatever takes a statement. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<readonly Row[]>;
};

/** A prepared statement: `name` is its identity on the server, so one name goes with one text. */
export type Statement = { readonly name: string; readonly text: string; readonly values?: readonly unknown[] };

export type Database = Queryable & {
  /**
   * Runs `work` on one connection between BEGIN and COMMIT. Statements that `work` sends without awaiting travel
   * together; BEGIN travels with the first. When `work` throws, nothing stands.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

export type Transaction = Queryable & {
  /** Sends COMMIT behind what was sent; after it `work` may only await. Sent by itself when `work` returns. */
  commit(): Promise<void>;
};

/** The database can't be reached or is shutting down: the answer is 503, and a retry is right. */
export class DatabaseUnavailable extends Error {}

const CONNECT_TIMEOUT_MS = 3_000;
/** What the server allows a statement; the client waits a little longer before it gives the connection up. */
const STATEMENT_TIMEOUT_MS = 10_000;
const CLIENT_GRACE_MS = 2_000;

/** @param options.timeoutMs bounds one statement; what audits a whole database may need more than a request. */
export function openDatabase(
  url: string,
  { connections = 16, applicationName = "holdfast", timeoutMs = STATEMENT_TIMEOUT_MS } = {},
): Database {
  const hosts = splitHosts(url);
  const pool = new pg.Pool({
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: applicationName,
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    query_timeout: timeoutMs + CLIENT_GRACE_MS,
    keepAlive: true,
    pipeline: true,
    Client: failoverClient(hosts),
    ...(hosts.length > 1 ? { onConnect: refuseStandby } : {}),
  } as pg.PoolConfig);
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  return {
    pool,
    query: (statement) => withClient(pool, hosts.length, (client) => run(client, statement)),
    transaction: (work) => withClient(pool, hosts.length, (client) => transact(client, work)),
    close: () => pool.end(),
  };
}

/** `postgres://u:p@a:1,b:2/db` names two hosts; the driver takes one at a time. */
function splitHosts(url: string): readonly string[] {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url);
  if (match === null) return [url];
  const [, scheme = "", hosts = "", rest = ""] = match;
  return hosts.split(",").map((host) => `${scheme}${host}${rest}`);
}

/** Each new connection goes to the host that worked last; one that fails, or turns out a standby, moves on to the next. */
function failoverClient(hosts: readonly string[]): typeof pg.Client {
  let current = 0;
  const moveOnFrom = (attempted: number): void => {
    if (current === attempted) current = (attempted + 1) % hosts.length;
  };
  return class extends pg.Client {
    readonly #host: number;
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: hosts[current] ?? "" });
      this.#host = current;
      this.once("standby", () => moveOnFrom(this.#host));
    }
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      if (callback === undefined) return super.connect() as Promise<this>;
      super.connect((error: Error) => {
        if (error != null) moveOnFrom(this.#host);
        callback(error);
      });
      return undefined;
    }
  } as typeof pg.Client;
}

/** One connection outside of any pool, to the first of the hosts that is up and the primary. Whoever asked for it ends it. */
export async function openConnection(url: string, applicationName: string): Promise<pg.Client> {
  const failures: unknown[] = [];
  const hosts = splitHosts(url);
  for (const host of hosts) {
    const client = new pg.Client({
      connectionString: host,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => undefined); // told to whoever queries
    try {
      await client.connect();
      if (hosts.length > 1) await refuseStandby(client);
      return client;
    } catch (error) {
      failures.push(error);
      await client.end().catch(() => undefined);
    }
  }
  throw failures.find((failure) => sqlState(failure) !== null) ?? failures[0];
}

/** Only the primary is written to and read from: a standby shows the feed in another order. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  if (rows[0]?.standby !== true) return;
  client.emit("standby");
  throw new DatabaseUnavailable("this host is a standby");
}

async function withClient<Result>(
  pool: pg.Pool,
  attempts: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await acquire(pool, attempts);
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionLoss(error)) broken ??= error instanceof Error ? error : new Error(String(error));
    throw broken === undefined ? error : new DatabaseUnavailable("the database did not answer", { cause: error });
  } finally {
    client.removeListener("error", onError);
    client.release(broken);
  }
}

async function acquire(pool: pg.Pool, attempts: number): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (attempt >= attempts) throw new DatabaseUnavailable("the database can't be reached", { cause: error });
    }
  }
}

async function run<Row>(client: pg.ClientBase, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query({ ...statement, values: [...(statement.values ?? [])] });
  return rows as readonly Row[];
}

const BEGIN = "begin";
const COMMIT = "commit";
const ROLLBACK = "rollback";

async function transact<Result>(client: pg.ClientBase, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
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
  void track(client.query(BEGIN));
  let committed: Promise<void> | null = null;
  const tx: Transaction = {
    query: (statement) => track(run(client, statement)),
    commit: () => {
      committed ??= track(commitUnless(() => failed, client));
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
    if (!isConnectionLoss(error)) await client.query(ROLLBACK);
    throw firstCause(await Promise.allSettled(sent), error);
  }
}

/** A statement that the driver could not even send has failed by the next turn: without it nothing may be committed. */
async function commitUnless(hasFailed: () => boolean, client: pg.ClientBase): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (hasFailed()) throw new Error("the transaction was rolled back");
  requireCommit(await client.query(COMMIT));
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

/** The SQLSTATE of a database error, or null. */
export const sqlState = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null;

/** A race that a second try may win: serialization failure, deadlock. */
export const isRetryable = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error) ?? "");

/** The name of the unique constraint that a write broke, or null. */
export function brokenUnique(error: unknown): string | null {
  if (sqlState(error) !== "23505" || !(error instanceof Error)) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : "";
}

/** Nothing more can be said on this connection: lost, timed out, or the server is going down, starting or full. */
function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const state = sqlState(error);
  if (state === null)
    return (
      error instanceof Error && !(error instanceof TypeError || error instanceof RangeError) && isDriverLoss(error)
    );
  return LOST.test(state);
}

/**
 * Connection exceptions, shutdowns, resources at their end (full disk, too many connections), a statement that took too
 * long or waited too long for a lock, and a server that has become read-only: another connection may do better.
 */
const LOST = /^(?:08|53|57P|57014|55P03|25006)/;

/** What the socket or the driver says of a connection that is gone; system errors have codes such as ECONNRESET. */
const isDriverLoss = (error: Error): boolean =>
  ("code" in error && /^E(?!RR_)[A-Z_]+$/.test(String(error.code))) ||
  /terminated|timeout|not queryable|was closed|Cannot use a pool/i.test(error.message);
