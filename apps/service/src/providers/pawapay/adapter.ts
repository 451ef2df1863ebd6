/** pawaPay behind the port: mobile money of some twenty African countries, in and out, with refunds one at a time. */
import type { Payee } from "../../domain/payouts.js";
import { monotonicMs } from "../../platform/clock.js";
import type { HttpClient } from "../http-client.js";
import type { Adapter, Checked, Objects, PayeeChecked, Unreachable } from "../port.js";
import { objectOf, textOr } from "./answers.js";
import { BOOKS, openStatement, readBalance } from "./books.js";
import { openClient, type PawapayClient } from "./client.js";
import { cancelDeposit, createDeposit, findDeposit, lookUpDeposit } from "./deposits.js";
import { openKeys, verifyNotice } from "./notices.js";
import { type Offer, offersIn, openOffers } from "./offers.js";
import { lineOf, type Means } from "./operators.js";
import { lookUpOutgoing, payout, refund } from "./outgoing.js";
import type { PawapaySettings } from "./settings.js";

export const PAWAPAY = "pawapay";

export type PawapayMeans = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly objects: Objects;
  /** Where pawaPay has to notify us; null when nobody can reach this address. */
  readonly callbackUrl: () => string | null;
};

/** How often what pawaPay offers is read anew. */
const OFFERS_GOOD_MS = 60_000;

export function openPawapay(settings: PawapaySettings, { httpClient, objects, callbackUrl }: PawapayMeans): Adapter {
  const client = openClient({ httpClient, origin: settings.apiBase, token: settings.token, signing: settings.signing });
  const offers = openOffers(client, settings.countries);
  const means = { client, offers, objects };
  const notices = { ...means, keyOf: openKeys(client), callbacks: settings.callbacks };
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    name: PAWAPAY,
    books: BOOKS,
    // Operators take nothing back.
    disputes: null,
    get capabilities() {
      return offers.capabilities();
    },
    networks: (currency) => offers.networks(currency),
    refresh: async () => {
      if (monotonicMs() - readAt >= OFFERS_GOOD_MS) {
        readAt = monotonicMs();
        await offers.refresh();
      }
      return null;
    },
    createPayment: (order, asked) => createDeposit(means, order, asked),
    findPayment: (order, asked) => findDeposit(means, order, asked),
    cancelPayment: (reference, asked) => cancelDeposit(means, reference, asked),
    lookUp: (reference, asked) => lookUpDeposit(means, reference, asked?.theirId != null),
    refund: (order) => refund(means, order),
    lookUpRefund: ({ reference }) => lookUpOutgoing(means, { kind: "refund", reference }),
    payout: (order) => payout(means, order),
    lookUpPayout: ({ reference }) => lookUpOutgoing(means, { kind: "payout", reference }),
    verifyCallback: (request) => verifyNotice(notices, request),
    checkPayee: (payee) => checkPayee(means, payee),
    balance: () => readBalance(client),
    statement: openStatement(means),
    check: () => check(client, settings, callbackUrl()),
  };
}

/** Which operator a number belongs to is all that pawaPay tells of it. */
async function checkPayee(means: Means, payee: Payee): Promise<PayeeChecked> {
  if (payee.kind !== "mobile_money") return { kind: "unsupported" };
  const line = await lineOf(means, payee.number);
  if (line.kind === "none") return { kind: "unknown" };
  return line.kind === "unreachable" ? line : { kind: "known", name: null };
}

async function check(
  client: PawapayClient,
  settings: PawapaySettings,
  callbackUrl: string | null,
): Promise<Checked | Unreachable> {
  const answer = await client.get("/v2/active-conf");
  if (answer.kind === "unreachable") return answer;
  if (answer.kind === "refused")
    return { kind: "unreachable", reason: `it does not tell of the account: ${answer.code}` };
  const account = objectOf(answer.value);
  return {
    kind: "checked",
    account: textOr(account["companyName"], "without a name"),
    isLive: settings.isLive,
    problems: problemsOf(account, settings, callbackUrl),
  };
}

function problemsOf(
  account: ReturnType<typeof objectOf>,
  settings: PawapaySettings,
  callbackUrl: string | null,
): readonly string[] {
  const { signedRequestsOnly, signedCallbacks } = objectOf(account["signatureConfiguration"]);
  const offers = offersIn(account);
  const has = (country: string, operation: Offer["operation"]): boolean =>
    offers.some((one) => one.country === country && one.operation === operation);
  const told: readonly (readonly [boolean, string])[] = [
    [
      settings.callbacks === "signed" && signedCallbacks !== true,
      "PAWAPAY_CALLBACKS is signed, but the account does not sign its callbacks: switch it on in the dashboard.",
    ],
    [
      settings.signing !== null && signedRequestsOnly !== true,
      "The account takes requests without a signature: switch on signed requests, so that the token alone moves no money.",
    ],
    [
      settings.signing === null && signedRequestsOnly === true,
      "The account takes signed requests only: set PAWAPAY_SIGNING_KEY_FILE and PAWAPAY_SIGNING_KEY_ID.",
    ],
    ...settings.countries.flatMap((country) =>
      (["DEPOSIT", "PAYOUT", "REFUND"] as const).map((operation): readonly [boolean, string] => [
        !has(country, operation),
        `The account has no operator for ${NAMES[operation]} in ${country}.`,
      ]),
    ),
    ...(["DEPOSIT", "PAYOUT", "REFUND"] as const).map((operation): readonly [boolean, string] => [
      callbackUrl !== null &&
        offers.some(
          (one) =>
            one.operation === operation && settings.countries.includes(one.country) && one.callbackUrl !== callbackUrl,
        ),
      `Callbacks of ${NAMES[operation]} do not go to ${callbackUrl}: set it in the dashboard.`,
    ]),
  ];
  return told.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []));
}

const NAMES = { DEPOSIT: "deposits", PAYOUT: "payouts", REFUND: "refunds" } as const;
