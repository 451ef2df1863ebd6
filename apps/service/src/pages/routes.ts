/** Every page and every form: its address, who may ask, and what answers. */
import { BUYER_ROUTES } from "./buyer-routes.js";
import { confirmOrder, giveUpPayment, payOrder } from "./checkout/session/actions.js";
import { showCheckout, showCheckoutStatus, toCheckout } from "./checkout/session/route.js";
import { tellPaid } from "./checkout/session/tell-paid.js";
import { member, person, visit } from "./console/access.js";
import { showAccept } from "./console/disputes/accept/route.js";
import {
  acceptSplit,
  declineSplit,
  offerSplit,
  sendStatement,
  withdrawSplit,
} from "./console/disputes/dispute/actions.js";
import { downloadEvidence, showDispute } from "./console/disputes/dispute/route.js";
import { showDisputes } from "./console/disputes/list/route.js";
import { EXPORT_NAMES } from "./console/exports/names.js";
import { downloadExport, showExport } from "./console/exports/route.js";
import { takeAsRead } from "./console/notifications/actions.js";
import { showNotificationList } from "./console/notifications/route.js";
import { cancelAndRefund } from "./console/orders/cancel/actions.js";
import { showCancel } from "./console/orders/cancel/route.js";
import { showCustomer } from "./console/orders/customer/route.js";
import { showCustomers } from "./console/orders/customers/route.js";
import { escrowStatus, showEscrow } from "./console/orders/escrow/route.js";
import { showEscrows } from "./console/orders/escrows/route.js";
import { answerOperator, settleTalk, writeToBuyer } from "./console/orders/messages/actions.js";
import { downloadMessageFile, showMessages, showQuestions } from "./console/orders/messages/route.js";
import { removeNote, writeNote } from "./console/orders/notes/actions.js";
import { downloadCreditNote, downloadPaper } from "./console/orders/papers/route.js";
import { confirmRequest, declineRequest, refundBuyer } from "./console/orders/refund/actions.js";
import { showRefund } from "./console/orders/refund/route.js";
import { showSessions } from "./console/orders/sessions/route.js";
import { submitDelivery } from "./console/orders/submit/actions.js";
import { showSubmit } from "./console/orders/submit/route.js";
import { takeSetup } from "./console/overview/actions.js";
import { showOverview } from "./console/overview/route.js";
import { showAccountEmail, takeAccountEmail } from "./console/people/account-email/route.js";
import { showAccounts } from "./console/people/accounts/route.js";
import { completeReset, resetAnother, sendResetAgain, startReset } from "./console/people/forgotten/actions.js";
import { showForgotten } from "./console/people/forgotten/route.js";
import { joinAccount } from "./console/people/invitation/actions.js";
import { showInvitation } from "./console/people/invitation/route.js";
import { endSession, renameSelf, signOutEverywhere } from "./console/people/me/actions.js";
import { showSelf } from "./console/people/me/route.js";
import { openAccount } from "./console/people/new-account/actions.js";
import { showNewAccount } from "./console/people/new-account/route.js";
import { changePassword } from "./console/people/password/actions.js";
import { showPassword } from "./console/people/password/route.js";
import { prove } from "./console/people/prove/actions.js";
import { showProve } from "./console/people/prove/route.js";
import {
  addPasskey,
  confirmSecondFactor,
  removePasskey,
  renewRecoveryCodes,
  startSecondFactor,
  switchSecondFactorOff,
} from "./console/people/second-factor/actions.js";
import { showSecondFactor } from "./console/people/second-factor/route.js";
import { enterSecondFactor, signIn, signInAsOther, signOut } from "./console/people/sign-in/actions.js";
import { showSignIn } from "./console/people/sign-in/route.js";
import { completeSignUp, sendSignUpAgain, signUpAsOther, startSignUp } from "./console/people/sign-up/actions.js";
import { showSignUp } from "./console/people/sign-up/route.js";
import { rateLimited } from "./console/rate-limited.js";
import { showSearch } from "./console/search/route.js";
import { downloadSecurity, showSecurity } from "./console/security/route.js";
import { dropLogo, keepBrand } from "./console/settings/brand/actions.js";
import { showBrand } from "./console/settings/brand/route.js";
import { checkDomain, keepDomain, removeDomain } from "./console/settings/domain/actions.js";
import { showDomain } from "./console/settings/domain/route.js";
import { keepEmbed } from "./console/settings/embed/actions.js";
import { showEmbed } from "./console/settings/embed/route.js";
import { keepNotifications } from "./console/settings/notifications/actions.js";
import { showNotifications } from "./console/settings/notifications/route.js";
import {
  askAccountEmail,
  giveUpAccountEmail,
  keepProfile,
  keepTradingName,
} from "./console/settings/profile/actions.js";
import { showProfile } from "./console/settings/profile/route.js";
import { keepTerms } from "./console/settings/terms/actions.js";
import { showTerms } from "./console/settings/terms/route.js";
import { handInDocuments, submitForReview, takeBackDocument } from "./console/settings/verification/actions.js";
import { downloadDocument, showVerification } from "./console/settings/verification/route.js";
import {
  changeRole,
  inviteColleague,
  leaveTeam,
  limitRefunds,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "./console/team/actions.js";
import { showTeam } from "./console/team/route.js";
import { connect, returnFromHolder } from "./console/wallet/connected/actions.js";
import { forgetDestination } from "./console/wallet/destinations/actions.js";
import { showDestinations } from "./console/wallet/destinations/route.js";
import { payOut, reviewPayout } from "./console/wallet/home/actions.js";
import { showWallet } from "./console/wallet/home/route.js";
import { keepDestination } from "./console/wallet/new-destination/actions.js";
import { showNewDestination } from "./console/wallet/new-destination/route.js";
import { callBack } from "./console/wallet/payout/actions.js";
import { payoutStatus, showPayout } from "./console/wallet/payout/route.js";
import { showPayouts } from "./console/wallet/payouts/route.js";
import { toWallet } from "./console/wallet/review/route.js";
import { downloadMonth, downloadStatement, showStatement } from "./console/wallet/statement/route.js";
import { DESK_ROUTES } from "./desk-routes.js";
import { DEVELOPER_ROUTES } from "./developer-routes.js";
import {
  showDocsSearch,
  showDocument,
  showGuides,
  showLlmsText,
  showReference,
  showReferenceText,
  toReference,
} from "./docs/route.js";
import { FRAME_ROUTES } from "./frame-routes.js";
import { tryCheckout } from "./home/actions.js";
import { showHome } from "./home/route.js";
import { anybody, visitor } from "./kit/access.js";
import { chooseTheme } from "./kit/choose-theme.js";
import { proved } from "./kit/fresh.js";
import { sendLogo, sendOperatorLogo, sendProviderIcon } from "./kit/logos.js";
import { get, inSandbox, type PageRoute, post, postFiles } from "./kit/route.js";
import { showThemes } from "./kit/theme-page.js";
import { chooseZone, showZones } from "./kit/zone-page.js";
import { LINK_ROUTES } from "./link-routes.js";
import { transfer } from "./sandbox/bank/actions.js";
import { showBank } from "./sandbox/bank/route.js";
import { actOnCard } from "./sandbox/card/actions.js";
import { showCard } from "./sandbox/card/route.js";
import { actOnConnect, showConnect } from "./sandbox/connect/route.js";
import { showMail, showMailbox, showMailHtml } from "./sandbox/mailbox/route.js";
import { answerPrompt } from "./sandbox/phone/actions.js";
import { showPhone } from "./sandbox/phone/route.js";
import { setSandboxRates, showSandboxRates } from "./sandbox/rates/route.js";
import type { PageServices } from "./services.js";

const provedPayer = proved(member("payOut"));
const provedSeller = proved(member("handleOrders"));
const provedManager = proved(member("manageTeam"));

export const ROUTES: readonly PageRoute<PageServices>[] = [
  get("/", visitor, showHome),
  inSandbox(post("/sandbox/checkout", visitor, tryCheckout)),
  get("/docs", anybody, showReference),
  get("/docs/", anybody, toReference),
  get("/docs.md", anybody, showReferenceText),
  get("/docs/guides", anybody, showGuides),
  get("/docs/search", anybody, showDocsSearch),
  get("/docs/:folder/:document", anybody, showDocument),
  get("/docs/:folder/:subfolder/:document", anybody, showDocument),
  get("/llms.txt", anybody, showLlmsText),
  get("/brand/operator/:hash", anybody, sendOperatorLogo),
  get("/brand/providers/:hash", anybody, sendProviderIcon),
  get("/brand/:seller_code/:hash", anybody, sendLogo),

  get("/pay/:seller_code/:session_id", visitor, showCheckout),
  get("/pay/:seller_code/:session_id/status", anybody, showCheckoutStatus),
  get("/pay/:seller_code/:session_id/confirm", anybody, toCheckout),
  post("/pay/:seller_code/:session_id/confirm", visitor, confirmOrder),
  get("/pay/:seller_code/:session_id/payments", anybody, toCheckout),
  post("/pay/:seller_code/:session_id/payments", visitor, payOrder),
  post("/pay/:seller_code/:session_id/payments/:payment/cancel", visitor, giveUpPayment),
  postFiles("/pay/:seller_code/:session_id/payments/:payment/paid", visitor, tellPaid),
  get("/theme", visitor, showThemes),
  post("/theme", anybody, chooseTheme),
  get("/zone", visitor, showZones),
  post("/zone", visitor, chooseZone),

  ...BUYER_ROUTES,

  get("/console/sign-in", visit, showSignIn),
  post("/console/sign-in", visit, signIn),
  post("/console/sign-in/code", visit, enterSecondFactor),
  post("/console/sign-in/other", anybody, signInAsOther),
  post("/console/sign-out", anybody, signOut),
  get("/console/sign-up", visit, showSignUp),
  post("/console/sign-up", visit, startSignUp),
  post("/console/sign-up/code", visit, completeSignUp),
  post("/console/sign-up/again", visit, sendSignUpAgain),
  post("/console/sign-up/other", anybody, signUpAsOther),
  get("/console/forgotten", visit, showForgotten),
  post("/console/forgotten", visit, startReset),
  post("/console/forgotten/code", visit, completeReset),
  post("/console/forgotten/again", visit, sendResetAgain),
  post("/console/forgotten/other", anybody, resetAnother),

  get("/console", person, showAccounts),
  get("/console/new", person, showNewAccount),
  post("/console/new", person, openAccount),
  get("/console/account-email/:seller_code/:token", visit, showAccountEmail),
  post("/console/account-email/:seller_code/:token", visit, takeAccountEmail),
  get("/console/invitations/:seller_code/:invitation", visit, showInvitation),
  post("/console/invitations/:seller_code/:invitation", person, joinAccount),

  get("/console/me", person, showSelf),
  post("/console/me/name", person, renameSelf),
  post("/console/me/sessions/:session/end", person, endSession),
  post("/console/me/sessions/end-all", person, signOutEverywhere),
  get("/console/me/password", proved(person), showPassword),
  post("/console/me/password", proved(person), changePassword),
  get("/console/me/second-factor", proved(person), showSecondFactor),
  post("/console/me/second-factor/start", proved(person), startSecondFactor),
  post("/console/me/second-factor/confirm", proved(person), confirmSecondFactor),
  post("/console/me/second-factor/codes", proved(person), renewRecoveryCodes),
  post("/console/me/second-factor/off", proved(person), switchSecondFactorOff),
  post("/console/me/second-factor/passkeys", proved(person), addPasskey),
  post("/console/me/second-factor/passkeys/:passkey/remove", proved(person), removePasskey),
  get("/console/me/prove", person, showProve),
  post("/console/me/prove", person, prove),

  get("/console/:seller_code", member("read", { findsBadges: true }), showOverview),
  post("/console/:seller_code/setup", member("handleOrders"), takeSetup),

  get("/console/:seller_code/search", member("read"), showSearch),

  get("/console/:seller_code/sessions", member("read"), showSessions),
  get("/console/:seller_code/escrows", member("read"), showEscrows),
  get("/console/:seller_code/customers", member("read"), showCustomers),
  get("/console/:seller_code/escrows/:escrow", member("read"), showEscrow),
  get("/console/:seller_code/escrows/:escrow/customer", member("read"), showCustomer),
  get("/console/:seller_code/escrows/:escrow/receipt.pdf", member("read"), downloadPaper("receipt")),
  get("/console/:seller_code/escrows/:escrow/invoice.pdf", member("read"), downloadPaper("invoice")),
  get("/console/:seller_code/escrows/:escrow/credit-notes/:refund", member("read"), downloadCreditNote),
  get("/console/:seller_code/escrows/:escrow/messages", member("read"), showMessages),
  postFiles("/console/:seller_code/escrows/:escrow/messages", member("handleOrders"), writeToBuyer),
  get("/console/:seller_code/escrows/:escrow/messages/files/:file", member("read"), downloadMessageFile),
  post("/console/:seller_code/escrows/:escrow/messages/settle", member("handleOrders"), settleTalk),
  get("/console/:seller_code/escrows/:escrow/questions", member("read"), showQuestions),
  postFiles("/console/:seller_code/escrows/:escrow/questions", member("handleOrders"), answerOperator),
  post("/console/:seller_code/escrows/:escrow/notes", member("handleOrders"), writeNote),
  post("/console/:seller_code/escrows/:escrow/notes/:note/delete", member("handleOrders"), removeNote),
  get("/console/:seller_code/escrows/:escrow/status", member("read"), escrowStatus),
  get("/console/:seller_code/escrows/:escrow/milestones/:milestone/submit", member("handleOrders"), showSubmit),
  post("/console/:seller_code/escrows/:escrow/milestones/:milestone/submit", member("handleOrders"), submitDelivery),
  get("/console/:seller_code/escrows/:escrow/cancel", provedSeller, showCancel),
  post("/console/:seller_code/escrows/:escrow/cancel", provedSeller, cancelAndRefund),
  get("/console/:seller_code/escrows/:escrow/refund", provedSeller, showRefund),
  post("/console/:seller_code/escrows/:escrow/refund", provedSeller, refundBuyer),
  post("/console/:seller_code/escrows/:escrow/refund/:refund_request/confirm", provedSeller, confirmRequest),
  post("/console/:seller_code/escrows/:escrow/refund/:refund_request/decline", provedSeller, declineRequest),

  ...EXPORT_NAMES.flatMap((name) => [
    get(`/console/:seller_code/exports/${name}`, member("read"), showExport(name)),
    get(`/console/:seller_code/exports/${name}/download`, member("read"), downloadExport(name)),
  ]),

  get("/console/:seller_code/disputes", member("read"), showDisputes),
  get("/console/:seller_code/escrows/:escrow_id/dispute", member("read"), showDispute),
  get("/console/:seller_code/escrows/:escrow_id/evidence/:evidence_id", member("read"), downloadEvidence),
  postFiles("/console/:seller_code/escrows/:escrow_id/dispute/statements", member("handleOrders"), sendStatement),
  post("/console/:seller_code/escrows/:escrow_id/dispute/offers", member("handleOrders"), offerSplit),
  get("/console/:seller_code/escrows/:escrow_id/dispute/offers/:number/accept", member("handleOrders"), showAccept),
  post("/console/:seller_code/escrows/:escrow_id/dispute/offers/:number/accept", member("handleOrders"), acceptSplit),
  post("/console/:seller_code/escrows/:escrow_id/dispute/offers/:number/decline", member("handleOrders"), declineSplit),
  post(
    "/console/:seller_code/escrows/:escrow_id/dispute/offers/:number/withdraw",
    member("handleOrders"),
    withdrawSplit,
  ),

  get("/console/:seller_code/wallet", member("read"), showWallet),
  post("/console/:seller_code/wallet/review", provedPayer, reviewPayout),
  get("/console/:seller_code/wallet/review", member("read"), toWallet),
  get("/console/:seller_code/wallet/payouts", member("read"), showPayouts),
  post("/console/:seller_code/wallet/payouts", provedPayer, payOut),
  get("/console/:seller_code/wallet/payouts/:payout", member("read"), showPayout),
  get("/console/:seller_code/wallet/payouts/:payout/status", member("read"), payoutStatus),
  post("/console/:seller_code/wallet/payouts/:payout/cancel", provedPayer, callBack),
  get("/console/:seller_code/wallet/destinations", member("read"), showDestinations),
  get("/console/:seller_code/wallet/destinations/new", provedPayer, showNewDestination),
  post("/console/:seller_code/wallet/destinations", provedPayer, keepDestination),
  post("/console/:seller_code/wallet/destinations/:destination/remove", provedPayer, forgetDestination),
  post("/console/:seller_code/wallet/connected", provedPayer, rateLimited("looking_up", connect)),
  get("/console/:seller_code/wallet/connected", member("read"), returnFromHolder),
  get("/console/:seller_code/wallet/statement", member("read"), showStatement),
  get("/console/:seller_code/wallet/statement.csv", member("read"), downloadStatement),
  get("/console/:seller_code/wallet/statement.pdf", member("read"), downloadMonth),

  get("/console/:seller_code/notifications", member("read"), showNotificationList),
  post("/console/:seller_code/notifications", member("read"), takeAsRead),

  ...DEVELOPER_ROUTES,

  get("/console/:seller_code/settings", member("read"), showProfile),
  post("/console/:seller_code/settings", member("configure"), keepProfile),
  post("/console/:seller_code/settings/trading-name", proved(member("configure")), keepTradingName),
  post("/console/:seller_code/settings/account-email", proved(member("configure")), askAccountEmail),
  post("/console/:seller_code/settings/account-email/give-up", member("configure"), giveUpAccountEmail),
  get("/console/:seller_code/settings/verification", member("configure"), showVerification),
  post("/console/:seller_code/settings/verification", member("configure"), submitForReview),
  postFiles("/console/:seller_code/settings/verification/documents", member("configure"), handInDocuments),
  get("/console/:seller_code/settings/verification/documents/:document", member("configure"), downloadDocument),
  post("/console/:seller_code/settings/verification/documents/:document/remove", member("configure"), takeBackDocument),
  get("/console/:seller_code/settings/terms", member("configure"), showTerms),
  post("/console/:seller_code/settings/terms", member("configure"), keepTerms),
  get("/console/:seller_code/settings/brand", member("configure"), showBrand),
  postFiles("/console/:seller_code/settings/brand", member("configure"), keepBrand),
  post("/console/:seller_code/settings/brand/logo/remove", member("configure"), dropLogo),
  get("/console/:seller_code/settings/embed", member("configure"), showEmbed),
  post("/console/:seller_code/settings/embed", proved(member("configure")), keepEmbed),
  get("/console/:seller_code/settings/domain", member("configure"), showDomain),
  post("/console/:seller_code/settings/domain", proved(member("configure")), keepDomain),
  post("/console/:seller_code/settings/domain/check", member("configure"), rateLimited("looking_up", checkDomain)),
  post("/console/:seller_code/settings/domain/remove", proved(member("configure")), removeDomain),
  get("/console/:seller_code/settings/notifications", member("read"), showNotifications),
  post("/console/:seller_code/settings/notifications", member("read"), keepNotifications),

  get("/console/:seller_code/security", member("manageTeam"), showSecurity),
  get("/console/:seller_code/security.csv", member("manageTeam"), downloadSecurity),
  get("/console/:seller_code/team", member("read"), showTeam),
  post("/console/:seller_code/team/invite", provedManager, rateLimited("sending", inviteColleague)),
  post(
    "/console/:seller_code/team/invitations/:invitation/resend",
    provedManager,
    rateLimited("sending", resendInvitation),
  ),
  post("/console/:seller_code/team/invitations/:invitation/revoke", provedManager, revokeInvitation),
  post("/console/:seller_code/team/members/:member/role", provedManager, changeRole),
  post("/console/:seller_code/team/members/:member/remove", provedManager, removeMember),
  post("/console/:seller_code/team/refunds", provedManager, limitRefunds),
  post("/console/:seller_code/team/leave", proved(member("read")), leaveTeam),

  ...LINK_ROUTES,
  ...FRAME_ROUTES,
  ...DESK_ROUTES,

  inSandbox(get("/sandbox/mailbox", anybody, showMailbox)),
  inSandbox(get("/sandbox/mailbox/:id", anybody, showMail)),
  inSandbox(get("/sandbox/mailbox/:id/html", anybody, showMailHtml)),
  inSandbox(get("/sandbox/card/:reference", anybody, showCard)),
  inSandbox(post("/sandbox/card/:reference", anybody, actOnCard)),
  inSandbox(get("/sandbox/connect/:seller", anybody, showConnect)),
  inSandbox(post("/sandbox/connect/:seller", anybody, actOnConnect)),
  inSandbox(get("/sandbox/phone/:reference", anybody, showPhone)),
  inSandbox(post("/sandbox/phone/:reference", anybody, answerPrompt)),
  inSandbox(get("/sandbox/rates", anybody, showSandboxRates)),
  inSandbox(post("/sandbox/rates", anybody, setSandboxRates)),
  inSandbox(get("/sandbox/bank/:reference", anybody, showBank)),
  inSandbox(post("/sandbox/bank/:reference", anybody, transfer)),
];
