/** Disputes at a simulated provider, as it is asked about them. It calls one by the payment that it is about. */
import type { Queryable } from "../../platform/database.js";
import { type BankDispute, findDispute, takeEvidence } from "../../store/sandbox/disputes.js";
import type { DisputeEvidence, DisputeReport, Disputes, EvidenceTaken, FoundDispute } from "../port.js";
import type { SandboxName } from "./names.js";

/** As Stripe's form has room for. */
export const EVIDENCE_FILES: Disputes["files"] = {
  most: 2,
  types: ["application/pdf", "image/jpeg", "image/png"],
};

const PREFIX = "dispute-";
export const disputeOf = (reference: string): string => PREFIX + reference;

/** Of which payment; an id that is none of its own names nothing. */
const referenceIn = (theirId: string): string => (theirId.startsWith(PREFIX) ? theirId.slice(PREFIX.length) : "");

export async function lookUpDispute(db: Queryable, name: SandboxName, theirId: string): Promise<FoundDispute> {
  const found = await findDispute(db, name, referenceIn(theirId));
  return found === null ? { kind: "unknown" } : { kind: "known", report: reportOf(found) };
}

const reportOf = ({
  reference,
  stage,
  isTaken,
  amount,
  currency,
  fee,
  reason,
  answerBy,
}: BankDispute): DisputeReport => ({
  about: "dispute",
  payment: reference,
  theirId: disputeOf(reference),
  stage,
  isTaken,
  amount,
  currency,
  fee,
  reason,
  answerBy,
});

/** What is more than it has room for is dropped. */
export async function handIn(db: Queryable, name: SandboxName, evidence: DisputeEvidence): Promise<EvidenceTaken> {
  const { theirId, story } = evidence;
  const files = evidence.files.slice(0, EVIDENCE_FILES.most).map((file) => file.name);
  const isTaken = await takeEvidence(db, name, { reference: referenceIn(theirId), story, files });
  return isTaken ? { kind: "taken" } : { kind: "refused", reason: "The bank waits for no evidence, or not any more." };
}
