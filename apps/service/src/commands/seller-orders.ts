/** What a seller does with a session or an escrow of theirs, through the one door and by the decisions of the API. */
import { decideEndEscrow } from "../domain/decisions/end-escrow.js";
import { decideExpireSession } from "../domain/decisions/expire-session.js";
import { decideSubmitMilestone } from "../domain/decisions/submit-milestone.js";
import { heldOf } from "../domain/escrow.js";
import type { AccountId, EscrowId, MilestoneId, SessionId } from "../domain/ids.js";
import { type Refusal, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import type { Door } from "./execute.js";

type Of<Subject> = { readonly account: AccountId } & Subject;

/** Null when it was done; each refusal has changed nothing. An EXPIRED session stays as it is. */
export async function expireSession(
  door: Door,
  { account, session }: Of<{ readonly session: SessionId }>,
): Promise<Refusal | null> {
  const { refusal } = await door.change({
    account,
    subject: { session },
    decide: (facts) => (facts.session === undefined ? refuse("not_found") : decideExpireSession(facts.session)),
  });
  return refusal;
}

/** @param given.details 1 to 5,000 characters that are not blank. */
export async function submitMilestone(
  door: Door,
  given: Of<{ readonly escrow: EscrowId; readonly milestone: MilestoneId; readonly details: string }>,
): Promise<Refusal | null> {
  const { refusal } = await door.change({
    account: given.account,
    subject: { escrow: given.escrow },
    decide: ({ escrow }, context) =>
      escrow === undefined
        ? refuse("not_found")
        : decideSubmitMilestone(escrow, given.milestone, given.details, context),
  });
  return refusal;
}

/**
 * Ends the escrow and gives back all that it holds.
 * @param given.refund what the seller was told goes back: `invalid_state` when that is not true any more.
 */
export async function cancelEscrow(
  door: Door,
  given: Of<{ readonly escrow: EscrowId; readonly refund: Cents }>,
): Promise<Refusal | null> {
  const { refusal } = await door.change({
    account: given.account,
    subject: { escrow: given.escrow },
    decide: ({ escrow }, context) => {
      if (escrow === undefined) return refuse("not_found");
      return heldOf(escrow) === given.refund ? decideEndEscrow(escrow, "cancel", context) : refuse("invalid_state");
    },
  });
  return refusal;
}
