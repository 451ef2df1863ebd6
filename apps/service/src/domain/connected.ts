/** Accounts that sellers have at the provider which holds their money. */
import type { AccountId, DestinationId } from "./ids.js";
import type { Cents } from "./money.js";

export type Connected = {
  readonly account: AccountId;
  readonly provider: string;
  /** Ours, under which it was opened. */
  readonly reference: string;
  /** The provider's; null until it has answered. */
  readonly theirId: string | null;
  /** Of the payout destination that it is, or will be once it can be paid. */
  readonly destination: DestinationId;
  readonly isPayable: boolean;
  /** What the provider wants to know, in its own short words. */
  readonly wanted: readonly string[];
  /** Why the provider stopped it, in its own short word. */
  readonly stopped: string | null;
  /** Unix seconds in which the provider said so; null before it has. */
  readonly toldAt: number | null;
  /** What lies there; null before the provider has said so. */
  readonly books: ConnectedBooks | null;
};

/** `available` can go on to the seller's bank, and is below zero for what they owe the provider; `pending` can't yet. */
export type ConnectedBooks = { readonly available: Cents; readonly pending: Cents; readonly at: number };

export type BankPayoutStatus = "ON_THE_WAY" | "PAID" | "FAILED" | "CANCELLED";

/** What the provider paid, or pays, to the seller's bank by itself. It may fail after it was paid. */
export type BankPayout = {
  readonly theirId: string;
  readonly amount: Cents;
  readonly status: BankPayoutStatus;
  /** Why the bank did not take it, in the provider's own short word; set exactly while FAILED. */
  readonly failure: string | null;
  /** Unix seconds: when it is expected at the bank, and when the provider made it. */
  readonly arrivesAt: number;
  readonly created: number;
};

/** Which sentence there is for what a bank said; the first that fits. The words are those of Stripe's payouts. */
const BANK_FAILURES = [
  [/^(?:account_closed|no_account)$/, "gone"],
  [/^(?:invalid_account_number|incorrect_account_holder|invalid_account_holder|bank_ownership_changed)/, "details"],
  [/^(?:account_frozen|bank_account_restricted|debit_not_authorized|declined)$/, "refused"],
  [/^(?:invalid_currency|unsupported_card)$/, "kind"],
] as const;
export type BankFailure = (typeof BANK_FAILURES)[number][1] | "unknown";

export const bankFailureOf = (word: string): BankFailure =>
  BANK_FAILURES.find(([pattern]) => pattern.test(word))?.[1] ?? "unknown";

/** Which sentence there is for what a provider wants; the first that fits. The words are those of Stripe's requirements. */
const WANTED = [
  [/^external_account/, "bank"],
  [/verification\.(?:additional_)?document|proof_of_liveness/, "document"],
  [/^tos_acceptance/, "terms"],
  [/^business_profile/, "business"],
  [/^(?:individual|person|representative|owners|directors|executives|relationship)/, "person"],
  [/^company/, "company"],
] as const;
export type WantedKind = (typeof WANTED)[number][1] | "other";

/** Each kind once, in the order of the table. */
export function wantedKinds(wanted: readonly string[]): readonly WantedKind[] {
  const kinds = wanted.map((word): WantedKind => WANTED.find(([pattern]) => pattern.test(word))?.[1] ?? "other");
  return [...WANTED.map(([, kind]) => kind), "other" as const].filter((kind) => kinds.includes(kind));
}

/** `review`: nothing is missing, and the provider has not decided yet. `closed`: for good; nothing that the seller adds changes it. */
export type Standing = "opened" | "wanted" | "review" | "ready" | "stopped" | "closed";

export function standingOf({ theirId, isPayable, wanted, stopped, toldAt }: Connected): Standing {
  if (theirId === null || toldAt === null) return "opened";
  if (isPayable) return "ready";
  if (stopped?.startsWith("rejected.") === true) return "closed";
  if (stopped !== null && stopped !== "requirements.pending_verification") return "stopped";
  return wanted.length > 0 ? "wanted" : "review";
}
