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
export const OUTCOMES = { VERIFIED: "Accepted", REJECTED: "Refused", WITHDRAWN: "Taken back by us" } as const;

/** Why nothing was submitted, or no file kept. */
export const PROBLEMS = {
  not_submitted: "Nothing was submitted: something is still missing, or it was submitted already.",
  nothing_chosen: "Please say what the document shows, and choose a file.",
  full: `A submission has at most ${DOCUMENTS_MAX} documents.`,
  closed: "Nothing can be added now: what you submitted is being looked at, or was accepted.",
  many: `At most ${EVIDENCE_FILES_MAX} files at a time. None of them was kept.`,
  large: `A file has at most ${EVIDENCE_BYTES_MAX / 1024 / 1024} MB. None of them was kept.`,
  type: "Only PDF, JPEG, PNG and WebP files are taken. None of them was kept.",
  empty: "A file is empty. None of them was kept.",
  unreadable: "The files did not arrive whole. Please try again.",
} as const satisfies Readonly<Record<FileProblem["kind"], string>> & Readonly<Record<string, string>>;
export type Problem = keyof typeof PROBLEMS;

/** How the verification stands: icon, colours, title, text. */
export const STANDINGS = {
  UNVERIFIED: [
    "shield-alert",
    "text-warning bg-warning/10",
    "Not verified",
    "You can sell already. Payouts open when you are verified.",
  ],
  PENDING: [
    "clock",
    "text-info bg-info/10",
    "We are looking at it",
    "Most are decided within two working days. We write to you.",
  ],
  VERIFIED: ["badge-check", "text-success bg-success/10", "Verified", "Payouts are open, and buyers see it."],
  REJECTED: [
    "circle-alert",
    "text-error bg-error/10",
    "Refused",
    "Nothing new can be sold until this is put right. Change what is said below, and submit again.",
  ],
} as const satisfies Record<Verification["status"], readonly [IconName, string, string, string]>;
