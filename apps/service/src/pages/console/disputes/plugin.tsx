/** A seller's disputes: the list, each of them, what the seller does in it, and the files of both sides. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import {
  acceptOffer,
  declineOffer,
  makeOffer,
  type Side,
  withdrawOffer,
  writeStatement,
} from "../../../commands/disputes.js";
import { OFFERS_MAX, STATEMENTS_MAX } from "../../../domain/decisions/negotiate.js";
import { unreleasedOf } from "../../../domain/escrow.js";
import { parseUuid } from "../../../domain/ids.js";
import { listDisputes, loadDispute } from "../../../store/read/orders/disputes.js";
import { findEvidence, type Order, type OrderOffer } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import {
  EMPTY_OFFER,
  parseOfferNumber,
  readOffer,
  type SplitProblem,
  splitOf,
  typedText,
} from "../../disputes/offer-form.js";
import { sendFile } from "../../files.js";
import { actionMessages } from "../../orders/action-messages.js";
import type { FileProblem } from "../../orders/upload.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import { disputeUrl } from "../orders/links.js";
import { pageIn } from "../paging.js";
import type { Answer, Asked } from "../routes.js";
import type { ConsoleServices, RegisterPart } from "../services.js";
import { AcceptPage } from "./accept.js";
import { DisputesPage } from "./list.js";
import { DisputePage, type Typed } from "./page.js";
import { type SaidCode, saidOf } from "./said.js";

const DISPUTE = "/escrows/:escrow_id/dispute";
const OFFER = `${DISPUTE}/offers/:number`;

export const registerDisputes: RegisterPart = (routes, services) => {
  const { db, door } = services;
  routes.page("/disputes", "read", async (context, { query }) => {
    const which = query["which"] === "ended" ? "ended" : "open";
    const page = await listDisputes(db, context.member.account, { page: pageIn(query, "uuid"), which });
    return <DisputesPage context={context} page={page} which={which} />;
  });

  routes.page(DISPUTE, "read", async (context, asked) => (
    <DisputePage
      context={context}
      dispute={await disputeIn(services, context, asked)}
      typed={NOTHING}
      said={saidOf(asked.query["said"])}
    />
  ));

  routes.page("/escrows/:escrow_id/evidence/:evidence_id", "read", async ({ member }, { params, reply }) => {
    const escrow = parseUuid("escrow", params["escrow_id"] ?? "");
    const id = parseUuid("evidence", params["evidence_id"] ?? "");
    const { sellerCode, account } = member;
    const file =
      escrow === null || id === null ? null : await findEvidence(db, { sellerCode, escrow, id }, { merchant: account });
    if (file === null) throw new PageRefusal("not_found");
    return sendFile(reply, file);
  });

  routes.upload(`${DISPUTE}/statements`, "handleOrders", async (context, { fields, files, problem }, asked) => {
    const dispute = await disputeIn(services, context, asked);
    const statement = typedText(fields["statement"]);
    const problems = { ...statementProblem(statement, problem), ...fileProblem(problem) };
    const file = problem?.name === undefined ? {} : { file: problem.name };
    const again = (what: Typed["problems"]): Answer =>
      invalid(context, dispute, { statement, problems: what, ...file });
    if (Object.keys(problems).length > 0) return again(problems);
    const refusal = await writeStatement(door, sideOf(context, dispute), { text: statement, evidence: files });
    if (refusal?.code === "validation_failed") {
      return again({ statement: `You have written ${STATEMENTS_MAX} times, which is the most. Our team decides now.` });
    }
    return lead(context, dispute, refusal === null ? "statement" : "stale");
  });

  routes.action(`${DISPUTE}/offers`, "handleOrders", async (context, form, asked) => {
    const offer = readOffer(form);
    const dispute = await disputeIn(services, context, asked);
    if (dispute.escrow.status !== "DISPUTED") return lead(context, dispute, "stale");
    if ([...offer.text].length > LIMITS.reasonLength) {
      return invalid(context, dispute, { offer, problems: { why: tooLong() } });
    }
    const split = splitOf(offer, unreleasedOf(dispute.escrow));
    if ("kind" in split) {
      return invalid(context, dispute, { offer, problems: { [split.field]: splitSentence(split, dispute) } });
    }
    const refusal = await makeOffer(door, sideOf(context, dispute), { split, text: offer.text });
    if (refusal?.code !== "validation_failed") return lead(context, dispute, refusal === null ? "offer" : "stale");
    // The sum fitted a moment ago; if it does not any more, the page that comes back names the new one.
    const now = await disputeIn(services, context, asked);
    const changed = splitOf(offer, unreleasedOf(now.escrow));
    const sentence =
      "kind" in changed ? splitSentence(changed, now) : `You have made ${OFFERS_MAX} offers, which is the most.`;
    return invalid(context, now, { offer, problems: { refund: sentence } });
  });

  registerAnswers(routes, services);
};

/** What is done with one offer. */
const registerAnswers: RegisterPart = (routes, services) => {
  routes.page(`${OFFER}/accept`, "handleOrders", async (context, asked) => {
    const dispute = await disputeIn(services, context, asked);
    const offer = offerIn(dispute, asked);
    if (offer.by !== "buyer" || offer.status !== "OPEN") return lead(context, dispute, "stale");
    return <AcceptPage context={context} dispute={dispute} offer={offer} />;
  });
  const answer = (step: string, command: typeof acceptOffer, said: SaidCode): void =>
    routes.action(`${OFFER}/${step}`, "handleOrders", async (context, _form, asked) => {
      const dispute = await disputeIn(services, context, asked);
      const refusal = await command(services.door, sideOf(context, dispute), offerIn(dispute, asked).number);
      return lead(context, dispute, refusal === null ? said : "stale");
    });
  answer("accept", acceptOffer, "accepted");
  answer("decline", declineOffer, "declined");
  answer("withdraw", withdrawOffer, "withdrawn");
};

const NOTHING: Typed = { statement: "", offer: EMPTY_OFFER, problems: {} };

/** @throws PageRefusal not_found for what is no dispute of the account. */
async function disputeIn(
  { db }: ConsoleServices,
  { member: { account } }: ConsoleContext,
  { params }: Asked,
): Promise<Order> {
  const escrow = parseUuid("escrow", params["escrow_id"] ?? "");
  const dispute = escrow === null ? null : await loadDispute(db, { account, escrow });
  if (dispute === null) throw new PageRefusal("not_found");
  return dispute;
}

/** @throws PageRefusal not_found for what is no offer of the dispute. */
function offerIn({ offers }: Order, { params }: Asked): OrderOffer {
  const number = parseOfferNumber(params["number"]);
  const offer = offers.find((one) => one.number === number);
  if (offer === undefined) throw new PageRefusal("not_found");
  return offer;
}

const sideOf = ({ member: { account } }: ConsoleContext, { escrow: { id } }: Order): Side => ({
  account,
  escrow: id,
  party: "merchant",
});

const lead = (context: ConsoleContext, { escrow }: Order, said: SaidCode): string =>
  `${disputeUrl(context, escrow.id)}?said=${said}`;

const invalid = (
  context: ConsoleContext,
  dispute: Order,
  typed: Partial<Typed>,
): { readonly status: number; readonly page: JSX.Element } => ({
  status: 422,
  page: <DisputePage context={context} dispute={dispute} typed={{ ...NOTHING, ...typed }} said={null} />,
});

const tooLong = (): string => actionMessages("en").problem_reason_long(LIMITS.reasonLength);

/** Of a form that did not arrive whole, the words may be missing too. */
function statementProblem(text: string, problem: FileProblem | null): Pick<Typed["problems"], "statement"> {
  if (problem?.kind === "unreadable") return {};
  if (text === "") return { statement: actionMessages("en").problem_reason_missing };
  return [...text].length > LIMITS.reasonLength ? { statement: tooLong() } : {};
}

function fileProblem(problem: FileProblem | null): Pick<Typed["problems"], "evidence"> {
  if (problem === null) return {};
  return { evidence: actionMessages("en")[`problem_files_${problem.kind}`] };
}

function splitSentence(problem: SplitProblem, { escrow }: Order): string {
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
