/** Every page and every form: its address, who may ask, and what answers. */
import { acceptTheirs } from "./buyer/accept-offer/actions.js";
import { askAcceptance } from "./buyer/accept-offer/route.js";
import { buyer } from "./buyer/access.js";
import { approveDelivery } from "./buyer/approve/actions.js";
import { askApproval } from "./buyer/approve/route.js";
import { cancelOrder } from "./buyer/decline/actions.js";
import { askDecline } from "./buyer/decline/route.js";
import { showOrders } from "./buyer/list/route.js";
import { proposeSplit } from "./buyer/offer/actions.js";
import { askOffer } from "./buyer/offer/route.js";
import { openDispute } from "./buyer/open-dispute/actions.js";
import { askDispute } from "./buyer/open-dispute/route.js";
import { declineTheirs, withdrawMine } from "./buyer/order/actions.js";
import { sendEvidence, showOrder } from "./buyer/order/route.js";
import { showReceipt } from "./buyer/receipt/route.js";
import { askForChanges } from "./buyer/revision/actions.js";
import { askRevision } from "./buyer/revision/route.js";
import {
  chooseLanguage,
  enterCode,
  forgetCode,
  requestAgain,
  requestCode,
  signOutBuyer,
} from "./buyer/sign-in/actions.js";
import { showBuyerSignIn } from "./buyer/sign-in/route.js";
import { addStatement } from "./buyer/statement/actions.js";
import { askStatement } from "./buyer/statement/route.js";
import { confirmOrder, giveUpPayment, payOrder } from "./checkout/session/actions.js";
import { showCheckout, showCheckoutStatus, toCheckout } from "./checkout/session/route.js";
import { member } from "./console/access.js";
import {
  changeRole,
  inviteColleague,
  leaveTeam,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "./console/team/actions.js";
import { showTeam } from "./console/team/route.js";
import { operator } from "./desk/access.js";
import { reinstate, setFees, setLimit, suspend } from "./desk/account/actions.js";
import { showDeskAccount } from "./desk/account/route.js";
import { showDeskAccounts } from "./desk/accounts/route.js";
import { showAudit } from "./desk/audit/route.js";
import { checkResolution, confirmResolution } from "./desk/dispute/actions.js";
import { sendDeskEvidence, showDeskDispute } from "./desk/dispute/route.js";
import { showDeskDisputes } from "./desk/disputes/route.js";
import { showDesk } from "./desk/home/route.js";
import { askForAudit } from "./desk/ledger/actions.js";
import { showLedger, showLedgerStatus } from "./desk/ledger/route.js";
import { tryCall, tryPayout, tryRefund } from "./desk/stuck/actions.js";
import { showStuck } from "./desk/stuck/route.js";
import { takeOrRefuse } from "./desk/verification/actions.js";
import { sendDeskDocument, showDeskVerification } from "./desk/verification/route.js";
import { showDeskVerifications } from "./desk/verifications/route.js";
import { showDeskWebhooks } from "./desk/webhooks/route.js";
import { showReference, toReference } from "./docs/route.js";
import { anybody, visitor } from "./kit/access.js";
import { sendLogo } from "./kit/logos.js";
import { get, inSandbox, type PageRoute, post, postFiles } from "./kit/route.js";
import { transfer } from "./sandbox/bank/actions.js";
import { showBank } from "./sandbox/bank/route.js";
import { payByCard } from "./sandbox/card/actions.js";
import { showCard } from "./sandbox/card/route.js";
import { showMail, showMailbox, showMailHtml } from "./sandbox/mailbox/route.js";
import { answerPrompt } from "./sandbox/phone/actions.js";
import { showPhone } from "./sandbox/phone/route.js";
import type { PageServices } from "./services.js";

export const ROUTES: readonly PageRoute<PageServices>[] = [
  get("/", anybody, toReference),
  get("/docs", anybody, showReference),
  get("/docs/", anybody, toReference),
  get("/brand/:seller_code/:hash", anybody, sendLogo),

  get("/pay/:seller_code/:session_id", visitor, showCheckout),
  get("/pay/:seller_code/:session_id/status", anybody, showCheckoutStatus),
  get("/pay/:seller_code/:session_id/confirm", anybody, toCheckout),
  post("/pay/:seller_code/:session_id/confirm", visitor, confirmOrder),
  get("/pay/:seller_code/:session_id/payments", anybody, toCheckout),
  post("/pay/:seller_code/:session_id/payments", visitor, payOrder),
  post("/pay/:seller_code/:session_id/payments/:payment/cancel", visitor, giveUpPayment),

  get("/sign-in", visitor, showBuyerSignIn),
  post("/sign-in", visitor, requestCode),
  post("/sign-in/again", visitor, requestAgain),
  post("/sign-in/code", visitor, enterCode),
  post("/sign-in/other", anybody, forgetCode),
  post("/sign-out", anybody, signOutBuyer),
  post("/language", anybody, chooseLanguage),

  get("/orders", buyer, showOrders),
  get("/orders/:seller_code/:escrow_id", buyer, showOrder),
  get("/orders/:seller_code/:escrow_id/receipt", buyer, showReceipt),
  get("/orders/:seller_code/:escrow_id/evidence/:evidence_id", buyer, sendEvidence),
  get("/orders/:seller_code/:escrow_id/decline", buyer, askDecline),
  post("/orders/:seller_code/:escrow_id/decline", buyer, cancelOrder),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/approve", buyer, askApproval),
  post("/orders/:seller_code/:escrow_id/milestones/:milestone_id/approve", buyer, approveDelivery),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision", buyer, askRevision),
  post("/orders/:seller_code/:escrow_id/milestones/:milestone_id/request_revision", buyer, askForChanges),
  get("/orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute", buyer, askDispute),
  postFiles("/orders/:seller_code/:escrow_id/milestones/:milestone_id/dispute", buyer, openDispute),
  get("/orders/:seller_code/:escrow_id/dispute/write", buyer, askStatement),
  postFiles("/orders/:seller_code/:escrow_id/dispute/write", buyer, addStatement),
  get("/orders/:seller_code/:escrow_id/dispute/offer", buyer, askOffer),
  post("/orders/:seller_code/:escrow_id/dispute/offer", buyer, proposeSplit),
  get("/orders/:seller_code/:escrow_id/dispute/offers/:number/accept", buyer, askAcceptance),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/accept", buyer, acceptTheirs),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/decline", buyer, declineTheirs),
  post("/orders/:seller_code/:escrow_id/dispute/offers/:number/withdraw", buyer, withdrawMine),

  get("/console/:seller_code/team", member("read"), showTeam),
  post("/console/:seller_code/team/invite", member("manageTeam"), inviteColleague),
  post("/console/:seller_code/team/invitations/:invitation/resend", member("manageTeam"), resendInvitation),
  post("/console/:seller_code/team/invitations/:invitation/revoke", member("manageTeam"), revokeInvitation),
  post("/console/:seller_code/team/members/:member/role", member("manageTeam"), changeRole),
  post("/console/:seller_code/team/members/:member/remove", member("manageTeam"), removeMember),
  post("/console/:seller_code/team/leave", member("read"), leaveTeam),

  get("/desk", operator, showDesk),
  get("/desk/verifications", operator, showDeskVerifications),
  get("/desk/verifications/:code", operator, showDeskVerification),
  get("/desk/verifications/:code/documents/:document", operator, sendDeskDocument),
  post("/desk/verifications/:code/takeOrRefuse", operator, takeOrRefuse),
  get("/desk/disputes", operator, showDeskDisputes),
  get("/desk/disputes/:code/:escrow", operator, showDeskDispute),
  get("/desk/disputes/:code/:escrow/evidence/:evidence", operator, sendDeskEvidence),
  post("/desk/disputes/:code/:escrow/check", operator, checkResolution),
  post("/desk/disputes/:code/:escrow/confirmResolution", operator, confirmResolution),
  get("/desk/stuck", operator, showStuck),
  post("/desk/stuck/calls", operator, tryCall),
  post("/desk/stuck/refunds", operator, tryRefund),
  post("/desk/stuck/payouts", operator, tryPayout),
  get("/desk/accounts", operator, showDeskAccounts),
  get("/desk/accounts/:code", operator, showDeskAccount),
  post("/desk/accounts/:code/suspend", operator, suspend),
  post("/desk/accounts/:code/reinstate", operator, reinstate),
  post("/desk/accounts/:code/fees", operator, setFees),
  post("/desk/accounts/:code/limits", operator, setLimit),
  get("/desk/ledger", operator, showLedger),
  get("/desk/ledger/status", operator, showLedgerStatus),
  post("/desk/ledger/run", operator, askForAudit),
  get("/desk/webhooks", operator, showDeskWebhooks),
  get("/desk/audit", operator, showAudit),

  inSandbox(get("/sandbox/mailbox", anybody, showMailbox)),
  inSandbox(get("/sandbox/mailbox/:id", anybody, showMail)),
  inSandbox(get("/sandbox/mailbox/:id/html", anybody, showMailHtml)),
  inSandbox(get("/sandbox/card/:reference", anybody, showCard)),
  inSandbox(post("/sandbox/card/:reference", anybody, payByCard)),
  inSandbox(get("/sandbox/phone/:reference", anybody, showPhone)),
  inSandbox(post("/sandbox/phone/:reference", anybody, answerPrompt)),
  inSandbox(get("/sandbox/bank/:reference", anybody, showBank)),
  inSandbox(post("/sandbox/bank/:reference", anybody, transfer)),
];
