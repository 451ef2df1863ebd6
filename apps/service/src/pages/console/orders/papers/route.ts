/** An order's receipt and invoice, as its buyer has them, for the seller to download. */
import { drawPaper } from "../../../../papers/pdf.js";
import { billOf } from "../../../../papers/receipt.js";
import { readIssuer } from "../../../../store/read/issuer.js";
import { UTC } from "../../../../words/zone.js";
import { sendPdf } from "../../../kit/files.js";
import { takeOrRefuse } from "../../../kit/places.js";
import type { Handler } from "../../../kit/route.js";
import type { ConsoleContext } from "../../context.js";
import { type EscrowServices, loadEscrowStory } from "../escrow/load.js";

/** Drawing one is work, so they have a window. */
export const downloadPaper =
  (kind: "receipt" | "invoice"): Handler<ConsoleContext, EscrowServices> =>
  async (context, asked, services) => {
    const story = await loadEscrowStory(context, asked, services);
    const { seller, member, site } = context;
    await takeOrRefuse(services.db, [{ window: "drawing", subject: seller.id }]);
    const { payments, refunds, now } = story;
    const issuer = await readIssuer(services.db, member.account);
    const { locale } = context;
    const how = { kind, locale, zone: site.zone ?? UTC, at: now, isSandbox: site.isSandbox } as const;
    const paper = billOf({ order: story, payments, refunds, issuer }, how);
    return sendPdf(asked.reply, `${kind}-${paper.number}.pdf`, await drawPaper(paper, now));
  };
