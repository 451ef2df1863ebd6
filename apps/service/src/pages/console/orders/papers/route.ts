/** An order's receipt and invoice, as its buyer has them, for the seller to download. */
import { drawPaper } from "../../../../papers/pdf.js";
import { billOf, creditedIn, creditNoteOf } from "../../../../papers/receipt.js";
import { readIssuer } from "../../../../store/read/issuer.js";
import { UTC } from "../../../../words/zone.js";
import type { Asked } from "../../../kit/answer.js";
import { sendPdf } from "../../../kit/files.js";
import { takeOrRefuse } from "../../../kit/places.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";

/** Drawing one is work, so they have a window. */
export const downloadPaper =
  (kind: "receipt" | "invoice"): Handler<ConsoleContext, EscrowServices> =>
  async (context, asked, services) => {
    const { billed, how } = await billedOf(context, asked, services);
    const paper = billOf(billed, { ...how, kind });
    return sendPdf(asked.reply, `${kind}-${paper.number}.pdf`, await drawPaper(paper, how.at));
  };

/** What a refund took back of the bill. */
export const downloadCreditNote: Handler<ConsoleContext, EscrowServices> = async (context, asked, services) => {
  const { billed, how } = await billedOf(context, asked, services);
  const refund = creditedIn(billed.refunds, asked.params["refund"]);
  if (refund === null) throw new PageRefusal("not_found");
  const paper = creditNoteOf(billed, refund, how);
  return sendPdf(asked.reply, `credit-note-${paper.number}.pdf`, await drawPaper(paper, how.at));
};

async function billedOf(context: ConsoleContext, asked: Asked, services: EscrowServices) {
  const story = await loadEscrowStory(context, asked, services);
  const { seller, member, site, locale } = context;
  await takeOrRefuse(services.db, [{ window: "drawing", subject: seller.id }]);
  const { payments, refunds, now } = story;
  const issuer = await readIssuer(services.db, member.account);
  return {
    billed: { order: story, payments, refunds, issuer },
    how: { locale, zone: site.zone ?? UTC, at: now, isSandbox: site.isSandbox },
  };
}
