/**
 * Refunds and payouts. Both are taken first and paid later; what ends because our balance did not reach, or because somebody
 * else was first, is asked for anew under another id. The number of the last attempt is kept and every process makes the same id
 * of it, so asking twice does it once.
 */

import { attemptOf, keepAttempt, type Named } from "../attempts.js";
import type {
  FoundOut,
  Objects,
  OutgoingReport,
  PaidOut,
  PayoutOrder,
  RefundOrder,
  Unknown,
  Unreachable,
} from "../port.js";
import { codeIn, type Json, objectOf, paidIn, textIn } from "./answers.js";
import { idOf } from "./ids.js";
import { type Means as Access, amountText, lineOf, serve } from "./operators.js";

export type Means = Access & { readonly objects: Objects };

type Kind = "refund" | "payout";

const PATHS = { refund: "/v2/refunds", payout: "/v2/payouts" } as const;
const IDS = { refund: "refundId", payout: "payoutId" } as const;

/** What only waits. Everything else is refused for good. */
const WAITS: ReadonlyMap<string, { readonly kind: "short" | "busy"; readonly reason: string }> = new Map([
  ["PAWAPAY_WALLET_OUT_OF_FUNDS", { kind: "short", reason: "The wallet at pawaPay does not reach." }],
  ["REFUND_IN_PROGRESS", { kind: "busy", reason: "Another refund of the payment is under way." }],
  ["PROVIDER_TEMPORARILY_UNAVAILABLE", { kind: "busy", reason: "The operator is down." }],
]);

const REASONS: ReadonlyMap<string, string> = new Map([
  ["AMOUNT_TOO_LARGE", "It is more than is left of the payment."],
  ["DEPOSIT_ALREADY_REFUNDED", "All of the payment was paid back before."],
  ["NOT_FOUND", "pawaPay has no such payment."],
  ["INVALID_STATE", "The payment never came in."],
  ["RECIPIENT_NOT_FOUND", "The number is not known to its operator."],
  ["WALLET_LIMIT_REACHED", "The wallet behind the number can't take as much."],
  ["RECIPIENT_LIMIT_REACHED", "The wallet behind the number can't take as much."],
  ["MANUALLY_CANCELLED", "It was called off at pawaPay."],
]);
const reasonOf = (code: string): string => REASONS.get(code) ?? `pawaPay refuses it (${code}).`;

export async function refund(means: Means, order: RefundOrder): Promise<PaidOut> {
  return ask(
    means,
    { kind: "refund", reference: order.reference },
    {
      depositId: idOf("payment", order.payment),
      amount: amountText(order.amount, 2),
      currency: order.currency,
    },
  );
}

export async function payout(means: Means, order: PayoutOrder): Promise<PaidOut> {
  const { payee, reference } = order;
  if (payee.kind !== "mobile_money") return { kind: "refused", reason: "pawaPay pays to mobile money alone." };
  const line = await lineOf(means, payee.number);
  if (line.kind === "unreachable") return line;
  if (line.kind === "none") return { kind: "refused", reason: "The number belongs to no operator that pawaPay knows." };
  const served = await serve(means, { ...order, operation: "PAYOUT", line });
  if (served.kind === "unreachable") return served;
  if (served.kind === "down") return { kind: "busy", reason: served.reason };
  if (served.kind === "refused") return { kind: "refused", reason: served.reason };
  return ask(
    means,
    { kind: "payout", reference },
    {
      amount: served.text,
      currency: order.currency,
      recipient: { type: "MMO", accountDetails: { phoneNumber: line.phone, provider: line.operator } },
    },
  );
}

async function ask(means: Means, named: Named, body: Json): Promise<PaidOut> {
  const { kind, reference } = named;
  const attempt = await attemptOf(means.objects, named);
  const theirId = idOf(kind, reference, attempt);
  const answer = await means.client.post(PATHS[kind], { [IDS[kind]]: theirId, ...body, clientReferenceId: reference });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") return { kind: "refused", reason: reasonOf(answer.code) };
  const told = objectOf(answer.value);
  switch (textIn(told, "status")) {
    case "ACCEPTED":
    case "DUPLICATE_IGNORED": {
      // Many are paid within the second.
      const found = await look(means, named, attempt);
      if (found.kind !== "unknown" && found.kind !== "unreachable") return found;
      return textIn(told, "status") === "ACCEPTED"
        ? { kind: "pending", keep: keepOf(theirId, attempt) }
        : { kind: "unreachable", reason: "it knows of it, and does not find it" };
    }
    case "REJECTED": {
      const code = codeIn(told);
      return WAITS.get(code) ?? { kind: "refused", reason: reasonOf(code) };
    }
    default:
      return { kind: "unreachable", reason: "its answer can't be read" };
  }
}

/** The id of the first attempt is what is kept of it; those of later ones follow from their number. */
const keepOf = (theirId: string, attempt: number) => (attempt === 1 ? { theirId } : {});

export async function lookUpOutgoing(means: Means, named: Named): Promise<FoundOut> {
  const attempt = await attemptOf(means.objects, named);
  const found = await look(means, named, attempt);
  // Of a later attempt it is known why the one before came to nothing.
  return found.kind === "unknown" && attempt > 1 ? { kind: "short", reason: "It was not asked for anew yet." } : found;
}

async function look(means: Means, named: Named, attempt: number): Promise<PaidOut | Unknown> {
  const { kind, reference } = named;
  const theirId = idOf(kind, reference, attempt);
  const found = await readOutgoing(means, kind, theirId);
  if (found.kind !== "found") return found;
  const { data } = found;
  switch (textIn(data, "status")) {
    case "COMPLETED": {
      const money = { amount: paidIn(data, "amount"), currency: textIn(data, "currency") };
      return { kind: "paid", money, keep: keepOf(theirId, attempt) };
    }
    case "FAILED": {
      const code = codeIn(data);
      const waits = WAITS.get(code);
      if (waits === undefined) return { kind: "refused", reason: reasonOf(code) };
      await keepNext(means, named, attempt + 1);
      return waits;
    }
    default:
      return { kind: "pending", keep: keepOf(theirId, attempt) };
  }
}

type Found = { readonly kind: "found"; readonly data: Json };

async function readOutgoing({ client }: Means, kind: Kind, theirId: string): Promise<Found | Unknown | Unreachable> {
  const answer = await client.get(`${PATHS[kind]}/${theirId}`);
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") return { kind: "unreachable", reason: `it does not find it: ${answer.code}` };
  const told = objectOf(answer.value);
  switch (textIn(told, "status")) {
    case "FOUND":
      return { kind: "found", data: objectOf(told["data"]) };
    case "NOT_FOUND":
      return { kind: "unknown" };
    default:
      return { kind: "unreachable", reason: "its answer can't be read" };
  }
}

/** Its number under the reference; and its id, by which statements name it. */
async function keepNext({ objects }: Means, named: Named, attempt: number): Promise<void> {
  const { kind, reference } = named;
  const theirId = idOf(kind, reference, attempt);
  await objects.keep({ kind: `${kind}_again`, reference: `${reference}#${attempt}`, theirId });
  await keepAttempt(objects, named, attempt);
}

/** Our reference of an id of theirs; null for what we never asked for. */
export async function referenceOfOutgoing(objects: Objects, kind: Kind, theirId: string): Promise<string | null> {
  const kept = (await objects.findTheirs(kind, theirId)) ?? (await objects.findTheirs(`${kind}_again`, theirId));
  return kept?.reference.split("#")[0] ?? null;
}

/** What there is to report; null when it has to be asked for again, or nobody knows. */
export async function reportOutgoing(means: Means, named: Named): Promise<OutgoingReport | null | Unreachable> {
  const found = await lookUpOutgoing(means, named);
  const { kind: about, reference } = named;
  switch (found.kind) {
    case "paid":
      return {
        about,
        reference,
        outcome: found.kind,
        ...(found.money === undefined ? {} : { money: found.money }),
      };
    case "pending":
      return { about, reference, outcome: found.kind };
    case "refused":
    case "returned":
      return { about, reference, outcome: found.kind, reason: found.reason };
    case "unreachable":
      return found;
    case "short":
    case "busy":
    case "unknown":
      return null;
    default:
      return found satisfies never;
  }
}
