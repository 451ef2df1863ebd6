/** What travels beside the bodies: path parameters, and the headers of requests, responses and webhooks. */
import { API_VERSION, LIMITS } from "../limits.js";
import { ESCROW_REFERENCE_EXAMPLE, PARAMETER_EXAMPLES } from "./examples.js";
import type { JsonObject } from "./schemas.js";

type Parts = Readonly<Record<string, JsonObject>>;

const PATH_PARAMETERS = {
  id: {
    description: "The id of a checkout session.",
    schema: { type: "string" },
    example: PARAMETER_EXAMPLES.id,
  },
  escrow_id: {
    description: "The id of an escrow, or its `TR-` reference code.",
    schema: { type: "string" },
    examples: { id: { value: PARAMETER_EXAMPLES.escrow_id }, reference_code: { value: ESCROW_REFERENCE_EXAMPLE } },
  },
  milestone_id: {
    description: "The id of a milestone of that escrow.",
    schema: { type: "string", format: "uuid" },
    example: PARAMETER_EXAMPLES.milestone_id,
  },
  refund_id: {
    description: "The id of a refund.",
    schema: { type: "string" },
    example: PARAMETER_EXAMPLES.refund_id,
  },
  endpoint: {
    description: "The id of a webhook endpoint.",
    schema: { type: "string" },
    example: PARAMETER_EXAMPLES.endpoint,
  },
} as const satisfies Parts;

const REQUEST_HEADERS = {
  "Escrow-Version": {
    description: "The dated version that you insist on. Without it, the `api_version` of your account applies.",
    schema: { type: "string", enum: [API_VERSION] },
    example: API_VERSION,
  },
  "Idempotency-Key": {
    description: "Makes the request safe to repeat; your order id is a good key. Not blank.",
    schema: { type: "string", minLength: 1, maxLength: LIMITS.idempotencyKeyLength, pattern: "\\S" },
    example: "NW-10482",
  },
} as const satisfies Parts;

const WEBHOOK_HEADERS = {
  "User-Agent": {
    description: "Names the sender; the number after the slash may change.",
    schema: { type: "string" },
    example: "Holdfast-Webhooks/1.0",
  },
  "X-Escrow-Delivery": {
    description: "The number of this delivery: the same on every retry, another on a manual resend.",
    schema: { type: "integer", minimum: 1 },
    example: 90_412,
  },
  "X-Escrow-Signature": {
    description: "The signature over the time and the raw body, as `t=UNIX_SECONDS,v1=HEX`; there may be several `v1`.",
    schema: { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
    example: "t=1790000541,v1=5f0a3c1d9e8b7264a1c0f3e2d5b4968778695a4b3c2d1e0f9a8b7c6d5e4f3021",
  },
  "webhook-timestamp": {
    description:
      "The `t` of `X-Escrow-Signature`, for Standard Webhooks libraries. Absent while an older secret signs.",
    required: false,
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1790000541",
  },
  "webhook-signature": {
    description:
      "For Standard Webhooks libraries: `v1,BASE64` for each active secret, separated by spaces. Absent while an older secret signs.",
    required: false,
    schema: { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" },
    example: "v1,X+CZYNYlMn0mBmJAPGeexFVqbwzgkJSx1wVSKxNB9Qk=",
  },
} as const satisfies Parts;

/** Headers of responses, as components. */
export const RESPONSE_HEADERS = {
  "Escrow-Version": {
    description: "The dated version of the API that answered.",
    required: true,
    schema: { type: "string" },
    example: API_VERSION,
  },
  "Request-Id": {
    description: "Names this request in our logs.",
    required: true,
    schema: { type: "string" },
    example: "req_06cw3w4b2v9k5x8m1n7q3t0zre",
  },
  "Retry-After": {
    description: "Whole seconds to wait before the next request.",
    required: true,
    schema: { type: "integer", minimum: 0 },
    example: 17,
  },
  Allow: {
    description: "With a 405: the methods that the path takes.",
    schema: { type: "string" },
    example: "GET, POST",
  },
  "WWW-Authenticate": {
    description: "With a 401: how to say who asks.",
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  "Idempotent-Replayed": {
    description: "Present when this is the stored answer to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
} as const satisfies Parts;

const placed = (place: "path" | "header", required: boolean, parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, rest]) => [name, { name, in: place, required, ...rest }]));

/** Parameters that several operations share, as components. */
export const SHARED_PARAMETERS: Parts = {
  ...placed("path", true, PATH_PARAMETERS),
  ...placed("header", false, REQUEST_HEADERS),
};

export const parameter = (name: keyof typeof REQUEST_HEADERS): JsonObject => parameterRef(name);

/** The parameters of a path such as `/escrows/{escrow_id}`. */
export const pathParameters = (path: string): readonly JsonObject[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameterRef(name));

const parameterRef = (name: string): JsonObject => {
  if (SHARED_PARAMETERS[name] === undefined) throw new Error(`nothing describes the parameter ${name}`);
  return { $ref: `#/components/parameters/${name}` };
};

/** Every header of one delivery of this event; in place, since generators drop components that only webhooks use. */
export const webhookParameters = (type: string, id: string): readonly JsonObject[] => [
  {
    name: "X-Escrow-Event",
    in: "header",
    required: true,
    description: "The type of the event.",
    schema: { type: "string", const: type },
    example: type,
  },
  {
    name: "X-Escrow-Event-Id",
    in: "header",
    required: true,
    description: "The `id` of the event: drop what you have handled already.",
    schema: { type: "string" },
    example: id,
  },
  ...Object.values(placed("header", true, WEBHOOK_HEADERS)),
  {
    name: "webhook-id",
    in: "header",
    required: false,
    description: "The `id` of the event again, for Standard Webhooks libraries. Absent while an older secret signs.",
    schema: { type: "string" },
    example: id,
  },
];

/** The headers of a response: the two that every response has, and others by name. */
export const responseHeaders = (...others: readonly (keyof typeof RESPONSE_HEADERS)[]): JsonObject =>
  Object.fromEntries(
    ["Escrow-Version", "Request-Id", ...others].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
