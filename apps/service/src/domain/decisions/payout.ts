/** The life of a payout: asked for, sent, and then paid, refused, or parked for a person (states.ts, PAYOUT_MOVES). */
import type { DestinationId, PayoutId } from "../ids.js";
import type { PayoutTransferKind } from "../ledger.js";
import { type Changes, type Context, type Decision, refuse } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";
import {
  boundsOf,
  type Destination,
  freeOf,
  type Hold,
  holdOf,
  PAYOUT_GRACE_SECONDS,
  PAYOUT_MIN,
  type Payout,
  type PayoutFacts,
  type PayoutSource,
  type PresentedPayout,
  type Wallet,
} from "../payouts.js";
import { refused } from "../result.js";
import { allows, PAYOUT_MOVES } from "../states.js";

/** Why a payout can't be asked for; pages have a sentence for each. */
export type PayoutProblem =
  | Hold
  | "no_destination"
  /** The destination has not waited for long enough. */
  | "new_destination"
  | "below_minimum"
  /** More than may be paid out at a time. */
  | "above_maximum"
  /** More than is left of what may be paid out within a day. */
  | "above_daily"
  | "not_enough"
  /** Chargebacks took more than the merchant had, and the rest is owed. */
  | "owing"
  /** A bank disputes so much of what is there that too little is left. */
  | "disputed";

/** The first reason why not, in the order in which a person would want to hear them; null when there is none. */
export function payoutProblem(
  wallet: Wallet,
  {
    amount,
    destination,
    now,
  }: { readonly amount: Cents; readonly destination: Destination | null; readonly now: number },
): PayoutProblem | null {
  const hold = holdOf(wallet);
  if (hold !== null) return hold;
  if (destination === null || destination.removedAt !== null) return "no_destination";
  if (destination.usableAt > now) return "new_destination";
  if (amount < PAYOUT_MIN) return "below_minimum";
  if (wallet.owed > ZERO) return "owing";
  if (amount > wallet.available) return "not_enough";
  if (amount > freeOf(wallet)) return "disputed";
  const { atATime, leftToday } = boundsOf(wallet);
  if (amount > atATime) return "above_maximum";
  return amount > leftToday ? "above_daily" : null;
}

export type WantedPayout = {
  /** Made with the page that asks whether it is meant: the same form sent twice makes one payout. */
  readonly id: PayoutId;
  readonly destination: DestinationId;
  readonly amount: Cents;
  /** What was promised in the destination's currency; null to leave in USD. */
  readonly presented: PresentedPayout | null;
  /** Who pays to such a destination; null when nobody does, which is `not_offered`. */
  readonly provider: string | null;
  readonly requestedBy: string | null;
  readonly source: PayoutSource | null;
};

/** Sets the amount aside; the provider is asked a little later. A payout that is there already stays as it is. */
export function decideRequestPayout(
  facts: PayoutFacts,
  { provider, ...wanted }: WantedPayout,
  context: Context,
): Decision<PayoutProblem | "not_offered"> {
  if (facts.payout !== null) return { ok: true };
  const { now } = context;
  const { amount } = wanted;
  const problem = payoutProblem(facts, { amount, destination: facts.destination, now });
  if (problem !== null) return refused(problem);
  if (provider === null) return refused("not_offered");
  // Somebody else has tied as much to the payment meanwhile.
  if (amount > (facts.sourceLeft ?? amount)) return refused("not_enough");
  const payout: Payout = {
    ...wanted,
    provider,
    number: facts.lastNumber + 1,
    status: "REQUESTED",
    reference: context.uuid(),
    failure: null,
    created: now,
    sentAt: null,
    endedAt: null,
    recalledAt: null,
    recalling: null,
    takenBack: ZERO,
    recalls: 0,
  };
  return {
    ok: true,
    payout,
    payoutCall: { payout: payout.id, provider: payout.provider, at: now + PAYOUT_GRACE_SECONDS },
    transfers: [booked("payout_reserved", payout)],
  };
}

type Named = { readonly payout: Payout };

/** Called back by the seller, before the provider was asked. */
export function decideCancelPayout({ payout }: Named, now: number): Decision {
  if (payout.status === "CANCELLED") return { ok: true };
  if (!allows(PAYOUT_MOVES.cancel, payout.status)) return refuse("invalid_state");
  return ended({ ...payout, status: "CANCELLED" }, "payout_void", now);
}

/**
 * The provider is about to be asked. Nothing leaves an account that was stopped meanwhile, or of which a bank disputes more
 * than is left in the wallet: it waits there. Where the merchant owes something it goes back to the wallet, and pays that.
 */
export function decideSendPayout({ payout, ...wallet }: Wallet & Named, now: number): Decision {
  if (payout.status === "SENT") return { ok: true };
  if (!allows(PAYOUT_MOVES.send, payout.status) || holdOf(wallet) !== null) return refuse("invalid_state");
  if (wallet.owed > ZERO) return ended({ ...payout, status: "CANCELLED" }, "payout_void", now);
  if (wallet.disputed > wallet.available) return refuse("invalid_state");
  return { ok: true, payout: { ...payout, status: "SENT", sentAt: now } };
}

/** The provider has paid; booked once. */
export const decidePayoutPaid = ({ payout }: Named, now: number): Decision =>
  answered(payout, PAYOUT_MOVES.pay, (sent) => ended({ ...sent, status: "PAID" }, "payout_paid", now));

/** The provider refused for good: the money goes back to the wallet. */
export const decidePayoutFailed = (
  { payout }: Named,
  { reason, now }: { readonly reason: string; readonly now: number },
): Decision =>
  answered(payout, PAYOUT_MOVES.fail, (sent) =>
    ended({ ...sent, status: "FAILED", failure: kept(reason) }, "payout_void", now),
  );

/** What the provider had paid came back, and is in the wallet again. What was not known to be paid was refused, as it turns out. */
export function decidePayoutReturned(
  { payout }: Named,
  { reason, now }: { readonly reason: string; readonly now: number },
): Decision {
  if (!allows(PAYOUT_MOVES.giveBack, payout.status)) return decidePayoutFailed({ payout }, { reason, now });
  return {
    ok: true,
    payout: { ...payout, status: "RETURNED", failure: kept(reason), recalling: null, endedAt: now },
    transfers: [cameBack(payout, standingOf(payout))],
  };
}

/** What of it is still in the seller's account. */
const standingOf = ({ amount, takenBack }: Payout): Cents => subtract(amount, takenBack);

const cameBack = ({ id, recalls, recalling }: Payout, amount: Cents) => ({
  kind: "payout_returned" as const,
  payout: id,
  amount,
  // What comes back by itself is one time more.
  round: recalling === null ? recalls + 1 : recalls,
});

/**
 * As much as the merchant owes, and no more than is still there, is to come back of what was sent to the seller's account at the
 * provider that holds their money: the provider is asked until it is back ({@link decidePayoutTakenBack}), and then it pays what is owed.
 */
export function decideRecallPayout({ payout, owed }: Wallet & Named, now: number): Decision {
  if (payout.recalling !== null) return { ok: true };
  if (!allows(PAYOUT_MOVES.giveBack, payout.status) || owed <= ZERO) return refuse("invalid_state");
  const { id, provider } = payout;
  const recalling = smaller(owed, standingOf(payout));
  return {
    ok: true,
    payout: { ...payout, recalledAt: now, recalling, recalls: payout.recalls + 1 },
    payoutCall: { payout: id, provider, at: now },
  };
}

/** What was to come back has come back. With nothing left in the seller's account the payout is one that returned. */
export function decidePayoutTakenBack(
  { payout }: Named,
  { recall, reason, now }: { readonly recall: number; readonly reason: string; readonly now: number },
): Decision {
  const { recalling } = payout;
  if (recalling === null || payout.recalls !== recall) return { ok: true };
  if (recalling === standingOf(payout)) return decidePayoutReturned({ payout }, { reason, now });
  const takenBack = add(payout.takenBack, recalling);
  return {
    ok: true,
    payout: { ...payout, takenBack, recalling: null, recalledAt: null },
    transfers: [cameBack(payout, recalling)],
  };
}

/** The provider is sure that it took nothing back: where nothing is owed any more, it need not be asked again. */
export function decideEndRecall({ payout, owed }: Wallet & Named, recall: number): Decision {
  if (payout.recalling === null || payout.recalls !== recall || owed > ZERO) return { ok: true };
  return { ok: true, payout: { ...payout, recalling: null, recalledAt: null } };
}

/** Code points of what is kept of a provider's reason. */
const FAILURE_MAX = 300;
const kept = (reason: string): string => [...reason].slice(0, FAILURE_MAX).join("") || "The provider gave no reason.";

/** Nobody has said for too long what became of it: the money stays set aside until an operator has looked. */
export const decideParkPayout = ({ payout }: Named): Decision =>
  answered(payout, PAYOUT_MOVES.park, (sent) => ({ ok: true, payout: { ...sent, status: "PARKED" } }));

/** An operator has a parked payout asked for again, under the same reference: so it is paid once. */
export function decideRetryPayout({ payout }: Named, now: number): Decision {
  if (!allows(PAYOUT_MOVES.retry, payout.status)) return refuse("invalid_state");
  const { id, provider } = payout;
  return { ok: true, payout: { ...payout, status: "SENT" }, payoutCall: { payout: id, provider, at: now } };
}

/** What is heard of a payout that waits for nothing any more changes nothing. */
function answered(
  payout: Payout,
  move: { readonly from: readonly Payout["status"][] },
  go: (sent: Payout) => Decision,
): Decision {
  return allows(move, payout.status) ? go(payout) : { ok: true };
}

const ended = (payout: Payout, kind: PayoutTransferKind, now: number): { readonly ok: true } & Changes => ({
  ok: true,
  payout: { ...payout, endedAt: now },
  transfers: [booked(kind, payout)],
});

const booked = (kind: PayoutTransferKind, { id, amount }: Payout) => ({ kind, payout: id, amount });
