/**
 * A provider over HTTP (`holdfast-provider/1`): an adapter of the operator's own, in any language, behind the port. What it can do it
 * says itself, and only what fits the mode of the deployment is used: play money never pays for a real order.
 */
import { NO_LOOKS } from "../../domain/provider-looks.js";
import { monotonicMs } from "../../platform/clock.js";
import type { HttpClient } from "../http-client.js";
import type { Adapter, Disputes, Unreachable } from "../port.js";
import { isObject, type Json } from "./answers.js";
import { readBalance, readStatement } from "./books.js";
import { askCapabilities, looksIn, type Reported, reportedIn } from "./capabilities.js";
import { openAsking } from "./client.js";
import { openDisputes } from "./disputes.js";
import { verifyNotice } from "./notices.js";
import { checkPayee, lookUpOutgoing, payout, refund } from "./outgoing.js";
import { cancelPayment, createPayment, findPayment, lookUpPayment } from "./payments.js";
import { readRates } from "./rates.js";
import { type HttpSettings, httpName } from "./settings.js";
import { keysOf } from "./signature.js";

export type HttpMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  /** Where it reports to. */
  readonly callbackUrl: () => string;
};

/** How often what it can do is read anew, and how soon again while it does not say: who starts both waits a moment. */
const TOLD_GOOD_MS = 60_000;
const UNTOLD_MS = 5_000;

type Known = { readonly told: Reported; readonly said: Json; readonly disputes: Disputes | null };

export function openHttp(settings: HttpSettings, { httpClient, callbackUrl }: HttpMeans): Adapter {
  const keys = keysOf(settings.secrets);
  const asking = openAsking({ httpClient, url: settings.url, keys });
  const means = { ...asking, callbackUrl };
  let known: Known | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let isAnswering = false;
  /** Of what it said last; nothing before, or in the other mode. */
  const used = (): Known | null => (known?.told.isLive === settings.isLive ? known : null);
  const knownOf = (said: Json): Known => {
    const told = reportedIn(said);
    return { told, said, disputes: told.disputes === null ? null : openDisputes(asking, told.disputes) };
  };
  const read = async (): Promise<Reported | Unreachable> => {
    triedAt = monotonicMs();
    isAnswering = false;
    const answer = await askCapabilities(asking);
    if (answer.kind === "unreachable") return answer;
    known = knownOf(answer.said);
    isAnswering = true;
    return known.told;
  };
  return {
    name: httpName(settings.name),
    get capabilities() {
      return used()?.told.capabilities ?? [];
    },
    get books() {
      return used()?.told.books ?? null;
    },
    get disputes() {
      return used()?.disputes ?? null;
    },
    get rates() {
      return used()?.told.givesRates === true ? () => readRates(means) : null;
    },
    offer: {
      said: () => (known === null ? null : JSON.stringify(known.said)),
      recall: (said) => {
        if (known === null && isObject(said)) known = knownOf(said);
      },
      looks: () => used()?.told.looks ?? NO_LOOKS,
      iconIn: (said) => (isObject(said) ? looksIn(said).icon : null),
    },
    payPages: () => used()?.told.payPages ?? [],
    networks: (currency) => (used()?.told.networks ?? []).filter((one) => one.currency === currency),
    refresh: async () => {
      if (monotonicMs() - triedAt < (isAnswering ? TOLD_GOOD_MS : UNTOLD_MS)) return null;
      const told = await read();
      if ("kind" in told) return told;
      return told.isLive === settings.isLive ? { kind: "answered" } : WRONG_MODE[told.isLive ? "live" : "test"];
    },
    createPayment: (order) => createPayment(means, order),
    findPayment: (order) => findPayment(means, order),
    cancelPayment: (reference) => cancelPayment(means, reference),
    lookUp: (reference) => lookUpPayment(means, reference),
    refund: (order) => refund(means, order),
    lookUpRefund: (order) => lookUpOutgoing(means, "/refunds", order),
    payout: (order) => payout(means, order),
    lookUpPayout: (order) => lookUpOutgoing(means, "/payouts", order),
    verifyCallback: (request) => verifyNotice(keys, request),
    checkPayee: (payee) => checkPayee(means, payee),
    balance: () => readBalance(means),
    statement: (from, cursor) => readStatement(means, from, cursor),
    check: async () => {
      const told = await read();
      if ("kind" in told) return told;
      const { account, isLive, problems, looks } = told;
      return { kind: "checked", account, isLive, problems: [...problems, ...looks.faults] };
    },
  };
}

const WRONG_MODE: Readonly<Record<"live" | "test", Unreachable>> = {
  live: {
    kind: "unreachable",
    reason: "it is in live mode, and this deployment is a sandbox: nothing of it is offered",
  },
  test: { kind: "unreachable", reason: "it is in test mode, and this deployment is live: nothing of it is offered" },
};
