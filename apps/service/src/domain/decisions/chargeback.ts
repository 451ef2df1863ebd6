/**
 * What becomes of a payment that the payer's bank disputes. A report is a fact: told twice, late or in another order it is
 * booked once. While it is open nothing leaves about the payment; when the bank takes the money, it comes out of what is there.
 */
import { type Chargeback, type ChargebackEntry, isClosed, netOf } from "../chargebacks.js";
import { escrowEvent, heldOf, isStopped, refundHeld, transfer } from "../escrow.js";
import type { ChargebackId } from "../ids.js";
import type { EscrowTransferKind, Transfer } from "../ledger.js";
import type { Changes, ChargebackFacts, Context, Decision, Escrow, Payment } from "../model.js";
import { add, type Cents, cents, smaller, subtract, ZERO } from "../money.js";
import { proportionOf } from "../presented.js";
import { refused } from "../result.js";
import {
  allows,
  CHARGEBACK_MOVES,
  CHARGEBACK_STATUSES,
  type ChargebackStatus,
  ESCROW_MOVES,
  isIn,
  UNFUNDED,
} from "../states.js";
import {
  absorb,
  absorbableOf,
  changesOf,
  holdParts,
  letGoParts,
  type Parts,
  partsOf,
  presentedAbsorbableOf,
  presentedAbsorbedOf,
  restoreParts,
} from "./held-refunds.js";
import { ended, workResumed } from "./resolve-dispute.js";

/** What a provider says of a dispute, with the fee that the merchant bears of it: both in the currency of the payment. */
export type ChargebackReport = Pick<
  Chargeback,
  "provider" | "theirId" | "reason" | "status" | "amount" | "isTaken" | "fee" | "answerBy"
>;

/**
 * Why nothing is booked. `unpaid`: the payment brought nothing yet, as far as we know. `too_much`: it brought less than is
 * disputed. `decided`: the bank has decided otherwise before.
 */
export type ChargebackProblem = "unpaid" | "too_much" | "decided";

type Facts = { readonly escrow: Escrow; readonly chargeback: ChargebackFacts };

/** What one unit of work makes of a chargeback, step by step. */
type Step = {
  readonly escrow: Escrow;
  readonly one: Chargeback;
  readonly parts: Parts;
  readonly transfers: readonly Transfer[];
};

/**
 * @returns whether the chargeback is to be told once more: one that was lost before it was heard of is opened first, for
 * every move has its place.
 */
export function decideReportChargeback(
  { escrow, chargeback: facts }: Facts,
  said: ChargebackReport,
  context: Context,
): Decision<ChargebackProblem, "again" | "done"> {
  const { payment, all } = facts;
  const report = inBooks(payment, said);
  const known = all.find(({ provider, theirId }) => provider === report.provider && theirId === report.theirId);
  if (payment.status !== "SUCCEEDED") return refused("unpaid");
  if (said.amount > (payment.presented?.received ?? payment.received)) return refused("too_much");
  const isOpenedFirst = known === undefined && report.status === "LOST";
  const to = statusOf(isOpenedFirst ? { ...report, status: "OPEN" } : report);
  if (known !== undefined && isClosed(known) && (to === "WON" || to === "LOST") && to !== known.status) {
    return refused("decided");
  }
  const told = heard(
    known ?? begun(escrow, facts, { report, context }),
    { ...report, status: to },
    { isNew: known === undefined, context },
  );
  const value = isOpenedFirst ? "again" : "done";
  return { ok: true, value, ...settled({ escrow, facts, known }, told, context) };
}

/** A report whose amounts are in USD; beside them, what is disputed in the payer's currency. */
type Reckoned = ChargebackReport & { readonly presented: Cents | null };

/**
 * In USD a dispute is the same share of what the payment brought as it is in the payer's currency, less a part of a cent, which stays
 * for what is left; of a fee a part of a cent is a cent.
 */
function inBooks({ received, presented }: Payment, report: ChargebackReport): Reckoned {
  if (presented === null || presented.received === ZERO) return { ...report, presented: null };
  const whole = report.amount >= presented.received ? received : (report.amount * received) / presented.received;
  const fee = cents((report.fee * received + presented.received - 1n) / presented.received);
  return { ...report, amount: cents(whole < 1n ? 1n : whole), fee, presented: report.amount };
}

/** Won, and not given back yet: the money is waited for. */
const statusOf = ({ status, isTaken }: Pick<ChargebackReport, "status" | "isTaken">): ChargebackStatus =>
  status === "WON" && isTaken ? "ANSWERED" : status;

/** A refund of a disputed payment failed or came back: what the bank took beyond what was there comes out of it. */
export function decideCatchUp({ escrow, chargeback: facts }: Facts, context: Context): Decision {
  const open = facts.all.find((one) => one.payment === facts.payment.id && !isClosed(one));
  const short = facts.all.find((one) => one.payment === facts.payment.id && one.isTaken && one.taken < one.amount);
  const one = short ?? open;
  return one === undefined ? { ok: true } : { ok: true, ...settled({ escrow, facts, known: one }, one, context) };
}

/** The provider has our evidence. What it makes of it, it tells. */
export function decideEvidenceSent(
  { chargeback: { all } }: Pick<Facts, "chargeback">,
  { id, text, now }: { readonly id: ChargebackId; readonly text: string; readonly now: number },
): Decision<"not_found" | "decided"> {
  const known = all.find((one) => one.id === id);
  if (known === undefined) return refused("not_found");
  if (isClosed(known)) return refused("decided");
  const next: Chargeback = {
    ...known,
    status: known.status === "OPEN" ? "ANSWERED" : known.status,
    evidenceSentAt: now,
  };
  return {
    ok: true,
    chargebacks: [next],
    chargebackEntries: [{ chargeback: id, status: next.status, actor: "operator", text }],
  };
}

const begun = (
  { id: escrow }: Escrow,
  { payment }: ChargebackFacts,
  { report, context: { uuid, now } }: { readonly report: Reckoned; readonly context: Context },
): Chargeback => ({
  id: uuid() as ChargebackId,
  escrow,
  payment: payment.id,
  provider: report.provider,
  theirId: report.theirId,
  reason: report.reason,
  status: "INQUIRY",
  amount: report.amount,
  isTaken: false,
  taken: ZERO,
  returned: ZERO,
  presented: report.presented === null ? null : { amount: report.presented, taken: ZERO, net: ZERO },
  from: { held: ZERO, refund: ZERO, wallet: ZERO, owed: ZERO },
  fee: ZERO,
  feeOwed: ZERO,
  steps: 0,
  answerBy: null,
  evidenceSentAt: null,
  created: now,
  closedAt: null,
});

/** What was known, with what is news of the report. What is told late, of an earlier status, is none. */
function heard(
  known: Chargeback,
  report: Reckoned,
  { isNew, context }: { isNew: boolean; context: Context },
): Chargeback {
  const isLate = CHARGEBACK_STATUSES.indexOf(report.status) < CHARGEBACK_STATUSES.indexOf(known.status);
  if (isClosed(known)) return { ...known, isTaken: known.isTaken || (known.status === "LOST" && report.isTaken) };
  const isMove = Object.values(CHARGEBACK_MOVES).some(
    ({ from, to }) => allows({ from }, known.status) && isIn<ChargebackStatus>(to, report.status),
  );
  const status = isMove ? report.status : known.status;
  const isOver = status === "WON" || status === "LOST";
  return {
    ...known,
    status,
    reason: isNew || !isLate ? report.reason : known.reason,
    amount: known.taken === ZERO && !isLate ? report.amount : known.amount,
    presented:
      known.taken === ZERO && !isLate && known.presented !== null && report.presented !== null
        ? { ...known.presented, amount: report.presented }
        : known.presented,
    isTaken: status !== "WON" && (known.isTaken || report.isTaken),
    answerBy: isLate ? known.answerBy : report.answerBy,
    fee: known.fee > report.fee ? known.fee : report.fee,
    feeOwed: add(known.feeOwed, known.fee > report.fee ? ZERO : subtract(report.fee, known.fee)),
    closedAt: isOver ? context.now : null,
  };
}

type Before = { readonly escrow: Escrow; readonly facts: ChargebackFacts; readonly known: Chargeback | undefined };

/** Everything that follows from a chargeback as it now is. */
function settled({ escrow, facts, known }: Before, told: Chargeback, context: Context): Changes {
  const others = facts.all.filter((one) => one.id !== told.id);
  const isHere = (one: Chargeback): boolean => one.payment === told.payment;
  const stays = !isClosed(told) || others.some((one) => isHere(one) && !isClosed(one));
  const before = partsOf(facts.refunds, told.payment);
  const takes = told.isTaken && told.taken < told.amount && told.status !== "INQUIRY";
  let step: Step = { escrow, one: told, parts: stays || takes ? holdParts(before, context) : before, transfers: [] };
  if (takes) step = take(step, facts);
  if (told.status === "WON" && told.taken > told.returned) step = giveBack(step);
  step = charge(step, known);
  const moved = step.transfers.length > 0 ? { ...step.one, steps: step.one.steps + 1 } : step.one;
  const parts = stays ? step.parts : letGoParts(step.parts);
  const open = others.filter((one) => !isClosed(one)).length + (isClosed(told) ? 0 : 1);
  const rest = follow({ ...step.escrow, openChargebacks: open }, escrow, context);
  const line = lineOf(known, moved);
  return {
    ...rest,
    ...changesOf(before, parts, { provider: facts.payment.provider, now: context.now, refunds: rest.refunds ?? [] }),
    chargebacks: known === moved ? [] : [moved],
    chargebackEntries: line === null ? [] : [line],
    transfers: [...step.transfers, ...(rest.transfers ?? [])],
  };
}

/** Takes as much as the payment still has, in the order of the sources; what is left the merchant owes. */
function take(step: Step, facts: ChargebackFacts): Step {
  const { payment, givenBack, chargedBack, wallet } = facts;
  const { escrow, one, parts } = step;
  const room = subtract(subtract(payment.received, givenBack), chargedBack);
  const wanted = smaller(subtract(one.amount, one.taken), add(room, absorbableOf(parts)));
  if (wanted <= ZERO) return step;
  const held = smaller(smaller(wanted, heldOf(escrow)), room);
  const refund = smaller(subtract(wanted, held), absorbableOf(parts));
  const purse = smaller(subtract(wanted, add(held, refund)), wallet);
  const owed = subtract(wanted, add(held, refund, purse));
  const { from } = one;
  const moves = booking(escrow, one);
  const isAll = wanted === add(room, absorbableOf(parts));
  const share = shareAbroad(step, facts, { wanted, isAll });
  const absorbed = absorb(parts, refund, subtract(share, proportionOf(share, subtract(wanted, refund), wanted)));
  const abroad = takenAbroad(one, facts, {
    share,
    absorbed: subtract(presentedAbsorbedOf(absorbed), presentedAbsorbedOf(parts)),
  });
  return {
    escrow: { ...escrow, chargedBack: add(escrow.chargedBack, held) },
    one: {
      ...one,
      taken: add(one.taken, wanted),
      presented: abroad === null ? null : abroad.now,
      from: {
        held: add(from.held, held),
        refund: add(from.refund, refund),
        wallet: add(from.wallet, purse),
        owed: add(from.owed, owed),
      },
    },
    parts: absorbed,
    transfers: [
      ...step.transfers,
      ...moves("chargeback_held", held),
      ...moves("chargeback_refund", refund),
      ...moves("chargeback_wallet", purse),
      ...moves("chargeback_owed", owed),
      ...moves("chargeback_taken", wanted, abroad?.moved),
    ],
  };
}

/** What a bank takes in the payer's currency: all that is left where it takes all of that in USD, and otherwise the same share. */
function shareAbroad(
  { one: { amount, taken, presented }, parts }: Step,
  { presentedLeft }: ChargebackFacts,
  { wanted, isAll }: { readonly wanted: Cents; readonly isAll: boolean },
): Cents {
  if (presented === null || presentedLeft === null) return ZERO;
  const open = subtract(presented.amount, presented.taken);
  const most = smaller(open, add(presentedLeft, presentedAbsorbableOf(parts)));
  const share = subtract(proportionOf(presented.amount, add(taken, wanted), amount), presented.taken);
  return isAll ? most : smaller(share < ZERO ? ZERO : share, most);
}

/** What it took, once refunds have given their part of it. Null for a payment in USD. */
function takenAbroad(
  { presented }: Chargeback,
  { presentedLeft }: ChargebackFacts,
  { share, absorbed }: { readonly share: Cents; readonly absorbed: Cents },
): { readonly now: NonNullable<Chargeback["presented"]>; readonly moved: Cents } | null {
  if (presented === null || presentedLeft === null) return null;
  const net = smaller(subtract(share, absorbed), presentedLeft);
  const moved = add(net, absorbed);
  return { now: { ...presented, taken: add(presented.taken, moved), net: add(presented.net, net) }, moved };
}

/** Each source gets back what it gave, the newest first. */
function giveBack(step: Step): Step {
  const { escrow, one, parts } = step;
  const { held, refund, wallet, owed } = one.from;
  const moves = booking(escrow, one);
  return {
    escrow: { ...escrow, chargedBack: subtract(escrow.chargedBack, held) },
    one: {
      ...one,
      returned: one.taken,
      presented: one.presented === null ? null : { ...one.presented, net: ZERO },
      from: { held: ZERO, refund: ZERO, wallet: ZERO, owed: ZERO },
    },
    parts: restoreParts(parts, refund),
    transfers: [
      ...step.transfers,
      ...moves("chargeback_returned", add(netOf(one), refund), one.presented?.taken),
      ...moves("owed_restored", owed),
      ...moves("wallet_restored", wallet),
      ...moves("refund_restored", refund),
      ...moves("held_restored", held),
    ],
  };
}

/** What the provider asks for it is owed at once. */
function charge(step: Step, known: Chargeback | undefined): Step {
  const fee = subtract(step.one.fee, known?.fee ?? ZERO);
  return { ...step, transfers: [...step.transfers, ...booking(step.escrow, step.one)("chargeback_fee", fee)] };
}

const TOUCHES_OUTSIDE: readonly EscrowTransferKind[] = ["chargeback_taken", "chargeback_returned"];

const booking =
  (escrow: Escrow, { id, payment, steps }: Chargeback) =>
  (kind: EscrowTransferKind, amount: Cents, presented?: Cents): readonly Transfer[] =>
    transfer(kind, escrow, {
      amount,
      ...(presented === undefined ? {} : { presented }),
      chargeback: id,
      round: steps + 1,
      ...(TOUCHES_OUTSIDE.includes(kind) ? { payment } : {}),
    });

/** The escrow stands still while a chargeback is open, and goes on, or ends, when the last one is decided. */
function follow(
  escrow: Escrow,
  was: Escrow,
  context: Context,
): Pick<Changes, "escrow" | "transfers" | "refunds" | "entries" | "events"> {
  if (isStopped(escrow)) {
    if (!allows(ESCROW_MOVES.dispute, escrow.status)) return { escrow };
    const disputeReference = escrow.disputeReference ?? `DS-${context.digits(8)}`;
    const next: Escrow = { ...escrow, status: "DISPUTED", disputeReference };
    return { escrow: next, events: [escrowEvent(ESCROW_MOVES.dispute.event, next, was.status)] };
  }
  const isCut = escrow.chargedBack > ZERO;
  if (isIn(UNFUNDED, escrow.status) && isCut) return callOff(escrow, context);
  if (escrow.status !== "DISPUTED") return { escrow };
  if (isCut) return heldOf(escrow) > ZERO ? { escrow } : ended(escrow, { status: "CLOSED", actor: "bank", text: "" });
  if (escrow.milestones.some(({ disputed }) => disputed !== null)) return { escrow };
  const next = workResumed(escrow, context);
  return { escrow: next, events: [escrowEvent(ESCROW_MOVES.resume.event, next, was.status)] };
}

/** Nobody pays the rest of an order whose first payment the bank took back: what others paid goes back too. */
function callOff(escrow: Escrow, context: Context): Pick<Changes, "escrow" | "transfers" | "refunds" | "events"> {
  const given = refundHeld(escrow, "cancelled", context);
  const next: Escrow = { ...given.escrow, status: "CANCELLED" };
  return {
    escrow: next,
    transfers: given.transfers,
    refunds: given.refunds,
    events: [escrowEvent(ESCROW_MOVES.cancel.event, next, escrow.status)],
  };
}

/** What is new of it, in words; null when nothing that a person would look for is. */
function lineOf(known: Chargeback | undefined, now: Chargeback): ChargebackEntry | null {
  const isNews =
    known === undefined || known.status !== now.status || known.taken !== now.taken || known.fee !== now.fee;
  return isNews ? { chargeback: now.id, status: now.status, actor: "provider", text: now.reason } : null;
}
