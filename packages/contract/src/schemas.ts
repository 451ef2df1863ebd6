/**
 * The resources and bodies of the contract as JSON Schema: the one source that validates requests, types handlers, and
 * is published as OpenAPI. `x-component` names a schema that the published document lists once and refers to;
 * `x-expects` is what a refusal says the value takes, and `x-cents-min` the smallest amount, in cents.
 */
import { type Static, type TSchema, Type } from "typebox";
import { ERROR_CODES, ERROR_TYPES } from "./errors.js";
import { EVENT_TYPES } from "./events.js";
import { LIMITS } from "./limits.js";
import {
  DISPUTE_OUTCOMES,
  ESCROW_STATUSES,
  MILESTONE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_OUTCOMES,
  SESSION_STATUSES,
  VERIFICATION_STATUSES,
} from "./statuses.js";

/** Text shown on one line: no control characters but newline and tab. */
const PLAIN_TEXT = "^[^\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]*$";

const oneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...options });

const line = (length: number, options: object = {}) =>
  Type.String({
    maxLength: length,
    pattern: PLAIN_TEXT,
    "x-expects": `text of at most ${length} characters, without control characters`,
    ...options,
  });

const requiredLine = (length: number) =>
  line(length, { minLength: 1, "x-expects": `text of 1 to ${length} characters, without control characters` });

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const record = (properties: Record<string, TSchema>, options: object) =>
  Type.Object(properties, { additionalProperties: false, ...options });

const uuid = (description: string) =>
  Type.String({ format: "uuid", description, examples: ["0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81"] });
const timestamp = (description: string) =>
  Type.Integer({ description: `${description} Unix seconds.`, minimum: 0, examples: [1790000000] });

/** Reads like Type.Object, keeps the static type, forbids fields that the contract does not name. */
const strict = <P extends Record<string, TSchema>>(name: string, description: string, properties: P) =>
  Type.Object(properties, { additionalProperties: false, "x-component": name, description });

/** A request body: unknown fields are ignored (decisions, "Requests"). */
const body = <P extends Record<string, TSchema>>(name: string, description: string, properties: P) =>
  Type.Object(properties, { "x-component": name, description });

export const Money = Type.String({
  pattern: "^\\d+\\.\\d{2}$",
  "x-component": "Money",
  "x-expects": 'a string with exactly two decimal places, such as "12.34"',
  description: "Decimal US dollars with exactly two decimal places, as a string.",
  examples: ["249.90"],
});

/** Money in a request: at most 999999999999.99. */
const amountOf = (name: string, centsMin: number, expects: string) =>
  Type.String({
    pattern: "^\\d+\\.\\d{2}$",
    "x-cents-min": centsMin,
    "x-component": name,
    "x-expects": `${expects} with exactly two decimal places, at most "999999999999.99", such as "249.90"`,
    description: `Decimal US dollars with exactly two decimal places, as a string${centsMin > 0 ? ", at least 0.01" : ""}.`,
    examples: ["249.90"],
  });
const MoneyInput = amountOf("MoneyInput", 0, "an amount as a string");
const AmountInput = amountOf("AmountInput", 1, "an amount of at least 0.01 as a string");

export const Metadata = Type.Unsafe<Record<string, string>>({
  type: "object",
  maxProperties: LIMITS.metadataKeys,
  propertyNames: { type: "string", maxLength: LIMITS.metadataKeyLength },
  additionalProperties: { type: "string", maxLength: LIMITS.metadataValueLength },
  "x-component": "Metadata",
  "x-expects": `an object of at most ${LIMITS.metadataKeys} text values`,
  description: "Your own keys and values, echoed on the session and its escrow.",
  examples: [{ cart: "7731" }],
});

const WebUrl = (description: string) =>
  Type.String({
    format: "uri",
    "x-expects": "an absolute http or https URL without a user name or password",
    description,
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
  description: Type.Optional(Type.String({ "x-expects": "text" })),
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
  description: Type.Optional(Type.String({ "x-expects": "text" })),
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
  customer_email: Type.Optional(
    Type.String({
      format: "email",
      maxLength: LIMITS.emailLength,
      "x-expects": "an e-mail address",
      description: "Prefills the sign-in form.",
    }),
  ),
  metadata: Type.Optional(Metadata),
  success_url: Type.Optional(WebUrl("Where the hosted page returns the buyer after payment.")),
  cancel_url: Type.Optional(WebUrl("Where the hosted page returns a buyer who gives up.")),
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

export const Submission = body("Submission", "Delivery of a milestone.", {
  submission_details: Type.String({
    maxLength: LIMITS.submissionDetailsLength,
    "x-expects": `text of at most ${LIMITS.submissionDetailsLength} characters`,
    description: "Tracking or delivery notes.",
    examples: ["DHL 4410 8823 7712"],
  }),
});

export const Account = strict("Account", "The seller account that owns the API key.", {
  object: Type.Literal("account"),
  id: Type.String({ pattern: "^[1-9][0-9]{18}$", examples: ["4120985531276640128"] }),
  seller_code: Type.String({ examples: ["NW7K2M9Q"] }),
  trading_name: Type.String({ examples: ["Northwind Ceramics"] }),
  verification_status: oneOf(VERIFICATION_STATUSES),
  api_key: Type.String({ description: "The key used, masked.", examples: ["hf_4mK2xQ9vTb1Z_****a8Rk"] }),
  api_version: Type.String({ examples: ["2026-09-01"] }),
});

const sessionFields = {
  id: Type.String({ pattern: "^cs_[0-9a-z]{26}$", examples: ["cs_06cw3w4ahf6jst9p9w6nrvkfkw"] }),
  object: Type.Literal("checkout.session"),
  status: oneOf(SESSION_STATUSES),
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
  status: oneOf(MILESTONE_STATUSES),
  submission_details: Type.String({ description: "Empty until delivery was submitted." }),
};
export const Milestone = strict("Milestone", "A part of an escrow, released on its own.", milestoneFields);

const escrowFields = {
  id: uuid("The escrow."),
  object: Type.Literal("escrow"),
  reference_code: Type.String({ pattern: "^TR-\\d{8}\\.\\d{6}\\.\\d+$", examples: ["TR-20260921.402817.24990"] }),
  dispute_reference: nullable(Type.String({ pattern: "^DS-\\d{8}$" })),
  title: Type.String(),
  description: Type.String(),
  status: oneOf(ESCROW_STATUSES, { "x-component": "EscrowStatus" }),
  currency: Type.Literal("USD"),
  amount: Money,
  fees: Money,
  total: Money,
  funded_amount: Money,
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
  previous_status: oneOf(SESSION_STATUSES),
});
export const EventEscrow = strict("EventEscrow", "The escrow after the change.", {
  ...escrowFields,
  previous_status: Type.Optional(oneOf(ESCROW_STATUSES, { "x-component": "EscrowStatus" })),
});
export const EventMilestone = strict("EventMilestone", "The milestone after the change, and where it belongs.", {
  ...milestoneFields,
  escrow: uuid("The escrow."),
  checkout_session: nullable(Type.String()),
  external_reference: Type.String(),
  previous_status: oneOf(MILESTONE_STATUSES),
});
export const EventPing = strict("EventPing", "A test.", { object: Type.Literal("ping"), message: Type.String() });

export const EventTypeName = oneOf(EVENT_TYPES, { "x-component": "EventType", description: "What happened." });
const eventFields = {
  id: Type.String({ pattern: "^evt_[0-9a-z]{26}$", examples: ["evt_06cw3w4ahf6jst9p9w6nrvkfkw"] }),
  object: Type.Literal("event"),
  created: timestamp("When it happened."),
};
export const EVENT_OBJECTS = {
  session: EventSession,
  escrow: EventEscrow,
  milestone: EventMilestone,
  ping: EventPing,
} as const;

/** The Event envelope around one kind of `data.object`. */
export const eventOf = (types: readonly string[], object: TSchema, options: object) =>
  record({ ...eventFields, type: oneOf(types), data: record({ object }, {}) }, options);

export const Event = strict("Event", "A change of state, as every delivery and every feed page shows it.", {
  ...eventFields,
  type: EventTypeName,
  data: record({ object: Type.Union([EventSession, EventEscrow, EventMilestone, EventPing]) }, {}),
});

/** A list envelope around a resource. */
export const listOf = (name: string, item: TSchema) =>
  strict(`${name}List`, `A page of ${name} objects.`, {
    object: Type.Literal("list"),
    data: Type.Array(item),
    next: nullable(Type.String({ format: "uri" })),
    previous: nullable(Type.String({ format: "uri" })),
  });

export const ErrorEnvelope = strict("Error", "Why a request was refused.", {
  error: record(
    {
      type: oneOf(ERROR_TYPES),
      code: oneOf(ERROR_CODES),
      message: Type.String(),
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

export const TestClock = strict("TestClock", "The clock of the sandbox.", {
  object: Type.Literal("test_clock"),
  now: timestamp("What the service calls now."),
  offset: Type.Integer({ description: "Seconds ahead of real time." }),
});

export const Mail = strict("Mail", "A mail, as the mailbox of the sandbox shows it.", {
  to: Type.String({ description: "The address that it is for." }),
  subject: Type.String(),
  text: Type.String({ description: "The plain text." }),
  html: Type.String({ description: "The same as an HTML document that fetches nothing." }),
  created: timestamp("When it was written."),
});

const endpointId = Type.String({ pattern: "^we_[0-9a-z]{26}$", description: "The webhook endpoint." });

export const WebhookChaos = strict("WebhookChaos", "What the sandbox does to deliveries of an endpoint.", {
  object: Type.Literal("webhook_chaos"),
  endpoint: endpointId,
  duplicate: Type.Boolean({ description: "Each attempt is sent twice." }),
  shuffle: Type.Boolean({ description: "Events of the same two seconds arrive in reverse order." }),
  delay_seconds: Type.Integer({ minimum: 0, description: "How long each first attempt is put off." }),
  drop_first: Type.Integer({ minimum: 0, description: "How many attempts of each delivery fail unsent." }),
});

const email = (description: string) =>
  Type.String({ format: "email", maxLength: LIMITS.emailLength, "x-expects": "an e-mail address", description });
const reason = Type.String({
  minLength: 1,
  maxLength: LIMITS.reasonLength,
  pattern: "\\S",
  "x-expects": `text of 1 to ${LIMITS.reasonLength} characters that says why`,
});

export const HelperConfirm = body("TestConfirm", "Confirms as a buyer would.", {
  buyer_email: Type.Optional(email("The buyer; the session's customer_email by default.")),
});
export const HelperPayment = body("TestPayment", "What the payment provider would report.", {
  amount: Type.Optional(AmountInput),
  method: Type.Optional(oneOf(PAYMENT_METHODS, { default: "card" })),
  outcome: Type.Optional(oneOf(PAYMENT_OUTCOMES, { default: "succeeded" })),
});
export const HelperEmpty = body("TestEmpty", "Nothing to say.", {});
export const HelperReason = body("TestReason", "Why the buyer objects.", { reason });
export const HelperResolve = body("TestResolution", "How the operator resolves the dispute.", {
  outcome: oneOf(DISPUTE_OUTCOMES),
  milestone: Type.Optional(
    Type.String({ "x-expects": "the id of a milestone", description: "The one disputed longest by default." }),
  ),
  release: Type.Optional(MoneyInput),
  refund: Type.Optional(MoneyInput),
});
export const HelperAdvance = body("TestClockAdvance", "How far to move the clock.", {
  seconds: Type.Integer({
    minimum: 1,
    maximum: LIMITS.clockAdvanceSecondsMax,
    "x-expects": `a whole number of seconds from 1 to ${LIMITS.clockAdvanceSecondsMax}`,
  }),
});

const whole = (max: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: max, default: 0, "x-expects": `a whole number from 0 to ${max}`, description });
const flag = (description: string) => Type.Boolean({ default: false, "x-expects": "true or false", description });
export const HelperChaos = body("TestChaos", "What to do to deliveries; what is not given is off.", {
  duplicate: Type.Optional(flag("Send each attempt twice.")),
  shuffle: Type.Optional(flag("Let events of the same two seconds arrive in reverse order.")),
  delay_seconds: Type.Optional(whole(LIMITS.chaosDelaySecondsMax, "Put each first attempt off by so many seconds.")),
  drop_first: Type.Optional(
    whole(LIMITS.chaosDropFirstMax, "Fail the first attempts of each delivery without sending them."),
  ),
});
