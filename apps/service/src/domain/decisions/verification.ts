/** What an account hands in to be verified, and what operators make of it. Each is one statement of the store's, which asks the same. */
import type { VerificationStatus } from "@holdfast/contract";
import type { DocumentId } from "../ids.js";
import { ok, type Result, refused } from "../result.js";
import { DOCUMENTS_MAX, DOCUMENTS_NEEDED, type DocumentKind, type Profile } from "../settings.js";
import { allows, VERIFICATION_MOVES } from "../states.js";

export type VerificationFacts = {
  readonly status: VerificationStatus;
  readonly suspended: boolean;
  readonly profile: Profile;
  /** Newest first; `number` counts from 1. At most the newest waits. */
  readonly submissions: readonly { readonly number: number; readonly decidedAt: number | null }[];
  /** `submission`: the one that it was handed in with, or will be. */
  readonly documents: readonly {
    readonly id: DocumentId;
    readonly submission: number;
    readonly kind: DocumentKind;
  }[];
};

/** The number of the submission that documents are handed in for now. */
export const nextSubmission = ({ submissions }: Pick<VerificationFacts, "submissions">): number =>
  (submissions[0]?.number ?? 0) + 1;

/** Adds a document to what is being put together: `closed` while one is looked at, and once one was accepted. */
export function decideAddDocument(facts: VerificationFacts): Result<null, "closed" | "full"> {
  if (!allows(VERIFICATION_MOVES.submit, facts.status)) return refused("closed");
  const next = nextSubmission(facts);
  const gathered = facts.documents.filter(({ submission }) => submission === next);
  return gathered.length < DOCUMENTS_MAX ? ok(null) : refused("full");
}

/** Takes a document back that was not submitted yet. */
export function decideRemoveDocument(facts: VerificationFacts, id: DocumentId): Result<null, "not_found" | "closed"> {
  const document = facts.documents.find((one) => one.id === id);
  if (document === undefined) return refused("not_found");
  return document.submission === nextSubmission(facts) ? ok(null) : refused("closed");
}

/** Submits what was put together. Kinds that are needed may have come with an earlier submission. */
export function decideSubmitVerification(
  facts: VerificationFacts,
): Result<null, "closed" | "suspended" | "profile_incomplete" | "documents_missing"> {
  const { profile, documents } = facts;
  if (!allows(VERIFICATION_MOVES.submit, facts.status)) return refused("closed");
  if (facts.suspended) return refused("suspended");
  if (FIXED_FIELDS.some((field) => profile[field] === "")) return refused("profile_incomplete");
  const isMissing = DOCUMENTS_NEEDED.some((needed) => !documents.some(({ kind }) => kind === needed));
  return isMissing ? refused("documents_missing") : ok(null);
}

/**
 * An operator takes or refuses a verification.
 * @param seen what the operator looked at: `from`, what the account was, and the submission that waited; null for either
 * means whatever it is.
 * @returns refused with `unchanged` when it was decided so before, `stale` when it is no longer what was looked at.
 */
export function decideVerification(
  facts: VerificationFacts,
  to: "VERIFIED" | "REJECTED",
  seen: { readonly from: VerificationStatus | null; readonly submission: number | null },
): Result<null, "unchanged" | "stale"> {
  const move = to === "VERIFIED" ? VERIFICATION_MOVES.verify : VERIFICATION_MOVES.reject;
  if (!allows(move, facts.status)) return refused("unchanged");
  if (seen.from !== null && seen.from !== facts.status) return refused("stale");
  const isWaiting = facts.submissions.some(({ number, decidedAt }) => number === seen.submission && decidedAt === null);
  return seen.submission === null || isWaiting ? ok(null) : refused("stale");
}

/** An operator stops an account, or lets it go on: it reads and changes nothing while it is suspended. */
export const decideSuspension = (
  { suspended }: Pick<VerificationFacts, "suspended">,
  to: boolean,
): Result<null, "unchanged"> => (suspended === to ? refused("unchanged") : ok(null));

/** What is verified: it stays as it is while somebody looks at it, and once it was accepted. */
const FIXED_FIELDS = ["legalName", "country", "address"] as const satisfies readonly (keyof Profile)[];

/** The profile as it is saved: of what is fixed, only what was empty. */
export function keptProfile(
  { status, profile: known }: Pick<VerificationFacts, "status" | "profile">,
  typed: Profile,
): Profile {
  if (allows(VERIFICATION_MOVES.submit, status)) return typed;
  const kept = FIXED_FIELDS.map((field) => [field, known[field] === "" ? typed[field] : known[field]]);
  return { ...typed, ...Object.fromEntries(kept) };
}
