/**
 * Flutterwave's own books of our balance, out of its lists of transactions, refunds and transfers: its wallet's history shows
 * settlements as a whole, not what is in them. Days are all that a list is narrowed by.
 */
import { type Cents, cents, ZERO } from "../../domain/money.js";
import { unixSeconds } from "../../platform/clock.js";
import { isUnreachable } from "../answers.js";
import type { BalanceOf, BooksOf, StatementLine, StatementPage, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import {
  currencyIn,
  idIn,
  type Json,
  listOf,
  objectOf,
  paidIn,
  roundedIn,
  roundedOr,
  secondsOr,
  textIn,
  textOr,
} from "./answers.js";
import { type FlutterwaveClient, unread } from "./client.js";
import type { Means } from "./payments.js";
import { referenceIn } from "./payouts.js";
import { chargeIn, dayOf, refundedIn, stands } from "./refunds.js";

/** A line bears the time at which something was begun, and comes when it is done. */
export const BOOKS: BooksOf = { backDays: null, lagSeconds: 86_400 };

/** What may be paid out, and beside it what was taken and is not settled yet. */
export async function readBalance(client: FlutterwaveClient): Promise<BalanceOf | Unreachable> {
  const answer = await client.get("/v3/balances");
  if (answer.kind !== "done") return unread(answer);
  const all = listOf(answer.data);
  const of = (name: string) => all.map((one) => ({ amount: roundedIn(one, name), currency: currencyIn(one) }));
  return { kind: "balance", available: of("available_balance"), pending: of("ledger_balance") };
}

const DAY_SECONDS = 86_400;

/** `backDays`: for how long after it was begun something may still end or come back; so much is read again. */
const LISTS = [
  { path: "/v3/transactions", backDays: 4, linesOf: linesOfCharge },
  { path: "/v3/refunds", backDays: 45, linesOf: linesOfRefund },
  { path: "/v3/transfers", backDays: 35, linesOf: linesOfTransfer },
] as const;

/** `begun`: before which nothing is told. Lists begin with the newest, and ours with the oldest of a span that is over. */
type Place = {
  readonly begun: number;
  readonly from: number;
  readonly to: number | null;
  readonly list: number;
  readonly page: number | null;
};

export async function readStatement(
  means: Means,
  from: number,
  cursor: string | null,
): Promise<StatementPage | Unreachable> {
  const place: Place =
    cursor === null ? { begun: from, from, to: null, list: 0, page: null } : (JSON.parse(cursor) as Place);
  const to = place.to ?? unixSeconds();
  const list = LISTS[place.list];
  if (list === undefined) throw new Unreadable("there is no such list");
  const page = place.page ?? 1;
  const answer = await means.client.get(list.path, {
    from: dayOf(Math.max(place.begun, place.from - list.backDays * DAY_SECONDS)),
    to: dayOf(to),
    page: String(page),
  });
  if (answer.kind !== "done") return unread(answer);
  // The first question tells how many there are: the oldest is the last of them.
  if (place.page === null && answer.pages > 1) return pageOf([], { ...place, to, page: answer.pages }, true);
  const lines: StatementLine[] = [];
  for (const one of listOf(answer.data ?? [])) {
    const some = await list.linesOf(means, one);
    if (isUnreachable(some)) return some;
    lines.push(...some.filter(({ at }) => at >= place.begun));
  }
  if (page > 1) return pageOf(lines, { ...place, to, page: page - 1 }, true);
  if (place.list + 1 < LISTS.length) return pageOf(lines, { ...place, to, list: place.list + 1, page: null }, true);
  return pageOf(lines, { begun: place.begun, from: to, to: null, list: 0, page: null }, false);
}

const pageOf = (lines: readonly StatementLine[], place: Place, hasMore: boolean): StatementPage => ({
  kind: "page",
  lines: lines.toSorted((one, other) => one.at - other.at),
  cursor: JSON.stringify(place),
  hasMore,
});

type Moved = Pick<StatementLine, "type" | "object" | "reference" | "amount" | "fee" | "currency">;

function lineOf(moved: Moved, one: Json): StatementLine {
  const at = secondsOr(one["created_at"]);
  if (at === null) throw new Unreadable("its list has a line without a time");
  const net = cents(moved.amount - moved.fee);
  return { ...moved, id: `${moved.type} ${moved.object}`, net, at, availableAt: at };
}

const negative = (amount: Cents): Cents => cents(-amount);

async function linesOfCharge({ objects }: Means, one: Json): Promise<readonly StatementLine[]> {
  if (textIn(one, "status") !== "successful") return [];
  const object = idIn(one, "id");
  const amount = paidIn(one, "amount");
  const settled = roundedOr(one["amount_settled"]);
  const fee = settled === null ? (roundedOr(one["app_fee"]) ?? ZERO) : cents(amount - settled);
  const kept = await objects.findTheirs("charge", object);
  const name = textOr(one["tx_ref"], "");
  // One that was not seen yet is the first: others are told apart when the payment is looked up.
  const reference = kept?.reference ?? ((await isOrdered(objects, name)) ? name : null);
  return [lineOf({ type: "payment", object, reference, amount, fee, currency: currencyIn(one) }, one)];
}

/** Ordered, and nothing was seen of it. */
async function isOrdered(objects: Means["objects"], name: string): Promise<boolean> {
  const [ordered, seen] = await Promise.all([objects.find("payment", name), objects.find("charge", name)]);
  return ordered !== null && seen === null;
}

async function linesOfRefund({ client, objects }: Means, one: Json): Promise<readonly StatementLine[] | Unreachable> {
  const object = idIn(one, "id");
  const kept = await objects.findTheirs("refund", object);
  const isBack = !stands(one);
  // What never left moved nothing.
  if (isBack && kept?.data["paid"] === undefined) return [];
  let currency = textOr(one["currency"], null);
  if (currency === null) {
    const paid = await client.get(`/v3/transactions/${chargeIn(one)}/verify`);
    if (paid.kind !== "done") return unread(paid);
    currency = currencyIn(objectOf(paid.data));
  }
  const amount = refundedIn(one);
  const moved = { object, reference: kept?.reference ?? null, fee: ZERO, currency };
  const out = lineOf({ ...moved, type: "refund", amount: negative(amount) }, one);
  return isBack ? [out, lineOf({ ...moved, type: "refund_returned", amount }, one)] : [out];
}

async function linesOfTransfer({ objects }: Means, one: Json): Promise<readonly StatementLine[]> {
  const status = textIn(one, "status").toUpperCase();
  const name = textOr(one["reference"], "");
  const kept = await objects.find("payout", referenceIn(name));
  const isBack = status === "FAILED" && kept?.data["paid"] !== undefined;
  if (status !== "SUCCESSFUL" && !isBack) return [];
  const amount = paidIn(one, "amount");
  const moved = { object: idIn(one, "id"), reference: kept?.reference ?? null, currency: currencyIn(one) };
  const fee = roundedOr(one["fee"]) ?? ZERO;
  const out = lineOf({ ...moved, type: "payout", amount: negative(amount), fee }, one);
  return isBack ? [out, lineOf({ ...moved, type: "payout_returned", amount, fee: ZERO }, one)] : [out];
}
