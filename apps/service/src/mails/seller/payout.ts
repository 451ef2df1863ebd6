/** What the members of an account are told of a payout that has left, or came back. */
import { masked, type PayoutFacts } from "../../domain/payouts.js";
import { type SellerMail, sellerMail } from "./select-mails.js";

/** Null for a step that sends no mail. @param wallet as it is once the step is written. */
export function selectPayoutMail({ payout, destination }: PayoutFacts): SellerMail | null {
  if (payout === null || destination === null) return null;
  const about = {
    payout: payout.id,
    amount: payout.amount,
    presented:
      payout.presented === null ? null : [{ amount: payout.presented.amount, currency: payout.presented.currency }],
    destination: `${destination.kind === "bank" ? destination.bank : "Mobile money"} ${masked(destination.number)}`,
  };
  if (payout.status === "PAID") return sellerMail("seller_payout_paid", about);
  if (payout.status !== "FAILED" && payout.status !== "RETURNED") return null;
  return sellerMail("seller_payout_failed", { ...about, reason: payout.failure ?? "" });
}
