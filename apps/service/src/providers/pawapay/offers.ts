/**
 * What pawaPay does for this account just now: which operators of which countries take money and pay out, between which
 * amounts, and which of them are down. Read anew every minute (workers/health.ts), and once before the first use.
 */
import type { Network } from "../../domain/model.js";
import { AMOUNT_MAX, type Cents, CURRENCY, cents } from "../../domain/money.js";
import { readMajor } from "../amounts.js";
import type { Capability, Currency, PaysOut, TakesPayments, Unreachable } from "../port.js";
import { type Json, listOf, objectOf, textOr } from "./answers.js";
import type { PawapayClient } from "./client.js";
import { COUNTRIES } from "./countries.js";

/** How long pawaPay may look into what an operator has not told it, in days; it is hours as a rule. */
export const LATE_DAYS = 3;

export type Operation = "DEPOSIT" | "PAYOUT" | "REFUND";

/** What one operator does in one currency. */
export type Offer = {
  /** Three letters. */
  readonly country: string;
  readonly operator: string;
  /** As people know it. */
  readonly name: string;
  readonly currency: Currency;
  readonly operation: Operation;
  readonly least: Cents;
  readonly most: Cents;
  readonly decimals: 0 | 2;
  /** Down, and pawaPay refuses what is asked of it. */
  readonly isClosed: boolean;
  /** Payers agree by a prompt on their phone. Where they need a code or a page first, they can't pay here. */
  readonly isPrompt: boolean;
  /** Where pawaPay notifies of it; null when nobody set it. */
  readonly callbackUrl: string | null;
};

export type Offers = {
  /** The rows are always the same; where nobody serves just now, no amount fits them. */
  capabilities(): readonly Capability[];
  /** Null for what this account does not have there. Undefined when that could not be read yet. */
  find(sought: Pick<Offer, "operation" | "operator" | "currency">): Promise<Offer | null | undefined>;
  refresh(): Promise<readonly Offer[] | Unreachable>;
  /** Those that payers may name. */
  networks(currency: Currency): readonly Network[];
};

const WHOLE = cents(100n);

const RANGE = { pendingDays: 14, returnDays: 0, least: cents(1n), most: cents(0n), decimals: 2 } as const;

const TAKES: Omit<TakesPayments, "currency" | "countries"> = {
  ...RANGE,
  direction: "in",
  method: "mobile_money",
  refundDays: null,
  holdDays: null,
  isPartial: true,
  refundsInTurn: true,
  isCancellable: false,
  lateDays: LATE_DAYS,
};

const PAYS: Omit<PaysOut, "currency" | "countries"> = { ...RANGE, direction: "out", method: "mobile_money" };

export function openOffers(client: PawapayClient, countries: readonly string[]): Offers {
  let known: readonly Offer[] | null = null;
  let rows = rowsOf(countries, []);
  const refresh: Offers["refresh"] = async () => {
    const read = await readOffers(client, countries);
    if ("kind" in read) return read;
    known = read;
    rows = rowsOf(countries, read);
    return read;
  };
  return {
    capabilities: () => rows,
    refresh,
    networks: (currency) =>
      (known ?? [])
        .filter((one) => one.operation === "DEPOSIT" && one.currency === currency && isOpen(one))
        .map(({ operator, name, country }) => ({ id: operator, name, country: COUNTRIES[country]?.code ?? country })),
    find: async ({ operation, operator, currency }) => {
      const among = (offers: readonly Offer[]): Offer | null =>
        offers.find((one) => one.operation === operation && one.operator === operator && one.currency === currency) ??
        null;
      const before = among(known ?? []);
      if (before !== null && isOpen(before)) return before;
      // What was closed a minute ago may be open by now: nobody is refused for what it was.
      const read = await refresh();
      return "kind" in read ? undefined : among(read);
    },
  };
}

/** One for each country, currency and direction: the widest range of the operators that serve. */
function rowsOf(countries: readonly string[], offers: readonly Offer[]): readonly Capability[] {
  return countries.flatMap((country) => {
    const { code, currencies } = COUNTRIES[country] ?? { code: country, currencies: [] };
    return currencies.flatMap((currency): readonly Capability[] => {
      const range = (operation: Operation) => {
        const open = offers.filter(
          (one) => one.operation === operation && one.country === country && one.currency === currency && isOpen(one),
        );
        if (open.length === 0) return {};
        return {
          least: open.map(({ least }) => least).reduce((one, other) => (one < other ? one : other)),
          most: open.map(({ most }) => most).reduce((one, other) => (one > other ? one : other)),
          decimals: open.some(({ decimals }) => decimals === 2) ? (2 as const) : (0 as const),
          // What is quoted in another currency than the order's can be what each operator takes.
          ...(currency !== CURRENCY && open.some(({ decimals }) => decimals === 0) ? { step: WHOLE } : {}),
        };
      };
      const where = { currency, countries: [code] };
      return [
        { ...TAKES, ...where, ...range("DEPOSIT") },
        { ...PAYS, ...where, ...range("PAYOUT") },
      ];
    });
  });
}

const isOpen = ({ isClosed, isPrompt, operation }: Offer): boolean =>
  !isClosed && (operation !== "DEPOSIT" || isPrompt);

async function readOffers(
  client: PawapayClient,
  countries: readonly string[],
): Promise<readonly Offer[] | Unreachable> {
  const [account, availability] = await Promise.all([client.get("/v2/active-conf"), client.get("/v2/availability")]);
  for (const answer of [account, availability]) {
    if (answer.kind === "unreachable") return answer;
    if (answer.kind === "refused")
      return { kind: "unreachable", reason: `it does not tell what it offers: ${answer.code}` };
  }
  const closed = closedIn((availability as { value: unknown }).value);
  return offersIn((account as { value: unknown }).value)
    .filter(({ country }) => countries.includes(country))
    .map((offer) => ({ ...offer, isClosed: offer.isClosed || closed.has(`${offer.operator} ${offer.operation}`) }));
}

function closedIn(answer: unknown): ReadonlySet<string> {
  const closed = new Set<string>();
  for (const country of listOf(answer)) {
    for (const provider of listOf(country["providers"])) {
      for (const [operation, told] of operationsIn(provider["operationTypes"])) {
        if (textOr(told["status"], "") === "CLOSED") closed.add(`${textOr(provider["provider"], "")} ${operation}`);
      }
    }
  }
  return closed;
}

export function offersIn(answer: unknown): readonly Offer[] {
  return listOf(objectOf(answer)["countries"]).flatMap((country) =>
    listOf(country["providers"]).flatMap((provider) =>
      listOf(provider["currencies"]).flatMap((money) =>
        operationsIn(money["operationTypes"]).flatMap(([operation, told]) => {
          const named = {
            country: textOr(country["country"], ""),
            operator: textOr(provider["provider"], ""),
            name: textOr(provider["displayName"], textOr(provider["provider"], "")),
            currency: textOr(money["currency"], ""),
          };
          return isOperation(operation) ? [{ ...named, operation, ...termsIn(told) }] : [];
        }),
      ),
    ),
  );
}

const isOperation = (name: string): name is Operation => name === "DEPOSIT" || name === "PAYOUT" || name === "REFUND";

/** By name: `{DEPOSIT: {…}}`, `{DEPOSIT: "OPERATIONAL"}`, `[{operationType: "DEPOSIT", …}]` or `[{DEPOSIT: {…}}]`. */
function operationsIn(value: unknown): readonly (readonly [string, Json])[] {
  const entries = Array.isArray(value) ? listOf(value) : [objectOf(value)];
  return entries.flatMap((entry) => {
    const name = textOr(entry["operationType"], null);
    if (name !== null) return [[name, entry] as const];
    return Object.entries(entry).map(
      ([operation, told]) => [operation, typeof told === "string" ? { status: told } : objectOf(told)] as const,
    );
  });
}

function termsIn(told: Json): Omit<Offer, "country" | "operator" | "name" | "currency" | "operation"> {
  const bound = (...names: readonly string[]): Cents | null =>
    names.map((name) => readMajor(told[name])).find((amount) => amount !== null) ?? null;
  return {
    least: bound("minTransactionLimit", "minAmount") ?? cents(1n),
    most: bound("maxTransactionLimit", "maxAmount") ?? AMOUNT_MAX,
    decimals: told["decimalsInAmount"] === "TWO_PLACES" ? 2 : 0,
    isClosed: told["status"] === "CLOSED",
    isPrompt: textOr(told["authType"], "PROVIDER_AUTH") === "PROVIDER_AUTH",
    callbackUrl: textOr(told["callbackUrl"], null),
  };
}
