import { type Chargeback, netOf } from "../chargebacks.js";
import { unreleasedOf } from "../escrow.js";
import type { PaymentId } from "../ids.js";
import type {
  Changes,
  Context,
  EventDraft,
  Facts,
  Offer,
  Payment,
  ProviderCall,
  Refund,
  RefundPart,
  Source,
} from "../model.js";
import { add, type Cents, subtract, ZERO } from "../money.js";
import { inFull, newPart, overSources, type Share, shownRefund } from "../refund-parts.js";
import { isIn, UNFUNDED } from "../states.js";
import { closePayment } from "./cancel-payment.js";

/**
 * Whether what was decided gives back money without saying which payments brought it, or offers to: then they have to be known.
 */
export const needsSources = (changes: Changes): boolean =>
  newRefunds(changes).some(({ payment }) => payment === null) ||
  (changes.offers ?? []).some(({ status }) => status === "OPEN");

/** Those that came into being: one that is owed again, as when a dispute is decided, has its parts. */
const newRefunds = ({ refunds = [], refundParts = [] }: Changes): readonly Refund[] =>
  refunds.filter(({ id, status }) => status === "PENDING" && !refundParts.some(({ refund }) => refund === id));

/**
 * What follows from a decision, whichever it was: an escrow that takes no money any more has no payment that waits for
 * its buyer, every new refund is split over the payments that brought the money and handed to their providers, and offers
 * lapse when a dispute is decided or what they would split is not all there any more.
 *
 * @param sources the escrow's payments that brought money, latest first; read only when {@link needsSources}.
 */
export function decideFollowUp(
  before: Facts,
  changes: Changes,
  { sources, context }: { sources: readonly Source[]; context: Context },
): Pick<Changes, "payments" | "refundParts" | "calls" | "offers" | "events"> {
  const escrow = changes.escrow ?? before.escrow;
  const paymentNow = new Map([...before.payments, ...(changes.payments ?? [])].map((one) => [one.id, one]));
  const waiting =
    escrow === undefined || isIn(UNFUNDED, escrow.status)
      ? []
      : [...paymentNow.values()].filter(({ status }) => status === "CREATED");
  const closed = waiting.map((payment) => closePayment(payment, context.now));
  const left = roomNow(sources, before.chargeback?.all ?? [], changes.chargebacks ?? []);
  const parts = newRefunds(changes).flatMap((refund) => split(refund, { sources: left, paymentNow, context }));
  return {
    payments: closed.map(({ payment }) => payment),
    refundParts: parts.map(({ part }) => part),
    calls: [...closed.map(({ call }) => call), ...parts.map(({ call }) => call)],
    offers: lapsed(before, changes),
    events: ofRefunds(before, changes, context),
  };
}

/** Refunds that were asked for and are known: what answers show of them has changed. */
function ofRefunds(
  before: Facts,
  { escrow, refunds = [], refundParts = [] }: Changes,
  { now }: Context,
): readonly EventDraft[] {
  const at = escrow ?? before.escrow;
  const known = [...(before.refund === undefined ? [] : [before.refund]), ...(before.chargeback?.refunds ?? [])];
  if (at === undefined) return [];
  return known.flatMap((owed): readonly EventDraft[] => {
    const refund = refunds.findLast(({ id }) => id === owed.refund.id) ?? owed.refund;
    const parts = owed.parts.map(
      (part) => refundParts.findLast((one) => one.refund === refund.id && one.payment === part.payment) ?? part,
    );
    const was = shownRefund(at.id, owed);
    const is = shownRefund(at.id, { refund, parts });
    if (was === null || is === null || was.status === is.status) return [];
    return [{ type: "refund.updated", escrow: at, refund: { ...is, updated: now }, previousStatus: was.status }];
  });
}

/** The sources as a chargeback of the same unit leaves them. */
function roomNow(
  sources: readonly Source[],
  before: readonly Chargeback[],
  changed: readonly Chargeback[],
): readonly Source[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const takenOf = (payment: PaymentId, of: (one: Chargeback) => Cents): Cents =>
    add(
      ZERO,
      ...changed.flatMap((one) => {
        const was = known.get(one.id);
        return one.payment === payment ? [subtract(of(one), was === undefined ? ZERO : of(was))] : [];
      }),
    );
  const netAbroad = ({ presented }: Chargeback): Cents => presented?.net ?? ZERO;
  return sources.map(({ payment, room, presented }) => ({
    payment,
    room: subtract(room, takenOf(payment.id, netOf)),
    presented:
      presented === null ? null : { ...presented, left: subtract(presented.left, takenOf(payment.id, netAbroad)) },
  }));
}

/** Offers that nobody can accept any more: any decision of a dispute ends them, and so does money that was paid out. */
function lapsed({ escrow: was, dispute }: Facts, changes: Changes): readonly Offer[] {
  const now = changes.escrow;
  if (was === undefined || now === undefined) return [];
  const isDecided = (changes.entries ?? []).some(({ verb }) => verb === "resume" || verb === "release");
  if (!isDecided && now.status === "DISPUTED" && unreleasedOf(now) === unreleasedOf(was)) return [];
  const offers = new Map([...(dispute?.offers ?? []), ...(changes.offers ?? [])].map((one) => [one.number, one]));
  return [...offers.values()]
    .filter(({ status }) => status === "OPEN")
    .map((offer) => ({ ...offer, status: "LAPSED" as const }));
}

type Split = { readonly part: RefundPart; readonly call: ProviderCall };
type Means = {
  readonly sources: readonly Source[];
  readonly paymentNow: ReadonlyMap<PaymentId, Payment>;
  readonly context: Context;
};

/** What a payment brought too much goes back to its payer; what an escrow held goes back to the last payer first. */
function split(refund: Refund, { sources, paymentNow, context }: Means): readonly Split[] {
  const named = refund.payment === null ? undefined : paymentNow.get(refund.payment);
  const shares = named === undefined ? overSources(refund.amount, sources) : [excessOf(named, refund.amount)];
  return shares.map((share) => newPart(refund.id, share, context));
}

/** All that the escrow did not take of it, in the payer's currency too. */
function excessOf(payment: Payment, amount: Cents): Share {
  const { presented } = payment;
  const more = presented === null ? null : inFull(presented.currency, subtract(presented.received, presented.taken));
  return { payment, amount, presented: more };
}
