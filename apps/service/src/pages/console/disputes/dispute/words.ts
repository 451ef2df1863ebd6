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
  statement: { tone: "good", text: "Your message was sent, and the buyer was told by email." },
  offer: { tone: "good", text: "Your offer is pending, and the buyer was told by email." },
  withdrawn: { tone: "good", text: "You withdrew your offer." },
  declined: { tone: "good", text: "You declined the offer, and the buyer was told by email." },
  accepted: { tone: "good", text: "You accepted the offer. The dispute is settled, and the order has ended." },
  stale: {
    tone: "bad",
    text: "Nothing was changed: the dispute or the offer has moved on since you opened the page. Check it below.",
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
export const ALL_STATEMENTS_WRITTEN = `You’ve reached the limit of ${STATEMENTS_MAX} messages. Our team decides now.`;
export const ALL_OFFERS_MADE = `You’ve reached the limit of ${OFFERS_MAX} offers.`;

export const fileSentence = ({ kind }: FileProblem): string => UPLOAD_WORDS[`problem_files_${kind}`];

/** What is wrong with a split that was typed. */
export function splitSentence(problem: SplitProblem, { escrow }: Order): string {
  const left = usd(unreleasedOf(escrow), "en");
  switch (problem.kind) {
    case "missing":
      return "Enter at least one of the two amounts.";
    case "form":
      return "Enter an amount such as 120.50.";
    case "much":
      return `Enter at most ${left}, which is all there is to split.`;
    case "sum":
      return `The two amounts add up to ${usd(problem.sum, "en")} instead of ${left}. Leave one of them empty.`;
    default:
      return problem satisfies never;
  }
}
