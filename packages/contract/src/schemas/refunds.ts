/** Refunds: what is asked for, and what answers and events show. */
import { type Static, Type } from "typebox";
import { LIMITS } from "../limits.js";
import { REFUND_FAILURES, REFUND_REASONS, REFUND_SOURCES, REFUND_STATUSES } from "../statuses.js";
import { Metadata } from "./metadata.js";
import {
  AmountInput,
  body,
  Currency,
  growing,
  line,
  Money,
  nullable,
  oneOf,
  strict,
  timestamp,
  uuid,
} from "./parts.js";

/** Beside the amount of what it is of. */
export const amountRefunded = (what: string) =>
  Type.Unsafe<string>({
    ...Money,
    "x-component": undefined,
    description: `What went back to the buyer of ${what} by refunds, fees apart. Left out while there is none.`,
    examples: ["12.50"],
  });

export const RefundCreate = body("RefundCreate", "What goes back to the buyer of an order.", {
  amount: Type.Optional(
    Type.Unsafe<string>({
      ...AmountInput,
      "x-component": undefined,
      description:
        "Decimal US dollars with exactly two decimal places, at least 0.01, fees apart. Without it, all that can still go back.",
    }),
  ),
  milestone_id: Type.Optional(
    Type.String({
      format: "uuid",
      "x-expects": "the id of a milestone",
      description: "Of which milestone. Without it, of the last one first.",
    }),
  ),
  reason: Type.Optional(oneOf(REFUND_REASONS, { default: "other", description: "Why; the buyer reads it." })),
  external_reference: Type.Optional(
    line(LIMITS.externalReferenceLength, {
      description:
        "Your refund id. One refund of the account has it: sent again with the same body, it shows that one.",
    }),
  ),
  metadata: Type.Optional(Metadata),
});
export type RefundCreate = Static<typeof RefundCreate>;

export const Refund = strict("Refund", "Money of an order that goes back to its buyer.", {
  id: Type.String({ pattern: "^RF-\\d{8}$", examples: ["RF-62093841"] }),
  object: Type.Literal("refund"),
  escrow_id: uuid("The escrow."),
  milestone_id: nullable(uuid("The milestone that was named.")),
  amount: Money,
  currency: Type.Literal("USD"),
  fee_refunded: Type.Unsafe<string>({
    ...Money,
    "x-component": undefined,
    description: "What of the buyer's fees goes back beside the amount.",
    examples: ["0.63"],
  }),
  source: growing("RefundSource", REFUND_SOURCES, {
    is: "Where the money comes from: what the escrow held, the seller's wallet, or both.",
    unknown: "show one that you do not know as it is.",
  }),
  status: growing("RefundStatus", REFUND_STATUSES, {
    is: "How far it is.",
    unknown: "treat one that you do not know as PENDING.",
  }),
  failure_reason: nullable(
    growing("RefundFailure", REFUND_FAILURES, {
      is: "Why it did not reach the buyer: the provider refused it, the buyer's bank returned it, or nobody knows yet.",
      unknown: "show one that you do not know as it is.",
    }),
  ),
  reason: growing("RefundReason", REFUND_REASONS, {
    is: "Why the seller refunded.",
    unknown: "treat one that you do not know as other.",
  }),
  external_reference: Type.String(),
  metadata: Metadata,
  created_at: timestamp("When it was asked for."),
  updated_at: timestamp("When its status last changed."),
  presented_currency: Type.Optional(
    Currency("The buyer's own currency. Left out where the buyer paid in US dollars, or in several currencies."),
  ),
  presented_amount: Type.Optional(
    Type.String({
      pattern: "^\\d+(\\.\\d{2,3})?$",
      description:
        "What the buyer gets in that currency, with the decimals that it has: amount and fees, at the rate of the payment. Left out as the currency is.",
      examples: ["27078.76"],
    }),
  ),
});

export const EventRefund = strict("EventRefund", "The refund after the change, and where it belongs.", {
  ...Refund.properties,
  checkout_session: nullable(Type.String()),
  order_reference: Type.String({ description: "The `external_reference` of the escrow: your order id." }),
  previous_status: Type.Optional(Refund.properties.status),
});
