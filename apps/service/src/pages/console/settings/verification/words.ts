import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from "../../../../domain/evidence.js";
import { DOCUMENTS_MAX, type DocumentKind } from "../../../../domain/settings.js";
import type { Verification } from "../../../../store/read/console/verification.js";
import type { IconName } from "../../../kit/icons.js";
import type { FileProblem } from "../../../kit/upload.js";

export const DOCUMENT_NAMES: Readonly<Record<DocumentKind, string>> = {
  registration: "Company registration",
  identity: "Identity of the owner",
  address: "Proof of address",
  other: "Something else",
};

/** What became of a submission. */
export const OUTCOMES = { VERIFIED: "Accepted", REJECTED: "Refused", WITHDRAWN: "Withdrawn by us" } as const;

/** Why nothing was submitted, or no file kept. */
export const PROBLEMS = {
  not_submitted: "Not submitted: something is missing, or you've already submitted it.",
  nothing_chosen: "Choose a document type and a file.",
  full: `Submit at most ${DOCUMENTS_MAX} documents.`,
  closed: "You can't add documents now: your submission is in review or was accepted.",
  many: `Choose at most ${EVIDENCE_FILES_MAX} files at a time. We kept none of them.`,
  large: `Choose files of up to ${EVIDENCE_BYTES_MAX / 1024 / 1024} MB. We kept none of them.`,
  type: "Choose PDF, JPEG, PNG or WebP files. We kept none of them.",
  empty: "Choose files that aren't empty. We kept none of them.",
  unreadable: "The upload was incomplete. Try again.",
} as const satisfies Readonly<Record<FileProblem["kind"], string>> & Readonly<Record<string, string>>;
export type Problem = keyof typeof PROBLEMS;

/** How the verification stands: icon, colours, title, text. */
export const STANDINGS = {
  UNVERIFIED: [
    "shield-alert",
    "text-warning bg-warning/10",
    "Not verified",
    "You can already sell. Payouts start once you're verified.",
  ],
  PENDING: [
    "clock",
    "text-info bg-info/10",
    "In review",
    "Most reviews take up to two business days. We'll email you.",
  ],
  VERIFIED: [
    "badge-check",
    "text-success bg-success/10",
    "Verified",
    "You can withdraw money, and buyers see that you're verified.",
  ],
  REJECTED: [
    "circle-alert",
    "text-error bg-error/10",
    "Refused",
    "You can't create new orders until this is fixed. Correct what is listed below and submit again.",
  ],
} as const satisfies Record<Verification["status"], readonly [IconName, string, string, string]>;
