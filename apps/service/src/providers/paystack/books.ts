/**
 * Paystack's own books of our balance. A line of its ledger is what the balance changed by; what was paid, and what Paystack
 * kept of it, is told by the payment.
 */
import { type Cents, cents, ZERO } from "../../domain/money.js";
import { unixSeconds } from "../../platform/clock.js";
import type { BalanceOf, BooksOf, StatementLine, StatementPage, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import {
  amountIn,
  currencyIn,
  idIn,
  idOr,
  type Json,
  listOf,
  objectOf,
  secondsOr,
  signedIn,
  textOr,
} from "./answers.js";
import { type PaystackClient, unread } from "./client.js";
import { type Means, receiptNamed } from "./payments.js";

export const BOOKS: BooksOf = { backDays: null, lagSeconds: 600 };

export async function readBalance(client: PaystackClient): Promise<BalanceOf | Unreachable> {
  const answer = await client.get("/balance");
  if (answer.kind !== "done") return unread(answer);
  const available = listOf(answer.data).map((one) => ({ amount: signedIn(one, "balance"), currency: currencyIn(one) }));
  return { kind: "balance", available, pending: [] };
}

/** What was read is read again so far back: a line that is told twice is one. */
const OVERLAP_SECONDS = 7_200;
/** Each line may be a question of its own. */
const PAGE = 20;

/** A span that is over, whose pages don't move; they begin with the newest, and ours with the oldest. */
type Place = { readonly from: number; readonly to: number | null; readonly page: number | null };

export async function readStatement(
  means: Means,
  from: number,
  cursor: string | null,
): Promise<StatementPage | Unreachable> {
  const place: Place = cursor === null ? { from, to: null, page: null } : (JSON.parse(cursor) as Place);
  const to = place.to ?? unixSeconds() + 1;
  const page = place.page ?? 1;
  const answer = await means.client.get("/balance/ledger", {
    from: dateOf(place.from),
    to: dateOf(to),
    perPage: String(PAGE),
    page: String(page),
  });
  if (answer.kind !== "done") return unread(answer);
  const pages = answer.meta["pageCount"];
  if (typeof pages !== "number" || !Number.isSafeInteger(pages)) throw new Unreadable("its ledger has no pageCount");
  // The first question tells how many there are: the oldest is the last of them.
  if (place.page === null && pages > 1) return pageOf([], { from: place.from, to, page: pages }, true);
  const lines = await linesOf(means, listOf(answer.data));
  if ("kind" in lines) return lines;
  if (page > 1) return pageOf(lines, { from: place.from, to, page: page - 1 }, true);
  return pageOf(lines, { from: Math.max(place.from, to - OVERLAP_SECONDS), to: null, page: null }, false);
}

const pageOf = (lines: readonly StatementLine[], place: Place, hasMore: boolean): StatementPage => ({
  kind: "page",
  // The newest comes first, and several in one second.
  lines: lines.toReversed().sort((one, other) => one.at - other.at),
  cursor: JSON.stringify(place),
  hasMore,
});

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

async function linesOf(means: Means, entries: readonly Json[]): Promise<readonly StatementLine[] | Unreachable> {
  const lines = await Promise.all(entries.map((entry) => lineOf(means, entry)));
  return lines.find((one) => "kind" in one) ?? (lines as readonly StatementLine[]);
}

/** What moved the balance, by the word of Paystack's own model. */
const MODELS: readonly (readonly [RegExp, "transaction" | "refund" | "transfer" | "settlement"])[] = [
  [/refund/i, "refund"],
  [/transfer(?!recipient)/i, "transfer"],
  [/settlement|payout|top.?up|deposit|virtual/i, "settlement"],
  [/transaction|charge/i, "transaction"],
];

/** What is known of what a line is about. `gross`: what was paid, before Paystack kept its part. */
type About = {
  readonly type: StatementLine["type"];
  readonly reference: string | null;
  readonly gross?: Cents;
};

async function lineOf(means: Means, entry: Json): Promise<StatementLine | Unreachable> {
  const net = signedIn(entry, "difference");
  const at = secondsOr(entry["createdAt"]);
  if (at === null) throw new Unreadable("its ledger has a line that can't be read");
  const row = idOr(entry["model_row"]);
  const about = await aboutOf(means, { model: textOr(entry["model_responsible"], ""), row, net });
  if ("kind" in about) return about;
  const { gross = net } = about;
  const amount = gross >= net ? gross : net;
  return {
    id: idIn(entry),
    type: about.type,
    object: row,
    reference: about.reference,
    amount,
    fee: cents(amount - net),
    net,
    currency: currencyIn(entry),
    at,
    availableAt: at,
  };
}

type Movement = { readonly model: string; readonly row: string | null; readonly net: Cents };

async function aboutOf(means: Means, { model, row, net }: Movement): Promise<About | Unreachable> {
  const kind = MODELS.find(([words]) => words.test(model))?.[1];
  if (kind === "settlement") return { type: "settlement", reference: null };
  if (kind === undefined || row === null) return { type: "other", reference: null };
  switch (kind) {
    case "transaction":
      return net >= ZERO ? paymentOf(means, row) : { type: "other", reference: null };
    case "refund":
      return refundOf(means, row, net);
    case "transfer": {
      const kept = await means.objects.findTheirs("payout", row);
      return { type: net > ZERO ? "payout_returned" : "payout", reference: kept?.reference ?? null };
    }
    default:
      return kind satisfies never;
  }
}

async function paymentOf({ objects, client }: Means, id: string): Promise<About | Unreachable> {
  const kept = await objects.findTheirs("transaction", id);
  const amount = kept?.data["amount"];
  if (kept !== null && amount !== undefined)
    return { type: "payment", reference: kept.reference, gross: cents(BigInt(amount)) };
  const answer = await client.get(`/transaction/${id}`);
  if (answer.kind === "refused" && answer.code === "not_found") return { type: "payment", reference: null };
  if (answer.kind !== "done") return unread(answer);
  const found = objectOf(answer.data);
  const reference = await receiptNamed({ objects }, textOr(found["reference"], ""));
  return { type: "payment", reference, gross: amountIn(found, "amount") };
}

/** What a dispute takes is a refund too, that Paystack makes. */
async function refundOf({ objects, client }: Means, id: string, net: Cents): Promise<About | Unreachable> {
  const isBack = net > ZERO;
  const kept = await objects.findTheirs("refund", id);
  if (kept !== null) return { type: isBack ? "refund_returned" : "refund", reference: kept.reference };
  const answer = await client.get(`/refund/${id}`);
  if (answer.kind === "refused" && answer.code === "not_found") return { type: "refund", reference: null };
  if (answer.kind !== "done") return unread(answer);
  const found = objectOf(answer.data);
  if ((found["dispute"] ?? null) !== null) {
    const reference = await receiptNamed({ objects }, textOr(found["transaction_reference"], ""));
    return { type: isBack ? "chargeback_returned" : "chargeback", reference };
  }
  const note = textOr(found["merchant_note"], "");
  const ours = note === "" ? null : await objects.find("refund", note);
  return { type: isBack ? "refund_returned" : "refund", reference: ours === null ? null : note };
}
