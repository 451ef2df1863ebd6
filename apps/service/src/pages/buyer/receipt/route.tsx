import type { Paper } from "../../../papers/paper.js";
import { drawPaper } from "../../../papers/pdf.js";
import { billOf, creditedIn, creditNoteOf } from "../../../papers/receipt.js";
import { readIssuer } from "../../../store/read/issuer.js";
import { UTC } from "../../../words/zone.js";
import { sendPdf } from "../../kit/files.js";
import { takeOrRefuse } from "../../kit/places.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler } from "../../kit/route.js";
import type { BuyerContext } from "../access.js";
import { loadScene, type OrderServices, type Scene } from "../load.js";
import { ReceiptPage } from "./view.js";

type ReceiptHandler = Handler<BuyerContext, OrderServices>;

/** The receipt of an order. */
export const showReceipt: ReceiptHandler = async (context, { params }, services) => {
  const scene = await loadScene(context, params, services);
  const paper = await paperOf(scene, "receipt", services);
  return <ReceiptPage context={context} order={scene.order} paper={paper} />;
};

/** The same as a PDF, and the invoice, which there is from the confirmation on. Drawing one is work, so they have a window. */
const download =
  (kind: "receipt" | "invoice"): ReceiptHandler =>
  async (context, { params, reply }, services) => {
    const scene = await loadScene(context, params, services);
    await takeOrRefuse(services.db, [{ window: "drawing", subject: context.buyer.email }]);
    const paper = await paperOf(scene, kind, services);
    return sendPdf(reply, `${kind}-${paper.number}.pdf`, await drawPaper(paper, scene.order.now));
  };

export const downloadReceipt = download("receipt");
export const downloadInvoice = download("invoice");

/** What a refund took back of the bill. */
export const downloadCreditNote: ReceiptHandler = async (context, { params, reply }, services) => {
  const scene = await loadScene(context, params, services);
  const refund = creditedIn(scene.order.refunds, params["refund"]);
  if (refund === null) throw new PageRefusal("not_found");
  await takeOrRefuse(services.db, [{ window: "drawing", subject: context.buyer.email }]);
  const { billed, how } = await billedOf(scene, services);
  const paper = creditNoteOf(billed, refund, how);
  return sendPdf(reply, `credit-note-${paper.number}.pdf`, await drawPaper(paper, how.at));
};

async function paperOf(scene: Scene, kind: "receipt" | "invoice", services: OrderServices): Promise<Paper> {
  const { billed, how } = await billedOf(scene, services);
  return billOf(billed, { ...how, kind });
}

async function billedOf({ context: { locale, site }, order }: Scene, { db }: OrderServices) {
  const { payments, refunds } = order;
  const issuer = await readIssuer(db, order.escrow.account);
  return {
    billed: { order, payments, refunds, issuer },
    how: { locale, zone: site.zone ?? UTC, at: order.now, isSandbox: site.isSandbox },
  };
}
