import { decideApproveMilestone } from "../domain/decisions/approve-milestone.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Executor } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The buyer takes a delivery, and its money is the merchant's. */
export const approveMilestone = (
  executor: Executor,
  { account, escrow: id, buyer, milestone }: OfBuyer & { readonly milestone: MilestoneId },
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow }) => decideApproveMilestone(escrow, milestone, "buyer")),
  });
