/** Every page and every form of the operators' desk. */
import { operator } from "./desk/access.js";
import { letDomain, reinstate, setFees, setLimit, suspend, takeDomain } from "./desk/account/actions.js";
import { showDeskAccount } from "./desk/account/route.js";
import { showDeskAccounts } from "./desk/accounts/route.js";
import { confirm, decline } from "./desk/approvals/actions.js";
import { showApprovals } from "./desk/approvals/route.js";
import { showAudit } from "./desk/audit/route.js";
import { approve, askBack, askEnd, confirmEnd, dropEnd, keep, takeBack, writeFile } from "./desk/batch/actions.js";
import { sendBatchFile, showBatch } from "./desk/batch/route.js";
import { gather, sendNot } from "./desk/batches/actions.js";
import { showBatches } from "./desk/batches/route.js";
import { endDifference, takeDifference, writeFloat } from "./desk/books/actions.js";
import { downloadDifferences, downloadExchange, showBooks } from "./desk/books/route.js";
import { sendToBank } from "./desk/chargeback/actions.js";
import { showChargeback } from "./desk/chargeback/route.js";
import { showChargebacks } from "./desk/chargebacks/route.js";
import { checkResolution, confirmResolution } from "./desk/dispute/actions.js";
import { sendDeskEvidence, showDeskDispute } from "./desk/dispute/route.js";
import { showDeskDisputes } from "./desk/disputes/route.js";
import { DESK_EXPORT_NAMES } from "./desk/exports/names.js";
import { downloadDeskExport, showDeskExport } from "./desk/exports/route.js";
import { showDesk } from "./desk/home/route.js";
import { keepIdentity, keepIdentityLogo } from "./desk/identity/actions.js";
import { showIdentity } from "./desk/identity/route.js";
import { askForAudit } from "./desk/ledger/actions.js";
import { showLedger, showLedgerStatus } from "./desk/ledger/route.js";
import { showDeskOrder } from "./desk/order/route.js";
import { keepPayee, showPayee } from "./desk/payee/route.js";
import { showQuestions } from "./desk/questions/route.js";
import { book, refuse, reverse } from "./desk/receipt/actions.js";
import { sendProof, showReceipt } from "./desk/receipt/route.js";
import { tellSent, tellUnsent } from "./desk/receipts/actions.js";
import { showReceipts } from "./desk/receipts/route.js";
import { refundForBuyer } from "./desk/refund/actions.js";
import { showDeskRefund } from "./desk/refund/route.js";
import { showDeskSearch } from "./desk/search/route.js";
import { downloadDeskSecurity, showDeskSecurity } from "./desk/security/route.js";
import { upload } from "./desk/statements/actions.js";
import { showStatements } from "./desk/statements/route.js";
import { closeByHand, tryCall, tryPayout, tryRefund } from "./desk/stuck/actions.js";
import { showStuck } from "./desk/stuck/route.js";
import { askSide, sendDeskMessageFile } from "./desk/talk/actions.js";
import { declineIt, importIt, withdrawIt } from "./desk/upload/actions.js";
import { showUpload } from "./desk/upload/route.js";
import { takeOrRefuse } from "./desk/verification/actions.js";
import { sendDeskDocument, showDeskVerification } from "./desk/verification/route.js";
import { showDeskVerifications } from "./desk/verifications/route.js";
import { showDeskWebhooks } from "./desk/webhooks/route.js";
import { proved } from "./kit/fresh.js";
import { get, type PageRoute, post, postFiles } from "./kit/route.js";
import type { PageServices } from "./services.js";

/** Money leaves by them, so a session has to have proved lately who uses it. */
const provedOperator = proved(operator);

export const DESK_ROUTES: readonly PageRoute<PageServices>[] = [
  get("/desk", operator, showDesk),
  get("/desk/search", operator, showDeskSearch),
  get("/desk/orders/:code/:escrow", operator, showDeskOrder),
  get("/desk/orders/:code/:escrow/refund", operator, showDeskRefund),
  post("/desk/orders/:code/:escrow/refund", operator, refundForBuyer),
  post("/desk/orders/:code/:escrow/questions", operator, askSide),
  get("/desk/orders/:code/:escrow/questions/files/:file", operator, sendDeskMessageFile),
  get("/desk/questions", operator, showQuestions),
  get("/desk/verifications", operator, showDeskVerifications),
  get("/desk/verifications/:code", operator, showDeskVerification),
  get("/desk/verifications/:code/documents/:document", operator, sendDeskDocument),
  post("/desk/verifications/:code/decide", operator, takeOrRefuse),
  get("/desk/disputes", operator, showDeskDisputes),
  get("/desk/disputes/:code/:escrow", operator, showDeskDispute),
  get("/desk/disputes/:code/:escrow/evidence/:evidence", operator, sendDeskEvidence),
  post("/desk/disputes/:code/:escrow/check", operator, checkResolution),
  post("/desk/disputes/:code/:escrow/resolve", operator, confirmResolution),
  get("/desk/chargebacks", operator, showChargebacks),
  get("/desk/chargebacks/:chargeback", operator, showChargeback),
  post("/desk/chargebacks/:chargeback/evidence", operator, sendToBank),
  get("/desk/approvals", operator, showApprovals),
  post("/desk/approvals/:approval/confirm", operator, confirm),
  post("/desk/approvals/:approval/decline", operator, decline),
  get("/desk/receipts", operator, showReceipts),
  post("/desk/receipts/sent", operator, tellSent),
  post("/desk/receipts/unsent", operator, tellUnsent),
  get("/desk/receipts/:code/:escrow/:payment", operator, showReceipt),
  get("/desk/receipts/:code/:escrow/:payment/proofs/:proof", operator, sendProof),
  post("/desk/receipts/:code/:escrow/:payment/book", operator, book),
  post("/desk/receipts/:code/:escrow/:payment/refuse", operator, refuse),
  post("/desk/receipts/:code/:escrow/:payment/reverse", operator, reverse),
  get("/desk/statements", operator, showStatements),
  postFiles("/desk/statements", provedOperator, upload),
  get("/desk/statements/:upload", operator, showUpload),
  post("/desk/statements/:upload/import", provedOperator, importIt),
  post("/desk/statements/:upload/decline", operator, declineIt),
  post("/desk/statements/:upload/withdraw", operator, withdrawIt),
  get("/desk/batches", operator, showBatches),
  post("/desk/batches", operator, gather),
  post("/desk/batches/refuse", operator, sendNot),
  get("/desk/batches/refunds/:refund", operator, showPayee),
  post("/desk/batches/refunds/:refund", operator, keepPayee),
  get("/desk/batches/:batch", operator, showBatch),
  post("/desk/batches/:batch/approve", provedOperator, approve),
  post("/desk/batches/:batch/export", provedOperator, writeFile),
  get("/desk/batches/:batch/file", provedOperator, sendBatchFile),
  post("/desk/batches/:batch/withdraw", operator, askBack),
  post("/desk/batches/:batch/withdraw/confirm", provedOperator, takeBack),
  post("/desk/batches/:batch/withdraw/keep", operator, keep),
  post("/desk/batches/:batch/orders", operator, askEnd),
  post("/desk/batches/:batch/orders/confirm", provedOperator, confirmEnd),
  post("/desk/batches/:batch/orders/keep", operator, dropEnd),
  get("/desk/stuck", operator, showStuck),
  post("/desk/stuck/calls", operator, tryCall),
  post("/desk/stuck/refunds", operator, tryRefund),
  post("/desk/stuck/payouts", operator, tryPayout),
  get("/desk/books", operator, showBooks),
  get("/desk/books/differences.csv", operator, downloadDifferences),
  get("/desk/books/exchange.csv", operator, downloadExchange),
  post("/desk/books/look", operator, takeDifference),
  post("/desk/books/close", operator, endDifference),
  post("/desk/books/float", operator, writeFloat),
  post("/desk/stuck/notices", operator, closeByHand),
  get("/desk/accounts", operator, showDeskAccounts),
  get("/desk/accounts/:code", operator, showDeskAccount),
  post("/desk/accounts/:code/suspend", operator, suspend),
  post("/desk/accounts/:code/reinstate", operator, reinstate),
  post("/desk/accounts/:code/fees", operator, setFees),
  post("/desk/accounts/:code/limits", operator, setLimit),
  post("/desk/accounts/:code/domain/take", operator, takeDomain),
  post("/desk/accounts/:code/domain/allow", operator, letDomain),
  get("/desk/ledger", operator, showLedger),
  get("/desk/ledger/status", operator, showLedgerStatus),
  post("/desk/ledger/run", operator, askForAudit),
  get("/desk/webhooks", operator, showDeskWebhooks),
  get("/desk/security", operator, showDeskSecurity),
  get("/desk/security.csv", operator, downloadDeskSecurity),
  get("/desk/audit", operator, showAudit),
  get("/desk/identity", operator, showIdentity),
  post("/desk/identity", operator, keepIdentity),
  postFiles("/desk/identity/logo/:ground", operator, keepIdentityLogo),
  ...DESK_EXPORT_NAMES.flatMap((name) => [
    get(`/desk/exports/${name}`, operator, showDeskExport(name)),
    get(`/desk/exports/${name}/download`, operator, downloadDeskExport(name)),
  ]),
];
