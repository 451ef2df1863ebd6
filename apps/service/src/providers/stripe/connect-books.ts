/** What lies in a seller's account at Stripe, and what Stripe pays from there to their bank: asked in the name of that account. */
import type { BankPayout, BankPayoutStatus } from "../../domain/connected.js";
import { type Cents, CURRENCY, cents } from "../../domain/money.js";
import type { Unknown, Unreachable } from "../port.js";
import { type AccountBooks, BANK_PAYOUTS_LISTED } from "../port-holder.js";
import { Unreadable } from "../unreadable.js";
import { amountIn, currencyIn, integerIn, type Json, listIn, paidIn, textIn, textOr } from "./answers.js";
import type { StripeClient } from "./client.js";

/** Its accounts that were deleted, or have shut us out. */
export const GONE = new Set(["resource_missing", "account_invalid"]);

export async function readBooks(client: StripeClient, theirId: string): Promise<AccountBooks | Unknown | Unreachable> {
  const [balance, payouts] = await Promise.all([
    client.get("/balance", {}, theirId),
    client.get("/payouts", { limit: BANK_PAYOUTS_LISTED }, theirId),
  ]);
  for (const answer of [balance, payouts]) {
    if (answer.kind === "unreachable") return answer;
    if (answer.kind === "refused")
      return GONE.has(answer.code)
        ? { kind: "unknown" }
        : { kind: "unreachable", reason: `it tells no balance (${answer.code})` };
  }
  if (balance.kind !== "done" || payouts.kind !== "done") throw new Error("both answers are done");
  return {
    kind: "books",
    available: sumOf(balance.object["available"]),
    pending: sumOf(balance.object["pending"]),
    payouts: listIn(payouts.object).objects.filter(isOurs).map(payoutOf),
  };
}

/** Transfers are of one currency; what else the seller does there is none of our business. */
const isOurs = (one: Json): boolean => currencyIn(one) === CURRENCY;

function sumOf(amounts: unknown): Cents {
  if (!Array.isArray(amounts)) throw new Unreadable("its balance is no list");
  return cents((amounts as readonly Json[]).filter(isOurs).reduce((sum, one) => sum + amountIn(one, "amount"), 0n));
}

const STATUSES: ReadonlyMap<string, BankPayoutStatus> = new Map([
  ["pending", "ON_THE_WAY"],
  ["in_transit", "ON_THE_WAY"],
  ["paid", "PAID"],
  ["failed", "FAILED"],
  ["canceled", "CANCELLED"],
]);
const FAILURE_MAX = 100;

function payoutOf(one: Json): BankPayout {
  const status = STATUSES.get(textIn(one, "status"));
  if (status === undefined) throw new Unreadable("its payout has a status that it never has");
  return {
    theirId: textIn(one, "id"),
    amount: paidIn(one, "amount"),
    status,
    failure: status === "FAILED" ? textOr(one, "failure_code", "could_not_process").slice(0, FAILURE_MAX) : null,
    arrivesAt: integerIn(one, "arrival_date"),
    created: integerIn(one, "created"),
  };
}
