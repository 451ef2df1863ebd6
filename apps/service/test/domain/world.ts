/**
 * A database in memory for pure decisions: it applies what they return, keeps its own ledger, and asserts every
 * invariant after every step. What is kept apart from the escrow's own sums (the ledger, the told statuses) is what
 * makes the assertions mean something.
 */
import assert from "node:assert/strict";
import { dueAt } from "../../src/domain/decisions/due.js";
import { heldOf, totalOf } from "../../src/domain/escrow.js";
import type { AccountId, EscrowId, PaymentId, SessionId } from "../../src/domain/ids.js";
import { LEDGER_ACCOUNTS, type LedgerAccount, TRANSFERS } from "../../src/domain/ledger.js";
import type { Context, Decision, Escrow, EventDraft, Payment, Session, Terms } from "../../src/domain/model.js";
import { cents } from "../../src/domain/money.js";
import { ACTIVE, ESCROW_MOVES, isIn, MILESTONE_MOVES, PAYMENT_MOVES, TERMINAL } from "../../src/domain/states.js";

export type State = {
  readonly session: Session;
  readonly escrow: Escrow | null;
  readonly payments: readonly Payment[];
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
    balances: NOTHING,
    once: new Set(),
    told: { session: "OPEN" },
    now: START,
  };
}

/** Ids that count up, so that two walks to one state make the same ids. */
export function contextOf(state: State): Context {
  let next = state.payments.length * 100;
  return {
    now: state.now,
    today: "20260921",
    uuid: () => `id-${next++}`,
    digits: (count) => "7".repeat(count),
  };
}

export const openPayments = (state: State): readonly Payment[] =>
  state.payments.filter((payment) => payment.status === "CREATED" || payment.status === "PENDING");

export const newPayment = (state: State, asked: bigint): Payment => ({
  id: `requested-${state.payments.length}` as PaymentId,
  method: "bank",
  provider: "test",
  reference: `reference-${state.payments.length}`,
  status: "CREATED",
  asked: cents(asked),
  received: cents(0n),
});

/** The state after a decision; a refusal changes nothing. Fails the test when anything that must hold does not. */
export function applied(state: State, decision: Decision): State {
  if (!decision.ok) return state;
  const next: State = {
    ...state,
    session: decision.session ?? state.session,
    escrow: decision.escrow ?? state.escrow,
    payments: withPayments(state, decision.payments ?? []),
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
    if (transfer.payment !== undefined) claim(`${transfer.kind} of payment ${transfer.payment}`);
    if (transfer.kind === "release") claim(`release of ${transfer.milestone}`);
    if (transfer.kind === "settlement") claim("settlement");
  }
  const owed = (decision.refunds ?? []).reduce((sum, refund) => sum + refund.amount, 0n);
  assert.equal(balances.refunds_payable - state.balances.refunds_payable, owed, "refunds are what the ledger owes");
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

function assertHolds({ session, escrow, balances, payments, told }: State): void {
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
  assert.equal(-balances.external, received, "every payment is in the books");
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

export type { EscrowId };
