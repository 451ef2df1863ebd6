/**
 * The resources and bodies of the contract as JSON Schema: the one source that validates requests, types handlers, and
 * is published as OpenAPI. `x-component` names a schema that the published document lists once and refers to;
 * `x-expects` is what a refusal says the value takes, and `x-cents-min` the smallest amount, in cents.
 */
import { type Static, type TSchema, Type } from "typebox";
import { ERROR_CODES, ERROR_TYPES } from "./errors.js";
import { EVENT_TYPES, EVENTS, type EventType } from "./events.js";
import { LIMITS } from "./limits.js";
import { componentPath, pascalCase } from "./openapi/schemas.js";
import { Metadata } from "./schemas/metadata.js";
import {
  AmountInput,
  body,
  EmailInput,
  growing,
  line,
  Money,
  MoneyInput,
  nullable,
  oneOf,
  record,
  requiredLine,
  SOME_TEXT,
  strict,
  TEXT,
  timestamp,
  uuid,
} from "./schemas/parts.js";
import { amountRefunded, EventRefund } from "./schemas/refunds.js";
import { ESCROW_STATUSES, MILESTONE_STATUSES, SESSION_STATUSES, VERIFICATION_STATUSES } from "./statuses.js";

export { ConnectedAccount, ConnectedAccountLink, ConnectedAccountLinkCreate } from "./schemas/connected.js";
export { Metadata } from "./schemas/metadata.js";
export { Money } from "./schemas/parts.js";
export { EventRefund, Refund, RefundCreate } from "./schemas/refunds.js";
export * from "./schemas/sandbox.js";

const ReturnUrl = (description: string) =>
  Type.String({
    format: "uri",
    maxLength: LIMITS.returnUrlLength,
    "x-expects": `an absolute http or https URL of at most ${LIMITS.returnUrlLength} characters, without a user name or password and with a host that DNS can take, or an app's, such as com.example.shop:/thanks`,
    description: `${description} In live mode https, or the private-use scheme of an app, which has a dot in its name. Where the buyer is led there, \`{CHECKOUT_SESSION_ID}\`, \`{ESCROW_ID}\` and \`{EXTERNAL_REFERENCE}\` in it are replaced, percent-encoded; by nothing while there is no escrow or no reference.`,
    examples: ["https://shop.example/orders/NW-10482"],
  });

export const LineItemInput = body("LineItemInput", "A line of the order, for display only.", {
  name: requiredLine(LIMITS.nameLength),
  unit_amount: MoneyInput,
  quantity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      "x-expects": "a whole number of at least 1",
    }),
  ),
  sku: Type.Optional(line(LIMITS.skuLength)),
});

export const LineItem = strict("LineItem", "A line of the order, for display only.", {
  name: Type.String(),
  unit_amount: Money,
  quantity: Type.Integer({ minimum: 1 }),
  sku: Type.String(),
});

export const MilestoneInput = body("MilestoneInput", "A part of the order that is delivered and released on its own.", {
  title: requiredLine(LIMITS.titleLength),
  amount: AmountInput,
  description: Type.Optional(Type.String({ pattern: TEXT, "x-expects": "text" })),
});

export const PlannedMilestone = strict(
  "PlannedMilestone",
  "A milestone as it was given when the session was created.",
  {
    title: Type.String(),
    amount: Money,
    description: Type.String(),
  },
);

export const SessionCreate = body("CheckoutSessionCreate", "An order to be paid through escrow.", {
  title: requiredLine(LIMITS.titleLength),
  amount: AmountInput,
  currency: Type.Optional(oneOf(["USD"], { default: "USD" })),
  description: Type.Optional(Type.String({ pattern: TEXT, "x-expects": "text" })),
  line_items: Type.Optional(
    Type.Array(LineItemInput, {
      maxItems: LIMITS.lineItems,
      "x-expects": `a list of at most ${LIMITS.lineItems} line items`,
    }),
  ),
  milestones: Type.Optional(
    Type.Array(MilestoneInput, {
      maxItems: LIMITS.milestones,
      "x-expects": `a list of at most ${LIMITS.milestones} milestones`,
    }),
  ),
  external_reference: Type.Optional(line(LIMITS.externalReferenceLength, { description: "Your order id." })),
  customer_email: Type.Optional(EmailInput("Prefills the sign-in form.")),
  metadata: Type.Optional(Metadata),
  success_url: Type.Optional(ReturnUrl("Where the hosted page returns the buyer after payment.")),
  cancel_url: Type.Optional(ReturnUrl("Where the hosted page returns a buyer who gives up.")),
  platform: Type.Optional(line(LIMITS.platformLength)),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: LIMITS.expiresInSecondsMin,
      maximum: LIMITS.expiresInSecondsMax,
      default: LIMITS.expiresInSecondsDefault,
      "x-expects": `a whole number of seconds from ${LIMITS.expiresInSecondsMin} to ${LIMITS.expiresInSecondsMax}`,
      description: "Seconds until the link expires.",
    }),
  ),
});
export type SessionCreate = Static<typeof SessionCreate>;

const Shipping = body("ShippingInput", "How a delivery travels. Shown to the buyer; answers do not repeat it.", {
  carrier: Type.Optional(line(LIMITS.carrierLength, { description: "Who carries it.", examples: ["DHL"] })),
  tracking_number: Type.Optional(line(LIMITS.trackingNumberLength, { examples: ["4410 8823 7712"] })),
  tracking_url: Type.Optional(
    Type.String({
      format: "uri",
      pattern: "^(?:$|https://)",
      maxLength: LIMITS.trackingUrlLength,
      "x-expects": `an absolute https URL of at most ${LIMITS.trackingUrlLength} characters, without a user name or password`,
      description: "Where the buyer can follow it.",
      examples: ["https://www.dhl.com/track?tracking-id=441088237712"],
    }),
  ),
});

export const Submission = body("Submission", "Delivery of a milestone.", {
  submission_details: Type.String({
    minLength: 1,
    maxLength: LIMITS.submissionDetailsLength,
    pattern: SOME_TEXT,
    "x-visible": true,
    "x-expects": `text of at most ${LIMITS.submissionDetailsLength} characters`,
    description: "Tracking or delivery notes. Not blank.",
    examples: ["DHL 4410 8823 7712"],
  }),
  shipping: Type.Optional(Shipping),
});

export const Account = strict("Account", "The seller account that owns the API key.", {
  object: Type.Literal("account"),
  id: Type.String({ pattern: "^[1-9][0-9]{18}$", examples: ["4120985531276640128"] }),
  seller_code: Type.String({ examples: ["NW7K2M9Q"] }),
  trading_name: Type.String({ examples: ["Northwind Ceramics"] }),
  verification_status: growing("VerificationStatus", VERIFICATION_STATUSES, {
    is: "How far the seller is verified.",
    unknown: "treat one that you do not know as UNVERIFIED.",
  }),
  api_key: Type.String({ description: "The key used, masked.", examples: ["hf_4mK2xQ9vTb1Z_****a8Rk"] }),
  api_version: Type.String({ examples: ["2026-09-01"] }),
});

const SessionStatus = growing("CheckoutSessionStatus", SESSION_STATUSES, {
  is: "Where the session stands.",
  unknown: "with one that you do not know, send no buyer to the session, and leave its order as it is.",
});
const MilestoneStatus = growing("MilestoneStatus", MILESTONE_STATUSES, {
  is: "Where the milestone stands.",
  unknown: "with one that you do not know, leave the order as it is.",
});
const EscrowStatus = growing("EscrowStatus", ESCROW_STATUSES, {
  is: "Where the escrow stands.",
  unknown: "with one that you do not know, leave the order as it is, and neither ship nor refund.",
});

const sessionFields = {
  id: Type.String({ pattern: "^cs_[0-9a-z]{26}$", examples: ["cs_06cw3w4ahf6jst9p9w6nrvkfkw"] }),
  object: Type.Literal("checkout.session"),
  status: SessionStatus,
  url: nullable(Type.String({ format: "uri", description: "The hosted page; null unless the session is OPEN." })),
  title: Type.String(),
  description: Type.String(),
  currency: Type.Literal("USD"),
  amount: Money,
  line_items: Type.Array(LineItem),
  milestones: Type.Array(PlannedMilestone),
  external_reference: Type.String(),
  customer_email: Type.String(),
  metadata: Metadata,
  success_url: Type.String(),
  cancel_url: Type.String(),
  platform: Type.String(),
  escrow: nullable(uuid("The escrow, once COMPLETED.")),
  expires_at: timestamp("When the link expires."),
  completed_at: nullable(timestamp("When the buyer confirmed.")),
  created: timestamp("When the session was created."),
};
export const CheckoutSession = strict("CheckoutSession", "An order offered to a buyer.", sessionFields);

const milestoneFields = {
  id: uuid("The milestone."),
  object: Type.Literal("milestone"),
  reference_code: Type.String({ pattern: "^MS-\\d{8}$", examples: ["MS-40718265"] }),
  title: Type.String(),
  description: Type.String(),
  amount: Money,
  status: MilestoneStatus,
  submission_details: Type.String({ description: "Empty until delivery was submitted." }),
  amount_refunded: Type.Optional(amountRefunded("this milestone")),
};
export const Milestone = strict("Milestone", "A part of an escrow, released on its own.", milestoneFields);

const escrowFields = {
  id: uuid("The escrow."),
  object: Type.Literal("escrow"),
  reference_code: Type.String({ pattern: "^TR-\\d{8}\\.\\d{6}\\.\\d+$", examples: ["TR-20260921.402817.24990"] }),
  dispute_reference: nullable(Type.String({ pattern: "^DS-\\d{8}$" })),
  title: Type.String(),
  description: Type.String(),
  status: EscrowStatus,
  currency: Type.Literal("USD"),
  amount: Money,
  fees: Money,
  total: Money,
  funded_amount: Money,
  amount_refunded: Type.Optional(amountRefunded("the order")),
  buyer: nullable(record({ email: Type.String() }, { description: "Who confirmed the order." })),
  checkout_session: nullable(Type.String()),
  external_reference: Type.String(),
  metadata: Metadata,
  milestones: Type.Array(Milestone),
  created: timestamp("When the buyer confirmed."),
};
export const Escrow = strict("Escrow", "Money held for an order until its delivery is approved.", escrowFields);

export const EventSession = strict("EventCheckoutSession", "The session after the change.", {
  ...sessionFields,
  previous_status: SessionStatus,
});
export const EventEscrow = strict("EventEscrow", "The escrow after the change.", {
  ...escrowFields,
  previous_status: Type.Optional(EscrowStatus),
});
export const EventMilestone = strict("EventMilestone", "The milestone after the change, and where it belongs.", {
  ...milestoneFields,
  escrow: uuid("The escrow."),
  checkout_session: nullable(Type.String()),
  external_reference: Type.String(),
  previous_status: MilestoneStatus,
});
export const EventPing = strict("EventPing", "A test.", { object: Type.Literal("ping"), message: Type.String() });

export const EventTypeName = growing("EventType", EVENT_TYPES, {
  is: "What happened.",
  unknown: "answer 2xx to one that you do not know, and do nothing.",
});
export const EVENT_OBJECTS = {
  session: EventSession,
  escrow: EventEscrow,
  milestone: EventMilestone,
  refund: EventRefund,
  ping: EventPing,
} as const;

const eventFields = {
  id: Type.String({ pattern: "^evt_[0-9a-z]{26}$", examples: ["evt_06cw3w4ahf6jst9p9w6nrvkfkw"] }),
  object: Type.Literal("event"),
  created: timestamp("When it happened."),
};
const typedEvent = <T extends EventType>(type: T) =>
  strict(`${pascalCase(type)}Event`, EVENTS[type].when, {
    ...eventFields,
    type: oneOf([type]),
    data: record(
      { object: EVENT_OBJECTS[EVENTS[type].object] as (typeof EVENT_OBJECTS)[(typeof EVENTS)[T]["object"]] },
      {},
    ),
  });
type TypedEvents = { readonly [T in EventType]: ReturnType<typeof typedEvent<T>> };

/** The Event envelope around what each type carries. */
export const TYPED_EVENTS = Object.fromEntries(EVENT_TYPES.map((type) => [type, typedEvent(type)])) as TypedEvents;

export const Event = Type.Unsafe<Static<TypedEvents[EventType]>>({
  oneOf: Object.values(TYPED_EVENTS),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, componentPath(`${pascalCase(type)}Event`)])),
  },
  "x-component": "Event",
  description:
    "A change of state, as every delivery and every feed page shows it. Types may be added: answer 2xx to an event of a type that you do not know, and do nothing.",
});

/** A list envelope around a resource. */
export const listOf = (name: string, item: TSchema) =>
  strict(`${name}List`, `A page of ${name} objects.`, {
    object: Type.Literal("list"),
    data: Type.Array(item),
    next: nullable(Type.String({ format: "uri" })),
    previous: nullable(Type.String({ format: "uri" })),
  });

export const ErrorEnvelope = strict("ErrorEnvelope", "Why a request was refused.", {
  error: record(
    {
      type: growing("ErrorType", ERROR_TYPES, {
        is: "The kind of refusal.",
        unknown: "treat one that you do not know by the HTTP status.",
      }),
      code: growing("ErrorCode", ERROR_CODES, {
        is: "Why, for your program.",
        unknown: "treat one that you do not know by `type` and the HTTP status.",
      }),
      message: Type.String({ description: "Why, for people." }),
      details: Type.Optional(
        Type.Unsafe<Record<string, string[]>>({
          type: "object",
          additionalProperties: { type: "array", items: { type: "string" } },
        }),
      ),
    },
    {},
  ),
});
