import { LIMITS } from "@holdfast/contract";
import { OFFERS_MAX, STATEMENTS_MAX } from "../../../../domain/decisions/negotiate.js";
import { unreleasedOf } from "../../../../domain/escrow.js";
import type { Order } from "../../../../store/read/orders/orders.js";
import { usd } from "../../../../words/format.js";
import type { SplitProblem } from "../../../disputes/offer-form.js";
import type { FileProblem } from "../../../kit/upload.js";
import { uploadWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { disputeUrl } from "../../links.js";

/** What came of a step in a dispute. */
export type Said = { readonly tone: "good" | "bad" | "note"; readonly text: string };

const SAID = {
  statement: { tone: "good", text: "It was sent. The buyer is told by mail." },
  offer: { tone: "good", text: "Your offer is on the table. The buyer is told by mail." },
  withdrawn: { tone: "good", text: "Your offer is taken back." },
  declined: { tone: "good", text: "You declined the offer. The buyer is told by mail." },
  accepted: { tone: "good", text: "You agreed. The dispute is settled, and the order is over." },
  stale: {
    tone: "bad",
    text: "Nothing was done: the dispute, or the offer, is not as it was shown any more. See how it is now.",
  },
} as const satisfies Readonly<Record<string, Said>>;
export type SaidCode = keyof typeof SAID;

const isCode = (text: string): text is SaidCode => Object.hasOwn(SAID, text);

/** Null for a code that is not ours. */
export const saidOf = (code: string | undefined): Said | null =>
  code !== undefined && isCode(code) ? SAID[code] : null;

/** Where a step leads on to. */
export const disputeSaid = (context: ConsoleContext, { escrow }: Order, code: SaidCode): string =>
  `${disputeUrl(context, escrow.id)}?said=${code}`;

const UPLOAD_WORDS = uploadWords("en");

export const REASON_MISSING = UPLOAD_WORDS.problem_reason_missing;
export const REASON_LONG = UPLOAD_WORDS.problem_reason_long(LIMITS.reasonLength);
export const ALL_STATEMENTS_WRITTEN = `You have written ${STATEMENTS_MAX} times, which is the most. Our team decides now.`;
export const ALL_OFFERS_MADE = `You have made ${OFFERS_MAX} offers, which is the most.`;

export const fileSentence = ({ kind }: FileProblem): string => UPLOAD_WORDS[`problem_files_${kind}`];

/** What is wrong with a split that was typed. */
export function splitSentence(problem: SplitProblem, { escrow }: Order): string {
  const left = usd(unreleasedOf(escrow), "en");
  switch (problem.kind) {
    case "missing":
      return "Give at least one of the two amounts.";
    case "form":
      return "Write an amount such as 120.50.";
    case "much":
      return `There is only ${left} to split.`;
    case "sum":
      return `Together that is ${usd(problem.sum, "en")}, and it has to be ${left}. Leave one of the two empty.`;
    default:
      return problem satisfies never;
  }
}
