import { decideSubmitMilestone } from "../domain/decisions/submit-milestone.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Door } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

/**
 * The merchant says what was delivered.
 * @param given.details 1 to 5,000 characters that are not blank.
 */
export const submitMilestone = (
  door: Door,
  { account, escrow: id, milestone, details }: OfEscrow & { readonly milestone: MilestoneId; readonly details: string },
): Promise<Outcome<"escrow">> =>
  door.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideSubmitMilestone(escrow, { milestone, details }, context),
  });
