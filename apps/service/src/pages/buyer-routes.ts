/** Every page and every form of a buyer: signing in, orders, and the link that stops a clock. */
import { acceptSellerOffer } from "./buyer/accept-offer/actions.js";
import { askAcceptance } from "./buyer/accept-offer/route.js";
import { buyer } from "./buyer/access.js";
import { approveDelivery } from "./buyer/approve/actions.js";
import { askApproval } from "./buyer/approve/route.js";
import { cancelOrder } from "./buyer/decline/actions.js";
import { askDecline } from "./buyer/decline/route.js";
import { showOrders } from "./buyer/list/route.js";
import { answerOperator, writeToSeller } from "./buyer/messages/actions.js";
import { sendMessageFile, showMessages, showQuestions } from "./buyer/messages/route.js";
import { proposeSplit } from "./buyer/offer/actions.js";
import { askOffer } from "./buyer/offer/route.js";
import { openDispute } from "./buyer/open-dispute/actions.js";
import { askDispute } from "./buyer/open-dispute/route.js";
import { declineSellerOffer, withdrawMine } from "./buyer/order/actions.js";
import { sendEvidence, showOrder, showOrderStatus } from "./buyer/order/route.js";
import { downloadCreditNote, downloadInvoice, downloadReceipt, showReceipt } from "./buyer/receipt/route.js";
import { askForChanges } from "./buyer/revision/actions.js";
import { askRevision } from "./buyer/revision/route.js";
import {
  chooseLanguage,
  enterCode,
  forgetCode,
  requestAgain,
  requestCode,
  requestHere,
  signOutBuyer,
} from "./buyer/sign-in/actions.js";
import { showBuyerSignIn, showSignInLink } from "./buyer/sign-in/route.js";
import { endSignIn, endSignIns } from "./buyer/sign-ins/actions.js";
import { showSignIns } from "./buyer/sign-ins/route.js";
import { addStatement } from "./buyer/statement/actions.js";
import { askStatement } from "./buyer/statement/route.js";
import { stopClock } from "./buyer/stop/actions.js";
import { showStop } from "./buyer/stop/route.js";
import { anybody, visitor } from "./kit/access.js";
import { get, type PageRoute, post, postFiles } from "./kit/route.js";
import type { PageServices } from "./services.js";

export const BUYER_ROUTES: readonly PageRoute<PageServices>[] = [
  get("/sign-in", visitor, showBuyerSignIn),
  get("/sign-in/link/:ticket", visitor, showSignInLink),
  post("/sign-in", visitor, requestCode),
  post("/sign-in/again", visitor, requestAgain),
  post("/sign-in/here", visitor, requestHere),
  post("/sign-in/code", visitor, enterCode),
  post("/sign-in/other", anybody, forgetCode),
  post("/sign-out", anybody, signOutBuyer),
  post("/language", anybody, chooseLanguage),

  get("/stop/:token", visitor, showStop),
  post("/stop/:token", visitor, stopClock),

  get("/orders", buyer, showOrders),
  get("/orders/sign-ins", buyer, showSignIns),
  post("/orders/sign-ins/:session/end", buyer, endSignIn),
  post("/orders/sign-ins/end-all", buyer, endSignIns),
  get("/orders/:seller_code/:escrow_id", buyer, showOrder),
  get("/orders/:seller_code/:escrow_id/status", buyer, showOrderStatus),
  get("/orders/:seller_code/:escrow_id/receipt", buyer, showReceipt),
  get("/orders/:seller_code/:escrow_id/receipt.pdf", buyer, downloadReceipt),
  get("/orders/:seller_code/:escrow_id/invoice.pdf", buyer, downloadInvoice),
  get("/orders/:seller_code/:escrow_id/credit-notes/:refund", buyer, downloadCreditNote),
  get("/orders/:seller_code/:escrow_id/evidence/:evidence_id", buyer, sendEvidence),
  get("/orders/:seller_code/:escrow_id/messages", buyer, showMessages),
  postFiles("/orders/:seller_code/:escrow_id/messages", buyer, writeToSeller),
  get("/orders/:seller_code/:escrow_id/messages/files/:file", buyer, sendMessageFile),
  get("/orders/:seller_code/:escrow_id/questions", buyer, showQuestions),
  postFiles("/orders/:seller_code/:escrow_id/questions", buyer, answerOperator),
  get("/orders/:seller_code/:escrow_id/decline", buyer, askDecline),
  post("/orders/:seller_code/:escrow_id/decline", buyer, cancelOrder),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/approve", buyer, askApproval),
  post("/orders/:seller_code/:escrow_id/milestones/:milestone_id/approve", buyer, approveDelivery),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision", buyer, askRevision),
  postFiles("/orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision", buyer, askForChanges),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute", buyer, askDispute),
  postFiles("/orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute", buyer, openDispute),
  get("/orders/:seller_code/:escrow_id/dispute/write", buyer, askStatement),
  postFiles("/orders/:seller_code/:escrow_id/dispute/write", buyer, addStatement),
  get("/orders/:seller_code/:escrow_id/dispute/offer", buyer, askOffer),
  post("/orders/:seller_code/:escrow_id/dispute/offer", buyer, proposeSplit),
  get("/orders/:seller_code/:escrow_id/dispute/offers/:number/accept", buyer, askAcceptance),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/accept", buyer, acceptSellerOffer),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/decline", buyer, declineSellerOffer),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/withdraw", buyer, withdrawMine),
];
