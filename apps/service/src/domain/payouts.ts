/** Payouts out of a merchant's wallet: where they may go, how much, and what a decision about one looks at. */
import type { VerificationStatus } from "@holdfast/contract";
import type { DestinationId, EscrowId, PaymentId, PayoutId } from "./ids.js";
import { type Cents, cents, smaller, subtract, ZERO } from "./money.js";
import type { Terms } from "./rates.js";
import type { PayoutStatus } from "./states.js";
import { plainCode } from "./typed.js";

/** The least that is paid out at a time. */
export const PAYOUT_MIN = cents(100n);
/** The most at a time, and the most within {@link PAYOUT_DAY_SECONDS}, unless an operator has set another bound for both. */
const PAYOUT_MAX = cents(1_000_000n);
export const PAYOUT_DAILY_MAX = cents(2_500_000n);
export const PAYOUT_DAY_SECONDS = 86_400;
/** How long a new destination waits before anything is paid out to it. */
export const DESTINATION_WAIT_SECONDS = 86_400;
/** How long a payout can be called back before its provider is asked. */
export const PAYOUT_GRACE_SECONDS = 60;
/** Destinations of an account at a time. */
export const DESTINATIONS_MAX = 10;
/** Code points of the name of a person or a bank. */
export const DESTINATION_NAME_MAX = 140;

/** Those that sellers type in. */
export const DESTINATION_KINDS = ["mobile_money", "bank"] as const;
export type TypedKind = (typeof DESTINATION_KINDS)[number];
/** `connected`: the seller's account at the provider that holds their money. */
export type DestinationKind = TypedKind | "connected";

/**
 * Whom a provider pays. `number`: a phone (E.164), an IBAN, or the number of an account, no spaces, capitals; or the provider's own id
 * of a connected account.
 */
export type Payee = { readonly name: string; readonly number: string } & (
  | { readonly kind: "mobile_money" }
  | { readonly kind: "connected" }
  | {
      readonly kind: "bank";
      readonly bank: string;
      /** What else its payer has to know, by {@link PayeeDetail.id}; left out for nothing. */
      readonly details?: Readonly<Record<string, string>>;
    }
);

export type Destination = Payee & {
  readonly id: DestinationId;
  readonly created: number;
  /** Unix seconds from which on it may be paid to. */
  readonly usableAt: number;
  readonly removedAt: number | null;
};

/** What leaves in the destination's currency: `amount` is in that, and the USD beside it are the payout's. */
export type PresentedPayout = Terms & {
  readonly amount: Cents;
  /** Who told the rate. */
  readonly source: string;
};

export type Payout = {
  readonly id: PayoutId;
  /** Counted from 1 within the account. */
  readonly number: number;
  readonly destination: DestinationId;
  /** In USD, as the wallet has it. */
  readonly amount: Cents;
  /** Null for one that leaves in USD. */
  readonly presented: PresentedPayout | null;
  readonly status: PayoutStatus;
  readonly provider: string;
  /** Ours: the provider pays once for it, however often it is asked. */
  readonly reference: string;
  /** Why the provider refused, or why it came back, in its words; set exactly while FAILED or RETURNED. */
  readonly failure: string | null;
  /** Who asked for it; null for the command line. */
  readonly requestedBy: string | null;
  readonly created: number;
  readonly sentAt: number | null;
  readonly endedAt: number | null;
  /** The payment that brought the money, where the transfer is tied to it; null where it comes out of the balance. */
  readonly source: PayoutSource | null;
  /** When it was decided to take money back from the seller's account at the provider that holds it; null for never, or for done in part. */
  readonly recalledAt: number | null;
  /** How much is being taken back now; null for nothing. */
  readonly recalling: Cents | null;
  /** What was taken back in parts; less than the amount, for what came back as a whole is RETURNED. */
  readonly takenBack: Cents;
  /** How often something was taken back, or is being: the number of the last time, from 1. */
  readonly recalls: number;
};

/** A transfer to a seller's account may be tied to a payment: the provider sends it as soon as that money is available, and no more than it. */
export type PayoutSource = { readonly escrow: EscrowId; readonly payment: PaymentId };

/** What there is to know of an account before money leaves its wallet. */
export type Wallet = {
  readonly verificationStatus: VerificationStatus;
  readonly suspended: boolean;
  readonly available: Cents;
  /** What chargebacks took and the merchant did not have: nothing is paid out until it is paid. */
  readonly owed: Cents;
  /** Of what is available, what banks dispute and have not taken yet; may be more than there is. */
  readonly disputed: Cents;
  /** Asked for within the last {@link PAYOUT_DAY_SECONDS}, and not given back. */
  readonly lately: Cents;
  /** Set by an operator; null takes the usual bounds. */
  readonly dailyMax: Cents | null;
  /** Number of the last payout; 0 for none. */
  readonly lastNumber: number;
};

/** A wallet with the payout that a unit names, if there is one, and with where it goes. */
export type PayoutFacts = Wallet & {
  readonly payout: Payout | null;
  readonly destination: Destination | null;
  /** The most that may be tied to the payment that the unit names; null where it names none. */
  readonly sourceLeft: Cents | null;
};

/** Its provider is to be asked to pay, from the second `at` on. */
export type PayoutCall = { readonly payout: PayoutId; readonly provider: string; readonly at: number };

/** Why nothing leaves the wallet at all. */
export type Hold = "suspended" | "rejected" | "unverified";

/** Null when the account may pay out: it is verified, and nobody has stopped it. */
export function holdOf({
  suspended,
  verificationStatus,
}: Pick<Wallet, "suspended" | "verificationStatus">): Hold | null {
  if (suspended) return "suspended";
  if (verificationStatus === "REJECTED") return "rejected";
  return verificationStatus === "VERIFIED" ? null : "unverified";
}

export type PayoutBounds = { readonly atATime: Cents; readonly daily: Cents; readonly leftToday: Cents };

/** What an operator has set takes the place of both usual bounds. */
export function boundsOf({ dailyMax, lately }: Pick<Wallet, "dailyMax" | "lately">): PayoutBounds {
  const daily = dailyMax ?? PAYOUT_DAILY_MAX;
  const left = subtract(daily, lately);
  return { atATime: dailyMax ?? PAYOUT_MAX, daily, leftToday: left < ZERO ? ZERO : left };
}

/** What may leave the wallet at all, bounds apart. */
export function freeOf({ available, owed, disputed }: Pick<Wallet, "available" | "owed" | "disputed">): Cents {
  const free = owed > ZERO ? ZERO : subtract(available, disputed);
  return free < ZERO ? ZERO : free;
}

/** The most that may be asked for now; less than {@link PAYOUT_MIN} means nothing. */
export function mostNow(wallet: Pick<Wallet, "available" | "owed" | "disputed" | "dailyMax" | "lately">): Cents {
  const { atATime, leftToday } = boundsOf(wallet);
  return smaller(freeOf(wallet), smaller(atATime, leftToday));
}

/** All of a number that is shown: its last four signs, which no line parts from what stands for the rest. */
export const masked = (number: string): string => `••••\u00a0${number.slice(-4)}`;

/**
 * The number of a bank account as it is stored: capitals and digits. What begins as an IBAN does has to be one, check digits
 * included (ISO 13616). Null for what is neither.
 */
export function readAccountNumber(text: string): string | null {
  const plain = plainCode(text)
    .replaceAll(/[./]/g, "")
    .toUpperCase()
    .replace(/^IBAN:?(?=[A-Z]{2}\d{2})/, "");
  if (!/^[0-9A-Z]{4,34}$/.test(plain) || !/\d{3}/.test(plain)) return null;
  return /^[A-Z]{2}\d{2}/.test(plain) && !isIban(plain) ? null : plain;
}

/** Country and check digits go to the end, letters count from 10, and the remainder by 97 is 1. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(text)) return false;
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}
