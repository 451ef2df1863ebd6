/** The buyer takes the offer behind a link. */
import { decideConfirmSession } from "../domain/decisions/confirm-session.js";
import type { AccountId, EscrowId, SessionId } from "../domain/ids.js";
import type { Session } from "../domain/model.js";
import type { Door } from "./execute.js";

/**
 * Makes the session COMPLETED and opens its escrow, once: whoever comes second, in another tab or as another buyer, gets
 * null and finds the session as it now stands. So does who comes too late, or by a link that leads nowhere.
 *
 * @param confirming.buyerEmail verified, in lower case.
 * @param confirming.fundingDeadlineSeconds how long the buyer has to pay in full.
 */
export async function confirmSession(
  { door }: { readonly door: Door },
  confirming: {
    readonly account: AccountId;
    readonly session: SessionId;
    readonly buyerEmail: string;
    readonly fundingDeadlineSeconds: number;
  },
): Promise<EscrowId | null> {
  const { account, session: id, buyerEmail, fundingDeadlineSeconds } = confirming;
  const { facts, refusal } = await door.change({
    account,
    subject: { session: id },
    decide: ({ session }, context) =>
      decideConfirmSession(session as Session, { buyerEmail, fundingDeadlineSeconds }, context),
  });
  return refusal === null ? (facts.escrow?.id ?? null) : null;
}
