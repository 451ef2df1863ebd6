import { LIMITS } from "@holdfast/contract";
import { unreleasedOf } from "../../../../domain/escrow.js";
import type { Order } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import type { SplitProblem } from "../../../disputes/offer-form.js";
import type { FileProblem } from "../../../kit/upload.js";
import { uploadWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { disputeUrl } from "../../links.js";
import { disputeWords } from "../words.js";

/** What came of a step in a dispute, by the code in the address, and whether the step came to something. */
export const DISPUTE_SAID = {
  statement: "good",
  offer: "good",
  withdrawn: "good",
  declined: "good",
  accepted: "good",
  stale: "bad",
} as const;
export type SaidCode = keyof typeof DISPUTE_SAID;

/** Null for a code that is not ours. */
export const saidOf = (code: string | undefined): SaidCode | null =>
  code !== undefined && Object.hasOwn(DISPUTE_SAID, code) ? (code as SaidCode) : null;

/** Where a step leads on to. */
export const disputeSaid = (context: ConsoleContext, { escrow }: Order, code: SaidCode): string =>
  `${disputeUrl(context, escrow.id)}?said=${code}`;

export const reasonMissing = (locale: Locale): string => uploadWords(locale).problem_reason_missing;
export const reasonLong = (locale: Locale): string =>
  uploadWords(locale).problem_reason_long({ most: LIMITS.reasonLength });

export const fileSentence = ({ kind }: FileProblem, locale: Locale): string =>
  uploadWords(locale)[`problem_files_${kind}`];

/** What is wrong with a split that was typed. */
export function splitSentence(problem: SplitProblem, { escrow }: Order, locale: Locale): string {
  const words = disputeWords(locale);
  const left = usd(unreleasedOf(escrow), locale);
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
