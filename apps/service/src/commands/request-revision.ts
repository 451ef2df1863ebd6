import { decideRequestRevision } from "../domain/decisions/request-revision.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Executor } from "./execute.js";
import { asBuyer, type OfBuyer } from "./parties.js";
import type { Outcome } from "./unit.js";

/** The buyer asks the merchant to deliver a milestone again. */
export const requestRevision = (
  executor: Executor,
  {
    account,
    escrow: id,
    buyer,
    milestone,
    reason,
  }: OfBuyer & { readonly milestone: MilestoneId; readonly reason: string },
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: asBuyer(buyer, ({ escrow }) => decideRequestRevision(escrow, milestone, reason)),
  });
