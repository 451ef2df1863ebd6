import { decideDisputeMilestone } from "../domain/decisions/dispute-milestone.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Executor } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/**
 * The buyer disputes a milestone.
 * @param given.evidence at most EVIDENCE_FILES_MAX; written with the dispute or not at all.
 */
export const disputeMilestone = (
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
    decide: asBuyer(buyer, ({ escrow }, context) => decideDisputeMilestone(escrow, { milestone, reason }, context)),
    evidence,
  });
};
