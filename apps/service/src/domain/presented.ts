/**
 * Payments in the payer's own money. The books are in USD; of such a payment both amounts are kept, and what moves of one moves the
 * same share of the other. Amounts in another currency are whole numbers of its unit: hundredths, or thousandths of one with three
 * decimals. Each share is within one step of the exact one, and all shares together are exactly what came.
 */
import { add, type Cents, cents, smaller, subtract, ZERO } from "./money.js";
import { presentedFor, type Rates, type Terms, worthOf } from "./rates.js";

/** At what the day reckons; null where there is no rate that may be used. @param now by the service's clock */
export function termsOf(rates: Rates, currency: string, now: number): Terms | null {
  const rate = rates.find(currency, now);
  return rate === null ? null : { currency, rate: rate.rate, marginBps: rates.marginOf(currency) };
}

/** What a payer was asked for in another currency, and what came. `asked`, `received` and `taken` are in the currency. */
export type Presented = Terms & {
  readonly asked: Cents;
  /** The smallest amount that the provider takes; others are whole multiples of it. */
  readonly step: Cents;
  /** Who told the rate. */
  readonly source: string;
  /** Unix seconds until which the amount was promised. */
  readonly until: number;
  readonly received: Cents;
  /** Of what came, what the escrow took: in the currency, and in USD. */
  readonly taken: Cents;
  readonly takenUsd: Cents;
};

/** How what came is divided: `usd` and `received` all of it, `takenUsd` and `taken` what the escrow takes. The rest goes back. */
export type Division = {
  readonly usd: Cents;
  readonly takenUsd: Cents;
  readonly taken: Cents;
};

export type Arrival = {
  readonly received: Cents;
  /** Whether it came while its quote held, or within the time of grace after it. */
  readonly isInTime: boolean;
  /** At what the day reckons; null where there is no rate that may be used. */
  readonly today: Terms | null;
};

const atLeastACent = (amount: bigint): Cents => cents(amount < 1n ? 1n : amount);
const divideUp = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/**
 * What came in time counts at its quote: as asked, it is what was asked for in USD. What came late counts at the rate of the day, if
 * it still covers what is missing, and otherwise goes back whole.
 * @param asked what the payment was to bring, in USD.
 * @param missing what the escrow still takes, in USD; may be nothing.
 */
export function divide(
  presented: Presented,
  { asked, missing, arrival }: { readonly asked: Cents; readonly missing: Cents; readonly arrival: Arrival },
): Division {
  const { received, isInTime, today } = arrival;
  return isInTime || missing === ZERO
    ? divideAt(presented, received, { asked, missing })
    : ((today === null ? null : divideToday(presented, received, { missing, today })) ??
        divideAt(presented, received, { asked, missing: ZERO }));
}

function divideAt(
  { asked: presentedAsked }: Presented,
  received: Cents,
  { asked, missing }: { readonly asked: Cents; readonly missing: Cents },
): Division {
  const isWhole = received >= presentedAsked;
  const worth = isWhole ? asked : atLeastACent((received * asked) / presentedAsked);
  const takenUsd = smaller(worth, missing);
  const counted = isWhole ? presentedAsked : received;
  const taken = takenUsd === worth ? counted : cents(divideUp(counted * takenUsd, worth));
  const rest = subtract(received, taken);
  return {
    usd: add(takenUsd, rest === ZERO ? ZERO : atLeastACent(divideUp(rest * asked, presentedAsked))),
    takenUsd,
    taken,
  };
}

/** Null where what came does not cover what is missing any more. */
function divideToday(
  { step }: Presented,
  received: Cents,
  { missing, today }: { readonly missing: Cents; readonly today: Terms },
): Division | null {
  const wanted = presentedFor(missing, today, step);
  if (received < wanted) return null;
  const rest = subtract(received, wanted);
  return {
    usd: add(missing, rest === ZERO ? ZERO : atLeastACent(worthOf(rest, today))),
    takenUsd: missing,
    taken: wanted,
  };
}

/** Whether what came counts as it was promised, but for parts of cents: what came too late counts at the rate of its day. */
export function isAtQuote({
  asked,
  received,
  presented,
}: {
  readonly asked: Cents;
  readonly received: Cents;
  readonly presented: Pick<Presented, "asked" | "received">;
}): boolean {
  const apart = received * presented.asked - presented.received * asked;
  return (apart < 0n ? -apart : apart) <= 2n * presented.asked;
}

/** What of a payment in another currency can still go back: what its escrow took, in both, and what is left of it in the currency. */
export type PresentedRoom = {
  readonly step: Cents;
  readonly takenUsd: Cents;
  readonly taken: Cents;
  readonly left: Cents;
};

/**
 * What goes back in the payer's currency with an amount in USD: up to there it is what is exact, rounded to the step, less what went
 * before; the last takes the rest.
 * @param room what of the payment can still go back, in USD; at least `amount`.
 */
export function shareOf(
  { step, takenUsd, taken, left }: PresentedRoom,
  { room, amount }: { readonly room: Cents; readonly amount: Cents },
): Cents {
  if (amount >= room) return left;
  const until = takenUsd - room + amount;
  const exact = roundTo(taken * until, { by: takenUsd, step });
  const before = taken - left;
  const share = exact - before;
  return cents(share < 0n ? 0n : share > left ? left : share);
}

/** `amount / by`, to the nearest multiple of `step`. */
function roundTo(amount: bigint, { by, step }: { readonly by: bigint; readonly step: bigint }): bigint {
  const per = by * step;
  return ((2n * amount + per) / (2n * per)) * step;
}

/** The share of `whole` that `part` is of `of`, to the nearest unit: all of it for all of it, and nothing for nothing. */
export const proportionOf = (whole: Cents, part: Cents, of: Cents): Cents =>
  of === ZERO || part >= of ? whole : cents(roundTo(whole * part, { by: of, step: 1n }));
