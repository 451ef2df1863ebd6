import { decideRequestRevision } from "../domain/decisions/request-revision.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Executor } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/**
 * The buyer asks the merchant to deliver a milestone again.
 * @param given.evidence what shows why, at most EVIDENCE_FILES_MAX; written with the request or not at all.
 */
export const requestRevision = (
  executor: Executor,
  given: OfBuyer & {
    readonly milestone: MilestoneId;
    readonly reason: string;
    readonly evidence: readonly NewEvidence[];
  },
): Promise<Outcome<"escrow">> => {
  const { account, escrow: id, buyer, milestone, reason, evidence } = given;
  return executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow }) => decideRequestRevision(escrow, milestone, reason)),
    evidence,
  });
};
