import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from "../../../../domain/evidence.js";
import { DOCUMENTS_MAX, type DocumentKind } from "../../../../domain/settings.js";
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
