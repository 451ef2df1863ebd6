import { decideSubmitMilestone } from "../domain/decisions/submit-milestone.js";
import type { MilestoneId } from "../domain/ids.js";
import type { Shipping } from "../domain/shipping.js";
import type { Executor } from "./execute.js";
import type { OfEscrow } from "./parties.js";
import type { Outcome } from "./unit.js";

type Delivery = OfEscrow & {
  readonly milestone: MilestoneId;
  /** 1 to 5,000 characters that are not blank. */
  readonly details: string;
  /** Null where nothing was said of it; for the buyer's eyes, beside the details. */
  readonly shipping: Shipping | null;
};

/** The merchant says what was delivered. */
export const submitMilestone = (
  executor: Executor,
  { account, escrow: id, ...delivery }: Delivery,
): Promise<Outcome<"escrow">> =>
  executor.change({
    account,
    subject: { kind: "escrow", id },
    decide: ({ escrow }, context) => decideSubmitMilestone(escrow, delivery, context),
  });
