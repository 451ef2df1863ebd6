/** Stripe's own books of our account: the balance, its movements, and what an account needs before it can be used. */
import { cents, ZERO } from "../../domain/money.js";
import type { BalanceOf, Checked, Money, Objects, StatementLine, StatementPage, Unreachable } from "../port.js";
import {
  amountIn,
  currencyIn,
  idOr,
  integerIn,
  type Json,
  listIn,
  objectOr,
  objectsIn,
  referenceIn,
  textIn,
  textOr,
} from "./answers.js";
import { STRIPE_VERSION, type StripeClient } from "./client.js";
import { eventsOf } from "./notices.js";

export async function readBalance(client: StripeClient): Promise<BalanceOf | Unreachable> {
  const answer = await client.get("/balance");
  if (answer.kind === "refused") return { kind: "unreachable", reason: `it tells no balance (${answer.code})` };
  if (answer.kind === "unreachable") return answer;
  const moneyIn = (name: string): readonly Money[] =>
    objectsIn(answer.object, name).map((one) => ({ amount: amountIn(one, "amount"), currency: currencyIn(one) }));
  return { kind: "balance", available: moneyIn("available"), pending: moneyIn("pending") };
}

const MOVEMENTS = "/balance_transactions";

/**
 * Lists begin with the newest, and ours with the oldest: so the oldest is sought first, page by page (`<id`), and what is
 * newer than a line is read from then on (`>id`).
 */
export async function readStatement(
  { client, objects: kept }: { readonly client: StripeClient; readonly objects: Objects },
  from: number,
  cursor: string | null,
): Promise<StatementPage | Unreachable> {
  const id = cursor?.slice(1);
  const isForward = cursor?.startsWith(">") === true;
  const page = await client.page(MOVEMENTS, {
    ...(isForward ? { ending_before: id } : { starting_after: id, created: { gte: from } }),
    expand: ["data.source"],
  });
  if (page.kind === "unreachable") return page;
  const { objects, hasMore } = page;
  const [newest] = objects;
  if (!isForward && hasMore)
    return { kind: "page", lines: [], cursor: `<${textIn(objects.at(-1) as Json, "id")}`, hasMore };
  return {
    kind: "page",
    lines: (await Promise.all(objects.map((one) => lineOf(one, kept)))).reverse(),
    cursor: newest === undefined ? cursor : `>${textIn(newest, "id")}`,
    // From the oldest page on, all that is newer is still to come.
    hasMore: isForward ? hasMore : cursor !== null && newest !== undefined,
  };
}

const TYPES: ReadonlyMap<string, StatementLine["type"]> = new Map(
  Object.entries({
    charge: "payment",
    payment: "payment",
    refund: "refund",
    payment_refund: "refund",
    refund_failure: "refund_returned",
    payment_failure_refund: "refund_returned",
    transfer: "payout",
    transfer_failure: "payout_returned",
    transfer_refund: "payout_returned",
    transfer_cancel: "payout_returned",
    stripe_fee: "fee",
    stripe_fx_fee: "fee",
    tax_fee: "fee",
    payout: "settlement",
    payout_failure: "settlement",
    payout_cancel: "settlement",
    topup: "settlement",
    topup_reversal: "settlement",
  } as const),
);

/** Of an `adjustment`, which is what a dispute moves. */
const CATEGORIES: ReadonlyMap<string, StatementLine["type"]> = new Map([
  ["dispute", "chargeback"],
  ["dispute_reversal", "chargeback_returned"],
]);

/**
 * What was charged, refunded or disputed in another currency, with the sign of the line; Stripe exchanges it. A yen is no cent: of a
 * line that came to nothing the type says which way it went.
 */
function exchangedOf(
  movement: Json,
  { type, source }: { readonly type: StatementLine["type"]; readonly source: Json | null },
): Pick<StatementLine, "of"> {
  if (source === null || typeof source["amount"] !== "number" || textOr(source, "currency", null) === null) return {};
  const currency = currencyIn(source);
  if (currency === currencyIn(movement)) return {};
  const amount = amountIn(source, "amount");
  const inLine = amountIn(movement, "amount");
  const isOut = inLine === ZERO ? type === "refund" || type === "chargeback" : inLine < ZERO;
  return { of: { amount: isOut ? cents(-amount) : amount, currency } };
}

async function lineOf(movement: Json, kept: Objects): Promise<StatementLine> {
  const source = objectOr(movement, "source");
  const type =
    TYPES.get(textIn(movement, "type")) ?? CATEGORIES.get(textOr(movement, "reporting_category", "")) ?? "other";
  return {
    id: textIn(movement, "id"),
    type,
    object: source === null ? textOr(movement, "source", null) : textIn(source, "id"),
    reference: source === null ? null : (referenceIn(source) ?? (await referenceBehind(source, kept))),
    amount: amountIn(movement, "amount"),
    fee: amountIn(movement, "fee"),
    net: amountIn(movement, "net"),
    currency: currencyIn(movement),
    ...exchangedOf(movement, { type, source }),
    at: integerIn(movement, "created"),
    availableAt: integerIn(movement, "available_on"),
  };
}

/** Of what names another object by Stripe's id alone: a dispute its payment, and what was taken back of a transfer that transfer. */
async function referenceBehind(source: Json, kept: Objects): Promise<string | null> {
  const [kind, theirId] =
    source["object"] === "dispute"
      ? ["intent", idOr(source, "payment_intent")]
      : source["object"] === "transfer_reversal"
        ? ["payout", idOr(source, "transfer")]
        : ["", null];
  return theirId === null ? null : ((await kept.findTheirs(kind, theirId))?.reference ?? null);
}

type Kind = { readonly isLive: boolean; readonly isHolder: boolean };

/** @param callbackUrl where our webhook endpoint has to be; null when nobody can reach this address. */
export async function checkAccount(
  client: StripeClient,
  { isLive, isHolder, callbackUrl }: Kind & { readonly callbackUrl: string | null },
): Promise<Checked | Unreachable> {
  const account = await client.get("/account");
  if (account.kind === "unreachable") return account;
  if (account.kind === "refused") return { kind: "unreachable", reason: `it tells no account (${account.code})` };
  const balance = await readBalance(client);
  const problems = [
    ...(account.object["charges_enabled"] === true ? [] : ["The account can't take payments yet."]),
    ...(balance.kind === "unreachable" ? [`The key reads no balance: ${balance.reason}.`] : []),
    ...(callbackUrl === null ? [] : await endpointProblems(client, callbackUrl, isHolder)),
  ];
  return { kind: "checked", account: accountName(account.object), isLive, problems };
}

function accountName(account: Json): string {
  const shown = textOr(objectOr(objectOr(account, "settings") ?? {}, "dashboard") ?? {}, "display_name", null);
  const id = textIn(account, "id");
  return shown === null ? id : `${shown} (${id})`;
}

/** Where sellers have accounts of their own there are two endpoints with our address: ours, and that for connected accounts. */
async function endpointProblems(
  client: StripeClient,
  callbackUrl: string,
  isHolder: boolean,
): Promise<readonly string[]> {
  const answer = await client.get("/webhook_endpoints", { limit: 100 });
  if (answer.kind !== "done") return ["The key may not read webhook endpoints, so ours was not looked at."];
  const endpoints = listIn(answer.object).objects.filter(({ url }) => url === callbackUrl);
  if (endpoints.length === 0) return [`There is no webhook endpoint for ${callbackUrl}.`];
  const enabled = endpoints.flatMap(({ enabled_events: events }) => (Array.isArray(events) ? events : []));
  const missing = enabled.includes("*") ? [] : eventsOf(isHolder).filter((event) => !enabled.includes(event));
  return [
    ...(endpoints.every(({ status }) => status === "enabled") ? [] : ["The webhook endpoint is disabled."]),
    ...(missing.length === 0 ? [] : [`The webhook endpoint is not told of ${missing.join(", ")}.`]),
    ...endpoints.flatMap((endpoint) => {
      const version = textOr(endpoint, "api_version", null);
      if (version === STRIPE_VERSION) return [];
      return [`The webhook endpoint has API version ${version ?? "of the account"}, not ${STRIPE_VERSION}.`];
    }),
  ];
}
