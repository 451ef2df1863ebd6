/** What the pages of the wallet say: one table a kind of thing. */
import type { PayoutRefusal } from "../../../commands/request-payout.js";
import type { DestinationProblems } from "../../../domain/destinations.js";
import { type Destination, type Hold, masked, PAYOUT_MIN } from "../../../domain/payouts.js";
import type { PayoutStatus } from "../../../domain/states.js";
import type { LineKind, WalletView } from "../../../store/read/money/wallet.js";
import { usd } from "../../../words/format.js";
import type { StatusLook } from "../../kit/badges.js";

export const PAYOUT_LOOKS = {
  REQUESTED: { tone: "calm", icon: "clock", text: "Being sent" },
  SENT: { tone: "calm", icon: "hourglass", text: "On its way" },
  PARKED: { tone: "waiting", icon: "clock", text: "With our support" },
  PAID: { tone: "good", icon: "circle-check", text: "Paid" },
  FAILED: { tone: "bad", icon: "circle-alert", text: "Refused, returned" },
  RETURNED: { tone: "bad", icon: "circle-alert", text: "Sent back" },
  CANCELLED: { tone: "over", icon: "circle-x", text: "Cancelled" },
} as const satisfies Record<PayoutStatus, StatusLook & { readonly text: string }>;

/** Of a line of the statement; and of the filter, which has all of one kind. */
export const LINE_NAMES = {
  release: { one: "Released", many: "Releases" },
  settlement: { one: "Settled dispute", many: "Settlements" },
  payout_reserved: { one: "Payout", many: "Payouts" },
  payout_void: { one: "Payout returned", many: "Returned payouts" },
  payout_returned: { one: "Payout sent back", many: "Payouts sent back" },
  chargeback_wallet: { one: "Chargeback", many: "Chargebacks" },
  wallet_restored: { one: "Chargeback won", many: "Chargebacks won" },
  debt_paid: { one: "Paid what was owed", many: "Payments of what was owed" },
} as const satisfies Record<LineKind, { readonly one: string; readonly many: string }>;

/** Why nothing can be paid out now. */
export const HOLDS = {
  unverified: "You can pay out once your account is verified. Until then, your money stays in the wallet.",
  rejected: "Payouts are stopped: the verification of this account was refused. Your money stays in the wallet.",
  suspended: "Payouts are stopped while this account is suspended. Your money stays in the wallet.",
} as const satisfies Record<Hold, string>;

/** What is wrong with a payout that was asked for. */
export function refusalText(
  reason: PayoutRefusal,
  bounds: { readonly atATime: bigint; readonly leftToday: bigint },
): string {
  const amount = (cents: bigint): string => usd(cents as WalletView["available"], "en");
  switch (reason) {
    case "unverified":
    case "rejected":
    case "suspended":
      return HOLDS[reason];
    case "no_destination":
      return "Choose a payout account.";
    case "new_destination":
      return "This payout account is new. You can use it 24 hours after it was added.";
    case "below_minimum":
      return `Enter at least ${amount(PAYOUT_MIN)}.`;
    case "above_maximum":
      return `Enter at most ${amount(bounds.atATime)}, the limit for one payout.`;
    case "above_daily":
      return `Enter at most ${amount(bounds.leftToday)}, which is left of your limit for 24 hours.`;
    case "not_enough":
      return "Enter an amount within your available balance.";
    case "owing":
      return "Chargebacks took more than you had. What comes in pays that first, and then you can pay out again.";
    case "disputed":
      return "The payer’s bank disputes a payment: so much of your money stays here until that is decided.";
    case "not_offered":
      return "This payout method isn't available at the moment. Try again later.";
    case "not_found":
      return "We can't find this payout.";
    default:
      return reason satisfies never;
  }
}

export const BAD_AMOUNT = "Enter an amount in dollars, such as 120 or 120.50.";

type Problems = { readonly [Field in keyof DestinationProblems]: Readonly<Record<string, string>> };

export const DESTINATION_PROBLEMS = {
  kind: { missing: "Choose mobile money or bank account." },
  name: {
    missing: "Enter the name under which it is registered.",
    too_long: "Use at most 140 characters.",
  },
  bank: { missing: "Enter the name of the bank.", too_long: "Use at most 140 characters." },
  number: {
    bad_phone: "Enter the number with its country code, such as +255 712 345 678.",
    bad_account: "Enter an account number of 4 to 34 digits and letters. Check an IBAN for typing errors.",
    known: "This payout account is already on your list.",
    not_reached: "We can't pay out there yet. Enter a payout account in another country, or one of another kind.",
  },
  all: { too_many: "You've reached the limit of ten payout accounts. Remove one first." },
} as const satisfies Problems;

export const destinationKind = (to: Destination): string => (to.kind === "bank" ? "Bank account" : "Mobile money");

/** "First Bank •••• 4321": enough to know it again, and no more. */
export const destinationLabel = (to: Destination): string =>
  `${to.kind === "bank" ? to.bank : "Mobile money"} ${masked(to.number)}`;

/** What came of a step, behind the page that it leads on to. */
const SAID = {
  cancelled: { tone: "good", text: "The payout was cancelled. The money is back in your wallet." },
  late: { tone: "bad", text: "It was too late to cancel: the payout is on its way." },
  added: {
    tone: "good",
    text: "Added. You can use it in 24 hours. If you didn't add it, remove it now.",
  },
  removed: { tone: "good", text: "Removed. Payouts already on their way to it continue." },
} as const;

export type Said = { readonly tone: "good" | "bad"; readonly text: string };

/** Null for a code that is not ours. */
export const saidOf = (code: string | undefined): Said | null =>
  code !== undefined && Object.hasOwn(SAID, code) ? SAID[code as keyof typeof SAID] : null;
