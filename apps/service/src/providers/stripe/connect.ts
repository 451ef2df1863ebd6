/**
 * Accounts of sellers at Stripe (Connect): opened by us, asked for their papers on Stripe's own pages, paid out to their banks by
 * Stripe. Money moves there by transfers from our balance (separate charges and transfers).
 */

import { unixSeconds } from "../../platform/clock.js";
import type { Asked, FoundOut, PaidOut, PayoutOrder, Unreachable } from "../port.js";
import type { AccountOpened, AccountOrder, HolderAdapter, PayeeFound, TakenBack } from "../port-holder.js";
import { amountAtStripe } from "./amounts.js";
import { currencyIn, type Json, objectOr, paidIn, referenceIn, textIn, textOr } from "./answers.js";
import { type Answer, isUnreachable, type StripeClient } from "./client.js";
import { windowOf } from "./window.js";

const ACCOUNTS = "/accounts";
const TRANSFERS = "/transfers";
/** Where Stripe's own onboarding is. */
const PAGES = ["https://connect.stripe.com"];

/** Stripe bears no losses and asks for the papers; the seller has its small dashboard. */
const CONTROLLER = {
  fees: { payer: "application" },
  losses: { payments: "application" },
  requirement_collection: "stripe",
  stripe_dashboard: { type: "express" },
} as const;

export type ConnectMeans = { readonly client: StripeClient; readonly isLive: boolean };

export const openConnect = (means: ConnectMeans): HolderAdapter => ({
  pages: PAGES,
  open: (order, asked) => open(means, order, { ...asked, lastAt: asked.at }),
  find: async (order, asked) => {
    const found = await findAccount(means, order, asked);
    if (isUnreachable(found)) return found;
    return found === null ? { kind: "unknown" } : { kind: "opened", theirId: textIn(found, "id") };
  },
  onboard: async (theirId, { back, again }) => {
    const answer = await means.client.post("/account_links", {
      account: theirId,
      type: "account_onboarding",
      return_url: back,
      refresh_url: again,
      collection_options: { fields: "eventually_due" },
    });
    return answer.kind === "done" ? { kind: "link", url: textIn(answer.object, "url") } : refused(answer);
  },
  payee: (theirId) => readPayee(means, theirId),
  takeBack: ({ reference }) => takeBack(means, reference),
});

type Moments = Pick<Asked, "at" | "lastAt" | "now">;

async function open(means: ConnectMeans, order: AccountOrder, asked: Moments): Promise<AccountOpened> {
  const answer = await means.client.once({
    path: ACCOUNTS,
    form: {
      controller: CONTROLLER,
      capabilities: { transfers: { requested: true } },
      email: order.email,
      business_profile: { name: order.name },
      metadata: { reference: order.reference },
    },
    key: `account:${order.reference}`,
    find: () => findAccount(means, order, asked),
  });
  return answer.kind === "done" ? { kind: "opened", theirId: textIn(answer.object, "id") } : refused(answer);
}

const findAccount = ({ client, isLive }: ConnectMeans, { reference }: AccountOrder, asked: Moments) =>
  client.search(ACCOUNTS, { created: windowOf(asked, isLive) }, (one) => referenceIn(one) === reference);

const refused = (
  answer: Exclude<Answer, { kind: "done" }>,
): { readonly kind: "refused"; readonly reason: string } | Unreachable =>
  answer.kind === "unreachable" ? answer : { kind: "refused", reason: `Stripe says no (${answer.code}).` };

/** Its accounts that were deleted, or have shut us out. */
const GONE = new Set(["resource_missing", "account_invalid"]);
const WANTED_MAX = 50;

async function readPayee({ client }: ConnectMeans, theirId: string): Promise<PayeeFound> {
  const answer = await client.get(`${ACCOUNTS}/${theirId}`);
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused") {
    if (GONE.has(answer.code)) return { kind: "unknown" };
    return { kind: "unreachable", reason: `it tells no account (${answer.code})` };
  }
  const account = answer.object;
  const required = objectOr(account, "requirements") ?? {};
  const wanted = new Set([...textsIn(required, "past_due"), ...textsIn(required, "currently_due")]);
  const transfers = textOr(objectOr(account, "capabilities") ?? {}, "transfers", null);
  return {
    kind: "known",
    isPayable: transfers === "active" && account["payouts_enabled"] === true,
    wanted: [...wanted].slice(0, WANTED_MAX),
    stopped: stoppedIn(textOr(required, "disabled_reason", null), account),
  };
}

/** Before the seller has handed anything in, that the account is not enabled is no news. */
const stoppedIn = (reason: string | null, account: Json): string | null =>
  account["details_submitted"] === true ? (reason?.slice(0, 200) ?? null) : null;

const textsIn = (json: Json, name: string): readonly string[] => {
  const value = json[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

/**
 * Sends money from our balance to a seller's account, once for the reference. Stripe keeps it under a key for a day that our balance
 * did not reach, so each time that it said so the next key is taken.
 */
export async function transfer(means: ConnectMeans, order: PayoutOrder, { data }: Asked): Promise<PaidOut> {
  if (order.payee.kind !== "connected") return { kind: "refused", reason: "Stripe pays connected accounts alone." };
  const amount = amountAtStripe(order.amount, order.currency);
  if (amount === null) return { kind: "refused", reason: "Stripe takes no such amount." };
  const shorts = Number(data["shorts"] ?? "0");
  const answer = await means.client.once({
    path: TRANSFERS,
    form: {
      amount,
      currency: order.currency.toLowerCase(),
      destination: order.payee.number,
      transfer_group: order.reference,
      metadata: { reference: order.reference },
    },
    key: `transfer:${order.reference}:${shorts}`,
    find: () => findTransfer(means, order),
  });
  if (answer.kind === "refused" && answer.code === "balance_insufficient") {
    const next = { shorts: String(shorts + 1) };
    return { kind: "short", reason: "The balance at Stripe does not reach.", data: next };
  }
  return answer.kind === "done" ? outcomeOf(answer.object) : notDone(answer);
}

export async function lookUpTransfer(means: ConnectMeans, order: PayoutOrder): Promise<FoundOut> {
  const found = await findTransfer(means, order);
  if (isUnreachable(found)) return found;
  return found === null ? { kind: "unknown" } : outcomeOf(found);
}

/** All that is left of it. */
async function takeBack(means: ConnectMeans, reference: string): Promise<TakenBack> {
  const found = await findTransfer(means, { reference });
  if (isUnreachable(found)) return found;
  if (found === null) return { kind: "unreachable", reason: "it knows no such transfer" };
  if (found["reversed"] === true) return { kind: "returned" };
  const answer = await means.client.once({
    path: `${TRANSFERS}/${textIn(found, "id")}/reversals`,
    form: { metadata: { reference } },
    // Stripe keeps it for a day that the account did not hold so much.
    key: `reversal:${reference}:${Math.floor(unixSeconds() / KEY_SECONDS)}`,
    find: async () => {
      const again = await findTransfer(means, { reference });
      return again !== null && !isUnreachable(again) && again["reversed"] !== true ? null : again;
    },
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") return { kind: "returned" };
  return { kind: "short", reason: `Stripe does not take the transfer back (${answer.code}).` };
}

const KEY_SECONDS = 3_600;

/** Lists are up to date at once, and a group has one transfer. */
const findTransfer = ({ client }: ConnectMeans, { reference }: Pick<PayoutOrder, "reference">) =>
  client.search(TRANSFERS, { transfer_group: reference }, (one) => referenceIn(one) === reference);

function outcomeOf(made: Json): PaidOut {
  const keep = { theirId: textIn(made, "id") };
  if (made["reversed"] === true) return { kind: "returned", reason: REVERSED, keep };
  return { kind: "paid", money: { amount: paidIn(made, "amount"), currency: currencyIn(made) }, keep };
}

export const REVERSED = "The transfer was taken back at Stripe.";

/** What has to be put right at the account itself, and not by us. */
const STOPPED = new Set(["insufficient_capabilities_for_transfer", "account_invalid", "resource_missing"]);

function notDone(answer: Exclude<Answer, { kind: "done" }>): PaidOut {
  if (answer.kind === "unreachable") return answer;
  return {
    kind: "refused",
    reason: STOPPED.has(answer.code)
      ? "Stripe can’t send money to this account at present. Payout accounts say what is missing."
      : `Stripe refuses the transfer (${answer.code}).`,
  };
}
