/** Flutterwave (v3) behind the port: cards, banks and mobile money on its own page, refunds one at a time, transfers to sellers. */
import type { HttpClient } from "../http-client.js";
import type { Adapter, Checked, Objects, Unreachable } from "../port.js";
import { BOOKS, readBalance, readStatement } from "./books.js";
import { type FlutterwaveClient, openClient } from "./client.js";
import { openDisputes } from "./disputes.js";
import { verifyNotice } from "./notices.js";
import { capabilitiesOf } from "./offers.js";
import { cancelPage, createPage, findPage, lookUpPage } from "./payments.js";
import { checkPayee, lookUpPayout, openAccounts, payout } from "./payouts.js";
import { lookUpRefund, refund } from "./refunds.js";
import type { FlutterwaveSettings } from "./settings.js";

export const FLUTTERWAVE = "flutterwave";

const PAY_PAGES = ["https://checkout.flutterwave.com"];

export type FlutterwaveMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly objects: Objects;
};

export function openFlutterwave(settings: FlutterwaveSettings, { httpClient, objects }: FlutterwaveMeans): Adapter {
  const { isLive, secretKey, secretHashes, currencies } = settings;
  const client = openClient({ httpClient, origin: settings.apiBase, key: secretKey });
  const means = { client, objects, isLive, accounts: openAccounts(client) };
  return {
    name: FLUTTERWAVE,
    capabilities: capabilitiesOf(settings),
    books: BOOKS,
    disputes: openDisputes(means),
    payPages: () => PAY_PAGES,
    createPayment: (order, asked) => createPage(means, order, asked),
    findPayment: (order) => findPage(means, order),
    cancelPayment: (reference, asked) => cancelPage(means, reference, asked),
    lookUp: (reference, asked) => lookUpPage(means, reference, asked?.theirId != null),
    refund: (order, asked) => refund(means, order, asked),
    lookUpRefund: (order, asked) => lookUpRefund(means, order, asked),
    payout: (order) => payout(means, order),
    lookUpPayout: ({ reference }) => lookUpPayout(means, reference),
    verifyCallback: (request) => verifyNotice({ ...means, secretHashes }, request),
    checkPayee: (payee) => checkPayee(means, payee, currencies),
    balance: () => readBalance(client),
    statement: (from, cursor) => readStatement(means, from, cursor),
    check: () => check(client, settings),
  };
}

/** Flutterwave tells neither the account's name nor where it notifies us: the guide has those on its list. */
async function check(
  client: FlutterwaveClient,
  { currencies, isLive }: FlutterwaveSettings,
): Promise<Checked | Unreachable> {
  const balance = await readBalance(client);
  if (balance.kind === "unreachable") return balance;
  const held = balance.available.map(({ currency }) => currency);
  const missing = currencies.filter((currency) => !held.includes(currency));
  return {
    kind: "checked",
    account: `an account in ${held.join(", ") || "no currency"}`,
    isLive,
    problems: missing.map((currency) => `The account has no balance in ${currency}: ask Flutterwave to enable it.`),
  };
}
