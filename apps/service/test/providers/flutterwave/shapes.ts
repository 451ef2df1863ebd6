/** How Flutterwave shows what it knows, as its pages and its own client's documents have it. */
import type { Json } from "../../../src/providers/answers.js";
import { type Chargeback, type Event, type Refund, TRANSFER_FEE, type Transaction, type Transfer } from "./books.js";

const ACCOUNT = 73_362;

/** In the currency's own unit. */
const major = (hundredths: number): number => hundredths / 100;
/** Lines of lists bear this machine's time: nobody moves the clock that statements are closed by. */
const dateOf = ({ written }: { readonly written: number }): string => new Date(written * 1000).toISOString();

export const transactionShape = (one: Transaction): Json => ({
  id: one.id,
  tx_ref: one.reference,
  flw_ref: one.flwRef,
  device_fingerprint: "N/A",
  amount: major(one.amount),
  currency: one.currency,
  charged_amount: major(one.amount),
  app_fee: major(one.amount - one.settled),
  merchant_fee: 0,
  processor_response: one.status === "successful" ? "Approved by Financial Institution" : "Transaction in progress",
  auth_model: "VBVSECURECODE",
  ip: "192.0.2.7",
  narration: "CARD Transaction",
  status: one.status,
  payment_type: "card",
  created_at: dateOf(one),
  amount_settled: one.status === "successful" ? major(one.settled) : null,
  customer: { id: 252_759, name: "Anonymous customer", phone_number: null, email: "ada@buyer.example" },
  account_id: ACCOUNT,
});

/** As it is answered when it is made. */
export const madeRefundShape = (one: Refund): Json => ({
  id: one.id,
  account_id: ACCOUNT,
  tx_id: one.transaction.id,
  flw_ref: one.transaction.flwRef,
  wallet_id: 74_639,
  amount_refunded: major(one.amount),
  status: one.status,
  destination: "payment_source",
  meta: { source: "availablebalance" },
  created_at: dateOf(one),
});

export const refundShape = (one: Refund, hidesComment: boolean): Json => ({
  id: one.id,
  amount_refunded: major(one.amount),
  status: one.status,
  flw_ref: one.transaction.flwRef,
  ...(hidesComment ? {} : { comment: one.comment }),
  settlement_id: "NEW",
  meta: '{"source":"ledgerbalance"}',
  created_at: dateOf(one),
  account_id: ACCOUNT,
  transaction_id: one.transaction.id,
});

/** Lists write some names otherwise. */
export const listedRefundShape = (one: Refund, hidesComment: boolean): Json => ({
  id: one.id,
  AmountRefunded: major(one.amount),
  status: one.status,
  FlwRef: one.transaction.flwRef,
  ...(hidesComment ? {} : { comment: one.comment }),
  created_at: dateOf(one),
  account_id: ACCOUNT,
  TransactionId: one.transaction.id,
});

export const transferShape = (one: Transfer): Json => ({
  id: one.id,
  account_number: one.number,
  bank_code: one.bank,
  full_name: one.name,
  created_at: dateOf(one),
  currency: one.currency,
  debit_currency: one.currency,
  amount: major(one.amount),
  fee: major(TRANSFER_FEE),
  status: one.status,
  reference: one.reference,
  meta: null,
  narration: one.reference,
  approver: null,
  complete_message: one.message,
  requires_approval: 0,
  is_approved: 1,
  bank_name: one.bank,
});

export const chargebackShape = (one: Chargeback): Json => ({
  id: one.id,
  amount: major(one.amount),
  flw_ref: one.transaction.flwRef,
  status: one.status,
  stage: "new",
  comment: "I did not get the goods",
  due_date: new Date((one.created + 172_800) * 1000).toISOString(),
  settlement_id: "N/A",
  created_at: dateOf(one),
  transaction_id: one.transaction.id,
  tx_ref: one.transaction.reference,
});

export function noticeShape({ event, about }: Event): Json {
  if ("comment" in about) return { event, "event.type": "REFUND", data: listedRefundShape(about, false) };
  if ("bank" in about) return { event, "event.type": "Transfer", data: transferShape(about) };
  if ("transaction" in about) return { event, data: chargebackShape(about) };
  return { event, data: transactionShape(about) };
}

export const BANKS: readonly Json[] = [
  { id: 1, code: "044", name: "Access Bank" },
  { id: 2, code: "063", name: "Access Bank (Diamond)" },
  { id: 3, code: "057", name: "Zenith Bank" },
  { id: 4, code: "090001", name: "Twin Bank" },
  { id: 5, code: "090002", name: "Twin Bank" },
];
