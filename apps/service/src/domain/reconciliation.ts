/**
 * How a line of a provider's statement is booked in the house's book, and in what it differs from ours. An entry moves
 * amounts between the house's accounts: debits are positive, credits negative, and together they are nothing.
 */
import type { PaymentMethod } from "@holdfast/contract";
import { type FeeSchedule, feesFor } from "./fees.js";
import { type Cents, cents, ZERO } from "./money.js";

export const HOUSE_ACCOUNTS = [
  "provider_balance",
  "in_transit",
  "bank",
  "client_money",
  "provider_costs",
  "fees_received",
  "fx",
  "suspense",
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/** What an entry moves; what is left out does not move. */
export type HouseEntry = Readonly<Partial<Record<HouseAccount, Cents>>>;

/** The database lists the same. */
export type DifferenceClass =
  | "theirs_only"
  | "ours_only"
  | "amount"
  | "currency"
  | "status"
  | "twice"
  | "fee"
  | "unknown_type";

/** Where what stands in suspense may go when a person closes a difference; client money moves by statements alone. */
export const BOOKED_TO = ["suspense", "in_transit", "provider_costs", "fees_received", "fx"] as const;
export type BookedTo = (typeof BOOKED_TO)[number];

/** What has its counterpart in merchants' books. */
export type MovementType =
  | "payment"
  | "refund"
  | "refund_returned"
  | "payout"
  | "payout_returned"
  | "chargeback"
  | "chargeback_returned";

/** A line, as far as it decides how it is booked. Amounts are signed: what came in is positive. */
export type Line = {
  readonly type: MovementType | "fee" | "settlement" | "other";
  /** Ours; found by the provider's id of its object, where that is kept, else as the line names it. */
  readonly reference: string | null;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly currency: string;
};

/** What our books say moved at the provider. */
export type Movement = {
  readonly id: string;
  readonly reference: string;
  readonly amount: Cents;
  readonly currency: string;
  /** Another line tells of it already. */
  readonly isTold: boolean;
};

/** What our books have under the reference of a line, besides what it is matched with. */
export type Known = {
  /** By which the payment was made that it is about; null for none of ours. */
  readonly method: PaymentMethod | null;
  /** What the payment brought that it is about, or was to bring where we have not heard yet; for the share that the provider may keep. */
  readonly paid: Cents | null;
  /** What it says happened can't have, as our books have it: money came back that we have as paid, or was paid that we gave up. */
  readonly isOtherwise: boolean;
};

export type Difference = {
  readonly class: DifferenceClass;
  /** By how much theirs is more than ours. */
  readonly amount: Cents;
  readonly suspense: Cents;
  /** Of ours, where it is sure which one it is about. */
  readonly movement: string | null;
};

export type Booking = {
  readonly entry: HouseEntry;
  /** Of which movements it tells. */
  readonly tells: readonly string[];
  readonly differences: readonly Difference[];
};

/** A cent more than was agreed on may come of rounding. */
const FEE_SLACK = 1n;

/**
 * @param movements all of its type under its reference, whether told or not, oldest first; money that came several times
 * under one reference is several.
 * @param agreed what the provider may keep of a payment by a method; null where nothing was agreed on.
 */
export function bookLine(
  line: Line,
  movements: readonly Movement[],
  {
    known,
    agreed,
  }: { readonly known: Known; readonly agreed: (method: PaymentMethod, currency: string) => FeeSchedule | null },
): Booking {
  const { type, amount, fee } = line;
  const share = known.method === null ? null : agreed(known.method, line.currency);
  switch (type) {
    case "fee": {
      const kept = cents(fee - amount);
      const entry = { provider_balance: negative(kept), provider_costs: kept };
      return { entry, tells: [], differences: feeDifference(kept, known.paid, share) };
    }
    case "settlement":
      return told(line, "in_transit", []);
    case "other":
      return unexplained(line, "unknown_type");
    default: {
      const booking = matched(line, movements, known);
      const isPayment = type === "payment" && booking.tells.length > 0 && fee !== ZERO;
      return isPayment
        ? { ...booking, differences: [...booking.differences, ...feeDifference(fee, amount, share)] }
        : booking;
    }
  }
}

function matched(line: Line, movements: readonly Movement[], known: Known): Booking {
  const { amount, currency, reference } = line;
  const open = movements.filter(({ isTold }) => !isTold);
  const same = open.filter((one) => one.currency === currency);
  const exact = best(
    same.filter((one) => one.amount === amount),
    reference,
  );
  if (exact !== undefined) return told(line, "client_money", [exact.id]);
  // Several receipts under one reference may be one line: a provider that waits until all of it is there.
  const sum = same.reduce<bigint>((all, one) => all + one.amount, 0n);
  if (same.length > 1 && sum === amount)
    return told(
      line,
      "client_money",
      same.map(({ id }) => id),
    );
  const other = best(same, reference);
  if (other !== undefined) {
    const more = cents(amount - other.amount);
    const entry = { ...entryOf(line), client_money: negative(other.amount), suspense: negative(more) };
    const difference = { class: "amount", amount: more, suspense: negative(more), movement: other.id } as const;
    return { entry, tells: [other.id], differences: [difference] };
  }
  const inAnother = best(open, reference);
  if (inAnother !== undefined) return unexplained(line, "currency", inAnother.id);
  // Another receipt under the same order is money of its own, of which we have not heard yet.
  if (movements.some((one) => one.reference === reference)) return unexplained(line, "twice");
  return unexplained(line, known.isOtherwise ? "status" : "theirs_only");
}

const best = (movements: readonly Movement[], reference: string | null): Movement | undefined =>
  movements.find((one) => one.reference === reference) ?? movements[0];

const negative = (amount: Cents): Cents => cents(-amount);

/** What a line moves in every case: the balance there, and what the provider kept. */
const entryOf = ({ amount, fee }: Line): HouseEntry => ({ provider_balance: cents(amount - fee), provider_costs: fee });

/** All of it moves the account. */
const told = (line: Line, account: "client_money" | "in_transit", tells: readonly string[]): Booking => ({
  entry: { ...entryOf(line), [account]: negative(line.amount) },
  tells,
  differences: [],
});

function unexplained(line: Line, kind: DifferenceClass, movement: string | null = null): Booking {
  const suspense = negative(line.amount);
  return {
    entry: { ...entryOf(line), suspense },
    tells: [],
    differences: [{ class: kind, amount: line.amount, suspense, movement }],
  };
}

function feeDifference(kept: Cents, paid: Cents | null, share: FeeSchedule | null): readonly Difference[] {
  if (paid === null || share === null) return [];
  const more = cents(kept - feesFor(paid, share));
  return more > FEE_SLACK ? [{ class: "fee", amount: more, suspense: ZERO, movement: null }] : [];
}

/** The entry that makes of what was booked for a line what is known now; null when that is the same. */
export function correction(before: HouseEntry, after: HouseEntry): HouseEntry | null {
  const moved = HOUSE_ACCOUNTS.flatMap((account) => {
    const amount = (after[account] ?? ZERO) - (before[account] ?? ZERO);
    return amount === 0n ? [] : [[account, cents(amount)] as const];
  });
  return moved.length === 0 ? null : Object.fromEntries(moved);
}

// Float --------------------------------------------------------------------------------------------------------------

/**
 * What an operator writes down about the bank, of which nobody tells us: the statement of the provider has the other half.
 * Read as sentences: "to_bank debits the bank and credits what is in transit".
 */
export const FLOAT_MOVES = {
  /** What a provider paid out to the bank has arrived there. */
  to_bank: { debit: "bank", credit: "in_transit", isOfProvider: true },
  /** It left the bank for a provider. */
  from_bank: { debit: "in_transit", credit: "bank", isOfProvider: true },
  /** The house took fees that it has earned. */
  fees_out: { debit: "fees_received", credit: "bank", isOfProvider: false },
  /** The house put in money of its own. */
  own_in: { debit: "bank", credit: "fees_received", isOfProvider: false },
} as const satisfies Record<string, { debit: HouseAccount; credit: HouseAccount; isOfProvider: boolean }>;
export type FloatMove = keyof typeof FLOAT_MOVES;

export const floatEntry = (move: FloatMove, amount: Cents): HouseEntry => {
  const { debit, credit } = FLOAT_MOVES[move];
  return { [debit]: amount, [credit]: negative(amount) };
};

// Days ---------------------------------------------------------------------------------------------------------------

export const DAY_SECONDS = 86_400;

/** The day that a moment (Unix seconds) belongs to, counted from 1970 in UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_SECONDS);
