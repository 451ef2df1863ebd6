/** Payments: requests to pay at MTN MoMo, that the payer agrees to at a prompt on the phone. */

import { decimalsOf } from "../../domain/currencies.js";
import type { PaymentFailure } from "../../domain/states.js";
import { majorText, readMajorNumber } from "../amounts.js";
import { aboveNothing, currencyIn, type Json, objectOf, textIn } from "../answers.js";
import { idsOf } from "../ids.js";
import type {
  Asked,
  Cancelled,
  Created,
  LookedUp,
  Money,
  Objects,
  PaymentOrder,
  PaymentReport,
  Unknown,
  Unreachable,
} from "../port.js";
import { promptOf } from "../prompt.js";
import { Unreadable } from "../unreadable.js";
import { codeIn, type MomoClient, unread } from "./client.js";
import { LATE_DAYS } from "./offers.js";
import type { MomoSettings } from "./settings.js";

export type Means = {
  readonly client: MomoClient;
  readonly objects: Objects;
  readonly refunds: MomoSettings["refunds"];
};

export const idOf = idsOf("momo");

const REQUESTS = "/requesttopay";
const DAY_SECONDS = 86_400;

const FAILURES: ReadonlyMap<string, PaymentFailure> = new Map([
  ["EXPIRED", "timed_out"],
  ["COULD_NOT_PERFORM_TRANSACTION", "timed_out"],
  ["NOT_ENOUGH_FUNDS", "insufficient_funds"],
  ["LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED", "insufficient_funds"],
  ["APPROVAL_REJECTED", "declined"],
  ["PAYER_NOT_FOUND", "declined"],
  ["PAYER_LIMIT_REACHED", "declined"],
]);
const failureOf = (code: string): PaymentFailure => FAILURES.get(code) ?? "unavailable";

/** As MTN writes numbers: digits with the country's code. */
export const partyOf = (phone: string): Json => ({ partyIdType: "MSISDN", partyId: phone.replace(/^\+/, "") });

export async function createRequest(means: Means, order: PaymentOrder, asked: Asked): Promise<Created> {
  const { reference, phone, currency } = order;
  const amount = majorText(order.amount, decimalsOf(currency));
  if (phone === null || amount === null) return { kind: "refused", failure: "unavailable" };
  const id = idOf("payment", reference);
  const body = {
    amount,
    currency,
    externalId: reference,
    payer: partyOf(phone),
    payerMessage: reference,
    payeeNote: reference,
  };
  const answer = await means.client.post("collection", REQUESTS, { id, body });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") return { kind: "created", instructions: promptOf(order, asked), keep: { theirId: id } };
  // It may be refused for having been taken.
  const found = await findRequest(means, order, asked);
  return found.kind === "unknown" ? { kind: "refused", failure: failureOf(answer.code) } : found;
}

export async function findRequest(means: Means, order: PaymentOrder, asked: Asked): Promise<Created | Unknown> {
  const found = await readRequest(means, order.reference);
  if (found.kind !== "found") return found;
  const keep = { theirId: idOf("payment", order.reference) };
  return statusOf(found.data) === "FAILED"
    ? { kind: "refused", failure: failureOf(reasonIn(found.data)), keep }
    : { kind: "created", instructions: promptOf(order, asked), keep };
}

type Found = { readonly kind: "found"; readonly data: Json };

export const readRequest = (means: Means, reference: string): Promise<Found | Unknown | Unreachable> =>
  readObject(means.client, { product: "collection", path: REQUESTS, id: idOf("payment", reference), reference });

/** @throws {Unreadable} for what bears another reference than ours. */
export async function readObject(
  client: MomoClient,
  {
    product,
    path,
    id,
    reference,
  }: {
    readonly product: "collection" | "disbursement";
    readonly path: string;
    readonly id: string;
    readonly reference: string;
  },
): Promise<Found | Unknown | Unreachable> {
  const answer = await client.get(product, `${path}/${id}`);
  if (answer.kind === "refused" && answer.code === "RESOURCE_NOT_FOUND") return { kind: "unknown" };
  if (answer.kind !== "done") return unread(answer);
  if (textIn(answer.value, "externalId") !== reference) throw new Unreadable("it answered of something else");
  return { kind: "found", data: answer.value };
}

export function statusOf(data: Json): "PENDING" | "SUCCESSFUL" | "FAILED" {
  const status = textIn(data, "status");
  if (status === "PENDING" || status === "SUCCESSFUL" || status === "FAILED") return status;
  throw new Unreadable("it has a status that it never has");
}

/** Of what failed: a code alone, or with a message. */
export const reasonIn = ({ reason }: Json): string =>
  codeIn(typeof reason === "string" ? reason : objectOf(reason)["code"]);

export function moneyIn(data: Json): Money {
  const amount = readMajorNumber(data["amount"]);
  if (amount === null) throw new Unreadable("its answer has no amount");
  return { amount: aboveNothing(amount, "amount"), currency: currencyIn(data) };
}

/** A prompt can't be taken back: we only wait until it is sure how it ended. */
export async function cancelRequest(means: Means, reference: string, { now }: Asked): Promise<Cancelled | Unknown> {
  const found = await readRequest(means, reference);
  if (found.kind !== "found") return found;
  switch (statusOf(found.data)) {
    case "SUCCESSFUL":
      return { kind: "too_late" };
    case "FAILED":
      return { kind: "cancelled" };
    case "PENDING":
      return { kind: "waiting", until: now + LATE_DAYS * DAY_SECONDS };
  }
}

export async function lookUpRequest(means: Means, reference: string): Promise<LookedUp> {
  const found = await readRequest(means, reference);
  return found.kind === "found" ? { kind: "known", reports: reportsOf(found.data, reference) } : found;
}

function reportsOf(data: Json, reference: string): readonly PaymentReport[] {
  const named = { about: "payment", reference, receipt: 1 } as const;
  switch (statusOf(data)) {
    case "SUCCESSFUL":
      return [{ ...named, outcome: "succeeded", ...moneyIn(data) }];
    case "FAILED":
      return [{ ...named, outcome: "failed", failure: failureOf(reasonIn(data)) }];
    case "PENDING":
      return [];
  }
}
