/** Refunds and payouts, and whom they go to. */
import type { Payee } from "../../domain/payouts.js";
import type { FoundOut, PaidOut, PayeeChecked, PayoutOrder, RefundOrder } from "../port.js";
import { amountIn, type Json, keepIn, moneyIn, textIn } from "./answers.js";
import type { HttpAsking } from "./client.js";
import { moneyOf } from "./payments.js";

const GONE = ["paid", "pending", "refused", "returned", "short", "busy"] as const;

export async function refund({ ask }: HttpAsking, order: RefundOrder): Promise<PaidOut> {
  const { reference, payment, method } = order;
  const answer = await ask({ path: "/refunds", body: { reference, payment, method, ...moneyOf(order) } }, GONE);
  return answer.kind === "unreachable" ? answer : paidOutIn(answer.word, answer.said, order);
}

export async function payout({ ask }: HttpAsking, order: PayoutOrder): Promise<PaidOut> {
  const { reference, payee } = order;
  const answer = await ask({ path: "/payouts", body: { reference, ...moneyOf(order), payee: payeeOf(payee) } }, GONE);
  return answer.kind === "unreachable" ? answer : paidOutIn(answer.word, answer.said, order);
}

/** What became of one, by its own kind of path. */
export async function lookUpOutgoing(
  { ask }: HttpAsking,
  path: "/refunds" | "/payouts",
  order: Pick<RefundOrder | PayoutOrder, "reference" | "currency">,
): Promise<FoundOut> {
  const answer = await ask({ path: `${path}/${encodeURIComponent(order.reference)}`, body: null }, [
    ...GONE,
    "unknown",
  ]);
  if (answer.kind === "unreachable") return answer;
  return answer.word === "unknown" ? { kind: "unknown" } : paidOutIn(answer.word, answer.said, order);
}

/** @param order.currency of an amount that came back without one beside it */
function paidOutIn(kind: (typeof GONE)[number], said: Json, { currency }: Pick<RefundOrder, "currency">): PaidOut {
  switch (kind) {
    case "paid":
      return { kind, ...(said["amount"] === undefined ? {} : { money: moneyIn(said) }), ...keepIn(said) };
    case "pending":
      return { kind, ...keepIn(said) };
    case "refused":
      return { kind, reason: textIn(said, "reason"), ...keepIn(said) };
    case "returned": {
      const amount = said["amount"] === undefined ? {} : { amount: amountIn({ currency, ...said }, "amount") };
      return { kind, reason: textIn(said, "reason"), ...amount, ...keepIn(said) };
    }
    case "short":
    case "busy":
      return { kind, reason: textIn(said, "reason") };
    default:
      return kind satisfies never;
  }
}

const payeeOf = (payee: Payee): Json => ({
  kind: payee.kind,
  name: payee.name,
  number: payee.number,
  ...(payee.kind === "bank" ? { bank: payee.bank } : {}),
});

export async function checkPayee({ ask }: HttpAsking, payee: Payee): Promise<PayeeChecked> {
  const kinds = ["known", "unknown", "unsupported"] as const;
  const answer = await ask({ path: "/payees/check", body: { payee: payeeOf(payee) } }, kinds);
  if (answer.kind === "unreachable") return answer;
  if (answer.word !== "known") return { kind: answer.word };
  return { kind: "known", name: answer.said["name"] === null ? null : textIn(answer.said, "name", 200) };
}
