/**
 * The executor. `change` is the only way that business state changes, `create` the only way that a session comes into
 * being (`createOffered` where it waits for the check of its key), and nothing else begins or commits a transaction on merchants' data.
 *
 * A unit of work names its subject and how to decide. The executor locks the subjects, loads them, applies what time alone
 * has done by now, lets the unit decide, and writes all that follows: state, history, ledger, events; four writes or
 * none. Units that arrive while others are under way share a transaction (see platform/gather.ts); each still stands
 * alone: a unit that can't be written is tried again by itself.
 */

import type { Debt } from "../domain/chargebacks.js";
import { needsSources } from "../domain/decisions/follow-up.js";
import type { AccountId, SessionId } from "../domain/ids.js";
import type { Context, Facts, Refusal, Source, Subject, SubjectKind } from "../domain/model.js";
import type { Database, Queryable, Transaction } from "../platform/database.js";
import { brokenUnique, DatabaseUnavailable, isRetryable, RowHeld } from "../platform/database-errors.js";
import { gather } from "../platform/gather.js";
import type { Log } from "../platform/log.js";
import { digits, uuidv7 } from "../platform/random.js";
import { writeChanges } from "../store/write/changes.js";
import { lockAndLoad, readSources } from "../store/write/load.js";
import { readDebts } from "../store/write/load-chargebacks.js";
import { insertNewSessions, insertOfferedSession, type NewSession, type Offered } from "../store/write/sessions.js";
import { completed, decideTask, type Made, paysDebts, type Settled } from "./settle-task.js";
import { afterOf, type Outcome, type Task, taskOf, type Unit } from "./unit.js";

export type Executor = {
  change<Kind extends SubjectKind, Reason = Refusal, Value = undefined>(
    unit: Unit<Kind, Reason, Value>,
  ): Promise<Outcome<Kind, Reason, Value>>;
  /** True when the session was written; false when its idempotency key was already taken. */
  create(session: NewSession): Promise<boolean>;
};

/**
 * Batches under way at a time. More would only split the batches and contend for the event counters, which each batch holds from its
 * events to its commit: four lanes cost a third more CPU than two at 16 submissions at a time. Where many wait, something else is in
 * the way, a row that somebody holds; then there are as many more.
 */
const CHANGE_LANES = 2;
const SPARE_CHANGE_LANES = { lanes: 2, beyond: 8 };
const CREATE_LANES = 2;
/**
 * A unit with files is megabytes: it goes alone, so that it holds nobody else's work up. One that takes from a wallet besides
 * an escrow goes alone too: no other of its account may be in the batch.
 */
const LONE_LANES = 1;
const BATCH_MAX = 64;
const TRIES_MAX = 6;

/** Where ids and the digits of reference codes come from. */
export type Chance = Pick<Context, "uuid" | "digits">;

const CHANCE: Chance = { uuid: uuidv7, digits };

/** Called after a commit, so that workers take up what it left without waiting for their next look. */
type Pokes = { readonly onDeliveries: () => void; readonly onCalls: () => void };

/** @param options.onDeliveries called when events were committed that an endpoint takes; `onCalls`, when providers are to be asked something. */
export function openExecutor(
  db: Database,
  {
    chance = CHANCE,
    onDeliveries = () => undefined,
    onCalls = () => undefined,
  }: { chance?: Chance } & Partial<Pokes> = {},
): Executor {
  const store: Store = { db, chance, onDeliveries, onCalls };
  const run = (tasks: readonly Task[]) => changeTogether(store, tasks);
  const settle = gather<Task, Settled>({
    run,
    lanes: CHANGE_LANES,
    spare: SPARE_CHANGE_LANES,
    batchMax: BATCH_MAX,
    keyOf: ({ account, subject }) => `${account} ${keyOf(subject)}`,
  });
  const settleAlone = gather<Task, Settled>({ run, lanes: LONE_LANES, batchMax: 1 });
  return {
    change: async <Kind extends SubjectKind, Reason, Value>(unit: Unit<Kind, Reason, Value>) => {
      const task = taskOf(unit);
      const { facts, decision } = await (goesAlone(task) ? settleAlone(task) : settle(task));
      const outcome = decision.ok
        ? { ok: true, value: decision.value, after: afterOf(unit.subject.kind, facts) }
        : decision;
      // The decision is the one that this unit made: a batch gives each its own back.
      return outcome as Outcome<Kind, Reason, Value>;
    },
    create: gather<NewSession, boolean>({
      run: (sessions) => createTogether(db, sessions),
      lanes: CREATE_LANES,
      batchMax: BATCH_MAX,
    }),
  };
}

const goesAlone = ({ subject, evidence }: Task): boolean =>
  evidence.length > 0 || subject.kind === "chargeback" || subject.kind === "refundable";

/** What a unit must have for itself: units about payouts spend from one wallet, so an account has one of them at a time. */
function keyOf(subject: Subject): string {
  switch (subject.kind) {
    case "session":
    case "escrow":
      return subject.id;
    case "refund":
    case "refundable":
    case "chargeback":
      return subject.escrow;
    case "wallet":
    case "payout":
    case "debt":
      return "wallet";
    default:
      return subject satisfies never;
  }
}

type Store = Pokes & { readonly db: Database; readonly chance: Chance };

/** Which of the sessions were written. A batch is one statement, so one that fails leaves nothing behind. */
async function createTogether(
  db: Database,
  sessions: readonly NewSession[],
): Promise<readonly (boolean | Promise<boolean>)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const inserted = await insertNewSessions(db, sessions);
      return sessions.map(({ session }) => inserted.has(session.id satisfies SessionId));
    } catch (error) {
      if (isUnknown(error)) throw error;
      if (isRetryable(error) && attempt < TRIES_MAX) continue;
      if (sessions.length > 1) return eachAlone(sessions, (alone) => createTogether(db, alone));
      if (isOfForgotten(error)) return [false];
      throw error;
    }
  }
}

/** The key belongs to a session that was forgotten (0075_forgotten_keys.sql). */
const isOfForgotten = (error: unknown): boolean => brokenUnique(error) === "forgotten_keys_pkey";

/**
 * Whether the session was written: it was if the check before it on this connection found its key as expected, and its idempotency key was
 * not taken. Where it was not, `create` may try, which also tells what is wrong with it.
 * @throws DatabaseUnavailable when nobody knows, or when a row that it takes is held.
 */
export async function createOffered({ db, log }: { db: Queryable; log: Log }, offered: Offered): Promise<boolean> {
  try {
    return await insertOfferedSession(db, offered);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    // Should `create` succeed, nobody else would hear of it.
    if (!isRetryable(error) && !isOfForgotten(error))
      log.warn({ err: error }, "a session could not leave with the check of its key");
    return false;
  }
}

/** One transaction for all; when that fails on account of one of them, one transaction for each. */
async function changeTogether(store: Store, tasks: readonly Task[]): Promise<readonly (Settled | Promise<Settled>)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(store, tasks);
    } catch (error) {
      if (isUnknown(error)) throw error;
      const mayTryAgain = attempt < TRIES_MAX && (isRetryable(error) || (tasks.length === 1 && isTakenCode(error)));
      if (mayTryAgain) continue;
      if (tasks.length > 1) return eachAlone(tasks, (alone) => changeTogether(store, alone));
      throw error;
    }
  }
}

/** Nobody knows whether the commit stands: to run it again could book it twice. */
const isUnknown = (error: unknown): boolean => error instanceof DatabaseUnavailable && !(error instanceof RowHeld);

/** Each by itself: one that can't be written is its caller's failure alone. */
async function eachAlone<Item, Result>(
  items: readonly Item[],
  run: (alone: readonly [Item]) => Promise<readonly (Result | Promise<Result>)[]>,
): Promise<readonly Promise<Result>[]> {
  const each = items.map(async (item) => (await run([item]))[0] as Result);
  await Promise.allSettled(each);
  return each;
}

/** A random reference code that the account already bears: other digits will do (a day's equal orders share a million). */
const isTakenCode = (error: unknown): boolean => REFERENCE_CODES.includes(brokenUnique(error) ?? "");

const REFERENCE_CODES = ["escrows_account_id_reference_code_key", "escrows_dispute_reference", "refunds_number"];

async function transact(store: Store, tasks: readonly Task[]): Promise<readonly Settled[]> {
  const { db, chance } = store;
  let hasDeliveries = false;
  let hasCalls = false;
  const settled = await db.transaction(async (tx) => {
    const { now, facts } = await lockAndLoad(tx, tasks);
    const context: Context = { now, today: dateStamp(now), ...chance };
    const made = tasks.map((task, index) => decideTask(task, facts[index] as Facts, context));
    const sources = await sourcesOf(tx, made);
    const debts = await debtsOf(tx, made);
    const decided = made.map((one) => completed(one, { sources, debts }, context));
    const written = writeChanges(
      tx,
      decided.map((one) => one.decided),
      chance.uuid,
    );
    // What a statement fails with is the transaction's to tell.
    written.catch(() => undefined);
    hasCalls = decided.some(({ decided: { calls, payoutCall } }) => calls.length > 0 || payoutCall !== undefined);
    await tx.commit();
    hasDeliveries = await written;
    return decided.map((one) => one.settled);
  });
  if (hasDeliveries) store.onDeliveries();
  if (hasCalls) store.onCalls();
  return settled;
}

/** Who paid what is now given back: one more round trip, for the few batches that give something back. */
async function sourcesOf(tx: Transaction, made: readonly Made[]): Promise<ReadonlyMap<string, readonly Source[]>> {
  const giving = made.flatMap(({ task, before, changes }) =>
    needsSources(changes) && before.escrow !== undefined ? [{ account: task.account, id: before.escrow.id }] : [],
  );
  return giving.length === 0 ? new Map() : readSources(tx, giving);
}

/** What is owed by merchants who get money now: one more round trip, for the few of them who owe something. */
async function debtsOf(tx: Transaction, made: readonly Made[]): Promise<Map<AccountId, readonly Debt[]>> {
  const accounts = made.flatMap((one) => (paysDebts(one) ? [one.task.account] : []));
  return accounts.length === 0 ? new Map() : readDebts(tx, [...new Set(accounts)]);
}

/** yyyymmdd, UTC. */
const dateStamp = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10).replaceAll("-", "");
