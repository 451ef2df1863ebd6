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
import { decideFollowUp, needsSources } from "../domain/decisions/follow-up.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { AccountId, EventId, SessionId } from "../domain/ids.js";
import type { Transfer } from "../domain/ledger.js";
import type {
  Changes,
  Context,
  Decision,
  EventDraft,
  Facts,
  Payment,
  Refusal,
  Source,
  Subject,
} from "../domain/model.js";
import type { OperatorAction } from "../domain/operators.js";
import { tellBuyer } from "../mails/buyer/tell.js";
import { tellOfPayout } from "../mails/seller/payout.js";
import { type SellerMail, tellSeller } from "../mails/seller/tell.js";
import {
  brokenUnique,
  type Database,
  DatabaseUnavailable,
  isRetryable,
  type Transaction,
} from "../platform/database.js";
import { gather } from "../platform/gather.js";
import { digits, uuidv7 } from "../platform/random.js";
import { type Decided, writeChanges } from "../store/write/changes.js";
import { lockAndLoad, readSources, sourcesKey } from "../store/write/load.js";
import { insertNewSessions, type NewSession } from "../store/write/sessions.js";
import { writeEvent } from "../wire/event.js";

export type Unit = {
  readonly account: AccountId;
  readonly subject: Subject;
  readonly decide: (facts: Facts, context: Context) => Decision;
  /** Files that are handed in with the dispute or the statement that is decided: written with it, or not at all. */
  readonly evidence?: readonly NewEvidence[];
  /** The line that an operator's action leaves in their audit log; written with the action, unless it is refused. */
  readonly audit?: (before: Facts, after: Facts) => OperatorAction;
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
/** A unit with files is megabytes: it goes alone, so that it holds nobody else's work up. */
const EVIDENCE_LANES = 1;
const BATCH_MAX = 64;
const TRIES_MAX = 6;

/** Where ids and the digits of reference codes come from. */
export type Chance = Pick<Context, "uuid" | "digits">;

const CHANCE: Chance = { uuid: uuidv7, digits };

/** What is called when something was committed: whoever works on it need not wait for its next look. */
type Pokes = { readonly onEvents: () => void; readonly onCalls: () => void };

/** @param options.onEvents called when events were committed; `onCalls`, when providers are to be asked something. */
export function openDoor(
  db: Database,
  { chance = CHANCE, onEvents = () => undefined, onCalls = () => undefined }: { chance?: Chance } & Partial<Pokes> = {},
): Door {
  const store: Store = { db, chance, onEvents, onCalls };
  const run = (units: readonly Unit[]) => changeTogether(store, units);
  const change = gather<Unit, Outcome>({
    run,
    lanes: CHANGE_LANES,
    batchMax: BATCH_MAX,
    keyOf: ({ account, subject }) => `${account} ${keyOf(subject)}`,
  });
  const changeAlone = gather<Unit, Outcome>({ run, lanes: EVIDENCE_LANES, batchMax: 1 });
  return {
    change: (unit) => (unit.evidence === undefined ? change(unit) : changeAlone(unit)),
    create: gather<NewSession, boolean>({
      run: (sessions) => createTogether(db, sessions),
      lanes: CREATE_LANES,
      batchMax: BATCH_MAX,
    }),
  };
}

/** What a unit must have for itself: units about payouts spend from one wallet, so an account has one of them at a time. */
const keyOf = (subject: Subject): string =>
  "session" in subject ? subject.session : "escrow" in subject ? subject.escrow : "wallet";

type Store = Pokes & { readonly db: Database; readonly chance: Chance };

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

async function transact(store: Store, units: readonly Unit[]): Promise<readonly Outcome[]> {
  const { db, chance } = store;
  let hasEvents = false;
  let hasCalls = false;
  const outcomes = await db.transaction(async (tx) => {
    const { now, facts } = await lockAndLoad(tx, units);
    const context: Context = { now, today: dateStamp(now), ...chance };
    const made = units.map((unit, index) => decideUnit(unit, facts[index] as Facts, context));
    const sources = await sourcesOf(tx, made);
    const decided = made.map((one) => completed(one, sources, context));
    void writeChanges(
      tx,
      decided.map((one) => one.decided),
      chance.uuid,
    ).catch(() => undefined);
    hasEvents = decided.some((one) => one.decided.events.length > 0);
    hasCalls = decided.some(({ decided: { calls, payoutCall } }) => calls.length > 0 || payoutCall !== undefined);
    await tx.commit();
    return decided.map((one) => one.outcome);
  });
  if (hasEvents) store.onEvents();
  if (hasCalls) store.onCalls();
  return outcomes;
}

/** A unit as it was decided, before what follows from that. */
type Made = {
  readonly unit: Unit;
  readonly before: Facts;
  readonly changes: Changes;
  readonly refusal: Refusal | null;
};

/** Who paid what is now given back: one more round trip, for the few batches that give something back. */
async function sourcesOf(tx: Transaction, made: readonly Made[]): Promise<ReadonlyMap<string, readonly Source[]>> {
  const giving = made.flatMap(({ unit, before, changes }) =>
    needsSources(changes) && before.escrow !== undefined ? [{ account: unit.account, id: before.escrow.id }] : [],
  );
  return giving.length === 0 ? new Map() : readSources(tx, giving);
}

function decideUnit(unit: Unit, before: Facts, context: Context): Made {
  const time = timeAlone(before, context);
  const current: Facts = { ...before, ...present(time) };
  const { subject } = unit;
  const found =
    ("session" in subject ? current.session : "escrow" in subject ? current.escrow : current.wallet) !== undefined;
  const decision: Decision = found ? unit.decide(current, context) : { ok: false, refusal: { code: "not_found" } };
  const changes = decision.ok ? merge(time, decision) : time;
  return { unit, before, changes, refusal: decision.ok ? null : decision.refusal };
}

/** With what follows from the decision, and as it is to be written. */
function completed(
  made: Made,
  sourcesOfAll: ReadonlyMap<string, readonly Source[]>,
  context: Context,
): { decided: Decided; outcome: Outcome } {
  const { unit, before } = made;
  const { account } = unit;
  const escrow = before.escrow?.id;
  const sources = (escrow === undefined ? undefined : sourcesOfAll.get(sourcesKey(account, escrow))) ?? [];
  const changes = merge(made.changes, decideFollowUp(before, made.changes, { sources, context }));
  const facts: Facts = { ...before, ...present(changes), ...paidOut(before, changes) };
  const knownRefund = before.refund?.refund;
  const knownParts = new Map(before.refund?.parts.map((part) => [`${part.refund} ${part.payment}`, part]));
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const knownOffers = new Map(before.dispute?.offers.map((offer) => [offer.number, offer]));
  const events = (changes.events ?? []).map((draft) => ({ id: context.uuid() as EventId, draft }));
  const decided: Decided = {
    account,
    now: context.now,
    before,
    after: facts,
    payments: (changes.payments ?? []).map((payment: Payment) => ({ payment, known: known.get(payment.id) })),
    refunds: (changes.refunds ?? []).map((refund) => ({
      refund,
      known: knownRefund?.id === refund.id ? knownRefund : undefined,
    })),
    refundParts: (changes.refundParts ?? []).map((part) => ({
      part,
      known: knownParts.get(`${part.refund} ${part.payment}`),
    })),
    calls: changes.calls ?? [],
    entries: changes.entries ?? [],
    offers: (changes.offers ?? []).map((offer) => ({ offer, known: knownOffers.get(offer.number) })),
    evidence: made.refusal === null ? (unit.evidence ?? []) : [],
    payout: changes.payout === undefined ? null : { payout: changes.payout, known: before.wallet?.payout ?? undefined },
    payoutCall: changes.payoutCall,
    transfers: (changes.transfers ?? []).map((transfer) => ({ transfer, event: eventOf(transfer, events) })),
    events: events.map(({ id, draft }) => ({
      account,
      id,
      type: draft.type,
      body: writeEvent(id, draft, context.now),
      created: context.now,
      escrow: "session" in draft ? draft.session.escrow : draft.escrow.id,
    })),
    mails: tellBuyer(changes, facts.escrow).map((mail) => ({ ...mail, account, created: context.now })),
    sellerMails: [...tellSeller(changes, facts.escrow), ...toldOfPayout(changes, facts)].map((mail) => ({
      ...mail,
      account,
      created: context.now,
    })),
    audits: made.refusal === null && unit.audit !== undefined ? [unit.audit(before, facts)] : [],
  };
  return { decided, outcome: { facts, refusal: made.refusal } };
}

/** The event that tells of money in the wallet: of the milestone that was released, or of the escrow that was settled. */
function eventOf(transfer: Transfer, events: readonly NewEvent[]): EventId | null {
  const isTold = ({ draft }: NewEvent): boolean => {
    if ("session" in draft || "payout" in transfer) return false;
    if (transfer.kind === "settlement") return !("milestone" in draft);
    return transfer.kind === "release" && "milestone" in draft && draft.milestone === transfer.milestone;
  };
  return events.findLast(isTold)?.id ?? null;
}

type NewEvent = { readonly id: EventId; readonly draft: EventDraft };

function toldOfPayout(changes: Changes, { wallet }: Facts): readonly SellerMail[] {
  const mail = changes.payout === undefined || wallet === undefined ? null : tellOfPayout(wallet);
  return mail === null ? [] : [mail];
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

const paidOut = ({ wallet }: Facts, { payout }: Changes): Pick<Facts, "wallet"> =>
  wallet === undefined || payout === undefined ? {} : { wallet: { ...wallet, payout } };

/** yyyymmdd, UTC. */
const dateStamp = (now: number): string => new Date(now * 1000).toISOString().slice(0, 10).replaceAll("-", "");
