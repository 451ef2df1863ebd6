/** How Paystack shows what it knows: whole, as its OpenAPI document has it, with nothing where we read nothing. */
import type { Json } from "../../../src/providers/paystack/answers.js";
import type { Dispute, Entry, Recipient, Refund, Transaction, Transfer } from "./books.js";

const INTEGRATION = 100_032;

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const dateOr = (seconds: number | null): string | null => (seconds === null ? null : dateOf(seconds));

const customer = (email: string): Json => ({
  id: 181_873_746,
  first_name: "",
  last_name: "",
  email,
  customer_code: "CUS_1rkzaqsv4rrhqo6",
  phone: "",
  metadata: null,
  risk_action: "default",
  international_format_phone: "",
});

export function transactionShape(one: Transaction, domain: string): Json {
  const { created, paidAt, status } = one;
  return {
    id: one.id,
    domain,
    status,
    reference: one.name,
    receipt_number: null,
    amount: one.received,
    message: null,
    gateway_response: status === "success" ? "Successful" : "The transaction was not completed",
    paid_at: dateOr(paidAt),
    created_at: dateOf(created),
    channel: one.channels[0] ?? "card",
    currency: one.arrived,
    ip_address: "192.0.2.7",
    metadata: one.metadata,
    log: {
      start_time: created,
      time_spent: 16,
      attempts: 1,
      errors: 0,
      success: paidAt !== null,
      mobile: false,
      input: [],
      history: [],
    },
    fees: one.fees,
    fees_split: null,
    authorization: {},
    customer: customer(one.email),
    plan: null,
    split: {},
    order_id: null,
    paidAt: dateOr(paidAt),
    createdAt: dateOf(created),
    requested_amount: one.amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: dateOf(created),
    plan_object: {},
    subaccount: {},
  };
}

/** As it is answered by its id. */
export const fetchedShape = (one: Transaction, domain: string): Json => ({
  ...transactionShape(one, domain),
  helpdesk_link: null,
  metadata: { custom_fields: [] },
  plan: {},
  source: { type: "api", source: "merchant_api", identifier: null },
  customer: { ...customer(one.email), metadata: {} },
  authorization: {
    authorization_code: "AUTH_double",
    bin: "408408",
    last4: "4081",
    exp_month: "12",
    exp_year: "2030",
    channel: "card",
    card_type: "visa",
    bank: "TEST BANK",
    country_code: "NG",
    brand: "visa",
    reusable: false,
    signature: "SIG_double",
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  },
});

const partOf = (one: Transaction, domain: string): Json => ({
  id: one.id,
  domain,
  reference: one.name,
  amount: one.received,
  paid_at: dateOf(one.paidAt ?? one.created),
  channel: one.channels[0] ?? "card",
  currency: one.arrived,
  authorization: { exp_month: null, exp_year: null, account_name: null },
  customer: { international_format_phone: null },
  plan: {},
  subaccount: { currency: null },
  split: {},
  order_id: null,
  paidAt: dateOf(one.paidAt ?? one.created),
  pos_transaction_data: null,
  source: null,
  fees_breakdown: null,
});

/** As it is answered when it was asked for: with what it is of. */
export const madeRefundShape = (one: Refund, domain: string): Json => ({
  transaction: partOf(one.transaction, domain),
  integration: INTEGRATION,
  deducted_amount: one.amount,
  channel: null,
  merchant_note: one.note,
  customer_note: `Refund for transaction ${one.transaction.name}`,
  status: one.status,
  refunded_by: "shop@seller.example",
  expected_at: dateOf(one.created + 10 * 86_400),
  currency: one.transaction.arrived,
  domain,
  amount: one.amount,
  fully_deducted: true,
  id: one.id,
  createdAt: dateOf(one.created),
  updatedAt: dateOf(one.created),
});

export const refundShape = (one: Refund, domain: string): Json => ({
  integration: INTEGRATION,
  transaction: one.transaction.id,
  dispute: one.isDispute ? 1 : null,
  settlement: null,
  id: one.id,
  domain,
  currency: one.transaction.arrived,
  amount: one.amount,
  status: one.status,
  refunded_at: null,
  refunded_by: "shop@seller.example",
  customer_note: `Refund for transaction ${one.transaction.name}`,
  merchant_note: one.note,
  deducted_amount: one.amount,
  fully_deducted: 1,
  createdAt: dateOf(one.created),
  bank_reference: null,
  transaction_reference: one.transaction.name,
  reason: "",
  customer: { ...customer(one.transaction.email), metadata: "" },
  refund_type: one.amount === one.transaction.received ? "full" : "partial",
  transaction_amount: one.transaction.received,
  initiated_by: "shop@seller.example",
  refund_channel: "card",
  session_id: null,
  collect_account_number: false,
});

/** A notice of a refund bears neither its id nor a note. */
export const refundNotice = (one: Refund, domain: string): Json => ({
  status: one.status,
  transaction_reference: one.transaction.name,
  refund_reference: null,
  amount: one.amount,
  currency: one.transaction.arrived,
  processor: "mpgs_zen",
  customer: { first_name: "", last_name: "", email: one.transaction.email },
  integration: INTEGRATION,
  domain,
});

export const recipientShape = (one: Recipient, domain: string): Json => ({
  active: true,
  createdAt: dateOf(1),
  currency: one.currency,
  description: "",
  domain,
  email: "",
  id: one.id,
  integration: INTEGRATION,
  name: one.name,
  recipient_code: one.code,
  type: one.type,
  updatedAt: dateOf(1),
  is_deleted: false,
  isDeleted: false,
  details: {
    authorization_code: null,
    account_number: one.number,
    account_name: one.name,
    bank_code: one.bank,
    bank_name: "Bank",
  },
});

const transferCommon = (one: Transfer, domain: string): Json => ({
  domain,
  amount: one.amount,
  currency: one.currency,
  reference: one.reference,
  source: "balance",
  source_details: null,
  reason: one.reference,
  status: one.status,
  failures: null,
  transfer_code: `TRF_${one.id}`,
  titan_code: null,
  transferred_at: null,
  id: one.id,
  integration: INTEGRATION,
  createdAt: dateOf(one.created),
  updatedAt: dateOf(one.created),
});

export const madeTransferShape = (one: Transfer, domain: string): Json => ({
  ...transferCommon(one, domain),
  transfersessionid: [],
  transfertrials: [],
  request: one.id,
  recipient: one.recipient.id,
});

export const transferShape = (one: Transfer, domain: string): Json => {
  const { isDeleted: _, ...recipient } = recipientShape(one.recipient, domain);
  return {
    ...transferCommon(one, domain),
    recipient,
    session: { provider: null, id: null },
    gateway_response: null,
  };
};

export const disputeShape = (one: Dispute, domain: string): Json => ({
  id: one.id,
  refund_amount: one.amount,
  currency: one.transaction.arrived,
  status: one.status,
  resolution: one.resolution,
  domain,
  transaction: {
    ...transactionShape(one.transaction, domain),
    metadata: { custom_fields: [] },
    authorization: { receiver_bank_account_number: null, receiver_bank: null },
    customer: { international_format_phone: null },
    plan: {},
  },
  transaction_reference: null,
  category: "chargeback",
  customer: { ...customer(one.transaction.email), metadata: {} },
  bin: "408408",
  last4: "4081",
  dueAt: dateOf(one.created + 2 * 86_400),
  resolvedAt: null,
  evidence: null,
  attachments: null,
  note: null,
  history: [{ status: one.status, by: "bank@issuer.example", createdAt: dateOf(one.created) }],
  messages: [],
  createdAt: dateOf(one.created),
  updatedAt: dateOf(one.created),
});

export const entryShape = (one: Entry, domain: string): Json => ({
  integration: INTEGRATION,
  domain,
  balance: one.balance,
  currency: one.currency,
  difference: one.difference,
  reason: one.model,
  model_responsible: one.model,
  model_row: one.row,
  id: one.id,
  createdAt: dateOf(one.at),
  updatedAt: dateOf(one.at),
});

type Bank = { readonly name: string; readonly code: string; readonly currency: string; readonly type: string };

export const BANKS: readonly Bank[] = [
  { name: "Zenith Bank", code: "057", currency: "NGN", type: "nuban" },
  { name: "Access Bank", code: "044", currency: "NGN", type: "nuban" },
  { name: "Access Bank", code: "063", currency: "NGN", type: "nuban" },
  { name: "M-PESA", code: "MPESA", currency: "KES", type: "mobile_money" },
];

export const bankShape = (one: Bank, index: number): Json => ({
  name: one.name,
  slug: one.name.toLowerCase().replaceAll(" ", "-"),
  code: one.code,
  longcode: "",
  gateway: null,
  pay_with_bank: false,
  supports_transfer: true,
  available_for_direct_debit: false,
  active: true,
  is_deleted: false,
  country: "Nigeria",
  currency: one.currency,
  type: one.type,
  id: index + 1,
  createdAt: dateOf(1),
  updatedAt: dateOf(1),
});
