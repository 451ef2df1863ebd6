import type { Acted } from "../../commands/on-account.js";
import type { StatementFormat } from "../../domain/bank-statements.js";
import { isRail, railIdOf } from "../../domain/rails.js";
import type { Result } from "../../domain/result.js";
import type { PaymentStatus, PayoutStatus } from "../../domain/states.js";

/** What came of an action, behind the page that it leads on to. */
export const SAID = {
  verified: ["good", "The account is verified. We emailed the seller."],
  rejected: ["good", "The verification was refused. The seller reads your reason in the console and by email."],
  suspended: ["good", "The account is suspended."],
  reinstated: ["good", "The account is reinstated."],
  fees: ["good", "The fees apply to new sessions."],
  limits: ["good", "The limit was changed."],
  "domain-taken": ["good", "The domain answers no longer. We emailed the owners your reason."],
  "domain-allowed": ["good", "The seller can name the domain again, and has to show that it is theirs."],
  resolved: ["good", "The dispute is resolved. Both sides can read your reason in the history."],
  refunded: ["good", "Refunded. We emailed the buyer and the seller, who reads that you did it."],
  retried: ["good", "Retry started."],
  asked: ["good", "Audit requested."],
  second: ["note", "Another operator has to confirm this under Approvals. Nothing has happened yet."],
  "asked-already": ["note", "Another operator has already been asked to confirm this. See Approvals."],
  "looked-after": ["good", "Other operators see that you are looking into it."],
  evidence: ["good", "The evidence is with the provider. What the bank makes of it, you are told by mail."],
  "evidence-refused": ["bad", "The provider did not take it. Look at what it says in its own dashboard."],
  "evidence-unreachable": ["bad", "The provider did not answer, and nothing is noted. Send it again in a minute."],
  "evidence-not-offered": ["bad", "Nothing was sent: this provider takes no evidence here. Answer in its dashboard."],
  question: ["good", "Your question is on its way by email. The answer comes back here, and under Questions."],
  closed: ["good", "The notice is closed. Your reason is in the audit log."],
  "no-reason": ["bad", "Nothing was done: give a reason in one sentence."],
  "difference-closed": ["good", "The difference is closed, and your reason is in the audit log."],
  float: ["good", "Recorded. Your reason is in the audit log."],
  identity: ["good", "Saved. Every page and mail names it within a few seconds."],
  "identity-logo": ["good", "The logo was changed. Pages show it within a few seconds."],
  booked: ["good", "Booked. The order shows it within a few seconds."],
  "claim-refused": ["good", "The buyer reads your reason on the payment page."],
  reversed: ["good", "Taken back. The order shows it within a few seconds."],
  "not-held": ["bad", "Nothing was done: not all of it is held any more, or something of it goes back already."],
  sent: ["good", "Noted as sent. The buyer sees the refund as paid."],
  "batch-made": ["good", "The batch is made. Another operator has to approve it."],
  "batch-approved": ["good", "Approved. Its file can be written now."],
  "batch-exported": ["good", "The file is written. Download it, and hand it to the bank once."],
  "batch-asked": ["note", "Another operator has to agree. Nothing is exported until then."],
  "batch-kept": ["good", "The batch stays."],
  "batch-withdrawn": ["good", "The batch is withdrawn, in both your names. What was in it is due again."],
  "batch-own": [
    "bad",
    "Nothing was done: you belong to an account in this batch, or bought an order that it refunds, so another operator has to decide.",
  ],
  "batch-held": [
    "bad",
    "Nothing was done: an account in this batch was stopped. Withdraw the batch, and make another one.",
  ],
  "batch-nothing": ["note", "Nothing is due that you may gather."],
  "batch-not-offered": ["bad", "Nothing was done: RAILS_FILE does not say how this rail pays these accounts."],
  "statement-uploaded": ["note", "Nothing is booked yet: another operator has to import it."],
  "statement-imported": ["good", "Imported. Orders show what was paid within a few seconds."],
  "statement-declined": ["good", "Declined. Nothing of it was booked."],
  "statement-withdrawn": ["good", "Withdrawn. Nothing of it was booked."],
  "statement-waiting": [
    "bad",
    "The file was not kept: another one of this rail is waiting. It has to be imported, declined or withdrawn first.",
  ],
  "statement-changed": [
    "bad",
    "Nothing was imported: since you opened the page, something has changed what this file does. Check it again.",
  ],
  "statement-nothing": ["note", "Every line of this file is booked already, so there is nothing to import."],
  "statement-own": [
    "bad",
    "Nothing was done: this file pays an account you belong to, or an order you bought, so other operators have to import it.",
  ],
  "statement-not-offered": ["bad", "Nothing was done: RAILS_FILE doesn’t say how statements of this rail are read."],
  "rate-accepted": ["good", "Accepted. Pages use it within a few seconds."],
  "rate-refused": ["good", "Refused. What is current stays, and your reason is in the audit log."],
  payee: ["good", "Kept. The refund leaves by the next batch."],
  "order-refused": ["good", "The money goes back to the seller’s wallet, and the seller reads your reason."],
  "ending-asked": ["note", "Another operator has to agree. Nothing has happened yet."],
  "ending-kept": ["good", "It stays as it is."],
  "ending-done": ["good", "Noted, in both your names. It is booked within a few seconds."],
  unsent: ["good", "Noted. The refund stands under Stuck money."],
  "no-bank-reference": ["bad", "Nothing was done: give the bank’s reference of the transfer."],
  own: ["bad", "Nothing was done: you belong to this account, so another operator has to decide."],
  "own-order": ["bad", "Nothing was done: you bought this order yourself, so another operator has to decide."],
  "own-request": ["bad", "Nothing was done: someone else has to confirm your request."],
  confirmed: ["good", "Confirmed and done, in both your names."],
  declined: ["good", "Declined. Nothing was done."],
  unchanged: ["note", "Nothing was changed: it already is as requested."],
  stale: ["bad", "Nothing was done: it has changed since you opened the page. Check it and try again."],
  underway: ["note", "An audit is already requested or running."],
} as const;
export type SaidCode = keyof typeof SAID;

export const isSaid = (code: string): code is SaidCode => Object.hasOwn(SAID, code);

/** Which sentence goes with what came of a verb. */
export const saidOf = (
  acted:
    | Acted
    | Result<
        null,
        | "own_request"
        | "asked_already"
        | "refused"
        | "unreachable"
        | "not_offered"
        | "own_account"
        | "own_order"
        | "second_needed"
        | "stale"
      >,
  done: SaidCode,
  otherwise: SaidCode = "stale",
): SaidCode => (acted.ok ? done : (SAID_OF.get(acted.reason) ?? otherwise));

const SAID_OF: ReadonlyMap<string, SaidCode> = new Map([
  ["own_account", "own"],
  ["own_order", "own-order"],
  ["own_request", "own-request"],
  ["asked_already", "asked-already"],
  ["refused", "evidence-refused"],
  ["unreachable", "evidence-unreachable"],
  ["not_offered", "evidence-not-offered"],
]);

export const PAYMENT_LABELS = {
  CREATED: "Waiting for the money",
  PENDING: "On its way",
  SUCCEEDED: "Paid",
  FAILED: "Given up",
} as const satisfies Record<PaymentStatus, string>;

export const PAYOUT_LABELS = {
  REQUESTED: "Requested",
  SENT: "On its way",
  PARKED: "Stuck",
  PAID: "Paid",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
  RETURNED: "Came back",
} as const satisfies Record<PayoutStatus, string>;

const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: "Stripe",
  pawapay: "pawaPay",
  paystack: "Paystack",
  flutterwave: "Flutterwave",
  momo: "MTN MoMo",
  "sandbox-card": "Sandbox card",
  "sandbox-mobile-money": "Sandbox mobile money",
  "sandbox-bank": "Sandbox bank",
};

/** A format of banks as they call it. */
export const STATEMENT_FORMATS = { csv: "CSV", "camt.053": "camt.053", mt940: "MT940" } as const satisfies Record<
  StatementFormat["format"],
  string
>;

/** A provider as it calls itself. */
export const providerName = (provider: string): string =>
  isRail(provider) ? `Rail ${railIdOf(provider)}` : (PROVIDERS[provider] ?? provider.replace(/^http:/, ""));

/** Why a payer's bank took a payment back, by the code that providers have for it (Stripe, "Dispute categories"). */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: "The bank can’t process it",
  check_returned: "The cheque was returned",
  credit_not_processed: "A promised refund didn’t arrive",
  customer_initiated: "The payer asked their bank",
  debit_not_authorized: "The payer didn’t authorise the debit",
  duplicate: "Charged twice",
  mistaken_booking: "A receipt was booked by mistake",
  fraudulent: "The payer says they didn’t pay",
  general: "No reason given",
  incorrect_account_details: "Wrong account details",
  insufficient_funds: "Not enough money in the account",
  noncompliant: "Breaks the card scheme’s rules",
  product_not_received: "The order didn’t arrive",
  product_unacceptable: "Not as described, or defective",
  subscription_canceled: "Charged after the subscription was cancelled",
  unrecognized: "The payer doesn’t recognise the payment",
};

export const reasonName = (reason: string): string => REASONS[reason] ?? plainName(reason);

/** "Pending funding" for PENDING_FUNDING; what is no code stays as it is. */
export const plainName = (code: string): string =>
  /^(?:[A-Z]+(?:_[A-Z]+)*|[a-z]+(?:_[a-z]+)+)$/.test(code) && code !== "USD"
    ? `${code.charAt(0).toUpperCase()}${code.slice(1).toLowerCase().replaceAll("_", " ")}`
    : code;
