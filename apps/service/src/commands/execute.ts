/**
 * The one door. `change` is the only way that business state changes, `create` the only way that a session comes into
 * being, and nothing else begins or commits a transaction on merchants' data.
 *
 * A unit of work names its subject and how to decide. The door locks the subjects, loads them, applies what time alone
 * has done by now, lets the unit decide, and writes all that follows: state, history, ledger, events; four writes or
 * none. Units that arrive while others are under way share a transaction (see platform/gather.ts); each still stands
 * alone: a unit that can't be written is tried again by itself.
 */
import { decideDueEscrow, merge } from "../domain/decisions/due.js";
import { decideDueSession } from "../domain/decisions/expire-session.js";
import type { AccountId, EventId, SessionId } from "../domain/ids.js";
import type { Changes, Context, Decision, Facts, Payment, Refusal, Subject } from "../domain/model.js";
import { brokenUnique, type Database, DatabaseUnavailable, isRetryable } from "../platform/database.js";
import { gather } from "../platform/gather.js";
import { digits, uuidv7 } from "../platform/random.js";
import { type Decided, writeChanges } from "../store/write/changes.js";
import { lockAndLoad } from "../store/write/load.js";
import { insertNewSessions, type NewSession } from "../store/write/sessions.js";
import { writeEvent } from "../wire/event.js";

export type Unit = {
  readonly account: AccountId;
  readonly subject: Subject;
  readonly decide: (facts: Facts, context: Context) => Decision;
};

/** The facts after the unit; and the refusal, if it was refused. What time did stands either way. */
export type Outcome = { readonly facts: Facts; readonly refusal: Refusal | null };

export type Door = {
  change(unit: Unit): Promise<Outcome>;
  /** True when the session was written; false when its idempotency key was already taken. */
  create(session: NewSession): Promise<boolean>;
};

/** Batches under way at a time. More would only split the batches and contend for the event counters. */
const CHANGE_LANES = 4;
const CREATE_LANES = 2;
const BATCH_MAX = 64;
const TRIES_MAX = 6;

/** Where ids and the digits of reference codes come from. */
export type Chance = Pick<Context, "uuid" | "digits">;

const CHANCE: Chance = { uuid: uuidv7, digits };

/** @param options.onEvents called when events were committed: whoever delivers them need not wait for its next look. */
export function openDoor(
  db: Database,
  { chance = CHANCE, onEvents = () => undefined }: { chance?: Chance; onEvents?: () => void } = {},
): Door {
  const store: Store = { db, chance, onEvents };
  return {
    change: gather<Unit, Outcome>({
      run: (units) => changeTogether(store, units),
      lanes: CHANGE_LANES,
      batchMax: BATCH_MAX,
      keyOf: ({ account, subject }) => `${account} ${"session" in subject ? subject.session : subject.escrow}`,
    }),
    create: gather<NewSession, boolean>({
      run: (sessions) => createTogether(db, sessions),
      lanes: CREATE_LANES,
      batchMax: BATCH_MAX,
    }),
  };
}

type Store = { readonly db: Database; readonly chance: Chance; readonly onEvents: () => void };

/** Which of the sessions were written. A batch is one statement, so a lost race leaves nothing behind. */
async function createTogether(db: Database, sessions: readonly NewSession[]): Promise<readonly boolean[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const inserted = await insertNewSessions(db, sessions);
      return sessions.map(({ session }) => inserted.has(session.id satisfies SessionId));
    } catch (error) {
      if (!isRetryable(error) || attempt === TRIES_MAX) throw error;
    }
  }
}

/** One transaction for all; when that fails on account of one of them, one transaction for each. */
async function changeTogether(store: Store, units: readonly Unit[]): Promise<readonly (Outcome | Promise<Outcome>)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(store, units);
    } catch (error) {
      // Nobody knows whether the commit stands: to run it again could book it twice.
      if (error instanceof DatabaseUnavailable) throw error;
      const mayTryAgain = attempt < TRIES_MAX && (isRetryable(error) || (units.length === 1 && isTakenCode(error)));
      if (mayTryAgain) continue;
      if (units.length > 1) return settleEach(store, units);
      throw error;
    }
  }
}

/** Each by itself: one that can't be written is its caller's failure alone. */
async function settleEach(store: Store, units: readonly Unit[]): Promise<readonly Promise<Outcome>[]> {
  const each = units.map(async (unit) => (await changeTogether(store, [unit]))[0] as Outcome);
  await Promise.allSettled(each);
  return each;
}

/** A random reference code that the account already bears: other digits will do (a day's equal orders share a million). */
const isTakenCode = (error: unknown): boolean => REFERENCE_CODES.includes(brokenUnique(error) ?? "");

const REFERENCE_CODES = ["escrows_account_id_reference_code_key", "escrows_dispute_reference"];

async function transact({ db, chance, onEvents }: Store, units: readonly Unit[]): Promise<readonly Outcome[]> {
  let hasEvents = false;
  const outcomes = await db.transaction(async (tx) => {
    const { now, facts } = await lockAndLoad(tx, units);
    const context: Context = { now, today: dateStamp(now), ...chance };
    const decided = units.map((unit, index) => decideUnit(unit, facts[index] as Facts, context));
    void writeChanges(
      tx,
      decided.map((one) => one.decided),
      chance.uuid,
    ).catch(() => undefined);
    hasEvents = decided.some((one) => one.decided.events.length > 0);
    await tx.commit();
    return decided.map((one) => one.outcome);
  });
  if (hasEvents) onEvents();
  return outcomes;
}

function decideUnit(unit: Unit, before: Facts, context: Context): { decided: Decided; outcome: Outcome } {
  const time = timeAlone(before, context);
  const current: Facts = { ...before, ...present(time) };
  const found = "session" in unit.subject ? current.session !== undefined : current.escrow !== undefined;
  const decision: Decision = found ? unit.decide(current, context) : { ok: false, refusal: { code: "not_found" } };
  const changes = decision.ok ? merge(time, decision) : time;
  const facts: Facts = { ...before, ...present(changes) };
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const decided: Decided = {
    account: unit.account,
    now: context.now,
    before,
    after: facts,
    payments: (changes.payments ?? []).map((payment: Payment) => ({ payment, known: known.get(payment.id) })),
    refunds: changes.refunds ?? [],
    entries: changes.entries ?? [],
    transfers: changes.transfers ?? [],
    events: (changes.events ?? []).map((draft) => {
      const id = context.uuid() as EventId;
      return {
        account: unit.account,
        id,
        type: draft.type,
        body: writeEvent(id, draft, context.now),
        created: context.now,
      };
    }),
  };
  return { decided, outcome: { facts, refusal: decision.ok ? null : decision.refusal } };
}

function timeAlone(facts: Facts, context: Context): Changes {
  const decision =
    facts.session !== undefined
      ? decideDueSession(facts.session, context.now)
      : facts.escrow !== undefined
        ? decideDueEscrow(facts.escrow, context)
        : { ok: true as const };
  return decision.ok ? decision : {};
}

const present = (changes: Changes): Pick<Facts, "session" | "escrow"> => ({
  ...(changes.session === undefined ? {} : { session: changes.session }),
  ...(changes.escrow === undefined ? {} : { escrow: changes.escrow }),
});

/** yyyymmdd, UTC. */
const dateStamp = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10).replaceAll("-", "");
