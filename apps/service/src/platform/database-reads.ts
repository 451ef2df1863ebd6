/**
 * What is read alone or with others, each statement by itself: calls that come together share a connection or a statement.
 */

import { heldRowOf, isConnectionLoss } from "./database-errors.js";
import { type Queryable, runAlone, type Statement, type WithSender } from "./database-wire.js";
import { gather } from "./gather.js";
import { currentSpan, type Span, within } from "./traces.js";

/** Finds rows by their keys, for many callers at once: returns as `ordinal` which key, counted from 1, a row is for. */
export type LookUp = { readonly name: string; readonly of: (keys: readonly (readonly unknown[])[]) => Statement };

/** What is asked by itself, outside of transactions. */
export type SingleStatements = Queryable & {
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
};

/**
 * Statements that leave together when `send` is called, and run one behind the other, each by itself: none sees less than what the
 * first one saw. Look-ups of one kind share a statement. What finds no room, or is asked after `send`, waits for the first one and then
 * goes its own way.
 */
export type InOrder = SingleStatements & {
  /** The rows of a statement that runs last, whatever else there is: it may wait, where reads may not. To be asked before `send`. */
  last<Row>(statement: Statement): Promise<readonly Row[]>;
  send(): void;
};

/** Statements that share a connection: the last of them waits for the others. */
const READS_TOGETHER_MAX = 8;

type WaitingRead = {
  readonly statement: Statement;
  /** On whose behalf; null where nothing is traced. */
  readonly span: Span | null;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (reason: unknown) => void;
};

/** For `Database.read`. */
export function openReads(withSender: WithSender): SingleStatements["read"] {
  let waiting: WaitingRead[] = [];
  const start = (): void => {
    const reads = waiting;
    waiting = [];
    for (let at = 0; at < reads.length; at += READS_TOGETHER_MAX)
      sendTogether(withSender, reads.slice(at, at + READS_TOGETHER_MAX));
  };
  return <Row>(statement: Statement) =>
    new Promise<readonly Row[]>((resolve, reject) => {
      if (waiting.push({ statement, span: currentSpan(), resolve: resolve as WaitingRead["resolve"], reject }) === 1)
        setImmediate(start);
    });
}

/** Down one connection, one behind the other. */
function sendTogether(withSender: WithSender, reads: readonly WaitingRead[]): void {
  withSender((send, client) => readTogether((statement) => runAlone(client, send, statement), reads)).catch(
    (error: unknown) => {
      for (const { reject } of reads) reject(error);
    },
  );
}

/** Each is told its own result as soon as it is there. @throws when the connection is lost, which concerns all of them. */
async function readTogether(
  ask: (statement: Statement) => Promise<readonly unknown[]>,
  reads: readonly WaitingRead[],
): Promise<void> {
  const told = await Promise.allSettled(
    reads.map(({ statement, span, resolve, reject }) =>
      within(span, () => ask(statement)).then(resolve, (error: unknown) => {
        if (isConnectionLoss(error)) throw error;
        reject(heldRowOf(error) ?? error);
      }),
    ),
  );
  const lost = told.find((one) => one.status === "rejected");
  if (lost !== undefined) throw lost.reason;
}

const LOOK_UP_LANES = 2;
const LOOK_UP_BATCH_MAX = 64;

type Found = { readonly ordinal: string };

/** For `Database.lookUp`: one queue for each kind. */
export function openLookUps(query: Queryable["query"]): SingleStatements["lookUp"] {
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

type WaitingLookUp = {
  readonly key: readonly unknown[];
  readonly resolve: (rows: readonly Found[]) => void;
  readonly reject: (reason: unknown) => void;
};

/** For `Database.inOrder`. */
export function openOrder(
  withSender: WithSender,
  { read, lookUp }: Pick<SingleStatements, "read" | "lookUp">,
): InOrder {
  const waiting: WaitingRead[] = [];
  const last: WaitingRead[] = [];
  const lookUps = new Map<LookUp, WaitingLookUp[]>();
  let first: Promise<unknown> | null = null;
  let isSent = false;
  const waitIn = <Row>(queue: WaitingRead[], statement: Statement): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      queue.push({ statement, span: currentSpan(), resolve: resolve as WaitingRead["resolve"], reject });
    });
  const wait = <Row>(statement: Statement): Promise<readonly Row[]> => {
    const rows = waitIn<Row>(waiting, statement);
    first ??= rows;
    return rows;
  };
  const behindFirst = <Result>(ask: () => Promise<Result>): Promise<Result> => (first ?? Promise.resolve()).then(ask);
  const query = <Row>(statement: Statement): Promise<readonly Row[]> =>
    isSent || waiting.length >= READS_TOGETHER_MAX ? behindFirst(() => read<Row>(statement)) : wait(statement);
  return {
    query,
    read: query,
    lookUp: <Row>(kind: LookUp, key: readonly unknown[]) => {
      if (isSent) return behindFirst(() => lookUp<Row>(kind, key));
      const asked = lookUps.get(kind) ?? [];
      lookUps.set(kind, asked);
      return new Promise<readonly Found[]>((resolve, reject) => {
        asked.push({ key, resolve, reject });
      }) as Promise<readonly unknown[]> as Promise<readonly Row[]>;
    },
    last: async (statement) => {
      if (isSent) throw new Error("nothing can be last any more: all was sent");
      return waitIn(last, statement);
    },
    send: () => {
      isSent = true;
      for (const [kind, asked] of lookUps)
        findTogether(
          wait,
          kind,
          asked.map(({ key }) => key),
        ).then(
          (found) => {
            for (const [at, { resolve }] of asked.entries()) resolve(found[at] ?? []);
          },
          (error: unknown) => {
            for (const { reject } of asked) reject(error);
          },
        );
      sendTogether(withSender, [...waiting, ...last]);
    },
  };
}
