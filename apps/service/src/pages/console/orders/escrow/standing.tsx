/** What waits for whom in an escrow, in sentences, the seller's own turn first. */
import type { ComponentChildren } from "preact";
import { isBanks, isStopped, totalOf } from "../../../../domain/escrow.js";
import type { Milestone } from "../../../../domain/model.js";
import { subtract } from "../../../../domain/money.js";
import { reviewEndsAt } from "../../../../domain/review.js";
import { ACTIVE, allows, isIn, MILESTONE_MOVES } from "../../../../domain/states.js";
import { usd } from "../../../../words/format.js";
import type { Tone } from "../../../kit/badge.js";
import { deliverBy, isUnfunded } from "../../../kit/deadlines.js";
import { GivenName } from "../../../kit/given.js";
import { Time } from "../../../kit/ui.js";
import type { EscrowStory } from "./load.js";

export type Turn = { readonly tone: Tone; readonly text: ComponentChildren };

/** What they are: a step of yours, of the buyer, or something that goes on by itself. */
export function turnsOf(story: EscrowStory): readonly Turn[] {
  const { escrow, refunds } = story;
  return [
    ...(escrow.status === "DISPUTED" ? [{ tone: "bad", text: disputeOf(escrow) } as const] : []),
    ...(isIn(ACTIVE, escrow.status) ? escrow.milestones.flatMap((milestone) => turnOf(story, milestone)) : []),
    ...(isUnfunded(escrow) ? [payment(story)] : []),
    ...refunds
      .filter(({ status }) => status !== "SUCCEEDED")
      .map(
        ({ amount, status }): Turn =>
          status === "FAILED"
            ? {
                tone: "calm",
                text: `A refund of ${usd(amount, "en")} couldn't be paid out yet. Our support team is looking into it.`,
              }
            : { tone: "calm", text: `A refund of ${usd(amount, "en")} is on its way to the buyer.` },
      ),
  ];
}

function disputeOf(escrow: EscrowStory["escrow"]): string {
  if (!isBanks(escrow)) return "A dispute is open: answer the buyer, or offer a split. Approved money isn't affected.";
  return isStopped(escrow)
    ? "The payer's bank disputes a payment. Until it decides, nothing is paid out or refunded, and no deadline runs."
    : "The payer's bank took a payment back. Offer the buyer a split of what is left.";
}

function turnOf({ escrow }: EscrowStory, milestone: Milestone): readonly Turn[] {
  const name = <GivenName text={milestone.title} />;
  const by = deliverBy(escrow);
  const approved = reviewEndsAt(escrow, milestone);
  if (maySubmit(escrow, milestone)) {
    const what =
      milestone.status === "REVISION_REQUESTED" ? "The buyer requests changes to" : "Waiting for you: deliver";
    return [
      {
        tone: "waiting",
        text: (
          <>
            {what} {name}, then submit it{milestone.status === "REVISION_REQUESTED" ? " again" : ""}.
            {by === null ? null : (
              <>
                {" "}
                If you submit nothing, the buyer is refunded on <Time at={by} />.
              </>
            )}
          </>
        ),
      },
    ];
  }
  if (milestone.status !== "AWAITING_REVIEW") return [];
  return [
    {
      tone: "calm",
      text: (
        <>
          Waiting for the buyer to review {name}.
          {approved === null ? null : (
            <>
              {" "}
              It is approved automatically on <Time at={approved} />.
            </>
          )}
        </>
      ),
    },
  ];
}

function payment({ escrow }: EscrowStory): Turn {
  const missing = usd(subtract(totalOf(escrow), escrow.funded), "en");
  return {
    tone: "calm",
    text: (
      <>
        {escrow.status === "WAITING_PAYMENT_CONFIRMATION"
          ? `A payment is on its way; ${missing} is still missing.`
          : `Waiting for the buyer to pay ${missing}.`}{" "}
        The order ends on <Time at={escrow.fundingDeadline} /> if it isn't paid by then.
      </>
    ),
  };
}

/** Whether the tables of moves let the seller do it now; what they refuse is refused by the decision too. */
export const maySubmit = ({ status }: EscrowStory["escrow"], milestone: Milestone): boolean =>
  (status === "IN_ESCROW" || status === "WORK_IN_PROGRESS") && allows(MILESTONE_MOVES.submit, milestone.status);

/** Whether the page will have news before long, or at all. */
export const isMoving = ({ endedAt, refunds, events }: EscrowStory): boolean =>
  endedAt === null ||
  refunds.some(({ status }) => status !== "SUCCEEDED") ||
  events.some(({ deliveries }) => deliveries.some(({ state }) => state === "PENDING"));
