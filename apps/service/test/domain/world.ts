/**
 * A database in memory for pure decisions: it applies what they return, keeps its own ledger, and asserts every
 * invariant after every step. What is kept apart from the escrow's own sums (the ledger, the told statuses) is what
 * makes the assertions mean something.
 */
import assert from "node:assert/strict";
import { dueAt, merge } from "../../src/domain/decisions/due.js";
import { decideFollowUp } from "../../src/domain/decisions/follow-up.js";
import type { WantedPayment } from "../../src/domain/decisions/request-payment.js";
import { heldOf, isSaid, totalOf, unreleasedOf } from "../../src/domain/escrow.js";
import type { AccountId, PaymentId, SessionId } from "../../src/domain/ids.js";
import { LEDGER_ACCOUNTS, type LedgerAccount, TRANSFERS, type TransferKind } from "../../src/domain/ledger.js";
import type {
  Changes,
  Context,
  Decision,
  Dispute,
  Escrow,
  EventDraft,
  Offer,
  PaidPart,
  Payment,
  Refund,
  Refusal,
  Session,
  Source,
  Terms,
} from "../../src/domain/model.js";
import { cents } from "../../src/domain/money.js";
import {
  ACTIVE,
  ESCROW_MOVES,
  isIn,
  MILESTONE_MOVES,
  OFFER_MOVES,
  PAYMENT_MOVES,
  REFUND_MOVES,
  TERMINAL,
  UNFUNDED,
} from "../../src/domain/states.js";

export type State = {
  readonly session: Session;
  readonly escrow: Escrow | null;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
  readonly parts: readonly PaidPart[];
  readonly offers: readonly Offer[];
  /** How often each side wrote. */
  readonly statements: { readonly buyer: number; readonly merchant: number };
  readonly balances: Readonly<Record<LedgerAccount, bigint>>;
  /** Causes that may occur once: a payment's credit, a milestone's release, a refund. */
  readonly once: ReadonlySet<string>;
  /** The status that the last event of each object told. */
  readonly told: Readonly<Record<string, string>>;
  readonly now: number;
};

const NOTHING = Object.fromEntries(Object.keys(LEDGER_ACCOUNTS).map((name) => [name, 0n])) as Record<
  LedgerAccount,
  bigint
>;

export const START = 1_790_000_000;
export const FUNDING_DEADLINE = 1000;

export function offered({
  milestones,
  fees,
  terms,
}: {
  milestones: readonly bigint[];
  fees: bigint;
  terms?: Terms;
}): State {
  const amount = cents(milestones.reduce((sum, part) => sum + part, 0n));
  const session: Session = {
    reviewWindowSeconds: null,
    deliveryDeadlineSeconds: null,
    ...terms,
    account: "4120985531276640128" as AccountId,
    id: "session" as SessionId,
    status: "OPEN",
    title: "Order",
    description: "",
    amount,
    fees: cents(fees),
    milestones: milestones.map((part, index) => ({ title: `Part ${index}`, amount: cents(part), description: "" })),
    externalReference: "",
    customerEmail: "",
    metadata: {},
    content: "{}",
    escrow: null,
    expiresAt: START + 900,
    completedAt: null,
    created: START,
  };
  return {
    session,
    escrow: null,
    payments: [],
    refunds: [],
    parts: [],
    offers: [],
    statements: { buyer: 0, merchant: 0 },
    balances: NOTHING,
    once: new Set(),
    told: { session: "OPEN" },
    now: START,
  };
}

/** Ids that count up, so that two walks to one state make the same ids. */
export function contextOf(state: State): Context {
  let next = state.payments.length * 100 + state.refunds.length * 10_000;
  return {
    now: state.now,
    today: "20260921",
    uuid: () => `id-${next++}`,
    digits: (count) => "7".repeat(count),
  };
}

export const openPayments = (state: State): readonly Payment[] =>
  state.payments.filter((payment) => payment.status === "CREATED" || payment.status === "PENDING");

export const wantedPayment = (state: State): WantedPayment => ({
  id: `requested-${state.payments.length}` as PaymentId,
  method: state.payments.length % 2 === 0 ? "bank" : "card",
  provider: "test",
  reference: `reference-${state.payments.length}`,
  phone: null,
});

/** Payments that brought money, latest first, and what of it no refund has set aside. */
const sourcesOf = (state: State): readonly Source[] =>
  [...state.payments].reverse().flatMap((payment) => {
    const named = state.refunds.filter((refund) => refund.payment === payment.id);
    const shared = state.parts.filter(
      (part) => part.payment === payment.id && state.refunds.find(({ id }) => id === part.refund)?.payment === null,
    );
    const taken = [...named, ...shared].reduce((sum, { amount }) => sum + amount, 0n);
    return payment.status === "SUCCEEDED" ? [{ payment, room: cents(payment.received - taken) }] : [];
  });

/** A decision, whatever its reasons, and whatever else it tells. */
export type Decided = Decision<Refusal | string, unknown>;

/** The state after a decision; a refusal changes nothing. Fails the test when anything that must hold does not. */
export function applied(state: State, decided: Decided): State {
  if (!decided.ok) return state;
  const before = {
    payments: openPayments(state),
    ...(state.escrow === null ? {} : { escrow: state.escrow }),
    dispute: disputeOf(state),
  };
  const means = {
    sources: sourcesOf(state),
    context: contextOf({ ...state, refunds: [...state.refunds, ...(decided.refunds ?? [])] }),
  };
  const decision: Decision & { ok: true } = { ok: true, ...merge(decided, decideFollowUp(before, decided, means)) };
  const next: State = {
    ...state,
    session: decision.session ?? state.session,
    escrow: decision.escrow ?? state.escrow,
    payments: withPayments(state, decision.payments ?? []),
    refunds: withRefunds(state, decision.refunds ?? []),
    parts: withParts(state, decision.refundParts ?? [], decision.payments ?? []),
    offers: withOffers(state, decision),
    statements: withStatements(state, decision.entries ?? []),
    ...booked(state, decision),
    told: told(state, decision.events ?? []),
  };
  assertMoves(state, next);
  assertHolds(next);
  return next;
}

function withPayments(state: State, changed: readonly Payment[]): readonly Payment[] {
  let payments = state.payments;
  for (const payment of changed) {
    const before = payments.find((known) => known.id === payment.id);
    if (before !== undefined && before.status !== payment.status) {
      const allowed = Object.values(PAYMENT_MOVES).some(
        ({ from, to }) => isIn<string>(from, before.status) && isIn<string>(to, payment.status),
      );
      assert.ok(allowed, `payment ${before.status} to ${payment.status}`);
    }
    payments =
      before === undefined
        ? [...payments, payment]
        : payments.map((known) => (known.id === payment.id ? payment : known));
  }
  return payments;
}

/** What exists is moved as the table allows, what does not is added in PENDING. */
function moved<Row extends { readonly status: Refund["status"] }>(
  known: readonly Row[],
  changed: Row,
  isSame: (row: Row) => boolean,
): readonly Row[] {
  const before = known.find(isSame);
  if (before === undefined) {
    assert.equal(changed.status, "PENDING");
    return [...known, changed];
  }
  const allowed = Object.values(REFUND_MOVES).some(
    ({ from, to }) => isIn<string>(from, before.status) && isIn<string>(to, changed.status),
  );
  assert.ok(allowed, `refund ${before.status} to ${changed.status}`);
  return known.map((row) => (isSame(row) ? changed : row));
}

const withRefunds = (state: State, changed: readonly Refund[]): readonly Refund[] =>
  changed.reduce((all, refund) => moved(all, refund, ({ id }) => id === refund.id), state.refunds);

const withParts = (
  state: State,
  changed: NonNullable<Changes["refundParts"]>,
  payments: readonly Payment[],
): readonly PaidPart[] =>
  changed.reduce<readonly PaidPart[]>((all, part) => {
    const provider = [...payments, ...state.payments].find(({ id }) => id === part.payment)?.provider ?? "";
    return moved(all, { ...part, provider }, (one) => one.refund === part.refund && one.payment === part.payment);
  }, state.parts);

/** What the door loads of a dispute, while there is one. */
export const disputeOf = ({ escrow, offers, statements }: State): Dispute =>
  escrow?.status === "DISPUTED" ? { offers, statements } : { offers: [], statements: { buyer: 0, merchant: 0 } };

/** What exists is moved as the table allows, and an acceptance pays exactly what was offered. */
function withOffers(state: State, { offers = [], escrow }: Changes): readonly Offer[] {
  const all = [...state.offers];
  for (const offer of offers) {
    const at = all.findIndex(({ number }) => number === offer.number);
    const before = all[at];
    if (before === undefined) {
      assert.deepEqual([offer.status, offer.number], ["OPEN", all.length + 1]);
      all.push(offer);
      continue;
    }
    const allowed = Object.values(OFFER_MOVES).some(
      ({ from, to }) => isIn<string>(from, before.status) && isIn<string>(to, offer.status),
    );
    assert.ok(allowed, `offer ${before.status} to ${offer.status}`);
    assert.deepEqual({ ...offer, status: before.status }, before, "what was offered does not change");
    if (offer.status === "ACCEPTED") {
      const [was, is] = [state.escrow as Escrow, escrow as Escrow];
      assert.equal(is.released - was.released, offer.release, "the merchant gets what was offered");
      assert.ok(is.refunded - was.refunded >= offer.refund, "so does the buyer, and fees on top");
      assert.ok(isIn<string>(TERMINAL, is.status));
    }
    all[at] = offer;
  }
  return all;
}

/** Whatever is said is said by a side, in a dispute, and moves nothing. */
function withStatements({ escrow, statements }: State, entries: NonNullable<Changes["entries"]>): State["statements"] {
  for (const { verb, actor, from, to } of entries.filter((line) => isSaid(line.verb))) {
    assert.ok(actor === "buyer" || actor === "merchant", `${verb} by ${actor}`);
    assert.deepEqual([escrow?.status, from, to], ["DISPUTED", "DISPUTED", "DISPUTED"]);
  }
  const by = (party: string): number =>
    entries.filter(({ verb, actor }) => verb === "statement" && actor === party).length;
  return { buyer: statements.buyer + by("buyer"), merchant: statements.merchant + by("merchant") };
}

/** Nothing stays on the table but what can be accepted. */
function assertOffers({ escrow, offers }: State): void {
  const open = offers.filter(({ status }) => status === "OPEN");
  assert.equal(new Set(open.map(({ by }) => by)).size, open.length, "a side has one offer on the table");
  assert.ok(offers.filter(({ status }) => status === "ACCEPTED").length <= 1);
  for (const { release, refund } of open) {
    assert.equal(escrow?.status, "DISPUTED");
    assert.equal(release + refund, unreleasedOf(escrow as Escrow), "an offer splits all that is left");
  }
}

function booked(state: State, decision: Decision & { ok: true }): Pick<State, "balances" | "once"> {
  const balances = { ...state.balances };
  const once = new Set(state.once);
  const claim = (cause: string): void => {
    assert.equal(once.has(cause), false, `${cause} happened twice`);
    once.add(cause);
  };
  for (const transfer of decision.transfers ?? []) {
    assert.ok(transfer.amount > 0n);
    const { debit, credit } = TRANSFERS[transfer.kind];
    balances[debit] -= transfer.amount;
    balances[credit] += transfer.amount;
    assert.ok("escrow" in transfer, "no decision about an order pays out");
    if (transfer.payment !== undefined)
      claim(`${transfer.kind} ${transfer.refund} ${transfer.round ?? 1} of payment ${transfer.payment}`);
    if (transfer.kind === "release") claim(`release of ${transfer.milestone}`);
    if (transfer.kind === "settlement") claim("settlement");
  }
  const owed = (decision.refunds ?? [])
    .filter(({ status }) => status === "PENDING")
    .reduce((sum, refund) => sum + refund.amount, 0n);
  const moved = (wanted: TransferKind): bigint =>
    (decision.transfers ?? []).filter(({ kind }) => kind === wanted).reduce((sum, { amount }) => sum + amount, 0n);
  const paid = moved("refund_paid") - moved("refund_returned");
  assert.equal(
    balances.refunds_payable - state.balances.refunds_payable,
    owed - paid,
    "refunds are what the ledger owes",
  );
  return { balances, once };
}

/** Each event tells the status that the object had when it was last told, and no change goes untold. */
function told(state: State, events: readonly EventDraft[]): Readonly<Record<string, string>> {
  const statuses = { ...state.told };
  for (const event of events) {
    if ("session" in event) {
      assert.equal(event.previousStatus, statuses["session"]);
      statuses["session"] = event.session.status;
    } else if ("milestone" in event) {
      const milestone = event.escrow.milestones.find((one) => one.id === event.milestone);
      assert.equal(event.previousStatus, statuses[event.milestone] ?? "PENDING");
      statuses[event.milestone] = milestone?.status ?? "";
    } else {
      assert.equal(event.previousStatus, statuses["escrow"] ?? null);
      statuses["escrow"] = event.escrow.status;
    }
  }
  return statuses;
}

function assertMoves(before: State, after: State): void {
  if (before.escrow === null || after.escrow === null) return;
  const [from, to] = [before.escrow.status, after.escrow.status];
  if (from !== to) {
    const allowed = Object.values(ESCROW_MOVES).some(
      (move) => isIn<string>(move.from, from) && isIn<string>(move.to, to),
    );
    assert.ok(allowed, `escrow ${from} to ${to}`);
  }
  assert.ok(after.escrow.funded >= before.escrow.funded, "funded_amount never falls");
  after.escrow.milestones.forEach((milestone, index) => {
    const was = before.escrow?.milestones[index]?.status ?? "PENDING";
    if (was === milestone.status) return;
    const allowed = Object.values(MILESTONE_MOVES).some(
      (move) => isIn<string>(move.from, was) && isIn<string>(move.to, milestone.status),
    );
    assert.ok(allowed, `milestone ${was} to ${milestone.status}`);
  });
}

const sumOf = (rows: readonly { readonly amount: bigint }[]): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n);

/** Refunds are split over what was paid, and what was paid out is gone. */
function assertRefunds({ payments, refunds, parts, balances }: State): void {
  for (const refund of refunds) {
    const own = parts.filter((part) => part.refund === refund.id);
    assert.equal(sumOf(own), refund.amount, "the parts add up");
    assert.equal(
      own.every(({ status }) => status === "SUCCEEDED"),
      refund.status === "SUCCEEDED",
    );
    assert.equal(
      own.some(({ status }) => status === "FAILED"),
      refund.status === "FAILED",
    );
  }
  for (const payment of payments) {
    const own = parts.filter((part) => part.payment === payment.id);
    assert.ok(sumOf(own) <= payment.received, "no payment gives back more than it brought");
  }
  const unpaid = parts.filter(({ status }) => status !== "SUCCEEDED");
  assert.equal(balances.refunds_payable, sumOf(unpaid), "what is owed is what was not paid out");
}

function assertHolds(state: State): void {
  const { session, escrow, balances, payments, parts, told } = state;
  assertRefunds(state);
  assertOffers(state);
  assert.ok((session.status === "COMPLETED") === (escrow !== null), "COMPLETED exactly with an escrow");
  assert.equal(told["session"], session.status);
  const net = Object.values(balances).reduce((sum, balance) => sum + balance, 0n);
  assert.equal(net, 0n, "the books balance");
  if (escrow === null) return;
  const sum = (status: string): bigint =>
    escrow.milestones.filter((one) => one.status === status).reduce((total, one) => total + one.amount, 0n);
  const planned = escrow.milestones.reduce((total, one) => total + one.amount, 0n);
  const total = totalOf(escrow);
  assert.equal(told["escrow"], escrow.status);
  for (const milestone of escrow.milestones) assert.equal(told[milestone.id] ?? "PENDING", milestone.status);

  assert.equal(balances.escrow_held, heldOf(escrow), "what is held is what the ledger holds");
  assert.equal(balances.merchant_wallet, escrow.released);
  assert.equal(balances.fees_earned, escrow.feesEarned);
  const received = payments.filter((one) => one.status === "SUCCEEDED").reduce((all, one) => all + one.received, 0n);
  const paidOut = sumOf(parts.filter(({ status }) => status === "SUCCEEDED"));
  assert.equal(-balances.external, received - paidOut, "every payment is in the books");
  for (const payment of payments) {
    assert.equal(payment.failure !== null, payment.status === "FAILED");
    if (payment.status === "CREATED") assert.ok(isIn<string>(UNFUNDED, escrow.status), "nobody waits in vain");
  }
  for (const part of [escrow.funded, escrow.released, escrow.feesEarned, escrow.refunded, heldOf(escrow)])
    assert.ok(part >= 0n);

  assert.equal(planned, escrow.amount, "milestones add up");
  assert.ok(escrow.funded <= total);
  if (isIn<string>(ACTIVE, escrow.status) || escrow.status === "COMPLETED" || escrow.status === "CLOSED")
    assert.equal(escrow.funded, total);
  if (escrow.status === "PENDING_FUNDING") assert.equal(escrow.funded, 0n);
  if (escrow.status === "PARTIALLY_FUNDED") assert.ok(escrow.funded > 0n && escrow.funded < total);
  if (escrow.released > 0n) assert.equal(escrow.funded, total, "released only when all is there");
  if (isIn<string>(TERMINAL, escrow.status)) assert.equal(heldOf(escrow), 0n, `nothing is held in ${escrow.status}`);
  else assert.ok(dueAt(escrow) === null || (dueAt(escrow) ?? 0) >= START);
  if (escrow.status === "COMPLETED") {
    assert.equal(escrow.released, escrow.amount);
    assert.equal(escrow.feesEarned, escrow.fees);
  }
  if (escrow.status !== "COMPLETED" && escrow.status !== "CLOSED")
    assert.equal(escrow.released, sum("COMPLETED"), "released is what was approved");
  const allDone = escrow.milestones.every((one) => one.status === "COMPLETED");
  assert.equal(allDone, escrow.status === "COMPLETED" || escrow.status === "CLOSED");
  assert.equal(
    escrow.milestones.some((one) => one.status === "DISPUTED"),
    escrow.status === "DISPUTED",
  );
  if (escrow.status === "DISPUTED") assert.match(escrow.disputeReference ?? "", /^DS-\d{8}$/);
}
