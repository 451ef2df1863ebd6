/** Payments: deposits at pawaPay, that the payer agrees to at a prompt on the phone. */
import type { PaymentFailure } from "../../domain/states.js";
import type {
  Asked,
  Cancelled,
  Created,
  LookedUp,
  Objects,
  PaymentOrder,
  PaymentReport,
  Unknown,
  Unreachable,
} from "../port.js";
import { promptOf } from "../prompt.js";
import { codeIn, type Json, objectOf, paidIn, textIn } from "./answers.js";
import { idOf } from "./ids.js";
import { LATE_DAYS } from "./offers.js";
import { lineOf, type Means, namedLine, serve } from "./operators.js";

const DAY_SECONDS = 86_400;

/** In the end of a deposit, and in its refusal. One code says both that the payer declined and that nobody answered. */
const FAILURES: ReadonlyMap<string, PaymentFailure> = new Map([
  ["INSUFFICIENT_BALANCE", "insufficient_funds"],
  ["AMOUNT_OUT_OF_BOUNDS", "unavailable"],
  ["INVALID_AMOUNT", "unavailable"],
  ["INVALID_CURRENCY", "unavailable"],
  ["INVALID_PROVIDER", "unavailable"],
  ["PROVIDER_TEMPORARILY_UNAVAILABLE", "unavailable"],
  ["UNKNOWN_ERROR", "unavailable"],
]);
const failureOf = (code: string): PaymentFailure => FAILURES.get(code) ?? "declined";

export async function createDeposit(means: Means, order: PaymentOrder, asked: Asked): Promise<Created> {
  if (order.phone === null) return { kind: "refused", failure: "unavailable" };
  const line = order.network === null ? await lineOf(means, order.phone) : namedLine(order.phone, order.network);
  if (line.kind === "unreachable") return line;
  if (line.kind === "none") return { kind: "refused", failure: "declined" };
  const served = await serve(means, { ...order, operation: "DEPOSIT", line });
  if (served.kind === "unreachable") return served;
  if (served.kind !== "served") return { kind: "refused", failure: "unavailable" };
  const theirId = idOf("payment", order.reference);
  const answer = await means.client.post("/v2/deposits", {
    depositId: theirId,
    amount: served.text,
    currency: order.currency,
    payer: { type: "MMO", accountDetails: { phoneNumber: line.phone, provider: line.operator } },
    clientReferenceId: order.reference,
    customerMessage: order.reference,
  });
  if (answer.kind === "unreachable") return answer;
  const keep = { theirId, data: { operator: line.operator } };
  if (answer.kind === "refused") return { kind: "refused", failure: failureOf(answer.code) };
  const told = objectOf(answer.value);
  switch (textIn(told, "status")) {
    case "ACCEPTED":
      return { kind: "created", instructions: promptOf(order, asked), keep };
    case "DUPLICATE_IGNORED": {
      const found = await findDeposit(means, order, asked);
      return found.kind === "unknown"
        ? { kind: "unreachable", reason: "it knows the payment, and does not find it" }
        : found;
    }
    case "REJECTED":
      return { kind: "refused", failure: failureOf(codeIn(told)) };
    default:
      return { kind: "unreachable", reason: "its answer can't be read" };
  }
}

export async function findDeposit(means: Means, order: PaymentOrder, asked: Asked): Promise<Created | Unknown> {
  const found = await readDeposit(means, order.reference);
  if (found.kind !== "deposit") return found;
  const keep = { theirId: idOf("payment", order.reference) };
  if (textIn(found.data, "status") === "FAILED")
    return { kind: "refused", failure: failureOf(codeIn(found.data)), keep };
  return { kind: "created", instructions: promptOf(order, asked), keep };
}

type Deposit = { readonly kind: "deposit"; readonly data: Json };

async function readDeposit({ client }: Means, reference: string): Promise<Deposit | Unknown | Unreachable> {
  const answer = await client.get(`/v2/deposits/${idOf("payment", reference)}`);
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") return { kind: "unreachable", reason: `it does not find payments: ${answer.code}` };
  const told = objectOf(answer.value);
  switch (textIn(told, "status")) {
    case "FOUND":
      return { kind: "deposit", data: objectOf(told["data"]) };
    case "NOT_FOUND":
      return { kind: "unknown" };
    default:
      return { kind: "unreachable", reason: "its answer can't be read" };
  }
}

/** A prompt can't be taken back: we only wait until it is sure how it ended. */
export async function cancelDeposit(means: Means, reference: string, { now }: Asked): Promise<Cancelled | Unknown> {
  const found = await readDeposit(means, reference);
  if (found.kind !== "deposit") return found;
  switch (textIn(found.data, "status")) {
    case "COMPLETED":
      return { kind: "too_late" };
    case "FAILED":
      return { kind: "cancelled" };
    default:
      return { kind: "waiting", until: now + LATE_DAYS * DAY_SECONDS };
  }
}

/** @param isKept its id is known by what was answered when it was asked for. */
export async function lookUpDeposit(
  means: Means & { readonly objects: Objects },
  reference: string,
  isKept: boolean,
): Promise<LookedUp> {
  const found = await readDeposit(means, reference);
  if (found.kind === "deposit" && !isKept) {
    await means.objects.keepBesidePayment({ kind: "deposit", reference, theirId: idOf("payment", reference) });
  }
  return found.kind === "deposit" ? { kind: "known", reports: reportsOf(found.data, reference) } : found;
}

/** Our reference of an id of theirs; null for what we never asked for. */
export async function referenceOfDeposit(objects: Objects, theirId: string): Promise<string | null> {
  const kept = (await objects.findTheirs("payment", theirId)) ?? (await objects.findTheirs("deposit", theirId));
  return kept?.reference ?? null;
}

function reportsOf(data: Json, reference: string): readonly PaymentReport[] {
  const named = { about: "payment", reference, receipt: 1 } as const;
  const status = textIn(data, "status");
  switch (status) {
    case "COMPLETED":
      return [{ ...named, outcome: "succeeded", amount: paidIn(data, "amount"), currency: textIn(data, "currency") }];
    case "FAILED":
      return [{ ...named, outcome: "failed", failure: failureOf(codeIn(data)) }];
    case "IN_RECONCILIATION":
      // The payer may have paid; pawaPay finds out.
      return [{ ...named, outcome: "pending" }];
    default:
      return [];
  }
}
