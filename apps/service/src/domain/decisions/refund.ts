/**
 * A seller, or an operator for them, gives back a part of an order or all that can go back: first what is held, with its
 * share of the buyer's fees, then what was released, from the wallet, or on the account's credit where it has one. Amounts of milestones stay; what went back stands
 * beside them. A part changes no state; a milestone of which all went back is over, and so is an order with nothing left.
 */
import { ERRORS } from "@holdfast/contract";
import { entry, escrowEvent, isShort, isStopped, milestoneEvent, milestoneOf, SHORT, transfer } from "../escrow.js";
import { feesBackWith, feesOf } from "../fees.js";
import type { MilestoneId, RefundId } from "../ids.js";
import type { Decision, Dispute, Escrow, Milestone, Refund } from "../model.js";
import { type Changes, type Context, type Refusal, refuse, refuseNow } from "../model.js";
import { add, type Cents, cents, formatMoney, smaller, subtract, ZERO } from "../money.js";
import { newPart, overSources, roomOf, shownRefund } from "../refund-parts.js";
import type { AskedRefund, RefundFacts, RefundReason, RefundRefusal, RefundShare, ShownRefund } from "../refunds.js";
import type { Refused } from "../result.js";
import { ESCROW_MOVES, isIn, MILESTONE_MOVES, UNFUNDED } from "../states.js";

export type RefundAsk = {
  /** Of the order's amount; null for all that can go back. */
  readonly amount: Cents | null;
  readonly milestone: MilestoneId | null;
  readonly reason: RefundReason;
  readonly externalReference: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly actor: AskedRefund["actor"];
  /** The idempotency key; null for none. */
  readonly key: string | null;
  /** What tells the request from others, in hex; a repeat of it shows the refund that it made. */
  readonly requestHash: string;
};

/** What holds for refunds of the deployment. */
export type RefundTerms = {
  /** Whether what was released goes back with the fees that it earned. */
  readonly refundsEarnedFees: boolean;
  /** For how many days the provider gives a payment back; null for ever. */
  readonly refundDays: (provider: string, method: string) => number | null;
};

export type Refunded = { readonly shown: ShownRefund; readonly isReplay: boolean };

type Facts = { readonly escrow: Escrow; readonly dispute: Dispute; readonly refundable: RefundFacts };

/** What of an order can go back, fees apart, and what stands in the way of more. */
export type Refundable = {
  /** Out of what is held, and of what was released, by milestone, the last one first. */
  readonly held: readonly Room[];
  readonly released: readonly Room[];
  readonly heldMax: Cents;
  readonly releasedMax: Cents;
  /** What payments that are not too old can give back, fees included. */
  readonly room: Cents;
  readonly wallet: Cents;
  /** What the account may owe where the wallet does not reach. */
  readonly credit: Cents;
};
type Room = { readonly milestone: Milestone; readonly left: Cents };

/** @param of one milestone, or null for all of the order. */
export function refundableOf(
  { escrow, refundable }: Pick<Facts, "escrow" | "refundable">,
  of: MilestoneId | null,
  { terms, now }: { readonly terms: RefundTerms; readonly now: number },
): Refundable {
  const inOrder = escrow.milestones.filter(({ id }) => of === null || id === of).toReversed();
  const held = inOrder.flatMap((milestone): readonly Room[] =>
    escrow.fundedAt === null || milestone.status === "COMPLETED" || milestone.status === "DISPUTED" || hasEnded(escrow)
      ? []
      : [{ milestone, left: subtract(milestone.amount, milestone.refundedHeld) }],
  );
  const released = inOrder.flatMap((milestone): readonly Room[] =>
    milestone.status === "COMPLETED"
      ? [{ milestone, left: subtract(subtract(milestone.amount, milestone.refundedHeld), milestone.refundedReleased) }]
      : [],
  );
  const everything = roomOf(refundable.sources);
  const heldMax = mostWithin(sumOf(held), everything, escrow);
  // A settlement released a part of what it ended, of no milestone in particular.
  const pool = subtract(escrow.released, escrow.refundedReleased);
  const afterHeld = subtract(everything, add(heldMax, feesBackWith(heldMax, escrow)));
  return {
    held,
    released,
    heldMax,
    releasedMax: smaller(smaller(sumOf(released), pool), afterHeld),
    room: roomOf(refundable.sources.filter((source) => isYoung(source, terms, now))),
    wallet: refundable.wallet,
    credit: refundable.credit,
  };
}

/** Whether something of the order could go back now, as far as the order itself says: not whether the wallet reaches. */
export function mayRefund(escrow: Escrow): boolean {
  if (escrow.fundedAt === null || isStopped(escrow)) return false;
  const isHeld =
    !hasEnded(escrow) && escrow.milestones.some(({ status }) => status !== "COMPLETED" && status !== "DISPUTED");
  return isHeld || (escrow.released > escrow.refundedReleased && !isAllBack(escrow));
}

const isAllBack = ({ milestones }: Escrow): boolean =>
  milestones.every(
    ({ status, amount, refundedHeld, refundedReleased }) =>
      status !== "COMPLETED" || refundedHeld + refundedReleased === amount,
  );

/** What goes back at once when nobody says how much. */
export function allOf(refundable: Refundable, escrow: Escrow): Cents {
  const held = mostWithin(refundable.heldMax, refundable.room, escrow);
  const left = subtract(refundable.room, add(held, feesBackWith(held, escrow)));
  return add(held, smaller(smaller(refundable.releasedMax, spendable(refundable)), left));
}

const spendable = ({ wallet, credit }: Refundable): Cents => add(wallet, credit);

/** Asked again, under the same key or as the same refund of the shop: what it made, or that it is another one. */
function decideAgain({ refundable }: Facts, ask: RefundAsk): Decision<Refusal, Refunded> | null {
  const { byKey, byReference } = refundable;
  if (byKey !== null) {
    return byKey.requestHash === ask.requestHash ? replay(byKey.shown) : refuse("idempotency_conflict");
  }
  if (byReference === null) return null;
  return byReference.requestHash === ask.requestHash ? replay(byReference.shown) : refuse("external_reference_taken");
}

const replay = (shown: ShownRefund): Decision<Refusal, Refunded> => ({
  ok: true,
  value: { shown: { ...shown, status: "PENDING", failure: null, updated: shown.created }, isReplay: true },
});

/**
 * @returns refused with `escrow_not_funded` before it is paid for, `milestone_disputed` in a dispute or beside an offer,
 * `payment_disputed` while a bank looks at a payment, `refund_too_large`, `payment_too_old` and `insufficient_balance` with
 * the amount that could go back.
 */
export function decideRefund(
  facts: Facts,
  ask: RefundAsk,
  { terms, context }: { readonly terms: RefundTerms; readonly context: Context },
): Decision<Refusal, Refunded> {
  const { escrow } = facts;
  const again = decideAgain(facts, ask);
  if (again !== null) return again;
  const blocked = blockOf(facts, ask.milestone);
  if (blocked !== null) return blocked;
  const refundable = refundableOf(facts, ask.milestone, { terms, now: context.now });
  const wanted = ask.amount ?? allOf(refundable, escrow);
  const refusal = shortageOf(refundable, wanted, escrow);
  if (refusal !== null) return refusal;
  return refund(facts, ask, { refundable, wanted, terms, context });
}

/** Why nothing can go back of this now, whatever the amount. */
function blockOf({ escrow, dispute }: Facts, of: MilestoneId | null): Refused<Refusal> | null {
  const milestone = of === null ? undefined : milestoneOf(escrow, of);
  if (of !== null && milestone === undefined) return refuse("not_found");
  if (isIn(UNFUNDED, escrow.status)) return { ok: false, reason: { code: "escrow_not_funded", message: UNPAID } };
  if (isStopped(escrow)) return refuse("payment_disputed");
  if (isShort(escrow) && escrow.status === "DISPUTED") return refuseNow(SHORT);
  if (milestone?.status === "DISPUTED") return refuse("milestone_disputed");
  if (dispute.offers.some(({ status }) => status === "OPEN")) {
    return { ok: false, reason: { code: "milestone_disputed", message: OFFERED } };
  }
  return null;
}

const UNPAID =
  "The buyer has not paid for this order yet, so nothing can go back. Cancel it: what was paid of it goes back.";
const OFFERED =
  "There is an offer on the table about what is left of this order. Accept or withdraw it, then refund what you like.";

/** Why so much can't go back. */
function shortageOf(refundable: Refundable, wanted: Cents, escrow: Escrow): Refused<Refusal> | null {
  const most = add(refundable.heldMax, refundable.releasedMax);
  const all = allOf(refundable, escrow);
  if (wanted > most || most === ZERO) return atMost("refund_too_large", most);
  const held = smaller(wanted, refundable.heldMax);
  const fees = feesBackWith(held, escrow);
  if (add(wanted, fees) > refundable.room || refundable.room === ZERO) return atMost("payment_too_old", all);
  if (subtract(wanted, held) > spendable(refundable) || wanted === ZERO) return atMost("insufficient_balance", all);
  return null;
}

const atMost = (code: RefundRefusal, most: Cents): Refused<Refusal> => {
  const sentence = most === ZERO ? "Nothing more can go back now." : `At most ${formatMoney(most)} can go back now.`;
  return { ok: false, reason: { code, message: `${ERRORS[code].message} ${sentence}` } };
};

type Plan = {
  readonly refundable: Refundable;
  readonly wanted: Cents;
  readonly terms: RefundTerms;
  readonly context: Context;
};

function refund(
  facts: Facts,
  ask: RefundAsk,
  { refundable, wanted, terms, context }: Plan,
): Decision<Refusal, Refunded> {
  const { escrow } = facts;
  const held = smaller(wanted, refundable.heldMax);
  const released = subtract(wanted, held);
  const fromWallet = smaller(released, refundable.wallet);
  const owed = subtract(released, fromWallet);
  const fees = feesBackWith(held, escrow);
  const shares = sharesOf(refundable, held, released);
  const before = add(held, fees, released);
  const feesEarned = terms.refundsEarnedFees
    ? smaller(earnedFeesOf(released, escrow), subtract(refundable.room, before))
    : ZERO;
  const asked: AskedRefund = {
    number: `RF-${context.digits(8)}`,
    milestone: ask.milestone,
    actor: ask.actor,
    held,
    released,
    owed,
    fees,
    feesEarned,
    externalReference: ask.externalReference,
    metadata: ask.metadata,
    created: context.now,
    updated: context.now,
    shares,
    key: ask.key,
    requestHash: ask.requestHash,
  };
  const made: Refund = {
    id: context.uuid() as RefundId,
    payment: null,
    amount: add(before, feesEarned),
    reason: ask.reason,
    status: "PENDING",
    asked,
  };
  const young = facts.refundable.sources.filter((source) => isYoung(source, terms, context.now));
  const parts = partsOf(made, young, context);
  const moved = move(escrow, asked);
  const shown = shownRefund(escrow.id, { refund: made, parts: parts.refundParts }) as ShownRefund;
  return {
    ok: true,
    value: { shown, isReplay: false },
    ...moved,
    ...parts,
    refunds: [made],
    transfers: [
      ...transfer("refund", escrow, { amount: add(held, fees), refund: made.id }),
      ...transfer("refund_released", escrow, { amount: fromWallet, refund: made.id }),
      ...transfer("refund_owed", escrow, { amount: owed, refund: made.id }),
      ...transfer("refund_fees", escrow, { amount: feesEarned, refund: made.id }),
    ],
    events: [...moved.events, { type: "refund.created", escrow: moved.escrow, refund: shown, previousStatus: null }],
  };
}

/** The order after it, and what that is called. */
function move(
  escrow: Escrow,
  { shares, held, released, fees, actor }: AskedRefund,
): { readonly escrow: Escrow } & Required<Pick<Changes, "events" | "entries">> {
  const next: Escrow = {
    ...escrow,
    refunded: add(escrow.refunded, held, fees),
    refundedHeld: add(escrow.refundedHeld, held),
    refundedReleased: add(escrow.refundedReleased, released),
  };
  const shareOf = new Map(shares.map((share) => [share.milestone, share]));
  const isOver = held > ZERO && next.released + next.refundedHeld === next.amount;
  // Nothing was ever paid to the seller: that is a cancellation, which leaves milestones as they are.
  const isCancelled = isOver && next.released === ZERO;
  const closed = escrow.milestones.filter((milestone) => !isCancelled && isAllOf(milestone, shareOf.get(milestone.id)));
  const milestones = escrow.milestones.map((milestone): Milestone => {
    const share = shareOf.get(milestone.id);
    if (share === undefined) return milestone;
    const refunded = {
      ...milestone,
      refundedHeld: add(milestone.refundedHeld, share.held),
      refundedReleased: add(milestone.refundedReleased, share.released),
    };
    return closed.includes(milestone) ? { ...refunded, status: "COMPLETED", reviewSince: null } : refunded;
  });
  const status = isCancelled ? "CANCELLED" : isOver ? "COMPLETED" : escrow.status;
  const now: Escrow = { ...next, milestones, status };
  const event = isCancelled ? ESCROW_MOVES.cancel.event : isOver ? ESCROW_MOVES.complete.event : "escrow.updated";
  return {
    escrow: now,
    entries: closed.map((milestone) => entry("refund", milestone, { to: "COMPLETED", actor })),
    events: [
      ...closed.map((milestone) => milestoneEvent(MILESTONE_MOVES.refund.event, now, milestone)),
      escrowEvent(event, now, isOver ? escrow.status : null),
    ],
  };
}

/** Whether with this share all of a milestone that is open went back. */
const isAllOf = ({ status, amount, refundedHeld }: Milestone, share: RefundShare | undefined): boolean =>
  share !== undefined && status !== "COMPLETED" && refundedHeld + share.held === amount;

function partsOf(
  { id, amount }: Refund,
  sources: RefundFacts["sources"],
  context: Context,
): Required<Pick<Changes, "refundParts" | "calls">> {
  const made = overSources(amount, sources).map((share) => newPart(id, share, context));
  return { refundParts: made.map(({ part }) => part), calls: made.map(({ call }) => call) };
}

/** Over milestones: of those that are held, then of those that were released, the last one first. */
function sharesOf(refundable: Refundable, held: Cents, released: Cents): readonly RefundShare[] {
  const ofHeld = divide(held, refundable.held).map(({ milestone, part }) => ({
    milestone: milestone.id,
    held: part,
    released: ZERO,
  }));
  const ofReleased = divide(released, refundable.released).map(({ milestone, part }) => ({
    milestone: milestone.id,
    held: ZERO,
    released: part,
  }));
  return [...ofHeld, ...ofReleased];
}

function divide(amount: Cents, rooms: readonly Room[]): readonly { milestone: Milestone; part: Cents }[] {
  let left = amount;
  return rooms.flatMap((room) => {
    const part = smaller(left, room.left);
    left = subtract(left, part);
    return part === ZERO ? [] : [{ milestone: room.milestone, part }];
  });
}

const hasEnded = ({ status }: Escrow): boolean =>
  status !== "IN_ESCROW" && status !== "WORK_IN_PROGRESS" && status !== "DISPUTED";

const sumOf = (rooms: readonly Room[]): Cents => add(ZERO, ...rooms.map(({ left }) => left));

const isYoung = (
  { payment, method, paidAt }: RefundFacts["sources"][number],
  { refundDays }: RefundTerms,
  now: number,
): boolean => {
  const days = refundDays(payment.provider, method);
  return days === null || paidAt + days * 86_400 > now;
};

/** The fees that what was released earned, and that went back with none of it yet. */
const earnedFeesOf = (released: Cents, escrow: Escrow): Cents =>
  smaller(
    escrow.feesEarned,
    subtract(feesOf(add(escrow.refundedReleased, released), escrow), feesOf(escrow.refundedReleased, escrow)),
  );

/** The most of `amount` that fits into `room` with the fees that go back beside it. */
function mostWithin(amount: Cents, room: Cents, escrow: Escrow): Cents {
  if (add(amount, feesBackWith(amount, escrow)) <= room) return amount;
  let fits: bigint = 0n;
  let tooMuch: bigint = amount;
  while (tooMuch - fits > 1n) {
    const middle = cents((fits + tooMuch) / 2n);
    if (add(middle, feesBackWith(middle, escrow)) <= room) fits = middle;
    else tooMuch = middle;
  }
  return cents(fits);
}
