/** Payouts: transfers at Paystack, each once under its reference, to a recipient that the same details always name. */
import type { Payee } from "../../domain/payouts.js";
import { isUnreachable } from "../answers.js";
import type { FoundOut, OutgoingReport, PaidOut, PayeeChecked, PayoutOrder, Unknown, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, type Json, objectOf, paidIn, textIn, textOr } from "./answers.js";
import { type Banks, isNoBank } from "./banks.js";
import { unread } from "./client.js";
import { OFFERS } from "./offers.js";
import type { Means as PaymentMeans } from "./payments.js";
import { PAID, reportOf } from "./refunds.js";

export type Means = PaymentMeans & { readonly banks: Banks };

export async function payout(means: Means, order: PayoutOrder): Promise<PaidOut> {
  const { reference, amount, currency, payee } = order;
  const type = OFFERS[currency]?.recipients[payee.kind];
  if (type === undefined) return { kind: "refused", reason: `Paystack does not pay there in ${currency}.` };
  const bank = await means.banks.find(currency, payee);
  if (isUnreachable(bank)) return { ...bank, isUndone: true };
  if (isNoBank(bank)) return { kind: "refused", reason: bank.reason };
  const recipient = await means.client.post("/transferrecipient", {
    type,
    name: payee.name,
    account_number: bank.number,
    bank_code: bank.code,
    currency,
  });
  // A recipient is paid nothing by being there.
  if (recipient.kind === "unreachable") return { ...recipient, isUndone: true };
  if (recipient.kind === "refused")
    return { kind: "refused", reason: `Paystack does not know the account (${recipient.code}).` };
  const answer = await means.client.post("/transfer", {
    source: "balance",
    amount: Number(amount),
    recipient: textIn(objectOf(recipient.data), "recipient_code"),
    reference,
    reason: reference,
    currency,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") return outcomeOf(means, objectOf(answer.data), reference);
  // What is refused for its reference was taken before.
  const found = await lookUpPayout(means, reference);
  if (found.kind !== "unknown") return found;
  if (answer.code === "insufficient_balance")
    return { kind: "short", reason: "The balance at Paystack does not reach." };
  return { kind: "refused", reason: `Paystack refuses it (${answer.code}).` };
}

export async function lookUpPayout({ client, ...means }: Means, reference: string): Promise<FoundOut & Found> {
  const answer = await client.get(`/transfer/verify/${encodeURIComponent(reference)}`);
  if (answer.kind === "refused" && answer.code === "not_found") return { kind: "unknown" };
  if (answer.kind !== "done") return unread(answer);
  return outcomeOf({ client, ...means }, objectOf(answer.data), reference);
}

type Told = Extract<PaidOut, { keep?: unknown }>;
type Found = Told | Unknown | Unreachable;

/** Of a person who has to type a code there are none where transfers are confirmed by us alone: the guide says how. */
const PENDING: ReadonlySet<string> = new Set(["otp", "pending", "processing", "queued", "received"]);
const ENDED: ReadonlySet<string> = new Set(["failed", "rejected", "blocked", "abandoned", "reversed"]);

async function outcomeOf({ objects }: Means, made: Json, reference: string): Promise<Told> {
  if (textIn(made, "reference") !== reference) throw new Unreadable("it answered of another payout");
  const theirId = idIn(made);
  const status = textIn(made, "status");
  if (PENDING.has(status)) return { kind: "pending", keep: { theirId } };
  if (status === "success") {
    const money = { amount: paidIn(made, "amount"), currency: currencyIn(made) };
    return { kind: "paid", money, keep: { theirId, data: PAID } };
  }
  if (!ENDED.has(status)) throw new Unreadable("its payout has a status that it never has");
  const kept = await objects.find("payout", reference);
  const isBack = kept?.data["paid"] !== undefined;
  return {
    kind: isBack ? "returned" : "refused",
    reason: isBack ? "The bank sent it back." : `Paystack could not pay it (${status}).`,
    keep: { theirId },
  };
}

/** Null for what isn't ours. */
export async function reportPayout(means: Means, reference: string): Promise<OutgoingReport | null | Unreachable> {
  if ((await means.objects.find("payout", reference)) === null) return null;
  const found = await lookUpPayout(means, reference);
  if (found.kind === "unreachable") return found;
  if (found.kind === "unknown") return null;
  if (found.kind === "paid") await means.objects.keep({ kind: "payout", reference, data: PAID });
  return reportOf("payout", reference, found);
}

/** In Nigeria and Ghana banks tell whose account it is. */
const NAMED = ["NGN", "GHS"] as const;

export async function checkPayee(
  { client, banks }: Means,
  payee: Payee,
  currencies: readonly string[],
): Promise<PayeeChecked> {
  const places = NAMED.filter((currency) => currencies.includes(currency));
  if (payee.kind !== "bank" || places.length === 0) return { kind: "unsupported" };
  for (const currency of places) {
    const bank = await banks.find(currency, payee);
    if (isUnreachable(bank)) return bank;
    if (isNoBank(bank)) continue;
    const answer = await client.get("/bank/resolve", { account_number: bank.number, bank_code: bank.code });
    if (answer.kind === "unreachable") return answer;
    if (answer.kind === "refused") return { kind: "unknown" };
    return { kind: "known", name: textOr(objectOf(answer.data)["account_name"], null) };
  }
  return { kind: "unknown" };
}
