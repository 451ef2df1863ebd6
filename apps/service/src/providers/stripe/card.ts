/**
 * Cards, on Stripe's own page: one Checkout Session a payment. A card that is declined does not end it, for the payer may try
 * another there; it ends paid, called off or expired.
 */
import type { PaymentFailure } from "../../domain/states.js";
import type {
  Asked,
  Cancelled,
  Created,
  Objects,
  PaymentOrder,
  PaymentReport,
  ProviderIds,
  Unknown,
  Unreachable,
} from "../port.js";
import { Unreadable } from "../unreadable.js";
import { amountAtStripe } from "./amounts.js";
import {
  amountIn,
  currencyIn,
  idOr,
  integerIn,
  type Json,
  objectOr,
  paidIn,
  referenceIn,
  textIn,
  textOr,
} from "./answers.js";
import { type Found, isUnreachable, type StripeClient } from "./client.js";
import type { Form } from "./form.js";
import { windowOf } from "./window.js";

const SESSIONS = "/checkout/sessions";

/** Stripe takes ends from 30 minutes to 24 hours ahead of its own clock. An earlier end of ours is met by calling off. */
const OPEN_SECONDS_MIN = 31 * 60;
const OPEN_SECONDS_MAX = 24 * 3600 - 120;

/** The languages of our buyers that Stripe's page speaks; it shows another in the browser's own. */
const LOCALES = new Set(["en", "fr", "pt"]);

const NAME_LENGTH_MAX = 250;

export type CardMeans = {
  readonly client: StripeClient;
  readonly objects: Objects;
  readonly isLive: boolean;
  /** Behind our own name on the payer's statement; null for nothing. */
  readonly descriptor: string | null;
};

export async function createSession(means: CardMeans, order: PaymentOrder, asked: Asked): Promise<Created> {
  const amount = amountAtStripe(order.amount, order.currency);
  if (amount === null) return { kind: "refused", failure: "unavailable" };
  const answer = await means.client.once({
    path: SESSIONS,
    form: sessionForm(order, { amount, expiresAt: endOf(order, asked), descriptor: means.descriptor }),
    key: `payment:${order.reference}`,
    find: () => findSession(means, order.reference, asked),
  });
  switch (answer.kind) {
    case "done":
      return createdOf(answer.object, order);
    case "refused":
      return { kind: "refused", failure: "unavailable" };
    case "unreachable":
      return answer;
    default:
      return answer satisfies never;
  }
}

/** The same for every request under the same first moment, as far as Stripe still takes it: else it is another request. */
function endOf({ expiresAt }: PaymentOrder, { at, lastAt }: Asked): number {
  const wanted = Math.min(expiresAt, at + OPEN_SECONDS_MAX);
  return Math.max(wanted, lastAt + OPEN_SECONDS_MIN);
}

type Terms = { readonly amount: bigint; readonly expiresAt: number; readonly descriptor: string | null };

/** Dots where only quotes allow them (RFC 5321, 4.1.2), as Japanese carriers have them, may end an order: Stripe then asks for an address itself. */
const isPlain = (email: string): boolean => !/^\.|\.@|\.\./.test(email);

function sessionForm(order: PaymentOrder, { amount, expiresAt, descriptor }: Terms): Form {
  const { reference } = order;
  return {
    mode: "payment",
    client_reference_id: reference,
    customer_email: isPlain(order.email) ? order.email : undefined,
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: expiresAt,
    locale: LOCALES.has(order.language) ? order.language : "auto",
    payment_method_types: ["card"],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: order.description.slice(0, NAME_LENGTH_MAX) || reference },
        },
      },
    ],
    metadata: { reference },
    payment_intent_data: {
      metadata: { reference },
      transfer_group: reference,
      statement_descriptor_suffix: descriptor ?? undefined,
    },
  };
}

/** By its id, or else among those that were made about then: Stripe finds none by our reference. */
export async function findSession({ client, isLive }: CardMeans, reference: string, asked: Asked): Promise<Found> {
  if (asked.theirId === null) {
    // Hosted links of Stripe take a client_reference_id from anybody; what is written on a session for us is only ours to write.
    const isOurs = (session: Json): boolean =>
      textOr(session, "client_reference_id", null) === reference && referenceIn(session) === reference;
    return client.search(SESSIONS, { created: windowOf(asked, isLive) }, isOurs);
  }
  return readSession(client, asked.theirId);
}

export async function readSession(client: StripeClient, id: string): Promise<Json | Unreachable> {
  const answer = await client.get(`${SESSIONS}/${encodeURIComponent(id)}`, {
    expand: ["payment_intent.latest_charge.balance_transaction"],
  });
  if (answer.kind === "done") return answer.object;
  return answer.kind === "refused" ? { kind: "unreachable", reason: `it does not know its own session` } : answer;
}

export const isSession = (id: string | null): boolean => id?.startsWith("cs_") === true;

export async function foundSession(means: CardMeans, order: PaymentOrder, asked: Asked): Promise<Created | Unknown> {
  const session = await findSession(means, order.reference, asked);
  if (session === null) return { kind: "unknown" };
  return isUnreachable(session) ? session : createdOf(session, order);
}

/** A session that has ended has no page any more: the buyer is sent back, and looking the session up tells how it ended. */
function createdOf(session: Json, { returnUrl }: PaymentOrder): Created {
  const url = textOr(session, "url", returnUrl);
  return { kind: "created", instructions: { kind: "redirect", url }, keep: { theirId: textIn(session, "id") } };
}

export async function cancelSession({ client }: CardMeans, session: Json): Promise<Cancelled> {
  const status = textIn(session, "status");
  if (status === "expired") return { kind: "cancelled" };
  if (status === "complete") return { kind: isFailed(session) ? "cancelled" : "too_late" };
  const answer = await client.post(`${SESSIONS}/${encodeURIComponent(textIn(session, "id"))}/expire`, {});
  switch (answer.kind) {
    case "done":
      return { kind: "cancelled" };
    case "refused": {
      const now = await readSession(client, textIn(session, "id"));
      if (isUnreachable(now)) return now;
      if (textIn(now, "status") === "expired") return { kind: "cancelled" };
      return textIn(now, "status") === "complete"
        ? { kind: "too_late" }
        : { kind: "unreachable", reason: `it does not call off (${answer.code})` };
    }
    case "unreachable":
      return answer;
    default:
      return answer satisfies never;
  }
}

/** What there is to say of a session, as it is looked up or told by notice; null while the payer has done nothing. */
export function reportOfSession(session: Json, reference: string): PaymentReport | null {
  const about = { about: "payment", reference, receipt: 1, theirs: providerIdsOfSession(session) } as const;
  const status = textIn(session, "status");
  switch (status) {
    case "open":
      return null;
    case "expired":
      return { ...about, outcome: "failed", failure: "expired" };
    case "complete":
      return { ...about, ...endOfComplete(session) };
    default:
      throw new Unreadable("its session has a status that it never has");
  }
}

type Without<Report> = Report extends PaymentReport
  ? Omit<Report, "about" | "reference" | "receipt" | "theirs">
  : never;

/** Stripe knows a third status, of a session that costs nothing: none of ours does. */
function endOfComplete(session: Json): Without<PaymentReport> {
  switch (textIn(session, "payment_status")) {
    case "paid":
      return paidBy(session);
    case "unpaid":
      return isFailed(session)
        ? { outcome: "failed", failure: failureOf(objectOr(session, "payment_intent") ?? {}) }
        : { outcome: "pending" };
    default:
      throw new Unreadable("its session has a payment_status that it never has");
  }
}

function paidBy(session: Json): Extract<Without<PaymentReport>, { outcome: "succeeded" }> {
  const charge = objectOr(objectOr(session, "payment_intent") ?? {}, "latest_charge");
  const booked = objectOr(charge ?? {}, "balance_transaction");
  // A balance in another currency says its fee in that.
  const isSameCurrency = booked !== null && currencyIn(booked) === currencyIn(session);
  return {
    outcome: "succeeded",
    amount: paidIn(session, "amount_total"),
    currency: currencyIn(session),
    ...(isSameCurrency ? { fee: amountIn(booked, "fee") } : {}),
    ...(charge === null ? {} : { at: integerIn(charge, "created") }),
  };
}

/** A way to pay that takes days was completed, and did not bring the money in the end. */
function isFailed(session: Json): boolean {
  const status = textOr(objectOr(session, "payment_intent") ?? {}, "status", null);
  return status === "requires_payment_method" || status === "canceled";
}

const FAILURES: ReadonlyMap<string, PaymentFailure> = new Map([
  ["insufficient_funds", "insufficient_funds"],
  ["authentication_required", "challenge_failed"],
  ["payment_intent_authentication_failure", "challenge_failed"],
]);

function failureOf(intent: Json): PaymentFailure {
  const error = objectOr(intent, "last_payment_error") ?? {};
  return FAILURES.get(textOr(error, "decline_code", "")) ?? FAILURES.get(textOr(error, "code", "")) ?? "declined";
}

/** Whose it is, by what was given along. */
export const referenceOfSession = (session: Json): string | null =>
  textOr(session, "client_reference_id", null) ?? referenceIn(session);

/** By the kinds under which they are kept: the session is what was made when the payment was ordered. */
export function providerIdsOfSession(session: Json): ProviderIds {
  const intent = idOr(session, "payment_intent");
  return { payment: textIn(session, "id"), ...(intent === null ? {} : { intent }) };
}

/** The payment behind a session of ours is what refunds and disputes name: it is kept once it is known. */
export async function keepIntent(objects: Objects, session: Json, reference: string): Promise<string | null> {
  const theirId = idOr(session, "payment_intent");
  if (theirId !== null) await objects.keepBesidePayment({ kind: "intent", reference, theirId });
  return theirId;
}
