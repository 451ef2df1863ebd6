import { type RefundWords, refundWords } from "../../refunds/words.js";

/** What is the seller's is not the operator's: else as the console says it. */
export const deskRefundWords = (): RefundWords => ({
  ...refundWords("en"),
  ofWallet: "Out of the seller’s wallet",
  ofCredit: "Owed by the seller: what comes in pays it",
  when: "The buyer gets it the way they paid: with mobile money within minutes, by card or bank within ten working days. We email the buyer and the seller now. You can’t undo it.",
  problem_insufficient_balance: ({ amount }) =>
    `The rest was paid to the seller, whose wallet doesn’t hold that much now: at most ${amount} can go back.`,
  problem_milestone_disputed: ({ amount }) =>
    `This is in dispute: decide the dispute instead. At most ${amount} of the rest can go back.`,
  problem_escrow_not_funded: ({ amount }) =>
    `The buyer hasn’t paid yet, so ${amount} can go back. The seller can cancel the order.`,
});
