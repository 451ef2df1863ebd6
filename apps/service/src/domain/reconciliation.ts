/**
 * How a line of a provider's statement is booked in the house's book, and in what it differs from ours. An entry moves
 * amounts between the house's accounts in one currency: debits are positive, credits negative, and together they are nothing.
 * What is owed is in USD whatever moved, and `fx` is what lies between: in each currency it balances the entry, and all of it at the
 * rates of a day is what exchange has cost.
 */
import type { PaymentMethod } from "@holdfast/contract";
import type { Currency } from "./currencies.js";
import { type FeeSchedule, feesFor } from "./fees.js";
import { type Cents, CURRENCY, cents, ZERO } from "./money.js";

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

/** An entry in its currency; of a line there is at most one in each. */
export type CurrencyEntry = {
  readonly currency: Currency;
  /** Whose exchange it belongs to: the currency that moved, where this one is what the books have for it. */
  readonly exchanged: Currency;
  readonly moves: HouseEntry;
};

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
  readonly currency: Currency;
  /** What moved before the provider exchanged it for the line's currency, signed as the line is; null where it exchanged nothing. */
  readonly of: Amount | null;
};

export type Amount = { readonly amount: Cents; readonly currency: Currency };

/** What our books say moved at the provider. */
export type Movement = Amount & {
  readonly id: string;
  readonly reference: string;
  /** What merchants' books have for it, in USD. */
  readonly books: Cents;
  /** Another line tells of it already. */
  readonly isTold: boolean;
};

/** What our books have under the reference of a line, besides what it is matched with. */
export type Known = {
  /** By which the payment was made that it is about; null for none of ours. */
  readonly method: PaymentMethod | null;
  /** What the payment brought that it is about, or was to bring where we have not heard yet; for the share that the provider may keep. */
  readonly paid: Amount | null;
  /** What it says happened can't have, as our books have it: money came back that we have as paid, or was paid that we gave up. */
  readonly isOtherwise: boolean;
};

/** Amounts are in the line's currency. */
export type Difference = {
  readonly class: DifferenceClass;
  /** By how much theirs is more than ours. */
  readonly amount: Cents;
  readonly suspense: Cents;
  /** Of ours, where it is sure which one it is about. */
  readonly movement: string | null;
};

export type Booking = {
  readonly entries: readonly CurrencyEntry[];
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
  }: { readonly known: Known; readonly agreed: (method: PaymentMethod, currency: Currency) => FeeSchedule | null },
): Booking {
  const { type, amount, fee, currency } = line;
  const share = known.method === null ? null : agreed(known.method, currency);
  switch (type) {
    case "fee": {
      const kept = cents(fee - amount);
      const paid = known.paid?.currency === currency ? known.paid.amount : null;
      const entries = entryOf(line, { provider_balance: negative(kept), provider_costs: kept });
      return { entries, tells: [], differences: feeDifference(kept, paid, share) };
    }
    case "settlement":
      return { entries: entryOf(line, { ...there(line), in_transit: negative(amount) }), tells: [], differences: [] };
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
  const { reference } = line;
  const { amount, currency } = movedBy(line);
  const open = movements.filter(({ isTold }) => !isTold);
  const same = open.filter((one) => one.currency === currency);
  const exact = best(
    same.filter((one) => one.amount === amount),
    reference,
  );
  if (exact !== undefined) return told(line, [exact]);
  // Several receipts under one reference may be one line: a provider that waits until all of it is there.
  if (same.length > 1 && sumOf(same) === amount) return told(line, same);
  const other = best(same, reference);
  if (other !== undefined) {
    const more = shareOfLine(line, cents(amount - other.amount));
    const difference = { class: "amount", amount: more, suspense: negative(more), movement: other.id } as const;
    return { ...told(line, [other], more), differences: [difference] };
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
const sumOf = (movements: readonly Movement[]): bigint => movements.reduce((all, one) => all + one.amount, 0n);
const booksOf = (movements: readonly Movement[]): Cents => cents(movements.reduce((all, one) => all + one.books, 0n));

/** In the currency that our books have it in. */
const movedBy = ({ of, amount, currency }: Line): Amount => of ?? { amount, currency };

/** What of the line a part of what moved is, in the line's currency. */
function shareOfLine({ of, amount }: Line, part: Cents): Cents {
  return of === null || of.amount === ZERO ? part : cents((amount * part) / of.amount);
}

/** What a line moves in every case: the balance there, and what the provider kept. */
const there = ({ amount, fee }: Line): HouseEntry => ({ provider_balance: cents(amount - fee), provider_costs: fee });

const entryOf = ({ currency }: Line, moves: HouseEntry): readonly CurrencyEntry[] => [
  { currency, exchanged: currency, moves },
];

/**
 * It tells of these: of all that is owed for them, in USD. @param more what nobody has explained of it, in the line's currency.
 */
function told(line: Line, movements: readonly Movement[], more: Cents = ZERO): Booking {
  const { amount, currency } = line;
  const books = booksOf(movements);
  const explained = cents(amount - more);
  const suspense = more === ZERO ? {} : { suspense: negative(more) };
  const exchanged = movedBy(line).currency;
  const fx = cents(books - explained);
  const entries: readonly CurrencyEntry[] =
    currency === CURRENCY
      ? [
          {
            currency,
            exchanged,
            moves: { ...there(line), client_money: negative(books), ...(fx === ZERO ? {} : { fx }), ...suspense },
          },
        ]
      : [
          { currency, exchanged: currency, moves: { ...there(line), fx: negative(explained), ...suspense } },
          { currency: CURRENCY, exchanged: currency, moves: { fx: books, client_money: negative(books) } },
        ];
  return { entries, tells: movements.map(({ id }) => id), differences: [] };
}

function unexplained(line: Line, kind: DifferenceClass, movement: string | null = null): Booking {
  const suspense = negative(line.amount);
  return {
    entries: entryOf(line, { ...there(line), suspense }),
    tells: [],
    differences: [{ class: kind, amount: line.amount, suspense, movement }],
  };
}

function feeDifference(kept: Cents, paid: Cents | null, share: FeeSchedule | null): readonly Difference[] {
  if (paid === null || share === null) return [];
  const more = cents(kept - feesFor(paid, share));
  return more > FEE_SLACK ? [{ class: "fee", amount: more, suspense: ZERO, movement: null }] : [];
}

/** The entries that make of what was booked for a line what is known now; none when that is the same. */
export function correction(
  before: readonly CurrencyEntry[],
  after: readonly CurrencyEntry[],
): readonly CurrencyEntry[] {
  const currencies = [...new Set([...before, ...after].map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const [was, is] = [before, after].map((entries) => entries.find((one) => one.currency === currency));
    const moved = HOUSE_ACCOUNTS.flatMap((account) => {
      const amount = (is?.moves[account] ?? ZERO) - (was?.moves[account] ?? ZERO);
      return amount === 0n ? [] : [[account, cents(amount)] as const];
    });
    const exchanged = is?.exchanged ?? was?.exchanged ?? currency;
    return moved.length === 0 ? [] : [{ currency, exchanged, moves: Object.fromEntries(moved) }];
  });
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
