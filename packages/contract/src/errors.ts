/** The closed catalogue of refusals ("Errors"): a handler names a code, never a status. */

type ErrorSpec = {
  readonly status: number;
  readonly type:
    | "invalid_request_error"
    | "authentication_error"
    | "permission_error"
    | "rate_limit_error"
    | "api_error";
  readonly message: string;
};

export const ERRORS = {
  validation_failed: {
    status: 400,
    type: "invalid_request_error",
    message: "The request is not valid. See `details` for what to change.",
  },
  missing_submission_details: {
    status: 400,
    type: "invalid_request_error",
    message: "Say in `submission_details` what was delivered, for example a tracking number.",
  },
  unauthenticated: {
    status: 401,
    type: "authentication_error",
    message: "Send a valid API key as `Authorization: Bearer <API_KEY>`.",
  },
  forbidden: {
    status: 403,
    type: "permission_error",
    message: "This API key may not do that. See `details` for what is missing.",
  },
  not_found: { status: 404, type: "invalid_request_error", message: "No such object or path." },
  method_not_allowed: {
    status: 405,
    type: "invalid_request_error",
    message: "This path does not take that method. The `Allow` header lists those it takes.",
  },
  request_timeout: { status: 408, type: "invalid_request_error", message: "The request took too long to arrive." },
  idempotency_conflict: {
    status: 409,
    type: "invalid_request_error",
    message: "This Idempotency-Key was used with a different body. Use a new key for a new request.",
  },
  session_completed: {
    status: 409,
    type: "invalid_request_error",
    message: "The buyer has completed this session; it can no longer expire.",
  },
  escrow_not_funded: {
    status: 409,
    type: "invalid_request_error",
    message: "Delivery can be submitted only while the escrow is IN_ESCROW or WORK_IN_PROGRESS.",
  },
  invalid_state: {
    status: 409,
    type: "invalid_request_error",
    message: "The object is not in a status that allows this.",
  },
  refund_too_large: {
    status: 409,
    type: "invalid_request_error",
    message: "That is more than can go back.",
  },
  insufficient_balance: {
    status: 409,
    type: "invalid_request_error",
    message: "The wallet does not hold that much. Try again when more has come in.",
  },
  milestone_disputed: {
    status: 409,
    type: "invalid_request_error",
    message: "The buyer and you are in a dispute about this. Accept the buyer's offer or make one yourself.",
  },
  payment_disputed: {
    status: 409,
    type: "invalid_request_error",
    message:
      "The payer's bank disputes a payment of this order, and a refund would pay the buyer twice. Wait until the bank has decided.",
  },
  payment_too_old: {
    status: 409,
    type: "invalid_request_error",
    message: "The payment is too old for its provider to give so much back. Pay the buyer in another way.",
  },
  external_reference_taken: {
    status: 409,
    type: "invalid_request_error",
    message: "Another refund of yours has this `external_reference`. Use one of its own for a new refund.",
  },
  payload_too_large: { status: 413, type: "invalid_request_error", message: "The body is larger than 1 MiB." },
  unsupported_media_type: {
    status: 415,
    type: "invalid_request_error",
    message: "Send the body as `Content-Type: application/json`, without a content encoding.",
  },
  rate_limited: {
    status: 429,
    type: "rate_limit_error",
    message: "Too many requests. Wait for the number of seconds in `Retry-After`.",
  },
  headers_too_large: { status: 431, type: "invalid_request_error", message: "The request headers are too large." },
  internal_error: {
    status: 500,
    type: "api_error",
    message:
      "Something went wrong on our side. Retry with the same Idempotency-Key; quote the Request-Id if it persists.",
  },
  service_unavailable: {
    status: 503,
    type: "api_error",
    message: "The service can't answer right now. Retry after the number of seconds in `Retry-After`.",
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];
export const ERROR_TYPES = [
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "rate_limit_error",
  "api_error",
] as const;

/** From field name to sentences that say what is wrong with it. */
export type ErrorDetails = Readonly<Record<string, readonly string[]>>;
