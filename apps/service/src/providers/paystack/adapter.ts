/** Paystack behind the port: cards, banks and mobile money on its own page, refunds one at a time, transfers to sellers. */
import type { HttpClient } from "../http-client.js";
import type { Adapter, Checked, Objects, Unreachable } from "../port.js";
import { objectOf } from "./answers.js";
import { openBanks } from "./banks.js";
import { BOOKS, readBalance, readStatement } from "./books.js";
import { openClient, type PaystackClient } from "./client.js";
import { openDisputes } from "./disputes.js";
import { verifyNotice } from "./notices.js";
import { capabilitiesOf, LATE_DAYS } from "./offers.js";
import { cancelPage, createPage, findPage, lookUpPage } from "./payments.js";
import { checkPayee, lookUpPayout, payout } from "./payouts.js";
import { lookUpRefund, refund } from "./refunds.js";
import type { PaystackSettings } from "./settings.js";

export const PAYSTACK = "paystack";

const PAY_PAGES = ["https://checkout.paystack.com"];

export type PaystackMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly objects: Objects;
};

export function openPaystack(settings: PaystackSettings, { httpClient, objects }: PaystackMeans): Adapter {
  const { isLive, secretKeys, currencies, payerEmail } = settings;
  const client = openClient({ httpClient, origin: settings.apiBase, key: secretKeys[0] ?? "", isLive });
  const means = { client, objects, isLive, payerEmail, banks: openBanks(client) };
  return {
    name: PAYSTACK,
    capabilities: capabilitiesOf(settings),
    books: BOOKS,
    disputes: openDisputes(means),
    payPages: () => PAY_PAGES,
    createPayment: (order) => createPage(means, order),
    findPayment: (order) => findPage(means, order),
    cancelPayment: (reference, asked) => cancelPage(means, reference, asked),
    lookUp: (reference, asked) => lookUpPage(means, reference, asked?.theirId ?? null),
    refund: (order) => refund(means, order),
    lookUpRefund: (order, asked) => lookUpRefund(means, order, asked),
    payout: (order) => payout(means, order),
    lookUpPayout: ({ reference }) => lookUpPayout(means, reference),
    verifyCallback: (request) => verifyNotice({ ...means, secretKeys }, request),
    checkPayee: (payee) => checkPayee(means, payee, currencies),
    balance: () => readBalance(client),
    statement: (from, cursor) => readStatement(means, from, cursor),
    check: () => check(client, settings),
  };
}

/** Paystack tells neither the account's name nor where it notifies us: the guide has those on its list. */
async function check(client: PaystackClient, { currencies, isLive }: PaystackSettings): Promise<Checked | Unreachable> {
  const balance = await readBalance(client);
  if (balance.kind === "unreachable") return balance;
  const held = balance.available.map(({ currency }) => currency);
  const missing = currencies.filter((currency) => !held.includes(currency));
  return {
    kind: "checked",
    account: `an account in ${held.join(", ") || "no currency"}`,
    isLive,
    problems: [
      ...missing.map((currency) => `The account takes no ${currency}: ask Paystack to enable it.`),
      ...(await pageProblems(client)),
    ],
  };
}

const LONGEST_SECONDS = LATE_DAYS * 86_400;

/** A page that stays open for longer than it is looked at could be paid unseen but for its notice. */
async function pageProblems(client: PaystackClient): Promise<readonly string[]> {
  const answer = await client.get("/integration/payment_session_timeout");
  if (answer.kind !== "done") return ["The key may not read how long pages stay open, so that was not looked at."];
  const seconds = objectOf(answer.data)["payment_session_timeout"];
  const isBounded = typeof seconds === "number" && seconds > 0 && seconds <= LONGEST_SECONDS;
  return isBounded
    ? []
    : [`Pages at Paystack stay open for longer than ${LATE_DAYS} days: set its payment session timeout to an hour.`];
}
