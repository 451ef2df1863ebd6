// Generated from docs/api/openapi.json by tools/openapi.mjs. Change packages/contract, then run npm run docs.

/** The dated version of the API that these types describe; sent as `Escrow-Version` with every request. */
export const API_VERSION = "2026-09-01";

/** The seller account that owns the API key. */
export interface Account {
  readonly object: "account";
  readonly id: string;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly verification_status: VerificationStatus;
  /** The key used, masked. */
  readonly api_key: string;
  readonly api_version: string;
}

/** Decimal US dollars with exactly two decimal places, as a string, at least 0.01. */
export type AmountInput = string;

/** An order offered to a buyer. */
export interface CheckoutSession {
  readonly id: string;
  readonly object: "checkout.session";
  readonly status: CheckoutSessionStatus;
  /** The hosted page; null unless the session is OPEN. */
  readonly url: string | null;
  readonly title: string;
  readonly description: string;
  readonly currency: "USD";
  readonly amount: Money;
  readonly line_items: readonly LineItem[];
  readonly milestones: readonly PlannedMilestone[];
  readonly external_reference: string;
  readonly customer_email: string;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly platform: string;
  /** The escrow, once COMPLETED. */
  readonly escrow: string | null;
  /** When the link expires. Unix seconds. */
  readonly expires_at: number;
  /** When the buyer confirmed. Unix seconds. */
  readonly completed_at: number | null;
  /** When the session was created. Unix seconds. */
  readonly created: number;
}

/** The buyer confirmed and the escrow was created. */
export interface CheckoutSessionCompletedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "checkout.session.completed";
  readonly data: {
    readonly object: EventCheckoutSession;
  };
}

/** An order to be paid through escrow. */
export interface CheckoutSessionCreate {
  readonly title: string;
  readonly amount: AmountInput;
  /** Default: `USD`. */
  readonly currency?: "USD" | null | undefined;
  readonly description?: string | null | undefined;
  readonly line_items?: readonly LineItemInput[] | null | undefined;
  readonly milestones?: readonly MilestoneInput[] | null | undefined;
  /** Your order id. */
  readonly external_reference?: string | null | undefined;
  /** Prefills the sign-in form. Before the @ it takes ASCII alone, dots anywhere; the domain may have letters of any script, and is kept in ASCII (Punycode). Of `Ada <ada@example.com>` and `mailto:ada@example.com` the address is kept. */
  readonly customer_email?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
  /** Where the hosted page returns the buyer after payment. In live mode https, or the private-use scheme of an app, which has a dot in its name. Where the buyer is led there, `{CHECKOUT_SESSION_ID}`, `{ESCROW_ID}` and `{EXTERNAL_REFERENCE}` in it are replaced, percent-encoded; by nothing while there is no escrow or no reference. */
  readonly success_url?: string | null | undefined;
  /** Where the hosted page returns a buyer who gives up. In live mode https, or the private-use scheme of an app, which has a dot in its name. Where the buyer is led there, `{CHECKOUT_SESSION_ID}`, `{ESCROW_ID}` and `{EXTERNAL_REFERENCE}` in it are replaced, percent-encoded; by nothing while there is no escrow or no reference. */
  readonly cancel_url?: string | null | undefined;
  readonly platform?: string | null | undefined;
  /** Seconds until the link expires. Default: `86400`. */
  readonly expires_in?: number | null | undefined;
}

/** The link expired, or the session was expired by the API. */
export interface CheckoutSessionExpiredEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "checkout.session.expired";
  readonly data: {
    readonly object: EventCheckoutSession;
  };
}

/** A page of CheckoutSession objects. */
export interface CheckoutSessionList {
  readonly object: "list";
  readonly data: readonly CheckoutSession[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Where the session stands. Values may be added: with one that you do not know, send no buyer to the session, and leave its order as it is. */
export type CheckoutSessionStatus = "OPEN" | "COMPLETED" | "EXPIRED";

/** The seller's account at the provider that holds their money and pays their bank. */
export interface ConnectedAccount {
  readonly object: "connected_account";
  /** Who holds the money. */
  readonly provider: string;
  readonly status: ConnectedAccountStatus;
  /** Whether money can be sent there now. */
  readonly payable: boolean;
  /** What the provider wants from the seller, in its own words. */
  readonly wanted: readonly string[];
  /** Why the provider stopped it, in its own word. */
  readonly stopped_reason: string | null;
  /** When the provider said so last; null before it was asked. Unix seconds. */
  readonly updated_at: number | null;
}

/** The way to the provider's own pages, which ask who the seller is and where their bank account is. */
export interface ConnectedAccountLink {
  readonly object: "connected_account.link";
  /** Leads there once, and for some minutes: send the seller there at once. */
  readonly url: string;
  readonly connected_account: ConnectedAccount;
}

/** Where the seller goes on after the provider's pages. */
export interface ConnectedAccountLinkCreate {
  /** Where the provider's pages lead when the seller is done, or leaves. In live mode https. */
  readonly return_url: string;
  /** Where a link leads that has expired: create another there. Without it, `return_url`. In live mode https. */
  readonly refresh_url?: string | null | undefined;
}

/** How the seller stands with the provider. READY: what is released is sent there by itself. Values may be added: treat one that you do not know as STOPPED. */
export type ConnectedAccountStatus =
  | "NOT_STARTED"
  | "STARTED"
  | "DETAILS_WANTED"
  | "IN_REVIEW"
  | "READY"
  | "STOPPED"
  | "REFUSED";

/** Why, for your program. Values may be added: treat one that you do not know by `type` and the HTTP status. */
export type ErrorCode =
  | "validation_failed"
  | "missing_submission_details"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "idempotency_conflict"
  | "session_completed"
  | "escrow_not_funded"
  | "invalid_state"
  | "refund_too_large"
  | "insufficient_balance"
  | "milestone_disputed"
  | "payment_disputed"
  | "payment_too_old"
  | "external_reference_taken"
  | "payload_too_large"
  | "unsupported_media_type"
  | "rate_limited"
  | "headers_too_large"
  | "internal_error"
  | "service_unavailable";

/** Why a request was refused. */
export interface ErrorEnvelope {
  readonly error: {
    readonly type: ErrorType;
    readonly code: ErrorCode;
    /** Why, for people. */
    readonly message: string;
    readonly details?: Readonly<Record<string, readonly string[]>> | undefined;
  };
}

/** The kind of refusal. Values may be added: treat one that you do not know by the HTTP status. */
export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "rate_limit_error"
  | "api_error";

/** Money held for an order until its delivery is approved. */
export interface Escrow {
  /** The escrow. */
  readonly id: string;
  readonly object: "escrow";
  readonly reference_code: string;
  readonly dispute_reference: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: EscrowStatus;
  readonly currency: "USD";
  readonly amount: Money;
  readonly fees: Money;
  readonly total: Money;
  readonly funded_amount: Money;
  /** What went back to the buyer of the order by refunds, fees apart. Left out while there is none. */
  readonly amount_refunded?: string | undefined;
  /** Who confirmed the order. */
  readonly buyer: {
    readonly email: string;
  } | null;
  readonly checkout_session: string | null;
  readonly external_reference: string;
  readonly metadata: Metadata;
  readonly milestones: readonly Milestone[];
  /** When the buyer confirmed. Unix seconds. */
  readonly created: number;
}

/** The escrow was cancelled or declined. */
export interface EscrowCancelledEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.cancelled";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** All milestones were approved. */
export interface EscrowCompletedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.completed";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** An escrow was created from a session. */
export interface EscrowCreatedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.created";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** The escrow is in dispute. */
export interface EscrowDisputedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.disputed";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** A deadline passed. */
export interface EscrowExpiredEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.expired";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** The total was received; the escrow is IN_ESCROW. */
export interface EscrowFundedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.funded";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** A page of Escrow objects. */
export interface EscrowList {
  readonly object: "list";
  readonly data: readonly Escrow[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** The buyer approved; the milestone's money was released. */
export interface EscrowMilestoneApprovedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.milestone.approved";
  readonly data: {
    readonly object: EventMilestone;
  };
}

/** The buyer disputed the milestone. */
export interface EscrowMilestoneDisputedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.milestone.disputed";
  readonly data: {
    readonly object: EventMilestone;
  };
}

/** The buyer asked for changes. */
export interface EscrowMilestoneRevisionRequestedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.milestone.revision_requested";
  readonly data: {
    readonly object: EventMilestone;
  };
}

/** The merchant submitted delivery. */
export interface EscrowMilestoneSubmittedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.milestone.submitted";
  readonly data: {
    readonly object: EventMilestone;
  };
}

/** Any other change of a milestone's status. */
export interface EscrowMilestoneUpdatedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.milestone.updated";
  readonly data: {
    readonly object: EventMilestone;
  };
}

/** A part-payment was received. */
export interface EscrowPartiallyFundedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.partially_funded";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** Where the escrow stands. Values may be added: with one that you do not know, leave the order as it is, and neither ship nor refund. */
export type EscrowStatus =
  | "PENDING_ACCEPTANCE"
  | "PENDING_FUNDING"
  | "AWAITING_PAYMENT"
  | "WAITING_PAYMENT_CONFIRMATION"
  | "PARTIALLY_FUNDED"
  | "IN_ESCROW"
  | "WORK_IN_PROGRESS"
  | "COMPLETED"
  | "DISPUTED"
  | "DECLINED"
  | "CANCELLED"
  | "CLOSED"
  | "DEADLINE_EXPIRED";

/** Any other change of an escrow's status. */
export interface EscrowUpdatedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.updated";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** Delivery of the first milestone was submitted. */
export interface EscrowWorkStartedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "escrow.work_started";
  readonly data: {
    readonly object: EventEscrow;
  };
}

/** A change of state, as every delivery and every feed page shows it. Types may be added: answer 2xx to an event of a type that you do not know, and do nothing. */
export type Event =
  | CheckoutSessionCompletedEvent
  | CheckoutSessionExpiredEvent
  | EscrowCreatedEvent
  | EscrowPartiallyFundedEvent
  | EscrowFundedEvent
  | EscrowWorkStartedEvent
  | EscrowMilestoneSubmittedEvent
  | EscrowMilestoneRevisionRequestedEvent
  | EscrowMilestoneApprovedEvent
  | EscrowMilestoneDisputedEvent
  | EscrowCompletedEvent
  | EscrowDisputedEvent
  | EscrowCancelledEvent
  | EscrowExpiredEvent
  | EscrowUpdatedEvent
  | EscrowMilestoneUpdatedEvent
  | RefundCreatedEvent
  | RefundUpdatedEvent
  | PingEvent;

/** The session after the change. */
export interface EventCheckoutSession {
  readonly id: string;
  readonly object: "checkout.session";
  readonly status: CheckoutSessionStatus;
  /** The hosted page; null unless the session is OPEN. */
  readonly url: string | null;
  readonly title: string;
  readonly description: string;
  readonly currency: "USD";
  readonly amount: Money;
  readonly line_items: readonly LineItem[];
  readonly milestones: readonly PlannedMilestone[];
  readonly external_reference: string;
  readonly customer_email: string;
  readonly metadata: Metadata;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly platform: string;
  /** The escrow, once COMPLETED. */
  readonly escrow: string | null;
  /** When the link expires. Unix seconds. */
  readonly expires_at: number;
  /** When the buyer confirmed. Unix seconds. */
  readonly completed_at: number | null;
  /** When the session was created. Unix seconds. */
  readonly created: number;
  readonly previous_status: CheckoutSessionStatus;
}

/** The escrow after the change. */
export interface EventEscrow {
  /** The escrow. */
  readonly id: string;
  readonly object: "escrow";
  readonly reference_code: string;
  readonly dispute_reference: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: EscrowStatus;
  readonly currency: "USD";
  readonly amount: Money;
  readonly fees: Money;
  readonly total: Money;
  readonly funded_amount: Money;
  /** What went back to the buyer of the order by refunds, fees apart. Left out while there is none. */
  readonly amount_refunded?: string | undefined;
  /** Who confirmed the order. */
  readonly buyer: {
    readonly email: string;
  } | null;
  readonly checkout_session: string | null;
  readonly external_reference: string;
  readonly metadata: Metadata;
  readonly milestones: readonly Milestone[];
  /** When the buyer confirmed. Unix seconds. */
  readonly created: number;
  readonly previous_status?: EscrowStatus | undefined;
}

/** A page of Event objects. */
export interface EventList {
  readonly object: "list";
  readonly data: readonly Event[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** The milestone after the change, and where it belongs. */
export interface EventMilestone {
  /** The milestone. */
  readonly id: string;
  readonly object: "milestone";
  readonly reference_code: string;
  readonly title: string;
  readonly description: string;
  readonly amount: Money;
  readonly status: MilestoneStatus;
  /** Empty until delivery was submitted. */
  readonly submission_details: string;
  /** What went back to the buyer of this milestone by refunds, fees apart. Left out while there is none. */
  readonly amount_refunded?: string | undefined;
  /** The escrow. */
  readonly escrow: string;
  readonly checkout_session: string | null;
  readonly external_reference: string;
  readonly previous_status: MilestoneStatus;
}

/** A test. */
export interface EventPing {
  readonly object: "ping";
  readonly message: string;
}

/** The refund after the change, and where it belongs. */
export interface EventRefund {
  readonly id: string;
  readonly object: "refund";
  /** The escrow. */
  readonly escrow_id: string;
  /** The milestone that was named. */
  readonly milestone_id: string | null;
  readonly amount: Money;
  readonly currency: "USD";
  /** What of the buyer's fees goes back beside the amount. */
  readonly fee_refunded: string;
  readonly source: RefundSource;
  readonly status: RefundStatus;
  readonly failure_reason: RefundFailure | null;
  readonly reason: RefundReason;
  readonly external_reference: string;
  readonly metadata: Metadata;
  /** When it was asked for. Unix seconds. */
  readonly created_at: number;
  /** When its status last changed. Unix seconds. */
  readonly updated_at: number;
  /** The buyer's own currency. Left out where the buyer paid in US dollars, or in several currencies. */
  readonly presented_currency?: string | undefined;
  /** What the buyer gets in that currency, with the decimals that it has: amount and fees, at the rate of the payment. Left out as the currency is. */
  readonly presented_amount?: string | undefined;
  readonly checkout_session: string | null;
  /** The `external_reference` of the escrow: your order id. */
  readonly order_reference: string;
  readonly previous_status?: RefundStatus | undefined;
}

/** What happened. Values may be added: answer 2xx to one that you do not know, and do nothing. */
export type EventType =
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "escrow.created"
  | "escrow.partially_funded"
  | "escrow.funded"
  | "escrow.work_started"
  | "escrow.milestone.submitted"
  | "escrow.milestone.revision_requested"
  | "escrow.milestone.approved"
  | "escrow.milestone.disputed"
  | "escrow.completed"
  | "escrow.disputed"
  | "escrow.cancelled"
  | "escrow.expired"
  | "escrow.updated"
  | "escrow.milestone.updated"
  | "refund.created"
  | "refund.updated"
  | "ping";

/** A line of the order, for display only. */
export interface LineItem {
  readonly name: string;
  readonly unit_amount: Money;
  readonly quantity: number;
  readonly sku: string;
}

/** A line of the order, for display only. */
export interface LineItemInput {
  readonly name: string;
  readonly unit_amount: MoneyInput;
  /** Default: `1`. */
  readonly quantity?: number | null | undefined;
  readonly sku?: string | null | undefined;
}

/** A mail, as the mailbox of the sandbox shows it. */
export interface Mail {
  /** The address that it is for. */
  readonly to: string;
  readonly subject: string;
  /** The plain text. */
  readonly text: string;
  /** The same as an HTML document that fetches nothing. */
  readonly html: string;
  /** When it was written. Unix seconds. */
  readonly created: number;
}

/** A page of Mail objects. */
export interface MailList {
  readonly object: "list";
  readonly data: readonly Mail[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Your own keys and values, echoed on the session and its escrow. None holds NUL or half a character (a lone surrogate), and no key is `__proto__`. */
export type Metadata = Readonly<Record<string, string>>;

/** A part of an escrow, released on its own. */
export interface Milestone {
  /** The milestone. */
  readonly id: string;
  readonly object: "milestone";
  readonly reference_code: string;
  readonly title: string;
  readonly description: string;
  readonly amount: Money;
  readonly status: MilestoneStatus;
  /** Empty until delivery was submitted. */
  readonly submission_details: string;
  /** What went back to the buyer of this milestone by refunds, fees apart. Left out while there is none. */
  readonly amount_refunded?: string | undefined;
}

/** A part of the order that is delivered and released on its own. */
export interface MilestoneInput {
  readonly title: string;
  readonly amount: AmountInput;
  readonly description?: string | null | undefined;
}

/** Where the milestone stands. Values may be added: with one that you do not know, leave the order as it is. */
export type MilestoneStatus = "PENDING" | "AWAITING_REVIEW" | "REVISION_REQUESTED" | "COMPLETED" | "DISPUTED";

/** Decimal US dollars with exactly two decimal places, as a string. */
export type Money = string;

/** Decimal US dollars with exactly two decimal places, as a string. */
export type MoneyInput = string;

/** The test button in the console was pressed. */
export interface PingEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "ping";
  readonly data: {
    readonly object: EventPing;
  };
}

/** A milestone as it was given when the session was created. */
export interface PlannedMilestone {
  readonly title: string;
  readonly amount: Money;
  readonly description: string;
}

/** Money of an order that goes back to its buyer. */
export interface Refund {
  readonly id: string;
  readonly object: "refund";
  /** The escrow. */
  readonly escrow_id: string;
  /** The milestone that was named. */
  readonly milestone_id: string | null;
  readonly amount: Money;
  readonly currency: "USD";
  /** What of the buyer's fees goes back beside the amount. */
  readonly fee_refunded: string;
  readonly source: RefundSource;
  readonly status: RefundStatus;
  readonly failure_reason: RefundFailure | null;
  readonly reason: RefundReason;
  readonly external_reference: string;
  readonly metadata: Metadata;
  /** When it was asked for. Unix seconds. */
  readonly created_at: number;
  /** When its status last changed. Unix seconds. */
  readonly updated_at: number;
  /** The buyer's own currency. Left out where the buyer paid in US dollars, or in several currencies. */
  readonly presented_currency?: string | undefined;
  /** What the buyer gets in that currency, with the decimals that it has: amount and fees, at the rate of the payment. Left out as the currency is. */
  readonly presented_amount?: string | undefined;
}

/** What goes back to the buyer of an order. */
export interface RefundCreate {
  /** Decimal US dollars with exactly two decimal places, at least 0.01, fees apart. Without it, all that can still go back. */
  readonly amount?: string | null | undefined;
  /** Of which milestone. Without it, of the last one first. */
  readonly milestone_id?: string | null | undefined;
  /** Why; the buyer reads it. Default: `other`. */
  readonly reason?: "requested_by_customer" | "out_of_stock" | "damaged" | "duplicate" | "other" | null | undefined;
  /** Your refund id. One refund of the account has it: sent again with the same body, it shows that one. */
  readonly external_reference?: string | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** Money of an order was refunded, by the API or by a person. */
export interface RefundCreatedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "refund.created";
  readonly data: {
    readonly object: EventRefund;
  };
}

/** Why it did not reach the buyer: the provider refused it, the buyer's bank returned it, or nobody knows yet. Values may be added: show one that you do not know as it is. */
export type RefundFailure = "refused" | "returned" | "unknown";

/** A page of Refund objects. */
export interface RefundList {
  readonly object: "list";
  readonly data: readonly Refund[];
  readonly next: string | null;
  readonly previous: string | null;
}

/** Why the seller refunded. Values may be added: treat one that you do not know as other. */
export type RefundReason = "requested_by_customer" | "out_of_stock" | "damaged" | "duplicate" | "other";

/** Where the money comes from: what the escrow held, the seller's wallet, or both. Values may be added: show one that you do not know as it is. */
export type RefundSource = "held" | "wallet" | "both";

/** How far it is. Values may be added: treat one that you do not know as PENDING. */
export type RefundStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "PARTIALLY_RETURNED";

/** The refund reached the buyer, failed, or came back. */
export interface RefundUpdatedEvent {
  readonly id: string;
  readonly object: "event";
  /** When it happened. Unix seconds. */
  readonly created: number;
  readonly type: "refund.updated";
  readonly data: {
    readonly object: EventRefund;
  };
}

/** What to do to deliveries; what is not given is off. */
export interface SandboxChaos {
  /** Send each attempt twice. Default: `false`. */
  readonly duplicate?: boolean | null | undefined;
  /** Let events of the same two seconds arrive in reverse order. Default: `false`. */
  readonly shuffle?: boolean | null | undefined;
  /** Put each first attempt off by so many seconds. Default: `0`. */
  readonly delay_seconds?: number | null | undefined;
  /** Fail the first attempts of each delivery without sending them. Default: `0`. */
  readonly drop_first?: number | null | undefined;
}

/** The clock of the sandbox. */
export interface SandboxClock {
  readonly object: "test_clock";
  /** What the service calls now. Unix seconds. */
  readonly now: number;
  /** Seconds ahead of real time. */
  readonly offset: number;
}

/** How far to move the clock. */
export interface SandboxClockAdvance {
  readonly seconds: number;
}

/** Confirms as a buyer would. */
export interface SandboxConfirm {
  /** The buyer; the session's customer_email by default. Before the @ it takes ASCII alone, dots anywhere; the domain may have letters of any script, and is kept in ASCII (Punycode). Of `Ada <ada@example.com>` and `mailto:ada@example.com` the address is kept. */
  readonly buyer_email?: string | null | undefined;
}

/** Nothing to say. */
export type SandboxEmpty = Readonly<Record<string, unknown>>;

/** What the payment provider would report. */
export interface SandboxPayment {
  readonly amount?: AmountInput | null | undefined;
  /** Default: `card`. */
  readonly method?: "card" | "mobile_money" | "bank" | null | undefined;
  /** Default: `succeeded`. */
  readonly outcome?: "succeeded" | "failed" | "pending" | null | undefined;
  /** In which the buyer pays, other than USD: the amount stays in US dollars, and counts at the rate of now. Of a payment that is open already, nothing changes. */
  readonly presented_currency?: string | null | undefined;
}

/** Why the buyer objects. */
export interface SandboxReason {
  /** Not blank. */
  readonly reason: string;
}

/** How the operator resolves the dispute. */
export interface SandboxResolution {
  readonly outcome: "release" | "resume" | "settle";
  /** The one disputed longest by default. */
  readonly milestone?: string | null | undefined;
  readonly release?: MoneyInput | null | undefined;
  readonly refund?: MoneyInput | null | undefined;
}

/** How a delivery travels. Shown to the buyer; answers do not repeat it. */
export interface ShippingInput {
  /** Who carries it. */
  readonly carrier?: string | null | undefined;
  readonly tracking_number?: string | null | undefined;
  /** Where the buyer can follow it. */
  readonly tracking_url?: string | null | undefined;
}

/** Delivery of a milestone. */
export interface Submission {
  /** Tracking or delivery notes. Not blank. */
  readonly submission_details: string;
  readonly shipping?: ShippingInput | null | undefined;
}

/** How far the seller is verified. Values may be added: treat one that you do not know as UNVERIFIED. */
export type VerificationStatus = "UNVERIFIED" | "PENDING" | "VERIFIED" | "REJECTED";

/** What the sandbox does to deliveries of an endpoint. */
export interface WebhookChaos {
  readonly object: "webhook_chaos";
  /** The webhook endpoint. */
  readonly endpoint: string;
  /** Each attempt is sent twice. */
  readonly duplicate: boolean;
  /** Events of the same two seconds arrive in reverse order. */
  readonly shuffle: boolean;
  /** How long each first attempt is put off. */
  readonly delay_seconds: number;
  /** How many attempts of each delivery fail unsent. */
  readonly drop_first: number;
}
