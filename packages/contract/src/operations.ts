/**
 * Every operation of the API as one record: method, path, what goes in, what comes out, which refusals it may give.
 * Routing, validation, `Allow`, OpenAPI and the reference page are derived from this table.
 */
import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "./errors.js";
import { LIMITS } from "./limits.js";
import { byReference, paging, queryText } from "./queries.js";
import * as S from "./schemas.js";
import type { Scope } from "./scopes.js";

export type Operation = {
  readonly method: "GET" | "POST";
  /** Below {base_url}, with `{name}` for parameters. */
  readonly path: string;
  readonly tag: "Account" | "Checkout sessions" | "Escrows" | "Refunds" | "Events" | "Sandbox";
  /** What the key has to be given; null for an operation that every key may call. */
  readonly scope: Scope | null;
  readonly summary: string;
  readonly description: string;
  /** Query parameters; values arrive as text. */
  readonly query?: Readonly<Record<string, TSchema>>;
  readonly idempotent?: true;
  readonly body?: TSchema;
  readonly success: { readonly status: 200 | 201; readonly schema: TSchema };
  /** Refusals of its own, besides those that every operation may give. */
  readonly refusals: readonly ErrorCode[];
};

const Status = S.Escrow.properties.status;

export const OPERATIONS = {
  getAccount: {
    method: "GET",
    path: "/account",
    tag: "Account",
    scope: null,
    summary: "Retrieve the account",
    description: "Verifies the API key and shows the account that it acts for.",
    success: { status: 200, schema: S.Account },
    refusals: [],
  },
  getConnectedAccount: {
    method: "GET",
    path: "/connected_account",
    tag: "Account",
    scope: null,
    summary: "Retrieve the connected account",
    description:
      "Shows how the seller stands with the provider that holds their money, as the provider said last. Where no provider does, there is none: 404.",
    success: { status: 200, schema: S.ConnectedAccount },
    refusals: ["not_found"],
  },
  createConnectedAccountLink: {
    method: "POST",
    path: "/connected_account/links",
    tag: "Account",
    scope: "payouts:write",
    summary: "Link to the provider's onboarding",
    description:
      "Opens the account at the provider, once, and leads the seller to the provider's own pages. Send them there by themselves: what they enter decides where their money goes. Each call is another link to the same account.",
    body: S.ConnectedAccountLinkCreate,
    success: { status: 200, schema: S.ConnectedAccountLink },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  createSession: {
    method: "POST",
    path: "/checkout/sessions",
    tag: "Checkout sessions",
    scope: "sessions:write",
    summary: "Create a checkout session",
    description:
      "Offers an order to a buyer. Send the buyer to the `url` of the answer. With an `Idempotency-Key`, a repeat of the request returns the first answer, byte for byte, with `Idempotent-Replayed: true`.",
    idempotent: true,
    body: S.SessionCreate,
    success: { status: 201, schema: S.CheckoutSession },
    refusals: ["validation_failed", "idempotency_conflict"],
  },
  listSessions: {
    method: "GET",
    path: "/checkout/sessions",
    tag: "Checkout sessions",
    scope: "sessions:read",
    summary: "List checkout sessions",
    description: "Newest first.",
    query: { ...byReference, ...paging },
    success: { status: 200, schema: S.listOf("CheckoutSession", S.CheckoutSession) },
    refusals: ["validation_failed"],
  },
  getSession: {
    method: "GET",
    path: "/checkout/sessions/{id}",
    tag: "Checkout sessions",
    scope: "sessions:read",
    summary: "Retrieve a checkout session",
    description: "Shows the session as it is now.",
    success: { status: 200, schema: S.CheckoutSession },
    refusals: ["not_found"],
  },
  expireSession: {
    method: "POST",
    path: "/checkout/sessions/{id}/expire",
    tag: "Checkout sessions",
    scope: "sessions:write",
    summary: "Expire a checkout session",
    description: "Invalidates the link of a session that no buyer has completed. Expiring it again changes nothing.",
    success: { status: 200, schema: S.CheckoutSession },
    refusals: ["not_found", "session_completed"],
  },
  listEscrows: {
    method: "GET",
    path: "/escrows",
    tag: "Escrows",
    scope: "escrows:read",
    summary: "List escrows",
    description: "Newest first; only escrows created through your own sessions.",
    query: { status: Status, ...byReference, ...paging },
    success: { status: 200, schema: S.listOf("Escrow", S.Escrow) },
    refusals: ["validation_failed"],
  },
  getEscrow: {
    method: "GET",
    path: "/escrows/{escrow_id}",
    tag: "Escrows",
    scope: "escrows:read",
    summary: "Retrieve an escrow",
    description: "By its id or its `TR-` reference code.",
    success: { status: 200, schema: S.Escrow },
    refusals: ["not_found"],
  },
  submitMilestone: {
    method: "POST",
    path: "/escrows/{escrow_id}/milestones/{milestone_id}/submit",
    tag: "Escrows",
    scope: "escrows:write",
    summary: "Submit delivery of a milestone",
    description: "Tells the buyer what was delivered. The buyer then approves it, asks for a revision, or disputes it.",
    body: S.Submission,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "missing_submission_details", "not_found", "escrow_not_funded", "invalid_state"],
  },
  createRefund: {
    method: "POST",
    path: "/escrows/{escrow_id}/refunds",
    tag: "Refunds",
    scope: "refunds:write",
    summary: "Refund a part or all of an order",
    description:
      "First what is held goes back, with its share of the buyer's fees, then what was released, from your wallet. A milestone of which all went back is over; an order with nothing left ends. With an `Idempotency-Key`, a repeat of the request returns the first answer, byte for byte, with `Idempotent-Replayed: true`.",
    idempotent: true,
    body: S.RefundCreate,
    success: { status: 201, schema: S.Refund },
    refusals: [
      "validation_failed",
      "not_found",
      "escrow_not_funded",
      "invalid_state",
      "refund_too_large",
      "insufficient_balance",
      "milestone_disputed",
      "payment_disputed",
      "payment_too_old",
      "external_reference_taken",
      "idempotency_conflict",
    ],
  },
  listRefunds: {
    method: "GET",
    path: "/escrows/{escrow_id}/refunds",
    tag: "Refunds",
    scope: "escrows:read",
    summary: "List the refunds of an order",
    description:
      "Newest first. What goes back by itself, as when an order is cancelled or paid too much for, is not listed.",
    query: paging,
    success: { status: 200, schema: S.listOf("Refund", S.Refund) },
    refusals: ["validation_failed", "not_found"],
  },
  getRefund: {
    method: "GET",
    path: "/refunds/{refund_id}",
    tag: "Refunds",
    scope: "escrows:read",
    summary: "Retrieve a refund",
    description: "Shows the refund as it is now.",
    success: { status: 200, schema: S.Refund },
    refusals: ["not_found"],
  },
  listEvents: {
    method: "GET",
    path: "/events",
    tag: "Events",
    scope: "events:read",
    summary: "List events",
    description:
      "Every event of the account, newest first. To follow the feed, keep the id of the last event you handled and ask for what came `after` it: oldest first, with `next` always set.",
    query: {
      type: S.EventTypeName,
      after: queryText("An event id: what came after it, oldest first."),
      ...paging,
    },
    success: { status: 200, schema: S.listOf("Event", S.Event) },
    refusals: ["validation_failed"],
  },
  sandboxConfirmSession: {
    method: "POST",
    path: "/test_helpers/checkout/sessions/{id}/confirm",
    tag: "Sandbox",
    scope: "sessions:write",
    summary: "Confirm as the buyer",
    description: "Creates the escrow, as the buyer's confirmation on the hosted page does.",
    body: S.HelperConfirm,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxRecordPayment: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/payments",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Report a payment as the provider",
    description:
      "All that is due, by card, succeeded, unless said otherwise. A payment that is not due goes back to the payer.",
    body: S.HelperPayment,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxCancelEscrow: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/cancel",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Cancel as the merchant",
    description: "Cancels an escrow that is not finished or disputed; what is held goes back to the buyer.",
    body: S.HelperEmpty,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxDeclineEscrow: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/decline",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Decline as the buyer",
    description: "Ends an escrow that is not funded yet.",
    body: S.HelperEmpty,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxApproveMilestone: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/milestones/{milestone_id}/approve",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Approve as the buyer",
    description: "Releases the milestone's money to the merchant.",
    body: S.HelperEmpty,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxRequestRevision: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/milestones/{milestone_id}/request_revision",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Ask for a revision as the buyer",
    description: "Sends a submitted milestone back to the merchant.",
    body: S.HelperReason,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxDisputeMilestone: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/milestones/{milestone_id}/dispute",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Dispute as the buyer",
    description: "Stops the escrow until the dispute is resolved.",
    body: S.HelperReason,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxResolveDispute: {
    method: "POST",
    path: "/test_helpers/escrows/{escrow_id}/resolve",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Resolve a dispute as the operator",
    description:
      "`release` pays the milestone to the merchant, `resume` puts it back to what it was, `settle` splits all that is not released yet.",
    body: S.HelperResolve,
    success: { status: 200, schema: S.Escrow },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxReturnRefund: {
    method: "POST",
    path: "/test_helpers/refunds/{refund_id}/return",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Send a refund back as the buyer's bank",
    description:
      "What was refunded comes back, as from an account that is closed: the refund is FAILED and waits for an operator. One that was not paid out yet is paid out first.",
    body: S.HelperEmpty,
    success: { status: 200, schema: S.Refund },
    refusals: ["validation_failed", "not_found", "invalid_state"],
  },
  sandboxGetClock: {
    method: "GET",
    path: "/test_helpers/clock",
    tag: "Sandbox",
    scope: null,
    summary: "Read the test clock",
    description: "What the service calls now.",
    success: { status: 200, schema: S.SandboxClock },
    refusals: [],
  },
  sandboxAdvanceClock: {
    method: "POST",
    path: "/test_helpers/clock/advance",
    tag: "Sandbox",
    scope: "escrows:write",
    summary: "Advance the test clock",
    description: "Moves the clock of the whole deployment and runs everything that has come due before it answers.",
    body: S.HelperAdvance,
    success: { status: 200, schema: S.SandboxClock },
    refusals: ["validation_failed"],
  },
  sandboxListMails: {
    method: "GET",
    path: "/test_helpers/mailbox",
    tag: "Sandbox",
    scope: "events:read",
    summary: "List mails",
    description:
      "What the service has to say to sellers and buyers, newest first. The sandbox is one deployment for testing, so the mails of all its merchants are here; `to` narrows them down.",
    query: {
      to: queryText("Only mails to this address; upper and lower case are alike.", {
        minLength: 1,
        maxLength: LIMITS.emailLength,
      }),
      ...paging,
    },
    success: { status: 200, schema: S.listOf("Mail", S.Mail) },
    refusals: ["validation_failed"],
  },
  sandboxSetChaos: {
    method: "POST",
    path: "/test_helpers/webhooks/{endpoint}/chaos",
    tag: "Sandbox",
    scope: "events:write",
    summary: "Have a bad day on the network",
    description:
      "From now on deliveries to the endpoint are repeated, reordered, put off or failed at first. Attempts that are dropped are not sent, are retried at the usual times, and do not count towards disabling the endpoint. What is not given is off, so an empty object turns everything off.",
    body: S.HelperChaos,
    success: { status: 200, schema: S.WebhookChaos },
    refusals: ["validation_failed", "not_found"],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[];
export const operation = (id: OperationId): Operation => OPERATIONS[id];

/** What a handler of the operation finds in its body. */
export type BodyOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends { readonly body: infer B extends TSchema }
  ? Static<B>
  : undefined;

/** Refusals that any call of the operation may meet before its own work starts. */
export function commonRefusals({ body }: Operation): readonly ErrorCode[] {
  const always: ErrorCode[] = [
    "validation_failed",
    "unauthenticated",
    "rate_limited",
    "forbidden",
    "internal_error",
    "service_unavailable",
  ];
  if (body !== undefined) always.push("payload_too_large", "unsupported_media_type");
  return always;
}

/** A sandbox call whose fields are all optional may be sent without a body. */
export function mayOmitBody({ tag, body }: Operation): boolean {
  const { required = [] } = (body ?? {}) as { readonly required?: readonly string[] };
  return tag === "Sandbox" && body !== undefined && required.length === 0;
}
