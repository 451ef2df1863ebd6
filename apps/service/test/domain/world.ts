/**
 * A database in memory for pure decisions: it applies what they return, keeps its own ledger, and asserts every
 * invariant after every step. What is kept apart from the escrow's own sums (the ledger, the told statuses) is what
 * makes the assertions mean something.
 */
import assert from "node:assert/strict";
import type { Chargeback } from "../../src/domain/chargebacks.js";
import { decidePayDebts, intoWallet } from "../../src/domain/decisions/debts.js";
import { merge } from "../../src/domain/decisions/due.js";
import { decideFollowUp } from "../../src/domain/decisions/follow-up.js";
import { missingOf } from "../../src/domain/decisions/record-payment.js";
import type { WantedPayment } from "../../src/domain/decisions/request-payment.js";
import { isSaid } from "../../src/domain/escrow.js";
import type { AccountId, PaymentId, SessionId } from "../../src/domain/ids.js";
import { LEDGER_ACCOUNTS, type LedgerAccount, TRANSFERS, type TransferKind } from "../../src/domain/ledger.js";
import type {
  Changes,
  ChargebackFacts,
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
import { cents, ZERO } from "../../src/domain/money.js";
import type { Payout } from "../../src/domain/payouts.js";
import { presentedFor } from "../../src/domain/rates.js";
import type { RefundDebt, RefundFacts } from "../../src/domain/refunds.js";
import {
  CHARGEBACK_MOVES,
  isIn,
  OFFER_MOVES,
  PART_MOVES,
  PAYMENT_MOVES,
  PAYOUT_MOVES,
  REFUND_MOVES,
  TERMINAL,
} from "../../src/domain/states.js";
import { assertHolds, assertMoves } from "./world-laws.js";
import { chargedBackOf, isDisputed, presentedNetOf, START, type State, sumOf } from "./world-state.js";

const NOTHING = Object.fromEntries(Object.keys(LEDGER_ACCOUNTS).map((name) => [name, 0n])) as Record<
  LedgerAccount,
  bigint
>;

export function offered({
  milestones,
  fees,
  terms,
  credit = 0n,
  abroad = null,
}: {
  milestones: readonly bigint[];
  fees: bigint;
  /** What the seller may owe for refunds. */
  credit?: bigint;
  abroad?: State["abroad"];
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
    chargebacks: [],
    refundDebts: [],
    credit,
    abroad,
    outside: {},
    payouts: [],
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
  let next = state.payments.length * 100 + state.refunds.length * 10_000 + state.chargebacks.length * 1_000_000;
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
  quote: quoteOf(state),
  phone: null,
  network: null,
});

function quoteOf({ abroad, escrow }: State): WantedPayment["quote"] {
  if (abroad === null || escrow === null) return null;
  const { step, ...terms } = abroad;
  const missing = missingOf(escrow);
  // Nothing is asked for where nothing is missing.
  const asked = presentedFor(missing === ZERO ? cents(1n) : missing, terms, step);
  return { ...terms, step: cents(step), source: "test", asked };
}

/** What the executor loads before a dispute of a payment is booked. */
export function chargebackFactsOf(state: State, payment: Payment): ChargebackFacts {
  const own = state.parts.filter((part) => part.payment === payment.id);
  return {
    payment,
    givenBack: cents(sumOf(own)),
    chargedBack: cents(chargedBackOf(state, payment)),
    presentedLeft:
      payment.presented === null
        ? null
        : cents(
            payment.presented.received -
              own.reduce((sum, { presented }) => sum + (presented?.amount ?? 0n), 0n) -
              presentedNetOf(state, payment),
          ),
    refunds: state.refunds
      .filter(({ id }) => own.some(({ refund }) => refund === id))
      .map((refund) => ({ refund, parts: partsOf(state, refund.id) })),
    all: state.chargebacks,
    wallet: cents(state.balances.merchant_wallet),
  };
}

/** The parts of a refund, as they are loaded. */
export const partsOf = (state: State, refund: string): readonly PaidPart[] =>
  state.parts
    .filter((part) => part.refund === refund)
    .map((part) => ({ ...part, isDisputed: isDisputed(state.chargebacks, part.payment) }));

/** Payments that brought money, latest first, and what of it no refund has set aside. */
const sourcesOf = (state: State): readonly Source[] =>
  [...state.payments].reverse().flatMap((payment) => {
    const named = state.refunds.filter((refund) => refund.payment === payment.id);
    const shared = state.parts.filter(
      (part) => part.payment === payment.id && state.refunds.find(({ id }) => id === part.refund)?.payment === null,
    );
    const taken = [...named, ...shared].reduce((sum, { amount }) => sum + amount, 0n);
    const room = cents(payment.received - taken - chargedBackOf(state, payment));
    return payment.status === "SUCCEEDED" ? [{ payment, room, presented: roomAbroad(state, payment, shared) }] : [];
  });

function roomAbroad(state: State, payment: Payment, shared: readonly PaidPart[]): Source["presented"] {
  const { presented } = payment;
  if (presented === null) return null;
  const { currency, step, takenUsd, taken } = presented;
  const back = shared.reduce((sum, part) => sum + (part.presented?.amount ?? 0n), 0n);
  return { currency, step, takenUsd, taken, left: cents(taken - back - presentedNetOf(state, payment)) };
}

/** What the executor loads before money of an order goes back. */
export const refundFactsOf = (state: State): RefundFacts => ({
  sources: sourcesOf(state).map((source) => ({ ...source, method: "card", paidAt: START })),
  wallet: cents(state.balances.merchant_wallet),
  credit: cents(state.credit + state.balances.merchant_owes > 0n ? state.credit + state.balances.merchant_owes : 0n),
  alone: { max: null, lately: ZERO },
  request: null,
  byKey: null,
  byReference: null,
});

/** A decision, whatever its reasons, and whatever else it tells. */
export type Decided = Decision<Refusal | string, unknown>;

/** The state after a decision; a refusal changes nothing. Fails the test when anything that must hold does not. */
export function applied(state: State, decided: Decided, disputed: Payment | null = null): State {
  if (!decided.ok) return state;
  const before = {
    payments: openPayments(state),
    ...(state.escrow === null ? {} : { escrow: state.escrow }),
    dispute: disputeOf(state),
    ...(disputed === null ? {} : { chargeback: chargebackFactsOf(state, disputed) }),
  };
  const means = {
    sources: sourcesOf(state),
    context: contextOf({ ...state, refunds: [...state.refunds, ...(decided.refunds ?? [])] }),
  };
  const followed = merge(decided, decideFollowUp(before, decided, means));
  const purse = (disputed === null ? 0n : state.balances.merchant_wallet) + intoWallet(followed.transfers);
  const paid = decidePayDebts(cents(purse), [...debtsOf(state, followed.chargebacks), ...state.refundDebts]);
  const decision: Decision & { ok: true } = { ok: true, ...merge(followed, paid) };
  const next: State = {
    ...state,
    session: decision.session ?? state.session,
    escrow: decision.escrow ?? state.escrow,
    payments: withPayments(state, decision.payments ?? []),
    refunds: withRefunds(state, decision.refunds ?? []),
    parts: withParts(state, decision.refundParts ?? [], decision.payments ?? []),
    chargebacks: withChargebacks(state, decision.chargebacks ?? []),
    refundDebts: withRefundDebts(state, decision),
    payouts: withPayouts(state, decision.payout),
    offers: withOffers(state, decision),
    statements: withStatements(state, decision.entries ?? []),
    ...booked(state, decision),
    told: told(state, decision.events ?? []),
  };
  assertMoves(state, next);
  assertHolds(next);
  return next;
}

function withRefundDebts(state: State, { refunds = [], refundDebts = [] }: Changes): readonly RefundDebt[] {
  const made = refunds.flatMap(({ id: refund, asked }) =>
    asked === null || asked.owed === 0n || state.refunds.some(({ id }) => id === refund)
      ? []
      : [{ refund, escrow: (state.escrow as Escrow).id, left: asked.owed, steps: 0, created: state.now }],
  );
  const after = new Map(refundDebts.map((debt) => [debt.refund, debt]));
  return [...state.refundDebts.map((debt) => after.get(debt.refund) ?? debt), ...made];
}

/** Oldest first, as the executor reads them, and as this unit leaves them. */
const debtsOf = (state: State, changed: readonly Chargeback[] = []): readonly Chargeback[] => [
  ...new Map([...state.chargebacks, ...changed].map((one) => [one.id, one])).values(),
];

function withChargebacks(state: State, changed: readonly Chargeback[]): readonly Chargeback[] {
  for (const one of changed) {
    const before = state.chargebacks.find(({ id }) => id === one.id);
    if (before === undefined || before.status === one.status) continue;
    const allowed = Object.values(CHARGEBACK_MOVES).some(
      ({ from, to }) => isIn<string>(from, before.status) && isIn<string>(to, one.status),
    );
    assert.ok(allowed, `chargeback ${before.status} to ${one.status}`);
  }
  return debtsOf(state, changed);
}

function withPayouts({ payouts }: State, changed: Payout | undefined): readonly Payout[] {
  if (changed === undefined) return payouts;
  const before = payouts.find(({ id }) => id === changed.id);
  const allowed = Object.values(PAYOUT_MOVES).some(
    ({ from, to }) => before !== undefined && isIn<string>(from, before.status) && isIn<string>(to, changed.status),
  );
  assert.ok(before === undefined || allowed, `payout ${before?.status} to ${changed.status}`);
  return [...payouts.filter(({ id }) => id !== changed.id), changed];
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
function moved<Row extends { readonly status: string }>(
  known: readonly Row[],
  changed: Row,
  { isSame, moves }: { isSame: (row: Row) => boolean; moves: typeof PART_MOVES | typeof REFUND_MOVES },
): readonly Row[] {
  const before = known.find(isSame);
  if (before === undefined) {
    assert.equal(changed.status, "PENDING");
    return [...known, changed];
  }
  const allowed = Object.values(moves).some(
    ({ from, to }) => isIn<string>(from, before.status) && isIn<string>(to, changed.status),
  );
  assert.ok(allowed || before.status === changed.status, `refund ${before.status} to ${changed.status}`);
  return known.map((row) => (isSame(row) ? changed : row));
}

const withRefunds = (state: State, changed: readonly Refund[]): readonly Refund[] =>
  changed.reduce(
    (all, refund) => moved(all, refund, { isSame: ({ id }) => id === refund.id, moves: REFUND_MOVES }),
    state.refunds,
  );

const withParts = (
  state: State,
  changed: NonNullable<Changes["refundParts"]>,
  payments: readonly Payment[],
): readonly PaidPart[] =>
  changed.reduce<readonly PaidPart[]>((all, part) => {
    const provider = [...payments, ...state.payments].find(({ id }) => id === part.payment)?.provider ?? "";
    const isSame = (one: PaidPart): boolean => one.refund === part.refund && one.payment === part.payment;
    return moved(all, { ...part, provider, isDisputed: false }, { isSame, moves: PART_MOVES });
  }, state.parts);

/** What the executor loads of a dispute, while there is one. */
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

function booked(state: State, decision: Decision & { ok: true }): Pick<State, "balances" | "once" | "outside"> {
  const balances = { ...state.balances };
  const outside = { ...state.outside };
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
    if ("payout" in transfer) {
      claim(`${transfer.kind} of ${transfer.payout}`);
      continue;
    }
    if (transfer.payment !== undefined && transfer.chargeback === undefined)
      claim(`${transfer.kind} ${transfer.refund} ${transfer.round ?? 1} of payment ${transfer.payment}`);
    if (transfer.kind === "debt_paid") claim(`debt ${transfer.round} of ${transfer.refund ?? transfer.chargeback}`);
    else if (transfer.chargeback !== undefined) claim(`${transfer.kind} ${transfer.round} of ${transfer.chargeback}`);
    if (transfer.payment !== undefined && (debit === "external" || credit === "external")) {
      const { usd, presented } = outside[transfer.payment] ?? { usd: 0n, presented: 0n };
      const sign = debit === "external" ? 1n : -1n;
      outside[transfer.payment] = {
        usd: usd + sign * transfer.amount,
        presented: presented + sign * (transfer.presented ?? 0n),
      };
    } else assert.equal(transfer.presented, undefined, "what stays inside is in USD");
    if (transfer.kind === "release") claim(`release of ${transfer.milestone}`);
    if (transfer.kind === "settlement") claim("settlement");
  }
  const owed = (decision.refunds ?? [])
    .filter(({ id, status }) => status === "PENDING" && !state.refunds.some((known) => known.id === id))
    .reduce((sum, refund) => sum + refund.amount, 0n);
  const moved = (wanted: TransferKind): bigint =>
    (decision.transfers ?? []).filter(({ kind }) => kind === wanted).reduce((sum, { amount }) => sum + amount, 0n);
  const paid = moved("refund_paid") - moved("refund_returned") + moved("chargeback_refund") - moved("refund_restored");
  assert.equal(
    balances.refunds_payable - state.balances.refunds_payable,
    owed - paid,
    "refunds are what the ledger owes",
  );
  return { balances, once, outside };
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
    } else if ("refund" in event) {
      assert.ok(event.refund.amount > 0n, "a refund is of something");
    } else if (event.type === "escrow.updated" && event.previousStatus === null) {
      // Money went back, and nothing else changed.
      assert.equal(event.escrow.status, statuses["escrow"]);
    } else {
      assert.equal(event.previousStatus, statuses["escrow"] ?? null);
      statuses["escrow"] = event.escrow.status;
    }
  }
  return statuses;
}
