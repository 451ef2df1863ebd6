import { unreleasedOf } from "../../../domain/escrow.js";
import { usd } from "../../../words/format.js";
import type { Locale } from "../../../words/locale.js";
import type { SplitProblem } from "../../disputes/offer-form.js";
import type { OrderView } from "../load.js";
import { buyerWords } from "../words.js";

export const offerWords = buyerWords("offer");

/** What is wrong with the amounts that were typed. */
export function splitSentence(problem: SplitProblem, order: OrderView, locale: Locale): string {
  const words = offerWords(locale);
  const left = usd(unreleasedOf(order.escrow), locale);
  switch (problem.kind) {
    case "missing":
      return words.problem_missing;
    case "form":
      return words.problem_form;
    case "much":
      return words.problem_much({ left });
    case "sum":
      return words.problem_sum({ sum: usd(problem.sum, locale), left });
    default:
      return problem satisfies never;
  }
}
