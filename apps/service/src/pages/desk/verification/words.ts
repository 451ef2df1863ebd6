import type { DocumentKind } from "../../../domain/settings.js";

export const DOCUMENT_KINDS = {
  registration: "Company registration",
  identity: "Identity",
  address: "Proof of address",
  other: "Other",
} as const satisfies Record<DocumentKind, string>;

/** What became of a submission. */
export const OUTCOMES = { VERIFIED: "Verified", REJECTED: "Refused", WITHDRAWN: "Withdrawn by the seller" } as const;
