/**
 * Accounts of sellers at Stripe (Connect): opened by us, asked for their papers on Stripe's own pages, paid out to their banks by
 * Stripe. Money moves there by transfers from our balance (separate charges and transfers).
 */

import { unixSeconds } from "../../platform/clock.js";
import type { Asked, FoundOut, PaidOut, PayoutOrder, Unreachable } from "../port.js";
import type {
  AccountOpened,
  AccountOrder,
  HolderAdapter,
  PayeeFound,
  TakeBackOrder,
  TakenBack,
} from "../port-holder.js";
import { amountAtStripe } from "./amounts.js";
import { currencyIn, idOr, type Json, objectOr, paidIn, referenceIn, textIn, textOr } from "./answers.js";
import type { CardMeans } from "./card.js";
import { type Answer, isUnreachable } from "./client.js";
import { GONE, readBooks } from "./connect-books.js";
import { placeOf } from "./refunds.js";
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

export type ConnectMeans = Pick<CardMeans, "client" | "isLive" | "objects">;

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
  books: (theirId) => readBooks(means.client, theirId),
  takeBack: (order, theirId) => takeBack(means, order, theirId),
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
 * Sends money to a seller's account, once for the reference: of the card payment that brought it, which goes as soon as that is
 * available, or out of our balance where it names none, or Stripe does not take that one. Stripe keeps it under a key for a day that
 * our balance did not reach, so each time that it said so the next key is taken.
 */
export async function transfer(means: ConnectMeans, order: PayoutOrder, asked: Asked): Promise<PaidOut> {
  if (order.payee.kind !== "connected") return { kind: "refused", reason: "Stripe pays connected accounts alone." };
  if (amountAtStripe(order.amount, order.currency) === null)
    return { kind: "refused", reason: "Stripe takes no such amount." };
  const charge = await chargeOf(means, order.source ?? null);
  if (isUnreachable(charge)) return charge;
  const shorts = Number(asked.data["shorts"] ?? "0");
  const ask = (of: string | null): Promise<Answer> =>
    means.client.once({
      path: TRANSFERS,
      form: {
        amount: amountAtStripe(order.amount, order.currency) ?? undefined,
        currency: order.currency.toLowerCase(),
        destination: order.payee.number,
        // One that is tied to a charge belongs to the group of that.
        ...(of === null ? { transfer_group: order.reference } : { source_transaction: of }),
        metadata: { reference: order.reference },
      },
      key: of === null ? `transfer:${order.reference}:${shorts}` : `transfer:${order.reference}:charge`,
      find: () => findTransfer(means, order, asked),
    });
  const tied = charge === null ? null : await ask(charge);
  const answer = tied === null || (tied.kind === "refused" && !STOPPED.has(tied.code)) ? await ask(null) : tied;
  if (answer.kind === "refused" && answer.code === "balance_insufficient") {
    const next = { shorts: String(shorts + 1) };
    return { kind: "short", reason: "The balance at Stripe does not reach.", data: next };
  }
  return answer.kind === "done" ? outcomeOf(answer.object) : notDone(answer);
}

/** What a card was charged for a payment; null for none, or one that did not come by card. */
async function chargeOf(means: ConnectMeans, payment: string | null): Promise<string | null | Unreachable> {
  const place = payment === null ? null : await placeOf(means, { payment });
  if (isUnreachable(place)) return place;
  if (place?.kind !== "card") return null;
  const answer = await means.client.get(`/payment_intents/${encodeURIComponent(place.intent)}`);
  if (answer.kind === "unreachable") return answer;
  return answer.kind === "done" ? idOr(answer.object, "latest_charge") : null;
}

export async function lookUpTransfer(means: ConnectMeans, order: PayoutOrder, asked: Asked): Promise<FoundOut> {
  const found = await findTransfer(means, order, asked);
  if (isUnreachable(found)) return found;
  return found === null ? { kind: "unknown" } : outcomeOf(found);
}

/** A part of it, or all that is left. */
async function takeBack(means: ConnectMeans, order: TakeBackOrder, theirId: string | null): Promise<TakenBack> {
  if (theirId === null) return { kind: "unreachable", reason: "nobody knows the transfer by its id" };
  const path = `${TRANSFERS}/${encodeURIComponent(theirId)}/reversals`;
  const recall = String(order.recall);
  const find = () => means.client.search(path, {}, (one) => objectOr(one, "metadata")?.["recall"] === recall);
  const found = await find();
  if (isUnreachable(found)) return found;
  if (found !== null) return { kind: "returned" };
  const { reference } = order;
  const answer = await means.client.once({
    path,
    form: { amount: amountAtStripe(order.amount, order.currency) ?? undefined, metadata: { reference, recall } },
    // Stripe keeps it for a day that the account did not hold so much.
    key: `reversal:${reference}:${recall}:${Math.floor(unixSeconds() / KEY_SECONDS)}`,
    find,
  });
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "done") return { kind: "returned" };
  return { kind: "short", reason: `Stripe does not take the transfer back (${answer.code}).` };
}

const KEY_SECONDS = 3_600;

/** Lists are up to date at once. Of which group it is says the charge that it may be tied to, so it is looked for where it went. */
const findTransfer = ({ client, isLive }: ConnectMeans, { reference, payee }: PayoutOrder, asked: Asked) =>
  client.search(
    TRANSFERS,
    { destination: payee.number, created: windowOf(asked, isLive) },
    (one) => referenceIn(one) === reference,
  );

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
