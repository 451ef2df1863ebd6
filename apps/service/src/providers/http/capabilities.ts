/** What an adapter says that it can do, whole or not at all. */
import { PAYMENT_METHODS, PROVIDER_PROTOCOL, PROVIDER_WORDS } from "@holdfast/contract";
import type { Decimals } from "../../domain/currencies.js";
import type { Network } from "../../domain/model.js";
import { DESTINATION_KINDS } from "../../domain/payouts.js";
import { type Labels, type Looks, readLabels } from "../../domain/provider-looks.js";
import { readIcon } from "../looks.js";
import type { BooksOf, Capability, Currency, Disputes, Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import {
  amountIn,
  currencyIn,
  flagIn,
  integerIn,
  type Json,
  listIn,
  objectIn,
  someIntegerIn,
  textIn,
  textsIn,
  wordIn,
} from "./answers.js";
import type { HttpAsking } from "./client.js";

export type Reported = {
  readonly isLive: boolean;
  readonly account: string;
  readonly capabilities: readonly Capability[];
  readonly books: BooksOf | null;
  readonly disputes: Disputes["files"] | null;
  readonly payPages: readonly string[];
  readonly networks: readonly (Network & { readonly currency: Currency })[];
  readonly problems: readonly string[];
  readonly looks: Looks;
  readonly givesRates: boolean;
};

const DAYS_MAX = 3_650;
const CAPABILITIES_MAX = 200;

/** @throws {Unreadable} for an answer of another kind. */
export const askCapabilities = ({ ask }: HttpAsking) => ask({ path: "/capabilities", body: null }, ["capabilities"]);

/** @throws {Unreadable} */
export async function readCapabilities(asking: HttpAsking): Promise<Reported | Unreachable> {
  const answer = await askCapabilities(asking);
  return answer.kind === "unreachable" ? answer : reportedIn(answer.said);
}

/** @throws {Unreadable} Also of what was kept of an earlier answer. */
export function reportedIn(said: Json): Reported {
  wordIn(said, "protocol", [PROVIDER_PROTOCOL]);
  return {
    isLive: wordIn(said, "mode", PROVIDER_WORDS.modes) === "live",
    account: textIn(said, "account", 200),
    capabilities: listIn(said, "capabilities", CAPABILITIES_MAX).map(capabilityIn),
    books: said["books"] === null ? null : booksIn(objectIn(said, "books")),
    disputes: said["disputes"] === null ? null : filesIn(objectIn(said, "disputes")),
    payPages: textsIn(said, "pay_pages", 20).map(originIn),
    networks:
      said["networks"] === undefined
        ? []
        : listIn(said, "networks", 100).map((one) => ({
            currency: currencyIn(one),
            id: textIn(one, "id", 64),
            name: textIn(one, "name", 200),
            country: textIn(one, "country", 2),
          })),
    problems: textsIn(said, "problems", 20),
    looks: looksIn(said),
    givesRates: said["rates"] === undefined ? false : flagIn(said, "rates"),
  };
}

/** How it shows itself; what is refused of that keeps nothing else from being used. @throws {Unreadable} */
export function looksIn(said: Json): Looks {
  const icon = said["icon"] == null ? null : readIcon(said["icon"]);
  const named = listIn(said, "capabilities", CAPABILITIES_MAX).flatMap((one) => {
    const labels = labelsIn(one);
    return typeof labels === "string" ? [`Its labels of ${wayOf(one)} are not shown: ${labels}.`] : [];
  });
  // In each currency they are mostly wrong in one and the same way.
  const faults = [...(typeof icon === "string" ? [`Its icon is not shown: ${icon}.`] : []), ...new Set(named)];
  return { icon: typeof icon === "string" ? null : icon, faults: faults.slice(0, FAULTS_MAX) };
}

const FAULTS_MAX = 5;
const labelsIn = ({ labels }: Json): Labels | string | null => (labels == null ? null : readLabels(labels));
const wayOf = (one: Json): string =>
  `${wordIn(one, "direction", ["in", "out"]) === "in" ? "payments" : "payouts"} by ${textIn(one, "method", 40)}`;

const COUNTRIES_MAX = 250;

const decimalsIn = (said: Json): Decimals => {
  const decimals = integerIn(said, "decimals", { most: 3 });
  return decimals === 0 || decimals === 3 ? decimals : 2;
};

function capabilityIn(said: Json): Capability {
  const labels = labelsIn(said);
  const range = {
    ...(labels === null || typeof labels === "string" ? {} : { labels }),
    currency: currencyIn(said),
    countries: said["countries"] === null ? null : textsIn(said, "countries", COUNTRIES_MAX).map(countryIn),
    least: amountIn(said, "least"),
    most: amountIn(said, "most"),
    decimals: decimalsIn(said),
    pendingDays: integerIn(said, "pending_days", { most: DAYS_MAX }),
    returnDays: integerIn(said, "return_days", { most: DAYS_MAX }),
  } as const;
  if (range.least <= 0n || range.least > range.most)
    throw new Unreadable("its least is nothing, or more than its most");
  return wordIn(said, "direction", ["in", "out"]) === "out"
    ? { direction: "out", method: wordIn(said, "method", DESTINATION_KINDS), ...range }
    : {
        direction: "in",
        method: wordIn(said, "method", PAYMENT_METHODS),
        ...range,
        refundDays: someIntegerIn(said, "refund_days", DAYS_MAX),
        holdDays: someIntegerIn(said, "hold_days", DAYS_MAX),
        isPartial: flagIn(said, "partial_refunds"),
        refundsInTurn: flagIn(said, "refunds_in_turn"),
        isCancellable: flagIn(said, "cancellable"),
        lateDays: integerIn(said, "late_days", { most: DAYS_MAX }),
      };
}

function countryIn(text: string): string {
  if (!/^[A-Z]{2}$/.test(text)) throw new Unreadable("one of its countries is not two capitals");
  return text;
}

/** A page that pays may be anywhere that a browser shows safely; on a developer's machine that is plain http too. */
function originIn(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !/^https?:$/.test(url.protocol))
    throw new Unreadable("one of its pay_pages is no origin such as https://pay.bank.example");
  return text;
}

const booksIn = (said: Json): BooksOf => ({
  backDays: someIntegerIn(said, "back_days", DAYS_MAX),
  lagSeconds: integerIn(said, "lag_seconds", { most: 604_800 }),
});

const filesIn = (said: Json): Disputes["files"] => ({
  most: integerIn(said, "files_most", { most: 20 }),
  types: textsIn(said, "file_types", 20),
});
