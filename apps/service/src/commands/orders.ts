/** What a buyer does with an order of theirs, through the one door. */
import { decideApproveMilestone } from "../domain/decisions/approve-milestone.js";
import { decideDisputeMilestone } from "../domain/decisions/dispute-milestone.js";
import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import { decideRequestRevision } from "../domain/decisions/request-revision.js";
import type { NewEvidence } from "../domain/evidence.js";
import type { AccountId, EscrowId, MilestoneId } from "../domain/ids.js";
import { type Context, type Decision, type Escrow, type Refusal, refuse } from "../domain/model.js";
import type { Door } from "./execute.js";

export type BuyerAction =
  | { readonly verb: "approve"; readonly milestone: MilestoneId }
  | { readonly verb: "requestRevision"; readonly milestone: MilestoneId; readonly reason: string }
  | {
      readonly verb: "dispute";
      readonly milestone: MilestoneId;
      readonly reason: string;
      /** At most EVIDENCE_FILES_MAX; written with the dispute or not at all. */
      readonly evidence: readonly NewEvidence[];
    }
  | { readonly verb: "decline" };

export type OrderOfBuyer = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  /** The address of who acts, in lower case. */
  readonly buyer: string;
};

/** Null when it was done. What is refused has changed nothing, and an order of another buyer is `not_found`. */
export async function actAsBuyer(
  door: Door,
  { account, escrow: id, buyer }: OrderOfBuyer,
  action: BuyerAction,
): Promise<Refusal | null> {
  const evidence = action.verb === "dispute" ? action.evidence : [];
  const { refusal } = await door.change({
    account,
    subject: { escrow: id },
    decide: ({ escrow }, context) =>
      escrow?.buyerEmail.toLowerCase() === buyer ? decide(escrow, action, context) : refuse("not_found"),
    ...(evidence.length === 0 ? {} : { evidence }),
  });
  return refusal;
}

function decide(escrow: Escrow, action: BuyerAction, context: Context): Decision {
  switch (action.verb) {
    case "approve":
      return decideApproveMilestone(escrow, action.milestone, "buyer");
    case "requestRevision":
      return decideRequestRevision(escrow, action.milestone, action.reason);
    case "dispute":
      return decideDisputeMilestone(escrow, action.milestone, action.reason, context);
    case "decline":
      return decideEndEscrow(escrow, "decline", context);
    default:
      return action satisfies never;
  }
}
