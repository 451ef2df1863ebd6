/** What the helpers of the sandbox take and show. */
import { Type } from "typebox";
import { LIMITS } from "../limits.js";
import { DISPUTE_OUTCOMES, PAYMENT_METHODS, PAYMENT_OUTCOMES } from "../statuses.js";
import { AmountInput, body, Currency, EmailInput, MoneyInput, oneOf, SOME_TEXT, strict, timestamp } from "./parts.js";

export const SandboxClock = strict("SandboxClock", "The clock of the sandbox.", {
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

const reason = Type.String({
  minLength: 1,
  maxLength: LIMITS.reasonLength,
  pattern: SOME_TEXT,
  "x-visible": true,
  "x-expects": `text of 1 to ${LIMITS.reasonLength} characters that says why`,
  description: "Not blank.",
});

export const HelperConfirm = body("SandboxConfirm", "Confirms as a buyer would.", {
  buyer_email: Type.Optional(EmailInput("The buyer; the session's customer_email by default.")),
});
export const HelperPayment = body("SandboxPayment", "What the payment provider would report.", {
  amount: Type.Optional(AmountInput),
  method: Type.Optional(oneOf(PAYMENT_METHODS, { default: "card" })),
  outcome: Type.Optional(oneOf(PAYMENT_OUTCOMES, { default: "succeeded" })),
  presented_currency: Type.Optional(
    Currency(
      "In which the buyer pays, other than USD: the amount stays in US dollars, and counts at the rate of now. Of a payment that is open already, nothing changes.",
      { isOptional: true },
    ),
  ),
});
export const HelperEmpty = body("SandboxEmpty", "Nothing to say.", {});
export const HelperReason = body("SandboxReason", "Why the buyer objects.", { reason });
export const HelperResolve = body("SandboxResolution", "How the operator resolves the dispute.", {
  outcome: oneOf(DISPUTE_OUTCOMES),
  milestone: Type.Optional(
    Type.String({ "x-expects": "the id of a milestone", description: "The one disputed longest by default." }),
  ),
  release: Type.Optional(MoneyInput),
  refund: Type.Optional(MoneyInput),
});
export const HelperAdvance = body("SandboxClockAdvance", "How far to move the clock.", {
  seconds: Type.Integer({
    minimum: 1,
    maximum: LIMITS.clockAdvanceSecondsMax,
    "x-expects": `a whole number of seconds from 1 to ${LIMITS.clockAdvanceSecondsMax}`,
  }),
});

const whole = (max: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: max, default: 0, "x-expects": `a whole number from 0 to ${max}`, description });
const flag = (description: string) => Type.Boolean({ default: false, "x-expects": "true or false", description });
export const HelperChaos = body("SandboxChaos", "What to do to deliveries; what is not given is off.", {
  duplicate: Type.Optional(flag("Send each attempt twice.")),
  shuffle: Type.Optional(flag("Let events of the same two seconds arrive in reverse order.")),
  delay_seconds: Type.Optional(whole(LIMITS.chaosDelaySecondsMax, "Put each first attempt off by so many seconds.")),
  drop_first: Type.Optional(
    whole(LIMITS.chaosDropFirstMax, "Fail the first attempts of each delivery without sending them."),
  ),
});
