/** Accounts that sellers have at the provider which holds their money. */
import type { AccountId, DestinationId } from "./ids.js";

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
};

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
