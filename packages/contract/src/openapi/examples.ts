/**
 * Examples that tell one story: order NW-10482 is offered, paid, delivered in two milestones, and its second milestone is
 * disputed and settled. What a schema says of itself (`const`, `enum`, `examples`, `default`) is taken from there.
 */
import type { TSchema } from "typebox";
import { EVENT_TYPES, EVENTS, type EventType } from "../events.js";
import { API_PATH } from "../limits.js";
import type { OperationId } from "../operations.js";
import * as S from "../schemas.js";
import type { EscrowStatus, MilestoneStatus, RefundStatus, SessionStatus } from "../statuses.js";
import { isList, isObject, type Json, type JsonObject, mapValues, plain } from "./schemas.js";

/** 2026-09-21 14:13:20 UTC: the store creates the session. */
const OFFERED = 1_790_000_000;
const CONFIRMED = OFFERED + 312;
const DAY = 86_400;

const REFUND_ID = "RF-62093841";
const ORDER = {
  title: "Hand-thrown dinner set",
  description: "Ash glaze, for six people.",
  currency: "USD",
  amount: "249.90",
  external_reference: "NW-10482",
  metadata: { cart: "7731", channel: "web" },
} as const;
const BUYER = "ada@example.com";
const OWNER = "owner@northwind.example";
const SESSION_ID = "cs_06cw3w4ahf6jst9p9w6nrvkfkw";
const EARLIER_SESSION_ID = "cs_06cw3vx2m8d4n7q1zt5ybr0ghe";
const ESCROW_ID = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
const ESCROW_CODE = "TR-20260921.402817.24990";
const DISPUTE_CODE = "DS-51930274";
const ENDPOINT_ID = "we_06cw3tz5e1r7m2x8n4q0k9vbsc";
const TRACKING = "DHL 4410 8823 7712, two parcels";

const DISPATCH = {
  id: "0199c1f0-8a6f-7b3e-8c41-2d9a6f10b5c3",
  reference_code: "MS-40718265",
  title: "Dispatched with tracking",
  description: "Both parcels are with the courier.",
  amount: "99.90",
} as const;
const ARRIVAL = {
  id: "0199c1f0-8a6f-7f52-a7d6-91c04be83f2d",
  reference_code: "MS-40718266",
  title: "Delivered and checked",
  description: "Everything arrived in one piece.",
  amount: "150.00",
} as const;
const MILESTONES_PLANNED = [DISPATCH, ARRIVAL].map(({ title, amount, description }) => ({
  title,
  amount,
  description,
}));
const LINE_ITEMS = [
  { name: "Dinner plate, ash glaze", unit_amount: "24.00", quantity: 6, sku: "PL-ASH-27" },
  { name: "Soup bowl, ash glaze", unit_amount: "14.50", quantity: 6, sku: "BW-ASH-18" },
  { name: "Insured courier, 5 days", unit_amount: "18.90", quantity: 1, sku: "" },
];
const CHECKOUT = {
  ...ORDER,
  line_items: LINE_ITEMS,
  milestones: MILESTONES_PLANNED,
  customer_email: BUYER,
  success_url: "https://shop.example/orders/NW-10482/thanks",
  cancel_url: "https://shop.example/cart",
  platform: "custom",
};

/** The parameters that lead to the story. */
export const PARAMETER_EXAMPLES = {
  id: SESSION_ID,
  escrow_id: ESCROW_ID,
  milestone_id: DISPATCH.id,
  refund_id: REFUND_ID,
  endpoint: ENDPOINT_ID,
  to: OWNER,
  limit: 25,
  cursor: "b2xkZXI6MTc5MDAwMDMxMg",
  external_reference: ORDER.external_reference,
  status: "IN_ESCROW",
  type: "escrow.funded",
  after: eventId("escrow.created"),
} as const satisfies JsonObject;
export const ESCROW_REFERENCE_EXAMPLE = ESCROW_CODE;

const UNFUNDED: ReadonlySet<EscrowStatus> = new Set(["PENDING_FUNDING", "DECLINED", "CANCELLED", "DEADLINE_EXPIRED"]);

/** `origin` is where the hosted pages hang off. */
function session(status: SessionStatus, origin = ""): JsonObject {
  const id = status === "EXPIRED" ? EARLIER_SESSION_ID : SESSION_ID;
  const created = status === "EXPIRED" ? OFFERED - 2 * DAY : OFFERED;
  return {
    ...CHECKOUT,
    id,
    status,
    url: status === "OPEN" ? `${origin}/pay/NW7K2M9Q/${id}` : null,
    escrow: status === "COMPLETED" ? ESCROW_ID : null,
    completed_at: status === "COMPLETED" ? CONFIRMED : null,
    expires_at: created + DAY,
    created,
  };
}

function milestone(of: typeof DISPATCH | typeof ARRIVAL, status: MilestoneStatus): JsonObject {
  const delivered = of === DISPATCH ? TRACKING : "Handed over on 25 September, signed for by A. Byron";
  return { ...of, status, submission_details: status === "PENDING" ? "" : delivered };
}

function escrow(
  status: EscrowStatus,
  first: MilestoneStatus = "PENDING",
  second: MilestoneStatus = "PENDING",
): JsonObject {
  const disputed = status === "DISPUTED" || status === "CLOSED";
  return {
    ...ORDER,
    id: ESCROW_ID,
    reference_code: ESCROW_CODE,
    dispute_reference: disputed ? DISPUTE_CODE : null,
    status,
    fees: "6.55",
    total: "256.45",
    funded_amount: UNFUNDED.has(status) ? "0.00" : "256.45",
    buyer: { email: BUYER },
    checkout_session: SESSION_ID,
    milestones: [milestone(DISPATCH, first), milestone(ARRIVAL, second)],
    created: CONFIRMED,
  };
}

const ofMilestone = (
  of: typeof DISPATCH | typeof ARRIVAL,
  status: MilestoneStatus,
  before: MilestoneStatus,
): JsonObject => ({
  ...milestone(of, status),
  escrow: ESCROW_ID,
  checkout_session: SESSION_ID,
  external_reference: ORDER.external_reference,
  previous_status: before,
});

const CONNECTED: JsonObject = {
  status: "DETAILS_WANTED",
  payable: false,
  wanted: ["external_account"],
  stopped_reason: null,
  updated_at: OFFERED,
};
const REFUND: JsonObject = {
  id: REFUND_ID,
  escrow_id: ESCROW_ID,
  milestone_id: null,
  amount: "24.00",
  fee_refunded: "0.63",
  source: "held",
  reason: "damaged",
  external_reference: "NW-10482-R1",
  created_at: OFFERED + 2 * DAY,
  updated_at: OFFERED + 2 * DAY,
};

const refundOf = (status: RefundStatus, more: JsonObject): JsonObject => ({
  ...REFUND,
  status,
  failure_reason: null,
  metadata: {},
  ...more,
});

const ofRefund = (status: RefundStatus, more: JsonObject = {}): JsonObject => ({
  ...refundOf(status, {}),
  checkout_session: SESSION_ID,
  order_reference: ORDER.external_reference,
  ...more,
});

const from = (previous_status: SessionStatus | EscrowStatus, object: JsonObject): JsonObject => ({
  ...object,
  previous_status,
});

/** When each event happened, and what it carries. */
const EVENT_STORY: Readonly<Record<EventType, { readonly at: number; readonly object: JsonObject }>> = {
  "checkout.session.completed": { at: CONFIRMED, object: from("OPEN", session("COMPLETED")) },
  "checkout.session.expired": { at: OFFERED - DAY, object: from("OPEN", session("EXPIRED")) },
  "escrow.created": { at: CONFIRMED, object: escrow("PENDING_FUNDING") },
  "escrow.partially_funded": {
    at: CONFIRMED + 90,
    object: from("PENDING_FUNDING", { ...escrow("PARTIALLY_FUNDED"), funded_amount: "100.00" }),
  },
  "escrow.funded": { at: CONFIRMED + 228, object: from("PENDING_FUNDING", escrow("IN_ESCROW")) },
  "escrow.work_started": {
    at: OFFERED + DAY,
    object: from("IN_ESCROW", escrow("WORK_IN_PROGRESS", "AWAITING_REVIEW")),
  },
  "escrow.milestone.submitted": { at: OFFERED + DAY, object: ofMilestone(DISPATCH, "AWAITING_REVIEW", "PENDING") },
  "escrow.milestone.revision_requested": {
    at: OFFERED + DAY + 5_400,
    object: ofMilestone(DISPATCH, "REVISION_REQUESTED", "AWAITING_REVIEW"),
  },
  "escrow.milestone.approved": { at: OFFERED + 2 * DAY, object: ofMilestone(DISPATCH, "COMPLETED", "AWAITING_REVIEW") },
  "escrow.milestone.disputed": { at: OFFERED + 5 * DAY, object: ofMilestone(ARRIVAL, "DISPUTED", "AWAITING_REVIEW") },
  "escrow.completed": {
    at: OFFERED + 5 * DAY,
    object: from("WORK_IN_PROGRESS", escrow("COMPLETED", "COMPLETED", "COMPLETED")),
  },
  "escrow.disputed": {
    at: OFFERED + 5 * DAY,
    object: from("WORK_IN_PROGRESS", escrow("DISPUTED", "COMPLETED", "DISPUTED")),
  },
  "escrow.cancelled": { at: CONFIRMED + 3_600, object: from("PENDING_FUNDING", escrow("CANCELLED")) },
  "escrow.expired": { at: CONFIRMED + 3 * DAY, object: from("PENDING_FUNDING", escrow("DEADLINE_EXPIRED")) },
  "escrow.updated": { at: OFFERED + 7 * DAY, object: from("DISPUTED", escrow("CLOSED", "COMPLETED", "COMPLETED")) },
  "escrow.milestone.updated": { at: OFFERED + 7 * DAY, object: ofMilestone(ARRIVAL, "COMPLETED", "DISPUTED") },
  "refund.created": { at: OFFERED + 2 * DAY, object: ofRefund("PENDING") },
  "refund.updated": {
    at: OFFERED + 2 * DAY + 40,
    object: ofRefund("SUCCEEDED", { updated_at: OFFERED + 2 * DAY + 40, previous_status: "PENDING" }),
  },
  ping: { at: OFFERED - DAY, object: { message: "A test from the seller console." } },
};

/** The event of that type, as a delivery or the feed shows it. */
export function eventExample(type: EventType): JsonObject {
  const { at, object } = EVENT_STORY[type];
  const shown = exampleOf(S.EVENT_OBJECTS[EVENTS[type].object], object);
  return exampleOf(S.TYPED_EVENTS[type], { id: eventId(type), type, created: at, data: { object: shown } });
}

/** The id of the example of that type. */
export function eventId(type: EventType): string {
  return `evt_06cw3w4ahf6jst9p9w6nrvkf${String(EVENT_TYPES.indexOf(type)).padStart(2, "0")}`;
}

/** What a request body shows. */
export const requestExample = (id: OperationId, body: TSchema): JsonObject => exampleOf(body, REQUESTS[id] ?? {});

const REQUESTS: Partial<Record<OperationId, JsonObject>> = {
  createSession: { ...CHECKOUT, expires_in: DAY },
  submitMilestone: {
    submission_details: TRACKING,
    shipping: {
      carrier: "DHL",
      tracking_number: "4410 8823 7712",
      tracking_url: "https://www.dhl.com/track?tracking-id=441088237712",
    },
  },
  createRefund: { amount: "24.00", reason: "damaged", external_reference: "NW-10482-R1" },
  sandboxConfirmSession: { buyer_email: BUYER },
  sandboxRecordPayment: { amount: "256.45" },
  sandboxRequestRevision: { reason: "Please add the tracking number of the second parcel." },
  sandboxDisputeMilestone: { reason: "Two of the bowls arrived cracked." },
  sandboxResolveDispute: { outcome: "settle", milestone: ARRIVAL.id, release: "100.00", refund: "50.00" },
  sandboxAdvanceClock: { seconds: DAY },
  sandboxSetChaos: { duplicate: true, drop_first: 2 },
};

/** What a success shows; pages and links hang off `baseUrl`. */
export function successExample(id: OperationId, schema: TSchema, baseUrl: string): JsonObject {
  return exampleOf(schema, successes(baseUrl, originOf(baseUrl))[id]);
}

/** Where pages hang off. */
export const originOf = (baseUrl: string): string =>
  baseUrl.endsWith(API_PATH) ? baseUrl.slice(0, -API_PATH.length) : baseUrl;

const successes = (baseUrl: string, origin: string): Readonly<Record<OperationId, JsonObject>> => ({
  getAccount: { verification_status: "VERIFIED" },
  getConnectedAccount: CONNECTED,
  createConnectedAccountLink: { connected_account: CONNECTED },
  createSession: session("OPEN", origin),
  listSessions: page(`${baseUrl}/checkout/sessions`, [session("COMPLETED", origin)]),
  getSession: session("COMPLETED", origin),
  expireSession: session("EXPIRED", origin),
  listEscrows: page(`${baseUrl}/escrows`, [escrow("WORK_IN_PROGRESS", "COMPLETED", "AWAITING_REVIEW")]),
  getEscrow: escrow("WORK_IN_PROGRESS", "COMPLETED", "AWAITING_REVIEW"),
  submitMilestone: escrow("WORK_IN_PROGRESS", "AWAITING_REVIEW"),
  createRefund: refundOf("PENDING", {}),
  listRefunds: page(`${baseUrl}/escrows/${ESCROW_ID}/refunds`, [refundOf("SUCCEEDED", {})]),
  getRefund: refundOf("SUCCEEDED", {}),
  listEvents: page(`${baseUrl}/events`, [
    eventExample("escrow.work_started"),
    eventExample("escrow.milestone.submitted"),
  ]),
  sandboxConfirmSession: escrow("PENDING_FUNDING"),
  sandboxRecordPayment: escrow("IN_ESCROW"),
  sandboxCancelEscrow: escrow("CANCELLED"),
  sandboxDeclineEscrow: escrow("DECLINED"),
  sandboxApproveMilestone: escrow("WORK_IN_PROGRESS", "COMPLETED"),
  sandboxRequestRevision: escrow("WORK_IN_PROGRESS", "REVISION_REQUESTED"),
  sandboxDisputeMilestone: escrow("DISPUTED", "COMPLETED", "DISPUTED"),
  sandboxResolveDispute: escrow("CLOSED", "COMPLETED", "COMPLETED"),
  sandboxReturnRefund: refundOf("FAILED", { failure_reason: "returned", updated_at: OFFERED + 3 * DAY }),
  sandboxGetClock: { now: OFFERED, offset: 0 },
  sandboxAdvanceClock: { now: OFFERED + DAY, offset: DAY },
  sandboxListMails: page(`${baseUrl}/test_helpers/mailbox`, [
    {
      to: OWNER,
      subject: "Your webhook endpoint is failing: 25 attempts in a row",
      text: "Hello Northwind Ceramics,\n\nthe last 25 attempts to deliver events to one of your webhook endpoints have failed, without a success in between.\n",
      html: "<p>Hello Northwind Ceramics,</p><p>the last 25 attempts to deliver events to one of your webhook endpoints have failed, without a success in between.</p>",
      created: OFFERED + 2 * DAY,
    },
  ]),
  sandboxSetChaos: { endpoint: ENDPOINT_ID, duplicate: true, shuffle: false, delay_seconds: 0, drop_first: 2 },
});

/** The newest page of a list that goes on. */
const page = (url: string, data: readonly JsonObject[]): JsonObject => ({
  data,
  next: `${url}?limit=${data.length}&cursor=b2xkZXI6MTc5MDAwMDMxMg`,
  previous: null,
});

/** The story where it tells something, else what the schema says of itself. */
function exampleOf(schema: TSchema, told: JsonObject): JsonObject {
  return exampleAt(plain(schema), told, "body") as JsonObject;
}

function exampleAt(schema: JsonObject, told: Json | undefined, path: string): Json {
  const { properties, items } = schema;
  if (isObject(properties) && (told === undefined || isObject(told)))
    return objectExample({ ...schema, properties }, told ?? {}, path);
  if (isObject(items) && isList(told)) return told.map((item) => exampleAt(items, item, `${path}[]`));
  const example = told === undefined ? ownExample(schema) : told;
  // A new field has to be given a part in the story: published examples never hold a filler.
  if (example === undefined) throw new Error(`nothing tells an example of ${path}`);
  return example;
}

/** Optional properties are shown when the story or a default gives them. */
function objectExample(
  { properties, required }: JsonObject & { readonly properties: JsonObject },
  told: JsonObject,
  path: string,
): JsonObject {
  const needed = new Set<Json>(isList(required) ? required : []);
  const shown = Object.entries(properties).filter(
    ([name, property]) => needed.has(name) || name in told || (isObject(property) && "default" in property),
  );
  return mapValues(Object.fromEntries(shown), (property, name) =>
    exampleAt(property as JsonObject, told[name], `${path}.${name}`),
  );
}

function ownExample({ const: only, enum: values, examples, default: usual }: JsonObject): Json | undefined {
  if (only !== undefined) return only;
  if (isList(examples)) return examples[0];
  return usual ?? (isList(values) ? values[0] : undefined);
}
