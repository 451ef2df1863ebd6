import {
  decideEndRecall,
  decideParkPayout,
  decidePayoutFailed,
  decidePayoutPaid,
  decidePayoutReturned,
  decidePayoutTakenBack,
} from "../domain/decisions/payout.js";
import type { PayoutOf } from "./cancel-payout.js";
import type { Executor } from "./execute.js";
import type { Outcome } from "./unit.js";

/** `unknown`: for too long nobody has said what became of it; an operator has to look. */
export type PayoutAnswer =
  | { readonly kind: "paid" }
  | { readonly kind: "refused" | "returned"; readonly reason: string }
  /** What was to be taken back has come back: which time. */
  | { readonly kind: "taken_back"; readonly recall: number; readonly reason: string }
  /** It is sure that nothing of it came back now. */
  | { readonly kind: "not_taken_back"; readonly recall: number }
  | { readonly kind: "unknown" };

/** Books what the provider of a payout answered, once. */
export const recordPayout = (
  executor: Executor,
  { account, payout: id }: PayoutOf,
  answer: PayoutAnswer,
): Promise<Outcome<"payout">> =>
  executor.change({
    account,
    subject: { kind: "payout", id },
    decide: ({ wallet }, { now }) => {
      switch (answer.kind) {
        case "paid":
          return decidePayoutPaid(wallet, now);
        case "refused":
          return decidePayoutFailed(wallet, { reason: answer.reason, now });
        case "returned":
          return decidePayoutReturned(wallet, { reason: answer.reason, now });
        case "taken_back":
          return decidePayoutTakenBack(wallet, { ...answer, now });
        case "not_taken_back":
          return decideEndRecall(wallet, answer.recall);
        case "unknown":
          return decideParkPayout(wallet);
        default:
          return answer satisfies never;
      }
    },
  });
