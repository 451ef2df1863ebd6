/** Payments, as an adapter takes them, finds them and calls them off. */
import { PROVIDER_WORDS } from "@holdfast/contract";
import { placesOf } from "../../domain/currencies.js";
import type { PaymentInstructions } from "../../domain/model.js";
import { majorText } from "../amounts.js";
import type { Cancelled, Created, LookedUp, Money, PaymentOrder, PaymentReport, Unknown } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { amountIn, type Json, keepIn, listIn, objectIn, textIn, timeIn, wordIn } from "./answers.js";
import type { HttpAsking } from "./client.js";
import { paymentReportIn } from "./reports.js";

export type Means = HttpAsking & {
  /** Where it reports to. */
  readonly callbackUrl: () => string;
};

/** Two decimals, or three where the currency has them: what it has no coin for is not offered. */
export const moneyOf = ({ amount, currency }: Money): { readonly amount: string; readonly currency: string } => ({
  amount: majorText(amount, placesOf(currency)) ?? "",
  currency,
});

export async function createPayment({ ask, callbackUrl }: Means, order: PaymentOrder): Promise<Created> {
  const body = {
    reference: order.reference,
    method: order.method,
    ...moneyOf(order),
    phone: order.phone,
    network: order.network,
    email: order.email,
    description: order.description,
    language: order.language,
    return_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: order.expiresAt,
    callback_url: callbackUrl(),
  };
  const answer = await ask({ path: "/payments", body }, ["created", "refused"]);
  return answer.kind === "unreachable" ? answer : createdIn(answer.word, answer.said, order);
}

function createdIn(kind: "created" | "refused", said: Json, { currency }: Money): Created {
  return kind === "created"
    ? { kind, instructions: instructionsIn({ ...objectIn(said, "instructions"), currency }), ...keepIn(said) }
    : { kind, failure: wordIn(said, "failure", PROVIDER_WORDS.failures), ...keepIn(said) };
}

function instructionsIn(said: Json): PaymentInstructions {
  const kind = wordIn(said, "kind", ["redirect", "prompt", "transfer"]);
  switch (kind) {
    case "redirect":
      return { kind, url: pageIn(said) };
    case "prompt":
      return { kind, phone: textIn(said, "phone", 20), expiresAt: timeIn(said, "expires_at") };
    case "transfer":
      return {
        kind,
        bank: textIn(said, "bank", 200),
        accountName: textIn(said, "account_name", 200),
        accountNumber: textIn(said, "account_number", 200),
        reference: textIn(said, "reference", 200),
        amount: amountIn(said, "amount"),
      };
    default:
      return kind satisfies never;
  }
}

/** Whether the page is the provider's own is checked before a payer is sent there. */
function pageIn(said: Json): string {
  const url = textIn(said, "url", 2_048);
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw new Unreadable("its url is no address of a page");
  return url;
}

const pathOf = (reference: string): string => `/payments/${encodeURIComponent(reference)}`;
const REPORTS_MAX = 1_000;

const find = ({ ask }: HttpAsking, reference: string) =>
  ask({ path: pathOf(reference), body: null }, ["created", "refused", "unknown"]);

export async function findPayment(means: Means, order: PaymentOrder): Promise<Created | Unknown> {
  const answer = await find(means, order.reference);
  if (answer.kind === "unreachable") return answer;
  return answer.word === "unknown" ? { kind: "unknown" } : createdIn(answer.word, answer.said, order);
}

export async function lookUpPayment(means: Means, reference: string): Promise<LookedUp> {
  const answer = await find(means, reference);
  if (answer.kind === "unreachable") return answer;
  if (answer.word === "unknown") return { kind: "unknown" };
  const reports = listIn(answer.said, "reports", REPORTS_MAX).map(paymentReportIn);
  requireOwn(reports, reference);
  return { kind: "known", reports };
}

/** Each money once, and nobody else's. */
function requireOwn(reports: readonly PaymentReport[], reference: string): void {
  if (reports.some((one) => one.reference !== reference))
    throw new Unreadable("it reports another payment than it was asked for");
  if (new Set(reports.map(({ receipt }) => receipt)).size !== reports.length)
    throw new Unreadable("it reports one receipt twice");
}

export async function cancelPayment({ ask }: HttpAsking, reference: string): Promise<Cancelled | Unknown> {
  const kinds = ["cancelled", "waiting", "too_late", "unknown"] as const;
  const answer = await ask({ path: `${pathOf(reference)}/cancel`, body: {} }, kinds);
  if (answer.kind === "unreachable") return answer;
  return answer.word === "waiting" ? { kind: "waiting", until: timeIn(answer.said, "until") } : { kind: answer.word };
}
