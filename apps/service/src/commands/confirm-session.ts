import { decideConfirmSession } from "../domain/decisions/confirm-session.js";
import type { AccountId, SessionId } from "../domain/ids.js";
import type { Escrow, Refusal, Session } from "../domain/model.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/**
 * The buyer takes the offer: the session is COMPLETED and its escrow opened, once. A second confirmation, in
 * another tab or by another buyer, is refused; its page then shows the session as it now stands.
 *
 * @param confirming.buyerEmail verified; of the session, for the sandbox plays the buyer that it was made for.
 * @param confirming.fundingDeadlineSeconds how long the buyer has to pay in full.
 */
export const confirmSession = (
  executor: Executor,
  confirming: {
    readonly account: AccountId;
    readonly session: SessionId;
    readonly buyerEmail: (session: Session) => string;
    readonly fundingDeadlineSeconds: number;
  },
): Promise<Outcome<"session", Refusal, Escrow>> => {
  const { account, session: id, buyerEmail, fundingDeadlineSeconds } = confirming;
  return executor.change({
    account,
    subject: { kind: "session", id },
    decide: ({ session }, context) =>
      decideConfirmSession(session, { buyerEmail: buyerEmail(session), fundingDeadlineSeconds }, context),
  });
};
