/** Stripe behind the port: cards on its own page, bank transfers in the United States; refunds of both. Pays out to accounts of sellers that it keeps itself, where Connect is on. */
import type { PaymentMethod } from "@holdfast/contract";
import { CURRENCY } from "../../domain/money.js";
import type { HttpClient } from "../http-client.js";
import type {
  Adapter,
  Asked,
  Cancelled,
  LookedUp,
  Objects,
  PaysOut,
  TakesPayments,
  Unknown,
  Unreachable,
} from "../port.js";
import { type Json, textIn } from "./answers.js";
import { cancelTransfer, createTransfer, findCustomer, foundTransfer, isCustomer, lookUpTransfer } from "./bank.js";
import { checkAccount, readBalance, readStatement } from "./books.js";
import {
  type CardMeans,
  cancelSession,
  createSession,
  findSession,
  foundSession,
  keepIntent,
  readSession,
  reportOfSession,
} from "./card.js";
import { isUnreachable, openClient } from "./client.js";
import { lookUpTransfer as lookUpPayout, openConnect, transfer } from "./connect.js";
import { rangeIn } from "./currencies.js";
import { openDisputes } from "./disputes.js";
import { verifyNotice } from "./notices.js";
import { lookUpRefund, refund } from "./refunds.js";
import type { StripeSettings } from "./settings.js";

export type StripeMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly objects: Objects;
  /** Where Stripe notifies us; null when nobody can reach this address. */
  readonly callbackUrl: () => string | null;
};

/** Of Checkout, unless the account has a domain of its own: then our page leads there. */
const PAY_PAGES = ["https://checkout.stripe.com"];

type Takes = Omit<TakesPayments, "holdDays" | keyof ReturnType<typeof rangeIn>>;

const TAKES: Readonly<Partial<Record<PaymentMethod, Takes>>> = {
  card: {
    direction: "in",
    method: "card",
    pendingDays: 14,
    returnDays: 30,
    refundDays: null,
    isPartial: true,
    refundsInTurn: false,
    isCancellable: true,
    lateDays: 0,
  },
  bank: {
    direction: "in",
    method: "bank",
    // Where Stripe does not know the payer's account it writes to them, and waits.
    pendingDays: 45,
    returnDays: 45,
    refundDays: 180,
    isPartial: true,
    // Two at once could both count on the same rest of the payment.
    refundsInTurn: true,
    isCancellable: true,
    lateDays: 90,
  },
};

/** Transfers are done at once; one that was taken back is told by a notice, and looked for a few days longer. */
const SENDS: PaysOut = { ...rangeIn(CURRENCY), direction: "out", method: "connected", pendingDays: 14, returnDays: 3 };

export const STRIPE = "stripe";

export function openStripe(settings: StripeSettings, { httpClient, objects, callbackUrl }: StripeMeans): Adapter {
  const { isLive, isHolder = false } = settings;
  const client = openClient({
    httpClient,
    origin: settings.apiBase,
    filesOrigin: settings.filesBase,
    key: settings.secretKey,
    isLive,
  });
  const means: CardMeans = { client, objects, isLive, descriptor: settings.statementDescriptor };
  return {
    name: STRIPE,
    capabilities: [
      ...settings.methods.flatMap((method) => {
        const takes = TAKES[method];
        // Transfers are those of banks in the United States.
        const currencies = method === "card" ? settings.currencies : [CURRENCY];
        return takes === undefined
          ? []
          : currencies.map((currency) => ({ ...takes, ...rangeIn(currency), holdDays: settings.holdDays }));
      }),
      ...(isHolder ? [SENDS] : []),
    ],
    holder: isHolder ? openConnect(means) : null,
    books: { backDays: null, lagSeconds: 0 },
    disputes: openDisputes(client, objects),
    payPages: () => PAY_PAGES,
    createPayment: (order, asked) => (order.method === "card" ? createSession : createTransfer)(means, order, asked),
    findPayment: (order, asked) => (order.method === "card" ? foundSession : foundTransfer)(means, order, asked),
    cancelPayment: (reference, asked) => cancelPayment(means, reference, asked),
    lookUp: (reference, asked) => lookUp(means, reference, asked),
    refund: (order, asked) => refund(means, order, asked),
    lookUpRefund: (order, asked) => lookUpRefund(means, order, asked),
    payout: async (order, asked) =>
      isHolder ? transfer(means, order, asked) : { kind: "refused", reason: "Stripe pays nobody out here." },
    lookUpPayout: async (order) => (isHolder ? lookUpPayout(means, order) : { kind: "unknown" }),
    verifyCallback: (request) => verifyNotice({ objects, secrets: settings.webhookSecrets, isLive }, request),
    checkPayee: async () => ({ kind: "unsupported" }),
    balance: () => readBalance(client),
    statement: (from, cursor) => readStatement({ client, objects }, from, cursor),
    check: () => checkAccount(client, { isLive, isHolder, callbackUrl: callbackUrl() }),
  };
}

type Place = { readonly kind: "card"; readonly session: Json } | { readonly kind: "bank"; readonly customer: string };

/** By the id that was kept; else among what was made about then, whichever way the payer was to pay. */
async function locate(means: CardMeans, reference: string, asked: Asked): Promise<Place | null | Unreachable> {
  if (!isCustomer(asked.theirId)) {
    const session = await findSession(means, reference, asked);
    if (isUnreachable(session)) return session;
    if (session !== null) return { kind: "card", session };
  }
  const customer = await findCustomer(means, { reference }, asked);
  if (customer === null || isUnreachable(customer)) return customer;
  return { kind: "bank", customer: textIn(customer, "id") };
}

async function cancelPayment(means: CardMeans, reference: string, asked: Asked): Promise<Cancelled | Unknown> {
  const place = await locate(means, reference, asked);
  if (place === null) return { kind: "unknown" };
  if (isUnreachable(place)) return place;
  return place.kind === "card" ? cancelSession(means, place.session) : cancelTransfer(means, place.customer);
}

async function lookUp(means: CardMeans, reference: string, asked: Asked | null): Promise<LookedUp> {
  const place = asked === null ? null : await locate(means, reference, asked);
  if (place === null) return { kind: "unknown" };
  if (isUnreachable(place)) return place;
  if (place.kind === "bank") {
    // Found in a list, as its answer was lost: refunds name it by its id.
    if (asked?.theirId === null) await means.objects.keep({ kind: "payment", reference, theirId: place.customer });
    const reports = await lookUpTransfer(means, place.customer, reference);
    return isUnreachable(reports) ? reports : { kind: "known", reports };
  }
  const session = asked?.theirId === null ? await readKept(means, place.session, reference) : place.session;
  if (isUnreachable(session)) return session;
  const report = reportOfSession(session, reference);
  if (report?.outcome === "succeeded") await keepIntent(means.objects, session, reference);
  return { kind: "known", reports: report === null ? [] : [report] };
}

/** What was found in a list: whole, and by its id from now on. */
async function readKept({ client, objects }: CardMeans, found: Json, reference: string): Promise<Json | Unreachable> {
  const theirId = textIn(found, "id");
  await objects.keep({ kind: "payment", reference, theirId });
  return readSession(client, theirId);
}
