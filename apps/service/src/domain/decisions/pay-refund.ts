/** The life of a refund once it is owed: its parts are sent to the providers of the payments that brought the money. */
import { transfer } from "../escrow.js";
import type { PaymentId } from "../ids.js";
import type { EscrowTransfer } from "../ledger.js";
import type { Changes, Context, Decision, Escrow, Owed, PaidPart, RefundPart } from "../model.js";
import { refuse } from "../model.js";
import { add, type Cents, cents, smaller, subtract, ZERO } from "../money.js";
import { proportionOf } from "../presented.js";
import { allows, PART_MOVES, type RefundStatus } from "../states.js";

/** The provider of a part is about to be asked; not while the payment is disputed. Asked before, or paid already: nothing changes. */
export function decideSendRefund(owed: Owed, payment: PaymentId): Decision {
  const part = partOf(owed, payment);
  if (part === undefined) return refuse("not_found");
  if (part.status === "HELD" || part.status === "CHARGED_BACK") return refuse("invalid_state");
  return allows(PART_MOVES.send, part.status) ? moved(owed, { ...part, status: "SENT" }) : { ok: true };
}

/** The provider has paid a part out; booked once. */
export function decideRefundPaid(escrow: Escrow, owed: Owed, payment: PaymentId): Decision {
  const part = partOf(owed, payment);
  if (part === undefined) return refuse("not_found");
  if (!allows(PART_MOVES.succeed, part.status)) return { ok: true };
  const transfers = transfer("refund_paid", escrow, { ...moneyOf(part), round: part.returns + 1 });
  return { ...moved(owed, { ...part, status: "SUCCEEDED" }), transfers };
}

/**
 * What the provider had paid came back, as from an account that is closed: it is owed again, and an operator has to look. One
 * that nobody had said was paid was refused, as it turns out, unless a share of it stays with the payer.
 *
 * @param back.amount in the payer's currency; null for all of it.
 */
export function decideRefundReturned(
  { escrow, owed }: { readonly escrow: Escrow; readonly owed: Owed },
  payment: PaymentId,
  { amount, now }: { readonly amount: Cents | null; readonly now: number },
): Decision {
  const part = partOf(owed, payment);
  if (part === undefined) return refuse("not_found");
  const { back, stays } = divided(part, amount);
  const wasPaid = allows(PART_MOVES.giveBack, part.status);
  const isAll = stays.amount === ZERO && (stays.presented ?? ZERO) === ZERO;
  if (!wasPaid && isAll) return decideRefundFailed(owed, payment, true);
  if (!wasPaid && !allows(PART_MOVES.fail, part.status)) return { ok: true };
  const { provider, refund } = part;
  const round = part.returns + 1;
  const kept = add(part.kept, stays.amount);
  const presented =
    part.presented === null ? null : { ...part.presented, kept: add(part.presented.kept, stays.presented ?? ZERO) };
  return {
    ...moved(owed, { ...part, status: "FAILED", isRefused: true, returns: round, kept, presented }),
    transfers: [
      ...(wasPaid ? [] : transfer("refund_paid", escrow, { ...moneyOf(part), round })),
      ...transfer("refund_returned", escrow, { ...moneyOf(part), ...moneyIn(back), round }),
    ],
    // Its call is taken up again, and parked with the reason: so that it is found where parked calls are.
    calls: [{ kind: "refund", provider, refund, payment, at: now }],
  };
}

/** What is to be paid out of a part under its reference: not what the payer's bank took instead, or the payer has already. */
export const payableOf = ({ amount, chargedBack, kept }: Pick<RefundPart, "amount" | "chargedBack" | "kept">): Cents =>
  subtract(subtract(amount, chargedBack), kept);

/** The same in the payer's currency; null where that is the books'. */
function presentedPayableOf({ presented }: Pick<RefundPart, "presented">): Cents | null {
  return presented === null ? null : payableOf(presented);
}

type Both = { readonly amount: Cents; readonly presented: Cents | null };

const moneyIn = ({ amount, presented }: Both): Pick<EscrowTransfer, "amount" | "presented"> =>
  presented === null ? { amount } : { amount, presented };

const moneyOf = (part: PaidPart) => ({
  ...moneyIn({ amount: payableOf(part), presented: presentedPayableOf(part) }),
  refund: part.refund,
  payment: part.payment,
});

/** What of a part came back, and what of it the payer has. @param amount in the payer's currency; null for all of it. */
function divided(part: PaidPart, amount: Cents | null): { readonly back: Both; readonly stays: Both } {
  const payable = payableOf(part);
  const presented = presentedPayableOf(part);
  const whole = presented ?? payable;
  const back = amount === null ? whole : smaller(amount, whole);
  const stays = subtract(whole, back);
  if (presented === null) return { back: { amount: back, presented: null }, stays: { amount: stays, presented: null } };
  const backUsd = stays === ZERO ? payable : withinBoth(proportionOf(payable, back, whole), payable);
  return {
    back: { amount: backUsd, presented: back },
    stays: { amount: subtract(payable, backUsd), presented: stays },
  };
}

/** Of what is more than a cent, neither half is nothing. */
const withinBoth = (part: Cents, of: Cents): Cents => {
  const most = of > 1n ? cents(of - 1n) : of;
  return part > most ? most : part < 1n ? cents(1n) : part;
};

/** A part can't be paid out, or nobody has said so for too long: an operator has to look. */
export function decideRefundFailed(owed: Owed, payment: PaymentId, isRefused: boolean): Decision {
  const part = partOf(owed, payment);
  if (part === undefined) return refuse("not_found");
  return allows(PART_MOVES.fail, part.status) ? moved(owed, { ...part, status: "FAILED", isRefused }) : { ok: true };
}

/**
 * An operator has every parked part tried again. One that the provider has refused for good is a new order, under a new
 * reference; where nobody knows what became of the old one the reference stays, so that it is paid once. What the payer's bank
 * disputes stays where it is.
 */
export function decideRetryRefund(owed: Owed, context: Context): Decision {
  const parked = owed.parts.filter(({ status, isDisputed }) => allows(PART_MOVES.retry, status) && !isDisputed);
  if (parked.length === 0) return refuse("invalid_state");
  const parts = parked.map(
    (part): PaidPart => ({
      ...part,
      status: "SENT",
      reference: part.isRefused ? context.uuid() : part.reference,
      isRefused: false,
    }),
  );
  return {
    ...moved(owed, ...parts),
    calls: parts.map(({ provider, refund, payment }) => ({
      kind: "refund" as const,
      provider,
      refund,
      payment,
      at: context.now,
    })),
  };
}

const partOf = ({ parts }: Owed, payment: PaymentId): PaidPart | undefined =>
  parts.find((part) => part.payment === payment);

function moved(owed: Owed, ...changed: readonly PaidPart[]): { readonly ok: true } & Changes {
  const { refund } = withParts(owed, changed);
  return {
    ok: true,
    refunds: refund.status === owed.refund.status ? [] : [refund],
    refundParts: changed.map(plainPart),
  };
}

/** The refund with some of its parts replaced, and as far as they are. */
export function withParts({ refund, parts }: Owed, changed: readonly PaidPart[]): Owed {
  const now = parts.map((part) => changed.find(({ payment }) => payment === part.payment) ?? part);
  return { refund: { ...refund, status: statusOf(now) }, parts: now };
}

/** FAILED while a part is parked, HELD while one is disputed, SUCCEEDED when the payer has all of it, SENT in between. */
function statusOf(parts: readonly RefundPart[]): RefundStatus {
  const statuses = new Set(parts.map(({ status }) => status));
  if (statuses.has("FAILED")) return "FAILED";
  if (statuses.has("HELD")) return "HELD";
  if (parts.every(({ status }) => status === "SUCCEEDED" || status === "CHARGED_BACK")) return "SUCCEEDED";
  return statuses.size === 1 && statuses.has("PENDING") ? "PENDING" : "SENT";
}

export function plainPart({ provider: _provider, isDisputed: _isDisputed, ...part }: PaidPart): RefundPart {
  return part;
}
