/** Stripe's objects as its double keeps and answers them: every field that Stripe requires, and those that are used. */

export type Shape = { [field: string]: unknown };
export type Made = { readonly id: string; readonly created: number; readonly livemode: boolean };

export const session = (made: Made, form: Shape): Shape => {
  const [item] = form["line_items"] as readonly [
    { price_data: { unit_amount: string; currency: string }; quantity: string },
  ];
  const amount = Number(item.price_data.unit_amount) * Number(item.quantity);
  return {
    ...made,
    object: "checkout.session",
    mode: form["mode"],
    status: "open",
    payment_status: "unpaid",
    url: `https://checkout.stripe.com/c/pay/${made.id}`,
    payment_intent: null,
    amount_total: amount,
    amount_subtotal: amount,
    currency: item.price_data.currency,
    client_reference_id: form["client_reference_id"] ?? null,
    customer_email: form["customer_email"] ?? null,
    metadata: form["metadata"] ?? {},
    expires_at: form["expires_at"] === undefined ? made.created + 86_400 : Number(form["expires_at"]),
    success_url: form["success_url"],
    cancel_url: form["cancel_url"] ?? null,
    locale: form["locale"] ?? null,
    payment_method_types: form["payment_method_types"] ?? ["card"],
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
  };
};

export const intent = (made: Made, fields: Shape): Shape => ({
  ...made,
  object: "payment_intent",
  amount_received: 0,
  latest_charge: null,
  last_payment_error: null,
  next_action: null,
  capture_method: "automatic_async",
  transfer_group: null,
  customer: null,
  ...fields,
});

export const charge = (made: Made, fields: Shape): Shape => ({
  ...made,
  object: "charge",
  amount_refunded: 0,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  captured: true,
  disputed: false,
  paid: true,
  refunded: false,
  status: "succeeded",
  ...fields,
  amount_captured: fields["amount"],
});

export const customer = (made: Made, form: Shape): Shape => ({
  ...made,
  object: "customer",
  email: form["email"] ?? null,
  metadata: form["metadata"] ?? {},
});

export const refund = ({ id, created }: Made, fields: Shape): Shape => ({
  id,
  created,
  object: "refund",
  balance_transaction: null,
  charge: null,
  payment_intent: null,
  reason: null,
  receipt_number: null,
  ...fields,
});

export const movement = ({ id, created }: Made, fields: Shape): Shape => ({
  id,
  created,
  object: "balance_transaction",
  available_on: created + 2 * 86_400,
  balance_type: "payments",
  description: null,
  exchange_rate: null,
  fee_details:
    fields["fee"] === 0
      ? []
      : [
          {
            amount: fields["fee"],
            application: null,
            currency: fields["currency"],
            description: "Stripe processing fees",
            type: "stripe_fee",
          },
        ],
  status: "pending",
  net: Number(fields["amount"]) - Number(fields["fee"]),
  ...fields,
});

export const dispute = (made: Made, fields: Shape): Shape => ({
  ...made,
  object: "dispute",
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: { enhanced_evidence: {} },
  evidence_details: {
    due_by: made.created + 7 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  metadata: {},
  reason: "fraudulent",
  ...fields,
});

export const file = ({ id, created }: Made, fields: Shape): Shape => ({
  id,
  created,
  object: "file",
  expires_at: null,
  links: null,
  title: null,
  type: "png",
  url: null,
  ...fields,
});

export const cashTransaction = (made: Made, fields: Shape): Shape => ({
  ...made,
  object: "customer_cash_balance_transaction",
  ...fields,
});

/** Details of one arrival, as a bank in the United States tells them. */
export const FUNDED = {
  bank_transfer: {
    reference: null,
    type: "us_bank_transfer",
    us_bank_transfer: { network: "ach", sender_name: "A Payer" },
  },
};

const ADDRESS = {
  city: "South San Francisco",
  country: "US",
  line1: "354 Oyster Point Blvd",
  line2: null,
  postal_code: "94080",
  state: "CA",
};

export const transferInstructions = (fields: {
  readonly remaining: number;
  readonly currency: unknown;
  readonly accountNumber: string;
  readonly reference: string;
}): Shape => ({
  type: "display_bank_transfer_instructions",
  display_bank_transfer_instructions: {
    amount_remaining: fields.remaining,
    currency: fields.currency,
    reference: fields.reference,
    hosted_instructions_url: `https://payments.stripe.com/bank_transfers/instructions/${fields.reference}`,
    type: "us_bank_transfer",
    financial_addresses: [
      {
        type: "aba",
        supported_networks: ["ach", "domestic_wire_us"],
        aba: {
          account_holder_address: ADDRESS,
          account_holder_name: "Holdfast Test",
          account_number: fields.accountNumber,
          account_type: "checking",
          bank_address: ADDRESS,
          bank_name: "US Test Bank",
          routing_number: "999999999",
        },
      },
    ],
  },
});

export const account = (id: string): Shape => ({
  id,
  object: "account",
  charges_enabled: true,
  payouts_enabled: true,
  country: "US",
  default_currency: "usd",
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: "Holdfast Test", timezone: "Etc/UTC" },
    payments: { statement_descriptor: "HOLDFAST", statement_descriptor_kana: null, statement_descriptor_kanji: null },
  },
});

/** An account of a seller, of which nothing is known yet. */
export const connected = ({ id, created }: Made, form: Shape): Shape => ({
  ...account(id),
  created,
  type: "none",
  email: form["email"] ?? null,
  metadata: form["metadata"] ?? {},
  charges_enabled: false,
  payouts_enabled: false,
  details_submitted: false,
  capabilities: { transfers: "inactive" },
  requirements: {
    alternatives: [],
    current_deadline: null,
    currently_due: ["external_account", "individual.first_name", "tos_acceptance.date"],
    disabled_reason: "requirements.past_due",
    errors: [],
    eventually_due: [],
    past_due: ["external_account", "individual.first_name", "tos_acceptance.date"],
    pending_verification: [],
  },
});

export const transfer = (made: Made, form: Shape): Shape => ({
  ...made,
  object: "transfer",
  amount: Number(form["amount"]),
  amount_reversed: 0,
  balance_transaction: null,
  currency: form["currency"],
  description: null,
  destination: form["destination"],
  metadata: form["metadata"] ?? {},
  reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${made.id}/reversals` },
  reversed: false,
  source_transaction: form["source_transaction"] ?? null,
  source_type: "card",
  transfer_group: form["transfer_group"] ?? null,
});

export const reversal = ({ id, created }: Made, fields: Shape): Shape => ({
  id,
  created,
  object: "transfer_reversal",
  destination_payment_refund: null,
  metadata: {},
  source_refund: null,
  ...fields,
});

/** To a seller's bank, by itself, two days ahead. */
export const payout = (made: Made, amount: number): Shape => ({
  ...made,
  object: "payout",
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: made.created + 2 * 86_400,
  automatic: true,
  balance_transaction: null,
  currency: "usd",
  description: "STRIPE PAYOUT",
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  metadata: {},
  method: "standard",
  original_payout: null,
  payout_method: null,
  reconciliation_status: "in_progress",
  reversed_by: null,
  source_type: "card",
  statement_descriptor: null,
  status: "in_transit",
  trace_id: null,
  type: "bank_account",
});

export const failure = (fields: {
  readonly type: string;
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
}): Shape => ({
  error: { message: "The double refuses.", ...fields },
});
