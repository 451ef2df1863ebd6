/** What a seller does in a dispute. */
import { LIMITS } from "@holdfast/contract";
import { acceptOffer } from "../../../../commands/accept-offer.js";
import { declineOffer } from "../../../../commands/decline-offer.js";
import { makeOffer } from "../../../../commands/make-offer.js";
import type { Side } from "../../../../commands/parties.js";
import { withdrawOffer } from "../../../../commands/withdraw-offer.js";
import { writeStatement } from "../../../../commands/write-statement.js";
import { OFFERS_MAX, STATEMENTS_MAX } from "../../../../domain/decisions/negotiate.js";
import { unreleasedOf } from "../../../../domain/escrow.js";
import type { Order } from "../../../../store/read/orders/orders.js";
import type { Locale } from "../../../../words/locale.js";
import { readOffer, splitOf, typedText } from "../../../disputes/offer-form.js";
import type { Answer } from "../../../kit/answer.js";
import type { FilesAction, Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import { EVIDENCE_TAKEN, type FileProblem } from "../../../kit/upload.js";
import type { ConsoleContext } from "../../context.js";
import { disputeWords } from "../words.js";
import { type DisputeServices, loadOffer, loadOwnDispute } from "./load.js";
import { disputeSaid, fileSentence, reasonLong, reasonMissing, type SaidCode, splitSentence } from "./said.js";
import { DisputePage, NOTHING_TYPED, type Typed } from "./view.js";

type DisputeAction = Handler<ConsoleContext, DisputeServices, Posted>;

type Found = { readonly context: ConsoleContext; readonly dispute: Order };

export const sendStatement: FilesAction<ConsoleContext, Found, DisputeServices> = {
  files: EVIDENCE_TAKEN,
  look: async (context, asked, services) => {
    const dispute = await loadOwnDispute(context, asked, services);
    const isOpen = dispute.escrow.status === "DISPUTED";
    return isOpen ? { context: { context, dispute } } : { instead: disputeSaid(context, dispute, "stale") };
  },
  act: async ({ context, dispute }, { upload: { fields, files, problem } }, { executor }) => {
    const { locale } = context;
    const statement = typedText(fields["statement"]);
    const problems = { ...statementProblem(statement, problem, locale), ...fileProblem(problem, locale) };
    const file = problem?.name === undefined ? {} : { file: problem.name };
    const again = (what: Typed["problems"]): Answer =>
      invalid(context, dispute, { statement, problems: what, ...file });
    if (Object.keys(problems).length > 0) return again(problems);
    const told = await writeStatement(executor, sideOf(dispute), { text: statement, evidence: files });
    if (!told.ok && told.reason.code === "validation_failed") {
      return again({ statement: disputeWords(locale).problem_statements({ most: STATEMENTS_MAX }) });
    }
    return disputeSaid(context, dispute, told.ok ? "statement" : "stale");
  },
};

export const offerSplit: DisputeAction = async (context, asked, services) => {
  const { locale } = context;
  const offer = readOffer(asked.form);
  const dispute = await loadOwnDispute(context, asked, services);
  if (dispute.escrow.status !== "DISPUTED") return disputeSaid(context, dispute, "stale");
  if ([...offer.text].length > LIMITS.reasonLength) {
    return invalid(context, dispute, { offer, problems: { why: reasonLong(locale) } });
  }
  const split = splitOf(offer, unreleasedOf(dispute.escrow));
  if ("kind" in split) {
    return invalid(context, dispute, { offer, problems: { [split.field]: splitSentence(split, dispute, locale) } });
  }
  const told = await makeOffer(services.executor, sideOf(dispute), { split, text: offer.text });
  if (told.ok) return disputeSaid(context, dispute, "offer");
  if (told.reason.code !== "validation_failed") return disputeSaid(context, dispute, "stale");
  // The sum fitted a moment ago; if it does not any more, the page that comes back names the new one.
  const now = await loadOwnDispute(context, asked, services);
  const changed = splitOf(offer, unreleasedOf(now.escrow));
  const sentence =
    "kind" in changed ? splitSentence(changed, now, locale) : disputeWords(locale).problem_offers({ most: OFFERS_MAX });
  return invalid(context, now, { offer, problems: { refund: sentence } });
};

/** A step with the offer that the address names. */
const answerOffer =
  (command: typeof acceptOffer, said: SaidCode): DisputeAction =>
  async (context, asked, services) => {
    const { dispute, offer } = await loadOffer(context, asked, services);
    const told = await command(services.executor, sideOf(dispute), offer.number);
    return disputeSaid(context, dispute, told.ok ? said : "stale");
  };

export const acceptSplit = answerOffer(acceptOffer, "accepted");
export const declineSplit = answerOffer(declineOffer, "declined");
export const withdrawSplit = answerOffer(withdrawOffer, "withdrawn");

const sideOf = ({ escrow: { account, id } }: Order): Side => ({ account, escrow: id, party: "merchant" });

const invalid = (context: ConsoleContext, dispute: Order, typed: Partial<Typed>): Answer => ({
  status: UNPROCESSABLE,
  page: <DisputePage context={context} dispute={dispute} typed={{ ...NOTHING_TYPED, ...typed }} said={null} />,
});

/** Of a form that did not arrive whole, the words may be missing too. */
function statementProblem(
  text: string,
  problem: FileProblem | null,
  locale: Locale,
): Pick<Typed["problems"], "statement"> {
  if (problem?.kind === "unreadable") return {};
  if (text === "") return { statement: reasonMissing(locale) };
  return [...text].length > LIMITS.reasonLength ? { statement: reasonLong(locale) } : {};
}

const fileProblem = (problem: FileProblem | null, locale: Locale): Pick<Typed["problems"], "evidence"> =>
  problem === null ? {} : { evidence: fileSentence(problem, locale) };
