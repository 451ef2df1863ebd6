/** MTN MoMo behind the port: prompts on phones of one country, refunds, payouts; no statement, and callbacks that prove nothing. */
import { roundedOr } from "../amounts.js";
import { currencyIn, isUnreachable } from "../answers.js";
import type { HttpClient } from "../http-client.js";
import type { Adapter, BalanceOf, Checked, Objects, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { type MomoClient, openClient, unread } from "./client.js";
import { verifyNotice } from "./notices.js";
import { capabilitiesOf } from "./offers.js";
import { checkPayee, lookUpOutgoing, payout, refund } from "./outgoing.js";
import { cancelRequest, createRequest, findRequest, lookUpRequest } from "./payments.js";
import type { MomoSettings, Product } from "./settings.js";

export const MOMO = "momo";

export type MomoMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly objects: Objects;
  readonly callbackUrl: () => string | null;
};

export function openMomo(settings: MomoSettings, { httpClient, objects, callbackUrl }: MomoMeans): Adapter {
  const client = openClient({ ...settings, httpClient, callbackUrl });
  const means = { client, objects, refunds: settings.refunds };
  return {
    name: MOMO,
    capabilities: capabilitiesOf(settings),
    // MTN has none to be read: what moved stands in its portal.
    books: null,
    // Wallets take nothing back.
    disputes: null,
    createPayment: (order, asked) => createRequest(means, order, asked),
    findPayment: (order, asked) => findRequest(means, order, asked),
    cancelPayment: (reference, asked) => cancelRequest(means, reference, asked),
    lookUp: (reference) => lookUpRequest(means, reference),
    refund: (order) => refund(means, order),
    lookUpRefund: ({ reference }) => lookUpOutgoing(means, { kind: "refund", reference }),
    payout: (order) => payout(means, order),
    lookUpPayout: ({ reference }) => lookUpOutgoing(means, { kind: "payout", reference }),
    verifyCallback: async (request) => verifyNotice(request),
    checkPayee: (payee) => checkPayee(means, payee),
    balance: () => readBalance(client),
    statement: async (_from, cursor) => ({ kind: "page", lines: [], cursor, hasMore: false }),
    check: () => check(client, settings),
  };
}

/** Payouts and refunds draw on the wallet of disbursements: what was collected has to be moved there first. */
async function readBalance(client: MomoClient): Promise<BalanceOf | Unreachable> {
  const of = async (product: Product) => {
    const answer = await client.get(product, "/account/balance");
    if (answer.kind !== "done") return unread(answer);
    const amount = roundedOr(answer.value["availableBalance"]);
    if (amount === null) throw new Unreadable("its answer has no availableBalance");
    return { amount, currency: currencyIn(answer.value) };
  };
  const [payable, collected] = await Promise.all([of("disbursement"), of("collection")]);
  if (isUnreachable(payable)) return payable;
  if (isUnreachable(collected)) return collected;
  return { kind: "balance", available: [payable], pending: [collected] };
}

async function check(client: MomoClient, { target, currencies, isLive }: MomoSettings): Promise<Checked | Unreachable> {
  const balance = await readBalance(client);
  if (balance.kind === "unreachable") return balance;
  const held = [...balance.available, ...balance.pending].map(({ currency }) => currency);
  const other = held.find((currency) => !currencies.includes(currency));
  return {
    kind: "checked",
    account: `${target}, wallets in ${[...new Set(held)].join(" and ")}`,
    isLive,
    problems: other === undefined ? [] : [`A wallet is in ${other}: MOMO_CURRENCIES has to be the wallets' own.`],
  };
}
