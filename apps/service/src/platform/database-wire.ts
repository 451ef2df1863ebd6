/** What is sent down one connection, and how it is given up when nothing comes back. */
import type pg from "pg";
import { OnStandby, Silent, sqlState } from "./database-errors.js";
import { beginPart, type Described, failureOf } from "./traces.js";

/** A prepared statement: `name` is its identity on the server, so one name goes with one text. */
export type Statement = { readonly name: string; readonly text: string; readonly values?: readonly unknown[] };

/** A connection, or the pool itself: whatever takes a statement. */
export type Queryable = {
  query<Row>(statement: Statement): Promise<readonly Row[]>;
};

/** Sends one statement down a connection; statements sent without waiting travel together. */
export type Send = (query: string | Statement) => Promise<pg.QueryResult>;

/**
 * Gives a connection up when the server says nothing for `patienceMs`. The driver's own promise and timer would do, but
 * with either of them the rows of every answer survive into the old generation: a list of 25 took 30 % longer.
 */
export function sender(client: pg.Client, patienceMs: number): Send {
  const { stream } = client.connection;
  let corked = false;
  // What is sent in one turn leaves in one write: six statements as six writes took 60 µs.
  const cork = (): void => {
    if (corked) return;
    corked = true;
    stream.cork();
    process.nextTick(() => {
      corked = false;
      stream.uncork();
    });
  };
  return (query) =>
    new Promise((resolve, reject) => {
      const span = beginPart(describe, query);
      cork();
      const giveUp = setTimeout(() => {
        span?.end("silent");
        reject(new Silent("the database did not answer in time"));
        stream.destroy();
      }, patienceMs);
      const settle = (error: Error | null, result: pg.QueryResult): void => {
        clearTimeout(giveUp);
        span?.end(error === null ? null : (sqlState(error) ?? failureOf(error)));
        if (error !== null && typeof query === "object" && isUnprepared(client, query.name)) misled.add(client);
        if (error === null) resolve(result);
        else reject(error);
      };
      void (typeof query === "string" ? client.query(query, settle) : client.query(query as pg.QueryConfig, settle));
    });
}

/** By its name, and never with its values. */
const describe = (query: string | Statement): Described => ({
  name: typeof query === "string" ? (/^\w+/.exec(query)?.[0] ?? "statement") : query.name,
  kind: "client",
  attributes: { "db.system.name": "postgresql" },
});

/** Lends a connection for as long as the work takes, with what sends down it. */
export type WithSender = <Result>(work: (send: Send, client: pg.PoolClient) => Promise<Result>) => Promise<Result>;

export async function run<Row>(send: Send, statement: Statement): Promise<readonly Row[]> {
  const { rows } = await send(statement);
  return rows as readonly Row[];
}

/**
 * Connections on which a statement failed before it was prepared. PgBouncer takes its name for used, and would end the connection that
 * prepares it again.
 */
const misled = new WeakSet<pg.Client>();

/** The driver tells nobody else what it has prepared. */
const isUnprepared = (client: pg.Client, name: string): boolean =>
  (client.connection as unknown as { parsedStatements: Readonly<Record<string, string>> }).parsedStatements[name] ===
  undefined;

/** Whether its next user would be told of a name that is taken. */
export const isMisled = (client: pg.Client): boolean => misled.has(client);

/** A standby refuses the first of them, a primary takes no note of it. */
export const [BEGIN, BEGIN_ON_PRIMARY, COMMIT, ROLLBACK] = ["begin", "begin read write", "commit", "rollback"] as const;

/** Feature not supported: all that a server says who can't begin to write while it recovers. */
const NOT_SUPPORTED = "0A000";

/** @throws OnStandby where a primary was asked for, and is not there. */
export const begin = (send: Send, text: string): Promise<unknown> =>
  send(text).catch((error: unknown) => {
    throw sqlState(error) === NOT_SUPPORTED ? new OnStandby("this host is a standby", { cause: error }) : error;
  });

/** Connections behind which the server may become another, and a standby, without a word: those through a pooler to several hosts. */
const changeable = new WeakSet<pg.Client>();

export const isChangeable = (client: pg.Client): boolean => changeable.has(client);

/**
 * A statement by itself. Where the server may have become a standby, a transaction around it asks for a primary: reads are the ones that
 * a standby would answer, with what was true a while ago.
 */
export async function runAlone<Row>(client: pg.Client, send: Send, statement: Statement): Promise<readonly Row[]> {
  if (!isChangeable(client)) return run<Row>(send, statement);
  const [begun, rows, ended] = await Promise.allSettled([
    begin(send, BEGIN_ON_PRIMARY),
    run<Row>(send, statement),
    send(COMMIT),
  ]);
  if (begun.status === "rejected") throw begun.reason;
  if (rows.status === "rejected") throw rows.reason;
  if (ended.status === "rejected") throw ended.reason;
  return rows.value;
}

type Host = { readonly standby: boolean; readonly pid: number };

/**
 * Only the primary is written to and read from: a standby shows the feed in another order. A host that lets one in and then does not
 * answer, as a pooler does whose server is away, is left like one that can't be reached.
 */
export async function refuseStandby(client: pg.ClientBase, patienceMs: number): Promise<void> {
  try {
    const { rows } = await sender(
      client as pg.Client,
      patienceMs,
    )("select pg_is_in_recovery() as standby, pg_backend_pid() as pid");
    const [{ standby, pid }] = rows as [Host];
    // A pooler tells its clients a number of its own.
    if (pid !== (client as unknown as { readonly processID: number }).processID) changeable.add(client as pg.Client);
    if (standby) throw new OnStandby("this host is a standby");
  } catch (error) {
    client.emit("left");
    throw error;
  }
}
