/** The prose of the published document: what a reader has to know that no schema says. */
import { ERROR_CODES, ERRORS } from "../errors.js";
import { EVENT_TYPES, EVENTS } from "../events.js";
import { API_VERSION, LIMITS } from "../limits.js";

const OBJECT_NAMES = {
  session: "Checkout Session",
  escrow: "Escrow",
  milestone: "Milestone",
  refund: "Refund",
  ping: "object with `message`",
} as const;

const errorTable = [
  "| HTTP | `error.type` | `error.code` |",
  "|---|---|---|",
  ...ERROR_CODES.map((code) => `| ${ERRORS[code].status} | \`${ERRORS[code].type}\` | \`${code}\` |`),
].join("\n");

const eventTable = [
  "| `type` | `data.object` | Fired when |",
  "|---|---|---|",
  ...EVENT_TYPES.map((type) => `| \`${type}\` | ${OBJECT_NAMES[EVENTS[type].object]} | ${EVENTS[type].when} |`),
].join("\n");

export const SUMMARY = "Escrow-protected checkout for stores: sessions, escrows, milestones, signed events.";

/** @param operator who runs the deployment. */
export const descriptionOf = (operator: string): string => `\
${operator} holds a buyer's money until the delivery is approved. A store creates a **checkout session** and sends the buyer to its \`url\`. \
The buyer confirms there, which creates an **escrow**, and pays. On \`escrow.funded\` the store ships and submits the **milestone**; the buyer \
approves it, and its money is released to the store. The buyer pays the fees on top: \`total\` is \`amount\` plus \`fees\`, and the store receives \`amount\`.

Bodies are JSON. Money is a string of US dollars with exactly two decimal places, such as \`"249.90"\`. Times are whole Unix seconds. Ids are strings; \
read nothing into them. Leave out what you don't need.

## Authentication

Send \`Authorization: Bearer\` with an API key of your account. Keys are made and revoked in the seller console, at most ${LIMITS.activeApiKeys} are active at a time, \
and each is shown once, when it is made. Keep them on your servers. A read-only key may make no POST. Objects of other merchants are reported as 404, exactly like unknown ones.

## Errors

Every refusal has the same envelope: \`error.type\` and \`error.code\` for your program, \`error.message\` for people. For \`validation_failed\`, \
\`error.details\` maps each field that is wrong, nested as \`line_items.3.name\`, to a list of sentences. Branch on \`code\`, not on \`message\`. \
Quote the \`Request-Id\` of a response when you ask us about it.

${errorTable}

## Idempotency

Creating a session or a refund takes an \`Idempotency-Key\` of up to ${LIMITS.idempotencyKeyLength} characters; your order id is a good one. The same key with the same body \
returns the first answer, byte for byte, with \`Idempotent-Replayed: true\`, however often it is sent and with whichever key of your account. The same key \
with another body is 409 \`idempotency_conflict\`. A key is never free again: 90 days after its session expired without a buyer, the session itself is 404, and the \
key still answers as before, so look at the session of a replay before you send a buyer to it, and begin a new one with a new key where it has expired or is 404. Refusals are not kept, so a corrected request may use the key again. \
Expiring a session and submitting a milestone need no key: a repeat changes nothing, or is refused with a 409 that says why.

## Pagination

Lists are newest first and hold \`limit\` objects a page, ${LIMITS.pageSizeDefault} by default and ${LIMITS.pageSizeMax} at most. Follow \`next\` to older objects and \`previous\` to newer ones: both are \
complete URLs that keep your filters, or null at the end. To follow \`GET /events\`, ask for what came \`after\` the last event you handled: \
oldest first, with \`next\` always set, and nothing ever appears behind your position.

## Rate limits

${LIMITS.requestsPerMinute} requests a minute for each API key, unless agreed otherwise, in a window that opens with the first of them; for all keys of an account together ten times as many. What is above is 429 \`rate_limited\`; \
wait for the whole seconds in \`Retry-After\`. Requests without a valid key are limited to ${LIMITS.unauthenticatedRequestsPerMinute} a minute for each address.

## Bodies

Bodies are JSON in UTF-8. Unknown fields of a body and unknown query parameters are ignored. \`null\` for an optional field means that it is absent, as \`""\` does for \
an optional text: what an answer shows can be sent again. No text and no name of a field may hold NUL or half a character (a lone surrogate), and no body a field \
\`__proto__\` or one field twice.

## Versioning

The path carries the major version, and every response names the dated version in \`Escrow-Version\`. The current one is \`${API_VERSION}\`. \
Send the header yourself to insist on a version: a date that we do not know is 400 \`validation_failed\`. Without it, the \`api_version\` of your account applies.

Fields of answers, event types, error codes and statuses may be added while the date stays. Ignore a field that you do not know; what to do with a value \
that you do not know stands with its schema.
`;

const WEBHOOKS = `\
We send each event by HTTP POST to every endpoint that you registered in the seller console. Every event is also in \`GET /events\`, delivered or not.

**Verify the signature** before you trust a body. \`X-Escrow-Signature\` reads \`t=UNIX_SECONDS,v1=HEX\`. Compute the HMAC-SHA256, in hex, of the decimal \`t\`, a dot \
and the raw bytes of the body, with the signing secret of the endpoint as the key. Compare in constant time, accept when any \`v1\` matches, and refuse when \`t\` is more than \
300 seconds from now. Any Standard Webhooks library verifies a delivery as well: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` carry the event's id, the same \`t\` and \
\`v1,BASE64\` for each active secret. Endpoints whose secret is older than these headers get them once it is rotated.

**Answer with any 2xx within 10 seconds.** Redirects are not followed. Anything else is retried after 1 and 5 and 30 minutes, 2, 6, 12, 24 and 24 hours: nine attempts \
in about three days. After 50 failed attempts in a row the endpoint is disabled until you enable it again in the console.

**Expect repeats and any order.** Drop an event whose \`id\` you have seen. Never move an order backwards; read \`GET /escrows/{escrow_id}\` when in doubt.

An event of a status change carries \`previous_status\`. A milestone also carries its \`escrow\`, \`checkout_session\` and \`external_reference\`.

${eventTable}
`;

type Tag = { readonly name: string; readonly description: string };

const SANDBOX_TAG: Tag = {
  name: "Sandbox",
  description:
    "Helpers that do what the buyer, the payment provider or time would do, through the very same code. They exist in the sandbox only; elsewhere they are 404 `not_found`.",
};

/** The tags in the order in which a reader meets them. */
export const tags = (sandbox: boolean): readonly Tag[] => [
  { name: "Account", description: "The seller account that an API key acts for." },
  {
    name: "Checkout sessions",
    description: "Orders offered to a buyer, each with a hosted page to confirm and pay on.",
  },
  { name: "Escrows", description: "The money held for an order, its status, and the delivery of its milestones." },
  {
    name: "Refunds",
    description: "Money of an order that goes back to its buyer, in part or whole, before and after release.",
  },
  {
    name: "Events",
    description: "The feed of everything that happened to your sessions and escrows, for reconciliation.",
  },
  { name: "Webhooks", description: WEBHOOKS },
  ...(sandbox ? [SANDBOX_TAG] : []),
  { name: "Description", description: "This document." },
];
