/**
 * Payouts: transfers at Flutterwave, each once under its reference. One that failed because our balance did not reach is asked
 * for anew under the next name (`…-2`): Flutterwave never takes a reference again.
 */
import type { Payee } from "../../domain/payouts.js";
import { majorNumber } from "../amounts.js";
import { isUnreachable } from "../answers.js";
import { attemptOf, keepAttempt } from "../attempts.js";
import { bankNamed, keptBanks, type NoBank } from "../banks.js";
import type { Currency, FoundOut, PaidOut, PayeeChecked, PayoutOrder, Unknown, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { currencyIn, idIn, type Json, listOf, objectOf, paidIn, textIn, textOr } from "./answers.js";
import { type FlutterwaveClient, isShort, unread } from "./client.js";
import { OFFERS } from "./offers.js";
import type { Means as PaymentMeans } from "./payments.js";
import { PAID } from "./refunds.js";

type Account = { readonly kind: "bank"; readonly code: string; readonly number: string };

export type Accounts = { find(currency: Currency, payee: Payee): Promise<Account | NoBank | Unreachable> };
export type Means = PaymentMeans & { readonly accounts: Accounts };

/** How Flutterwave calls M-Pesa in Kenya. */
const MPESA = "MPS";

export function openAccounts(client: FlutterwaveClient): Accounts {
  const banksIn = keptBanks(async (currency) => {
    const answer = await client.get(`/v3/banks/${OFFERS[currency]?.countries[0] ?? ""}`);
    if (answer.kind !== "done") return unread(answer);
    return listOf(answer.data).map((one) => ({ name: textIn(one, "name"), slug: "", code: textIn(one, "code") }));
  });
  return {
    find: async (currency, payee) => {
      if (payee.kind === "mobile_money") return { kind: "bank", code: MPESA, number: payee.number.slice(1) };
      if (payee.kind === "connected") return { kind: "none", reason: "Flutterwave keeps no accounts for sellers." };
      const banks = await banksIn(currency);
      if (isUnreachable(banks)) return banks;
      const found = bankNamed(banks, payee.bank, "Flutterwave");
      return found.kind === "none" ? found : { ...found, number: payee.number };
    },
  };
}

const nameOf = (reference: string, attempt: number): string => (attempt === 1 ? reference : `${reference}-${attempt}`);

/** Our reference of what {@link nameOf} made. */
export const referenceIn = (name: string): string => name.replace(/-\d{1,2}$/, "");

export async function payout(means: Means, order: PayoutOrder): Promise<PaidOut> {
  const { reference, amount, currency, payee } = order;
  if (OFFERS[currency]?.destinations.includes(payee.kind) !== true)
    return { kind: "refused", reason: `Flutterwave does not pay there in ${currency}.` };
  const account = await means.accounts.find(currency, payee);
  if (isUnreachable(account)) return { ...account, isUndone: true };
  if (account.kind === "none") return { kind: "refused", reason: account.reason };
  const attempt = await attemptOf(means.objects, { kind: "payout", reference });
  const answer = await means.client.post("/v3/transfers", {
    account_bank: account.code,
    account_number: account.number,
    beneficiary_name: payee.name,
    amount: majorNumber(amount),
    currency,
    debit_currency: currency,
    reference: nameOf(reference, attempt),
    narration: reference,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") return outcomeOf(means, objectOf(answer.data), { reference, attempt });
  // What is refused for its reference was taken before.
  const found = await lookUpPayout(means, reference);
  if (found.kind !== "unknown") return found;
  if (answer.code === "short") return SHORT;
  return { kind: "refused", reason: `Flutterwave refuses it (${answer.code}).` };
}

const SHORT: PaidOut = { kind: "short", reason: "The balance at Flutterwave does not reach." };

export async function lookUpPayout(means: Means, reference: string): Promise<FoundOut> {
  const attempt = await attemptOf(means.objects, { kind: "payout", reference });
  const name = nameOf(reference, attempt);
  const all = await means.client.list("/v3/transfers", { reference: name });
  if (isUnreachable(all)) return all;
  const made = all.find((one) => one["reference"] === name);
  if (made !== undefined) return outcomeOf(means, made, { reference, attempt });
  // Of a later attempt it is known why the one before came to nothing.
  return attempt > 1 ? SHORT : ({ kind: "unknown" } satisfies Unknown);
}

const PENDING: ReadonlySet<string> = new Set(["NEW", "PENDING"]);

async function outcomeOf(
  { objects }: Means,
  made: Json,
  { reference, attempt }: { readonly reference: string; readonly attempt: number },
): Promise<PaidOut> {
  if (textIn(made, "reference") !== nameOf(reference, attempt)) throw new Unreadable("it answered of another payout");
  const theirId = idIn(made, "id");
  const status = textIn(made, "status").toUpperCase();
  if (PENDING.has(status)) return { kind: "pending", keep: { theirId } };
  if (status === "SUCCESSFUL") {
    const money = { amount: paidIn(made, "amount"), currency: currencyIn(made) };
    return { kind: "paid", money, keep: { theirId, data: PAID } };
  }
  if (status !== "FAILED") throw new Unreadable("its payout has a status that it never has");
  const kept = await objects.find("payout", reference);
  if (kept?.data["paid"] !== undefined)
    return { kind: "returned", reason: "The bank sent it back.", keep: { theirId } };
  if (!isShort(textOr(made["complete_message"], "")))
    return { kind: "refused", reason: "Flutterwave could not pay it.", keep: { theirId } };
  await keepAttempt(objects, { kind: "payout", reference }, attempt + 1);
  return SHORT;
}

/** In Nigeria banks tell whose account it is. */
const NAMED: Currency = "NGN";

export async function checkPayee(
  { client, accounts }: Means,
  payee: Payee,
  currencies: readonly Currency[],
): Promise<PayeeChecked> {
  if (payee.kind !== "bank" || !currencies.includes(NAMED)) return { kind: "unsupported" };
  const account = await accounts.find(NAMED, payee);
  if (isUnreachable(account)) return account;
  if (account.kind === "none") return { kind: "unknown" };
  const answer = await client.post("/v3/accounts/resolve", {
    account_number: account.number,
    account_bank: account.code,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") return { kind: "unknown" };
  return { kind: "known", name: textOr(objectOf(answer.data)["account_name"], null) };
}
