/** Refunds of a payment that the payer's bank disputes: held, charged back in part or in whole, and let go. */
import type { PaymentId } from "../ids.js";
import type { Changes, Context, Owed, PaidPart, ProviderCall, Refund } from "../model.js";
import { add, type Cents, smaller, subtract, ZERO } from "../money.js";
import { proportionOf } from "../presented.js";
import { payableOf, plainPart, withParts } from "./pay-refund.js";

/** Refunds, and what one payment gives back of each. */
export type Parts = readonly { readonly owed: Owed; readonly part: PaidPart }[];

export const partsOf = (refunds: readonly Owed[], payment: PaymentId): Parts =>
  refunds.flatMap((owed) => owed.parts.flatMap((part) => (part.payment === payment ? [{ owed, part }] : [])));

/**
 * What is not asked for is held, and what was refused for good. What a provider was asked for is seen to its end, and where
 * nobody knows that end, a person looks.
 */
export const holdParts = (parts: Parts, context: Context): Parts =>
  eachPart(parts, (part) => {
    if (part.status === "PENDING") return { ...part, status: "HELD" };
    if (part.status !== "FAILED" || !part.isRefused) return part;
    return { ...part, status: "HELD", reference: context.uuid(), isRefused: false };
  });

/** What is held and not charged back yet. */
export const absorbableOf = (parts: Parts): Cents =>
  add(...parts.map(({ part }) => (part.status === "HELD" ? payableOf(part) : ZERO)));

/** @param presented how much of it in the payer's currency; nothing where that is the books'. */
export function absorb(parts: Parts, amount: Cents, presented: Cents): Parts {
  let left = amount;
  let leftAbroad = presented;
  return eachPart(parts, (part) => {
    const payable = payableOf(part);
    const taken = part.status === "HELD" ? smaller(left, payable) : ZERO;
    if (taken === ZERO) return part;
    left = subtract(left, taken);
    const chargedBack = add(part.chargedBack, taken);
    if (part.presented === null) return { ...part, chargedBack };
    // The last gives what is left to take.
    const most = payableOf(part.presented);
    const share = smaller(left === ZERO || taken === payable ? most : proportionOf(most, taken, payable), leftAbroad);
    leftAbroad = subtract(leftAbroad, share);
    return {
      ...part,
      chargedBack,
      presented: { ...part.presented, chargedBack: add(part.presented.chargedBack, share) },
    };
  });
}

/** In the payer's currency: what is held and not charged back yet, and what of all parts was charged back. */
export const presentedAbsorbableOf = (parts: Parts): Cents =>
  add(
    ...parts.map(({ part }) => (part.status === "HELD" && part.presented !== null ? payableOf(part.presented) : ZERO)),
  );
export const presentedAbsorbedOf = (parts: Parts): Cents =>
  add(...parts.map(({ part }) => part.presented?.chargedBack ?? ZERO));

export function restoreParts(parts: Parts, amount: Cents): Parts {
  let left = amount;
  return eachPart(parts, (part) => {
    const back = part.status === "HELD" ? smaller(left, part.chargedBack) : ZERO;
    left = subtract(left, back);
    if (back === ZERO) return part;
    const { presented } = part;
    const share = presented === null ? ZERO : proportionOf(presented.chargedBack, back, part.chargedBack);
    return {
      ...part,
      chargedBack: subtract(part.chargedBack, back),
      presented: presented === null ? null : { ...presented, chargedBack: subtract(presented.chargedBack, share) },
    };
  });
}

/** No bank disputes the payment any more: what is left is owed as before. */
export const letGoParts = (parts: Parts): Parts =>
  eachPart(parts, (part) =>
    part.status === "HELD" ? { ...part, status: payableOf(part) === ZERO ? "CHARGED_BACK" : "PENDING" } : part,
  );

const eachPart = (parts: Parts, change: (part: PaidPart) => PaidPart): Parts =>
  parts.map(({ owed, part }) => {
    const next = change(part);
    return next === part ? { owed, part } : { owed: withParts(owed, [next]), part: next };
  });

/**
 * What is written of them; what was let go is asked for again, and a call that waited for a person, of a part that is held or
 * charged back, finds that there is nothing left to ask. `refunds` are those that came into being besides.
 */
export function changesOf(
  before: Parts,
  after: Parts,
  { provider, now, refunds }: { readonly provider: string; readonly now: number; readonly refunds: readonly Refund[] },
): Pick<Changes, "refunds" | "refundParts" | "calls"> {
  const changed = after.filter(({ part }, index) => isOther(part, before[index]?.part));
  return {
    refunds: [
      ...refunds,
      ...after.flatMap(({ owed }, index) =>
        owed.refund.status === before[index]?.owed.refund.status ? [] : [owed.refund],
      ),
    ],
    refundParts: changed.map(({ part }) => plainPart(part)),
    calls: after.flatMap(({ part }, index): readonly ProviderCall[] =>
      part.status === before[index]?.part.status
        ? []
        : [{ kind: "refund", provider, refund: part.refund, payment: part.payment, at: now }],
    ),
  };
}

/** Held and let go in one moment, it is as it was. */
const isOther = (part: PaidPart, was: PaidPart | undefined): boolean =>
  was === undefined ||
  part.status !== was.status ||
  part.chargedBack !== was.chargedBack ||
  part.reference !== was.reference;
