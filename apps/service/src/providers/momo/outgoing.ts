/**
 * Refunds and payouts. Both are taken first and paid later; what failed because our wallet did not reach, or MTN was down, is asked
 * for anew under another id. Both draw on the wallet of disbursements, and not on what was collected.
 */

import { decimalsOf } from "../../domain/currencies.js";
import type { Payee } from "../../domain/payouts.js";
import { majorText } from "../amounts.js";
import { isUnreachable, type Json, objectOf, textIn, textOr } from "../answers.js";
import { attemptOf, keepAttempt, type Named } from "../attempts.js";
import {
  type FoundOut,
  type Money,
  orderReferenceOf,
  type PaidOut,
  type PayeeChecked,
  type PayoutOrder,
  type RefundOrder,
} from "../port.js";
import { idOf, type Means, moneyIn, partyOf, readObject, readRequest, reasonIn, statusOf } from "./payments.js";

type Path = "/refund" | "/transfer";

/** What only waits. Everything else is refused for good. */
const WAITS: ReadonlyMap<string, { readonly kind: "short" | "busy"; readonly reason: string }> = new Map([
  ["NOT_ENOUGH_FUNDS", { kind: "short", reason: "The wallet at MTN MoMo does not reach." }],
  ["SERVICE_UNAVAILABLE", { kind: "busy", reason: "MTN MoMo is down." }],
]);

const REASONS: ReadonlyMap<string, string> = new Map([
  ["PAYEE_NOT_FOUND", "The number is not known to MTN MoMo."],
  ["PAYEE_LIMIT_REACHED", "The wallet behind the number can't take as much."],
  ["PAYEE_NOT_ALLOWED_TO_RECEIVE", "The wallet behind the number can't take money."],
  ["RESOURCE_NOT_FOUND", "MTN MoMo has no such payment."],
]);
const reasonOf = (code: string): string => REASONS.get(code) ?? `MTN MoMo refuses it (${code}).`;

const refundPath = ({ refunds }: Means): Path => `/${refunds}`;

export async function refund(means: Means, order: RefundOrder): Promise<PaidOut> {
  const payment = orderReferenceOf(order.payment);
  if (means.refunds === "refund")
    return ask(means, order, { kind: "refund", body: { referenceIdToRefund: idOf("payment", payment) } });
  // Back to the number that paid, as MTN reports it.
  const paid = await readRequest(means, payment);
  if (isUnreachable(paid)) return { ...paid, isUndone: true };
  if (paid.kind === "unknown" || statusOf(paid.data) !== "SUCCESSFUL")
    return { kind: "refused", reason: "MTN MoMo has no such payment." };
  const payer = textIn(objectOf(paid.data["payer"]), "partyId");
  return ask(means, order, { kind: "refund", body: { payee: partyOf(payer) } });
}

export async function payout(means: Means, order: PayoutOrder): Promise<PaidOut> {
  const { payee } = order;
  if (payee.kind !== "mobile_money") return { kind: "refused", reason: "MTN MoMo pays to mobile money alone." };
  return ask(means, order, { kind: "payout", body: { payee: partyOf(payee.number) } });
}

type Outgoing = { readonly kind: Named["kind"]; readonly body: Json };

const pathOf = (means: Means, kind: Named["kind"]): Path => (kind === "refund" ? refundPath(means) : "/transfer");

async function ask(
  means: Means,
  { reference, currency, ...order }: Money & { readonly reference: string },
  { kind, body }: Outgoing,
): Promise<PaidOut> {
  const amount = majorText(order.amount, decimalsOf(currency));
  if (amount === null) return { kind: "refused", reason: `There is no coin of ${currency} for it.` };
  const named = { kind, reference };
  const attempt = await attemptOf(means.objects, named);
  const id = idOf(kind, reference, attempt);
  const answer = await means.client.post("disbursement", pathOf(means, kind), {
    id,
    body: { amount, currency, externalId: reference, payerMessage: reference, payeeNote: reference, ...body },
  });
  if (answer.kind === "unreachable") return answer;
  // Many are paid within the second, and what was refused may have been taken before.
  const found = await look(means, named, attempt);
  if (found.kind !== "unknown" && !isUnreachable(found)) return found;
  if (answer.kind === "done") return { kind: "pending", keep: keepOf(id, attempt) };
  if (isUnreachable(found)) return { kind: "unreachable", reason: found.reason };
  return WAITS.get(answer.code) ?? { kind: "refused", reason: reasonOf(answer.code) };
}

/** The id of the first attempt is what is kept of it; those of later ones follow from their number. */
const keepOf = (theirId: string, attempt: number) => (attempt === 1 ? { theirId } : {});

export async function lookUpOutgoing(means: Means, named: Named): Promise<FoundOut> {
  const attempt = await attemptOf(means.objects, named);
  const found = await look(means, named, attempt);
  // Of a later attempt it is known why the one before came to nothing.
  return found.kind === "unknown" && attempt > 1 ? { kind: "short", reason: "It was not asked for anew yet." } : found;
}

async function look(means: Means, named: Named, attempt: number): Promise<FoundOut> {
  const { kind, reference } = named;
  const id = idOf(kind, reference, attempt);
  const where = { product: "disbursement", path: pathOf(means, kind), id, reference } as const;
  const found = await readObject(means.client, where);
  if (found.kind !== "found") return found;
  switch (statusOf(found.data)) {
    case "SUCCESSFUL":
      return { kind: "paid", money: moneyIn(found.data), keep: keepOf(id, attempt) };
    case "PENDING":
      return { kind: "pending", keep: keepOf(id, attempt) };
    case "FAILED": {
      const code = reasonIn(found.data);
      const waits = WAITS.get(code);
      if (waits === undefined) return { kind: "refused", reason: reasonOf(code), keep: keepOf(id, attempt) };
      await keepAttempt(means.objects, named, attempt + 1);
      return waits;
    }
  }
}

/** Whose wallet a number is, where the country tells. */
export async function checkPayee({ client }: Means, payee: Payee): Promise<PayeeChecked> {
  if (payee.kind !== "mobile_money") return { kind: "unsupported" };
  const holder = `/accountholder/msisdn/${payee.number.replace(/^\+/, "")}`;
  const active = await client.get("disbursement", `${holder}/active`);
  if (isUnreachable(active)) return active;
  if (active.kind === "refused" || active.value["result"] !== true) return { kind: "unknown" };
  const named = await client.get("disbursement", `${holder}/basicuserinfo`);
  const { given_name: given, family_name: family } = named.kind === "done" ? named.value : ({} as Json);
  const name = [textOr(given, ""), textOr(family, "")].filter((part) => part !== "").join(" ");
  return { kind: "known", name: name === "" ? null : name };
}
